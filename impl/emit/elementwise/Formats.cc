// Emits ops that depend on the format of the element type: next_after, and rounding to formats with
// fewer bits. The emitted code works on the bits that the values have in memory.
#include "emit/elementwise/EmitElementwise.h"
#include "spec/OpAttrs.inc.h"

namespace lz::emit {

using mlir::Value;
using FCmp = LaneBuilder::FCmp;
using ICmp = LaneBuilder::ICmp;

namespace {

struct Format {
  unsigned width, exponentBits, mantissaBits;
};

Format formatOf(DType dtype) {
  switch (dtype) {
  case DType::F16:
    return {16, 5, 10};
  case DType::BF16:
    return {16, 8, 7};
  case DType::F32:
    return {32, 8, 23};
  default:
    return {64, 11, 52};
  }
}

// Rounds to the nearest number with `lost` fewer bits, ties to even. A carry goes into the
// exponent, so the greatest numbers may become infinite.
Value roundMantissa(LaneBuilder& b, Value magnitude, unsigned lost) {
  Value last = b.andi(b.lshr(magnitude, lost), b.intLike(magnitude, 1));
  Value half = b.intLike(magnitude, (int64_t{1} << (lost - 1)) - 1);
  Value rounded = b.addi(magnitude, b.addi(half, last));
  return b.shl(b.lshr(rounded, lost), lost);
}

// Limits numbers to the range of an exponent with `exponentBits` bits. Numbers of at least 2^most
// become infinite, and numbers below the least normal number become 0.
Value clampExponent(LaneBuilder& b, Value magnitude, Format from, unsigned exponentBits) {
  int64_t bias = (int64_t{1} << (from.exponentBits - 1)) - 1;
  int64_t reach = (int64_t{1} << (exponentBits - 1)) - 1;
  auto exponent = [&](int64_t e) { return b.intLike(magnitude, e << from.mantissaBits); };
  Value infinity = exponent(2 * bias + 1);
  Value isSmall = b.cmpi(ICmp::ult, magnitude, exponent(bias - reach + 1));
  Value isLarge = b.cmpi(ICmp::uge, magnitude, exponent(bias + reach + 1));
  return b.select(isLarge, infinity, b.select(isSmall, b.zeroLike(magnitude), magnitude));
}

} // namespace

Value emitNextAfter(LaneBuilder& b, DType dtype, Value x, Value y) {
  Value from = b.roundTo(dtype, x), to = b.roundTo(dtype, y);
  Value bits = bitsInMemory(b, from, dtype), one = b.intLike(bits, 1);
  Value zero = b.zeroLike(from);
  Value isZero = b.cmpf(FCmp::OEQ, from, zero);
  // The result has a greater magnitude than `from` if the step goes up from a positive number or
  // down from a negative one.
  Value up = b.cmpf(FCmp::OGT, to, from), positive = b.cmpf(FCmp::OGT, from, zero);
  Value away = b.cmpi(ICmp::eq, up, positive);
  Value next = b.select(away, b.addi(bits, one), b.subi(bits, one));
  Value sign = b.shl(one, LaneBuilder::widthOf(bits) - 1);
  Value first = b.ori(b.andi(bitsInMemory(b, to, dtype), sign), one);
  Value result = fromBitsInMemory(b, b.select(isZero, first, next), dtype);
  result = b.select(b.cmpf(FCmp::OEQ, from, to), to, result);
  Value ordered = b.cmpf(FCmp::ORD, from, to);
  return b.select(ordered, result, b.addf(from, to));
}

Value emitReducePrecision(LaneBuilder& b, const Attrs& attrs, DType dtype, Value x) {
  ReducePrecisionAttrs precision(attrs);
  Format format = formatOf(dtype);
  Value bits = bitsInMemory(b, x, dtype);
  Value sign = b.shl(b.intLike(bits, 1), format.width - 1);
  Value magnitude = b.andi(bits, b.noti(sign)), reduced = magnitude;
  if (precision.mantissaBits() < format.mantissaBits)
    reduced = roundMantissa(b, reduced, format.mantissaBits - unsigned(precision.mantissaBits()));
  if (precision.exponentBits() < format.exponentBits)
    reduced = clampExponent(b, reduced, format, unsigned(precision.exponentBits()));
  Value result = fromBitsInMemory(b, b.ori(reduced, b.andi(bits, sign)), dtype);
  return b.select(b.isNan(x), x, result);
}

} // namespace lz::emit
