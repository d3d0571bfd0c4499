// Internal to hlo: describes a dot_general by its operands, the roles of their dimensions, and the
// type of its result.
#pragma once

#include "hlo/rewrite/OpMaker.h"

namespace lz::hlo {

// Returns whether products of this type may be summed or multiplied in another order, at a level
// other than strict. f16 overflows at 65504, and the order in the program may prevent that.
// Integers wrap around, so they have the same results in every order.
bool mayReorder(DType dtype);

// An operand and the roles of its dimensions. Dimensions without a role are free, and are in
// ascending order.
struct DotSide {
  mlir::Value value;
  Ints batching, contracting;

  Ints free() const;
};

struct Dot {
  DotSide lhs, rhs;
  TensorType result; // may have a wider dtype than the operands

  explicit Dot(mlir::Operation* op);
  Dot(DotSide lhs, DotSide rhs, TensorType result)
      : lhs(std::move(lhs)), rhs(std::move(rhs)), result(std::move(result)) {}
  // Makes the product, without hints of precision.
  mlir::Value make(OpMaker& maker) const;
};

} // namespace lz::hlo
