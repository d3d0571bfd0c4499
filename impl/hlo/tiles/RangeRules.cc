#include "hlo/tiles/RangeRules.h"

#include "semantics/eval/Evaluate.h"
#include "spec/OpAttrs.inc.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lz::hlo {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity(),
                 kNaN = std::numeric_limits<double>::quiet_NaN();

Range known(double lo, double hi) {
  return {lo, hi, true, false};
}

Range flag(Range range, bool isUnlessNaN) {
  range.isUnlessNaN = isUnlessNaN;
  return range;
}

Range truth(bool value) {
  return known(value, value);
}

// Returns the range if its ends are integers that the type represents exactly. Otherwise the range
// is unknown.
Range exact(double lo, double hi, DType dtype) {
  const double most = std::ldexp(1, dtype == DType::F32                           ? 24
                                    : isUnsignedInt(dtype) || dtype == DType::F64 ? 32
                                                                                  : 31) -
                      1;
  const bool isWide =
      dtype == DType::F32 || dtype == DType::F64 || (isInteger(dtype) && storageBits(dtype) >= 32);
  const double least = isUnsignedInt(dtype) ? 0 : -most;
  const bool isIn = lo >= least && hi <= most && std::floor(lo) == lo && std::floor(hi) == hi;
  return isWide && isIn ? known(lo, hi) : Range();
}

Range ofCompare(mlir::Operation* op, const Range& a, const Range& b) {
  if (!a.isKnown || !b.isKnown || a.isUnlessNaN || b.isUnlessNaN)
    return {};
  const bool isLess = a.hi<b.lo, isGreater = a.lo> b.hi,
             isSame = a.isPoint() && b.isPoint() && a.lo == b.lo;
  auto decide = [](bool isTrue, bool isFalse) {
    return isTrue ? truth(true) : isFalse ? truth(false) : Range();
  };
  switch (AttrsOf<CompareAttrs>(op).comparisonDirection()) {
  case lz::ComparisonDirection::EQ:
    return decide(isSame, isLess || isGreater);
  case lz::ComparisonDirection::NE:
    return decide(isLess || isGreater, isSame);
  case lz::ComparisonDirection::LT:
    return decide(isLess, a.lo >= b.hi);
  case lz::ComparisonDirection::LE:
    return decide(a.hi <= b.lo, isGreater);
  case lz::ComparisonDirection::GT:
    return decide(isGreater, a.hi <= b.lo);
  case lz::ComparisonDirection::GE:
    return decide(a.lo >= b.hi, isLess);
  }
  return {};
}

// Returns the range of `and` if `absorbing` is false, and of `or` if it is true.
Range ofLogic(const Range& a, const Range& b, bool absorbing) {
  for (const Range* range : {&a, &b})
    if (range->isPoint() && range->lo == double(absorbing))
      return truth(absorbing);
  return a.isPoint() && b.isPoint() ? truth(!absorbing) : Range();
}

Range ofSelect(const Range& predicate, const Range& ifTrue, const Range& ifFalse) {
  if (!predicate.isPoint())
    return {};
  const Range& chosen = predicate.lo != 0 ? ifTrue : ifFalse;
  return chosen.isUnlessNaN ? Range() : chosen;
}

Range ofMultiply(const Range& a, const Range& b, DType dtype) {
  const bool isUnlessNaN = a.isUnlessNaN || b.isUnlessNaN;
  // Zero times any range is zero, because the other factor is assumed to be finite.
  if (a.isZero() || b.isZero())
    return flag(known(0, 0), isUnlessNaN);
  if (!a.isKnown || !b.isKnown || isUnlessNaN)
    return {};
  if (isFloat(dtype) && a.isPoint() && b.isPoint() && std::isinf(a.lo * b.lo) &&
      (std::isinf(a.lo) || std::isinf(b.lo)))
    return known(a.lo * b.lo, a.lo * b.lo);
  const auto [lo, hi] = std::minmax({a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi});
  return exact(lo, hi, dtype);
}

Range ofDivide(const Range& a, const Range& b, DType dtype) {
  if (isFloat(dtype)) {
    if (a.isZero())
      return flag(known(0, 0), a.isUnlessNaN || b.isUnlessNaN);
    const bool isInfinite = a.isPoint() && std::isinf(a.lo) && !a.isUnlessNaN;
    return isInfinite && b.isPoint() && b.lo > 0 && b.lo < kInfinity ? a : Range();
  }
  if (!a.isKnown || !b.isPoint() || a.lo < 0 || b.lo <= 0)
    return {};
  return exact(std::floor(a.lo / b.lo), std::floor(a.hi / b.lo), dtype);
}

Range ofConvert(const Range& a, DType from, DType to) {
  if (!a.isKnown)
    return {};
  if (to == DType::Pred)
    return a.isPoint() && !a.isUnlessNaN ? truth(a.lo != 0) : Range();
  if (isFloat(from) && isFloat(to)) {
    const bool keeps = storageBits(to) >= storageBits(from) && storageBits(from) >= 16;
    return a.isZero() || keeps || (a.isPoint() && std::isinf(a.lo) && storageBits(to) >= 16)
               ? a
               : Range();
  }
  return a.isUnlessNaN ? Range() : exact(a.lo, a.hi, to);
}

Range ofExtreme(const Range& a, const Range& b, bool isMaximum) {
  if (!a.isKnown || !b.isKnown || a.isUnlessNaN || b.isUnlessNaN)
    return {};
  return isMaximum ? known(std::max(a.lo, b.lo), std::max(a.hi, b.hi))
                   : known(std::min(a.lo, b.lo), std::min(a.hi, b.hi));
}

// Returns the value of the function at `x`, or nullopt if it is not known.
std::optional<double> valueAt(mlir::Operation* op, double x, absl::Span<const AttrValue> attrs) {
  const TensorType from{typeOf(op->getOperand(0)).dtype, {}},
      to{typeOf(op->getResult(0)).dtype, {}};
  if (isComplex(from.dtype) || isComplex(to.dtype))
    return std::nullopt;
  StatusOr<Literal> value = eval::evaluateOp(*opcodeOf(op), {Literal::splat(from, x)}, attrs, to);
  return value.ok() ? std::optional(value->toDouble(0)) : std::nullopt;
}

// Returns the range of a function of one operand. The operand must be a single number, or the range
// of all numbers up to a negative bound. In the second case the function must have the same value
// at the bound and at some numbers far below the bound. For example, exp(-5e29) is 0, and so are
// all exponentials below.
Range ofFunction(mlir::Operation* op, const Range& a) {
  if (!a.isKnown || !(a.isPoint() || (a.lo == -kInfinity && a.hi < 0)))
    return {};
  const Attrs attrs = plainAttrsOf(op);
  const std::optional<double> value = valueAt(op, a.hi, attrs);
  if (!value || std::isnan(*value))
    return {};
  for (double x : {a.lo, a.hi * 1e3, a.hi * 1e7})
    if (!a.isPoint() && valueAt(op, x, attrs) != value)
      return {};
  if (a.isUnlessNaN && !std::isnan(valueAt(op, kNaN, attrs).value_or(0)))
    return {};
  return flag(known(*value, *value), a.isUnlessNaN);
}

} // namespace

Range rangeOfElementwise(mlir::Operation* op, llvm::ArrayRef<Range> operands) {
  const DType dtype = typeOf(op->getResult(0)).dtype;
  const Range a = operands[0], b = operands.size() > 1 ? operands[1] : Range();
  const bool areKnown = a.isKnown && b.isKnown && !a.isUnlessNaN && !b.isUnlessNaN;
  switch (*opcodeOf(op)) {
  case Opcode::Add:
    return areKnown ? exact(a.lo + b.lo, a.hi + b.hi, dtype) : Range();
  case Opcode::Subtract:
    return areKnown ? exact(a.lo - b.hi, a.hi - b.lo, dtype) : Range();
  case Opcode::Multiply:
    return dtype == DType::Pred ? Range() : ofMultiply(a, b, dtype);
  case Opcode::Divide:
    return ofDivide(a, b, dtype);
  case Opcode::Compare:
    return ofCompare(op, a, b);
  case Opcode::And:
    return dtype == DType::Pred ? ofLogic(a, b, false) : Range();
  case Opcode::Or:
    return dtype == DType::Pred ? ofLogic(a, b, true) : Range();
  case Opcode::Select:
    return ofSelect(a, b, operands[2]);
  case Opcode::Convert:
    return ofConvert(a, typeOf(op->getOperand(0)).dtype, dtype);
  case Opcode::Maximum:
    return ofExtreme(a, b, true);
  case Opcode::Minimum:
    return ofExtreme(a, b, false);
  default:
    return operands.size() == 1 ? ofFunction(op, a) : Range();
  }
}

} // namespace lz::hlo
