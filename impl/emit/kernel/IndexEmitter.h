// Emits index expressions, as scalars of i64 or as vectors with one integer per lane.
#pragma once

#include "emit/core/LaneBuilder.h"
#include "emit/kernel/Scope.h"

namespace lz::emit {

// How an expression changes from lane to lane. If `regular`, value(lane) = value(0) + stride *
// lane.
struct LaneForm {
  bool regular = true;
  int64_t stride = 0; // 0: the same in all lanes
};

// All methods insert code at the builder's current insertion point.
class IndexEmitter {
public:
  IndexEmitter(LaneBuilder& b, std::vector<int64_t> extents)
      : b_(b), extents_(std::move(extents)) {}

  LaneForm laneForm(const region::IndexExpr& expr, const Scope& scope) const;
  // Returns the value in lane 0.
  mlir::Value scalar(const region::IndexExpr& expr, const Scope& scope);
  // laneSteps returns a vector of the constants 0, stride, 2 stride and so on. laneConstants
  // returns a vector of the given constants.
  mlir::Value laneSteps(int64_t stride, int lanes, unsigned width);
  mlir::Value laneConstants(llvm::ArrayRef<int64_t> values, unsigned width);
  // Returns a vector with the value in every lane. `width` is the number of bits of an element. If
  // `width` is 0, the elements are i32 if 32 bits are enough, else i64.
  mlir::Value vector(const region::IndexExpr& expr, const Scope& scope, unsigned width = 0);
  // Returns whether the values of the expression and of its parts fit into 31 bits. Lanes that are
  // masked off count, too.
  bool fits32(const region::IndexExpr& expr) const;

private:
  // Returns the multiple of the term's divisor that must be added to its inner expression so that
  // the sum is never negative.
  int64_t liftOf(const region::IndexExpr::Term& term) const;
  mlir::Value atom(const region::IndexExpr::Term& term, mlir::Value inner);

  LaneBuilder& b_;
  std::vector<int64_t> extents_;
};

} // namespace lz::emit
