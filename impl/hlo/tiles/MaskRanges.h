// Internal to hlo: finds the columns of a table of pairs that no result depends on, because a mask
// that is computed from indices hides them.
//
//   %m = compare GE, %i, %j                rows 512 to 1024: %m is false from column 1024 on
//   %t = select %m, %s, -inf               there %t is -inf, which is neutral for the maximum,
//   %e = exp(%t - max(%t))                 and %e is 0, which is neutral for sums and products
//
// Indices have ranges on a rectangle of the table, and so do functions of them.
#pragma once

#include "hlo/tiles/PairTable.h"

namespace lz::hlo {

// Finite values of a mask must be at most this, and scores are assumed to be greater than half of
// them, so that exp(mask - score) is 0.
inline constexpr double kLowestScore = -1e30;

// What is known about all elements of a value on a rectangle.
struct Range {
  double lo = 0, hi = 0; // neither is NaN
  bool isKnown = false;
  // In rows whose other elements are NaN, these may be NaN, too.
  bool isUnlessNaN = false;

  bool isPoint() const { return isKnown && lo == hi; }
  bool isZero() const { return isPoint() && lo == 0; }
};

class MaskRanges {
public:
  explicit MaskRanges(const PairTable& table);

  // Returns the columns, as the ends of a range and rounded to multiples of `step`, without which
  // the results of the rows would not be the same. These are all columns if the mask cannot be
  // followed, or hides a row as a whole.
  PairRect neededColumns(int64_t rowBegin, int64_t rowEnd, int64_t step);

private:
  // The value that a select gives to masked elements, and the predicate of the others.
  struct Mask {
    int predicate;
    bool shows; // the value of the predicate that shows an element
    bool operator==(const Mask& other) const = default;
  };

  llvm::ArrayRef<Range> rangesOn(const PairRect& rect, size_t count);
  Range rangeOf(size_t number, const PairRect& rect) const;
  Range rangeOfOutside(mlir::Value value, PairDims dims, const PairRect& rect) const;
  Range operandOf(size_t number, unsigned operand, const PairRect& rect) const;
  Range differenceOf(size_t number, const Range& a, const Range& b) const;
  bool isMinusItsMaximum(size_t number) const;
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
  llvm::DenseMap<mlir::Value, llvm::SmallVector<double, 0>> constants_; // along one dimension
  llvm::DenseMap<mlir::Value, Range> splats_;
  llvm::SmallVector<Mask, 1> masks_; // each row must have an element that these show
  int64_t left_;                     // rectangles that may still be tried
};

} // namespace lz::hlo
