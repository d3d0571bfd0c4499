// Emits index expressions: as scalars of i64, or as one integer per lane.
#pragma once

#include "emit/core/LaneBuilder.h"
#include "emit/kernel/Scope.h"

namespace lz::emit {

// How an expression moves along the lanes: value(lane) = value(0) + stride * lane, or another way.
struct LaneForm {
  bool regular = true;
  int64_t stride = 0; // 0: the same in all lanes
};

// All methods insert at the builder's present point.
class IndexEmitter {
public:
  IndexEmitter(LaneBuilder& b, std::vector<int64_t> extents)
      : b_(b), extents_(std::move(extents)) {}

  LaneForm laneForm(const region::IndexExpr& expr, const Scope& scope) const;
  // Value in lane 0.
  mlir::Value scalar(const region::IndexExpr& expr, const Scope& scope);
  // A vector of the constants 0, stride, 2 stride ..., or of any others.
  mlir::Value laneSteps(int64_t stride, int lanes, unsigned width);
  mlir::Value laneConstants(llvm::ArrayRef<int64_t> values, unsigned width);
  // The value in every lane, as i32 if that is wide enough. `width`: the required width, or 0.
  mlir::Value vector(const region::IndexExpr& expr, const Scope& scope, unsigned width = 0);
  // Whether the expression and all parts of it fit into 31 bits, also in lanes that are masked off.
  bool fits32(const region::IndexExpr& expr) const;

private:
  // The multiple of the divisor that is added to an inner expression, so that it is never negative.
  int64_t liftOf(const region::IndexExpr::Term& term) const;
  mlir::Value atom(const region::IndexExpr::Term& term, mlir::Value inner);

  LaneBuilder& b_;
  std::vector<int64_t> extents_;
};

} // namespace lz::emit
