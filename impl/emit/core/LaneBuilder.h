// Builds arithmetic on scalars and 1-D vectors, with a method for each operation. All operands of
// an operation have the same type. Unless stated otherwise, this is also the type of the result.
//
// In registers, predicates are i1, integers are signless, and f16 and bf16 are f32. If the target
// is strict, 16-bit floats are rounded to their format (roundTo) after each op. Otherwise they are
// rounded only when they are stored or converted to another type. In memory, predicates are i8 and
// 16-bit floats are i16 (emit/memory/Memory.h).
#pragma once

#include "base/Literal.h"
#include "emit/core/Target.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

#include <optional>

namespace lz::emit {

class LaneBuilder {
public:
  using Value = mlir::Value;
  using Type = mlir::Type;
  using FCmp = mlir::arith::CmpFPredicate;
  using ICmp = mlir::arith::CmpIPredicate;

  // `lanes` only affects `vectorOf` and `widen`. With 1 lane they make scalars.
  LaneBuilder(mlir::OpBuilder& builder, mlir::Location loc, const Target& target, int lanes = 1)
      : builder_(builder), loc_(loc), target_(target), lanes_(lanes) {}

  mlir::OpBuilder& builder() { return builder_; }
  mlir::Location loc() const { return loc_; }
  const Target& target() const { return target_; }
  int lanes() const { return lanes_; }
  // Returns whether functions of f32 are allowed to have relative errors of 2^-13. This is the case
  // if their results are rounded to bf16.
  bool isCoarse() const { return coarse_; }
  void setCoarse(bool coarse) { coarse_ = coarse; }

  // Types.
  Type registerType(DType dtype);                   // element type of a value in registers
  Type vectorOf(Type element);                      // the element itself when lanes is 1
  static Type withElement(Type like, Type element); // as many lanes as `like`
  static Type elementOf(Value x) { return mlir::getElementTypeOrSelf(x.getType()); }
  static unsigned widthOf(Value x) { return elementOf(x).getIntOrFloatBitWidth(); }
  static int lanesOf(Value x);

  // Constants. The first two have the lanes and the type of `like`.
  Value constantLike(Value like, double value); // floats and integers
  Value intLike(Value like, int64_t value);
  Value zeroLike(Value like) { return zeroOf(like.getType()); }
  Value allOnesLike(Value like) { return intLike(like, -1); }
  Value constant(const Literal& scalar); // a scalar of registerType
  Value intConstant(unsigned width, int64_t value);
  Value zeroOf(Type type);
  static std::optional<double> numberIn(Value x); // the value, if x is a constant with equal lanes
  // Repeats a scalar in all lanes(). Returns a vector unchanged.
  Value widen(Value x);
  Value splat(Value scalar, int lanes);

  // Floats. Unless the target is strict, LLVM is allowed to make an fma of a multiplication and an
  // addition.
  Value addf(Value x, Value y);
  Value subf(Value x, Value y);
  Value mulf(Value x, Value y);
  Value divf(Value x, Value y);
  Value negf(Value x);
  Value absf(Value x);
  Value fma(Value x, Value y, Value z); // rounds once only if the target has fma
  Value sqrt(Value x);
  Value trunc(Value x);
  Value roundeven(Value x);
  Value copysign(Value magnitude, Value sign);
  // As in IEEE 754-2019: the result is NaN if one operand is NaN, and -0 is less than +0.
  Value maxf(Value x, Value y);
  Value minf(Value x, Value y);
  Value isNan(Value x);

  // Integers. Predicates are allowed if the operation makes sense for them.
  Value addi(Value x, Value y);
  Value subi(Value x, Value y);
  Value muli(Value x, Value y);
  Value andi(Value x, Value y);
  Value ori(Value x, Value y);
  Value xori(Value x, Value y);
  Value negi(Value x);
  Value absi(Value x);
  Value divui(Value x, Value y); // y is not 0
  Value remui(Value x, Value y);
  Value noti(Value x);
  Value maxs(Value x, Value y);
  Value mins(Value x, Value y);
  Value maxu(Value x, Value y);
  Value minu(Value x, Value y);
  // Shift amounts are unsigned. If an amount is at least the width of x, all bits are shifted out.
  Value shl(Value x, Value amount);
  Value ashr(Value x, Value amount);
  Value lshr(Value x, Value amount);
  Value shl(Value x, unsigned amount); // the amount is below the width of x
  Value ashr(Value x, unsigned amount);
  Value lshr(Value x, unsigned amount);

  // Comparisons return i1. The condition of `select` is a scalar i1 or a vector of i1 with as many
  // lanes as x.
  Value cmpf(FCmp predicate, Value x, Value y);
  Value cmpi(ICmp predicate, Value x, Value y);
  Value select(Value condition, Value x, Value y);

  // Conversions to `element`, with as many lanes as the operand.
  Value extract(Value vector, int lane);
  Value extf(Value x, Type element);
  Value truncf(Value x, Type element);
  Value sitofp(Value x, Type element);
  Value uitofp(Value x, Type element);
  Value fptosi(Value x, Type element); // x must fit into `element`
  Value fptoui(Value x, Type element);
  Value extsi(Value x, Type element);
  Value extui(Value x, Type element);
  Value trunci(Value x, Type element);
  Value resizeSigned(Value x, unsigned width); // extsi, trunci or nothing
  Value bitcast(Value x, Type element);        // to an element type of the same width
  // Rounds an f32 to the format of `dtype` if that is f16 or bf16. The result is an f32.
  Value roundTo(DType dtype, Value x);

private:
  template <typename Op, typename... Args> Value make(Args&&... args) {
    return builder_.create<Op>(loc_, std::forward<Args>(args)...).getResult();
  }
  mlir::arith::FastMathFlags flags() const;

  mlir::OpBuilder& builder_;
  mlir::Location loc_;
  const Target& target_;
  int lanes_;
  bool coarse_ = false;
};

} // namespace lz::emit
