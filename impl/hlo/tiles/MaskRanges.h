// Internal to hlo: finds the columns of a table of pairs that no result depends on, because a mask
// that is computed from indices hides them.
//
//   %m = compare GE, %i, %j                rows 512 to 1024: %m is false from column 1024 on
//   %t = select %m, %s, -inf               there %t is -inf, which is neutral for the maximum,
//   %e = exp(%t - max(%t))                 and %e is 0, which is neutral for sums and products
//
// In a rectangle of the table, each index has a range of values. So each function of indices has a
// range of values, too.
#pragma once

#include "hlo/tiles/PairTable.h"

namespace lz::hlo {

// If a mask hides elements with a finite value, this value must be at most kLowestScore. All scores
// are assumed to be greater than half of the value. Then exp(mask - score) is 0.
inline constexpr double kLowestScore = -1e30;

// What is known about all elements of a value on a rectangle.
struct Range {
  double lo = 0, hi = 0; // neither is NaN
  bool isKnown = false;
  // If true, the range is certain only in rows of the table without a NaN. In other rows, elements
  // of this value can be NaN.
  bool isUnlessNaN = false;

  bool isPoint() const { return isKnown && lo == hi; }
  bool isZero() const { return isPoint() && lo == 0; }
};

class MaskRanges {
public:
  explicit MaskRanges(const PairTable& table);

  // Returns the given rows with the range of columns that their results need. The range is widened
  // to multiples of `step`. It has all columns if the mask cannot be followed, or if it hides an
  // entire row.
  PairRect neededColumns(int64_t rowBegin, int64_t rowEnd, int64_t step);

private:
  // A mask: the predicate of a select that hides elements, as the number of its op in the table.
  struct Mask {
    int predicate;
    bool shows; // the value of the predicate that shows an element
    bool operator==(const Mask& other) const = default;
  };

  llvm::ArrayRef<Range> rangesOn(const PairRect& rect, size_t count);
  Range rangeOf(size_t number, const PairRect& rect) const;
  Range rangeOfOutside(mlir::Value value, PairDims dims, const PairRect& rect) const;
  Range operandOf(size_t number, unsigned operand, const PairRect& rect) const;
  bool isMinusItsMaximum(size_t number, const PairRect& rect) const;
  std::optional<Mask> maskOf(int number) const;
  bool areNeutral(const PairRect& rect);
  bool isNeutral(size_t number, const PairRect& rect);
  bool addMask(int number);
  bool showsEachRow(const PairRect& rect);
  bool showsEachRow(const Mask& mask, const PairRect& rect);
  std::optional<int64_t> columnShown(const Mask& mask, int64_t row, const PairRect& rect);
  Range predicateOn(const Mask& mask, const PairRect& rect);

  const PairTable& table_;
  llvm::SmallVector<Range> ranges_;
  llvm::DenseMap<mlir::Value, llvm::SmallVector<double, 0>> constants_; // with one long dim
  llvm::DenseMap<mlir::Value, Range> splats_;
  llvm::SmallVector<Mask, 1> masks_; // each of them must show an element of each row
  int64_t left_;                     // the number of rectangles that can still be tried
};

} // namespace lz::hlo
