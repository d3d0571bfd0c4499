#include "spec/small/Codes.h"

#include "base/elements/SmallTypes.h"

#include <bit>
#include <cmath>
#include <limits>

namespace lz::small {
namespace {

using Direction = ComparisonDirection;

// A wide float type in which small floats are computed, and the integer type of its bits.
struct WideFormat {
  DType dtype, bits;
  int width, mantissaBits, bias;

  uint64_t signBit() const { return uint64_t(1) << (width - 1); }
  uint64_t infinity() const { return bitsOf(std::numeric_limits<double>::infinity()); }
  uint64_t bitsOf(double x) const {
    return width == 64 ? std::bit_cast<uint64_t>(x) : std::bit_cast<uint32_t>(float(x));
  }
};
constexpr WideFormat kF32{DType::F32, DType::U32, 32, 23, 127};
constexpr WideFormat kF64{DType::F64, DType::U64, 64, 52, 1023};

// Returns the bits of a magnitude, rounded to a number with `lost` fewer mantissa bits. Ties go to
// even.
Term roundedTo(Term magnitude, int lost) {
  Term odd = (magnitude >> uint64_t(lost)) & 1;
  return (magnitude + odd + odd.like((uint64_t(1) << (lost - 1)) - 1)) >> uint64_t(lost);
}

// Rounds a magnitude to a multiple of the least number of the format. For this, it adds the 2^k
// whose unit in the last place is this least number.
Term roundedToLeast(Term magnitude, const FloatFormat& to, const WideFormat& wide) {
  const double aligned = std::ldexp(1, wide.mantissaBits + 1 - to.bias - to.mantissaBits);
  Term x = magnitude.bitcast(wide.dtype);
  Term sum = (x + x.number(aligned)).bitcast(wide.bits);
  return sum - sum.like(wide.bitsOf(aligned));
}

Term encodeSigned(Term bits, const FloatFormat& to, const WideFormat& wide) {
  Term magnitude = bits & ~wide.signBit();
  Term normal = roundedTo(magnitude, wide.mantissaBits - to.mantissaBits);
  normal = normal - normal.like(uint64_t(wide.bias - to.bias) << to.mantissaBits);
  Term code = magnitude.is(Direction::LT, wide.bitsOf(std::ldexp(1, 1 - to.bias)))
                  .choose(roundedToLeast(magnitude, to, wide), normal);
  code = code.with(Opcode::Minimum, to.overflow);
  code = magnitude.is(Direction::GT, wide.infinity()).choose(code.like(to.nan), code);
  Term sign = (bits >> uint64_t(wide.width - std::bit_width(unsigned(to.signBit)))) & to.signBit;
  if (to.hasNegativeZero)
    return code | sign;
  return code.is(Direction::EQ, 0).choose(code, code | sign);
}

// Encodes a number as the nearest power of two. A tie is 1.5 times a power of two. Only the leading
// 1 is kept, and this digit is odd, so ties go up.
Term encodePower(Term bits, const FloatFormat& to, const WideFormat& wide) {
  const uint64_t half = uint64_t(1) << (wide.mantissaBits - 1);
  Term normal = (bits + bits.like(half)) >> uint64_t(wide.mantissaBits);
  normal = normal - normal.like(uint64_t(wide.bias - to.bias));
  Term least = bits.is(Direction::GE, wide.bitsOf(std::ldexp(1.5, -to.bias)))
                   .choose(bits.like(1), bits.like(0));
  Term code = bits.is(Direction::LT, wide.bitsOf(std::ldexp(1, 1 - to.bias))).choose(least, normal);
  code = code.with(Opcode::Minimum, to.overflow);
  // Negative numbers become NaN, and so does 0.
  Term isNan = bits.is(Direction::GT, wide.infinity()) | bits.is(Direction::EQ, 0);
  return isNan.choose(code.like(to.nan), code);
}

// f64 cannot represent the lowest bits of a 64-bit integer. But rounding depends on whether one of
// these bits is set. If one is set, this function sets the lowest bit that remains.
Term withSticky(Term x) {
  constexpr uint64_t kLost = 0xfff, kSticky = 0x800, kExact = uint64_t(1) << 53;
  Term lost = x & kLost;
  Term sticky = (x & ~kLost) | lost.is(Direction::EQ, 0).choose(lost, lost.like(kSticky));
  return x.is(Direction::LT, kExact).choose(x, sticky);
}

// Converts to f32 or f64 without a rounding that could change the result of the next rounding.
Term asFloat(Term x) {
  const DType from = x.maker->type(x.id).dtype;
  const bool isWide =
      from == DType::F64 || from == DType::C128 || (isInteger(from) && bitWidth(from) >= 32);
  if (isInteger(from) && bitWidth(from) == 64)
    x = withSticky(x);
  return x.convert(isWide ? DType::F64 : DType::F32);
}

} // namespace

Term encodeFloat(Term x, DType to) {
  x = asFloat(x);
  const WideFormat& wide = x.maker->type(x.id).dtype == DType::F64 ? kF64 : kF32;
  const FloatFormat& format = floatFormat(to);
  Term bits = x.bitcast(wide.bits);
  Term code = format.hasZero() ? encodeSigned(bits, format, wide) : encodePower(bits, format, wide);
  return code.convert(DType::U8);
}

// Decodes a small float. Its bits are shifted to the place that they have in f32. The result is the
// number with another exponent bias.
Term decodeFloat(Term code, DType from) {
  const FloatFormat& format = floatFormat(from);
  const uint64_t nan = kF32.bitsOf(std::numeric_limits<double>::quiet_NaN());
  Term bits = code.convert(DType::U32);
  if (!format.hasZero()) {
    Term power = bits << uint64_t(kF32.mantissaBits);
    power = bits.is(Direction::EQ, 0)
                .choose(bits.like(kF32.bitsOf(std::ldexp(1, -format.bias))), power);
    return bits.is(Direction::EQ, format.nan).choose(bits.like(nan), power).bitcast(DType::F32);
  }
  // A byte has more bits than a float of 6 bits. The other bits are ignored.
  const uint64_t codes = (uint64_t(1) << bitWidth(from)) - 1;
  Term magnitude = bits & (codes & ~uint64_t(format.signBit));
  Term number =
      (magnitude << uint64_t(kF32.mantissaBits - format.mantissaBits)).bitcast(DType::F32);
  number = number * number.number(std::ldexp(1, kF32.bias - format.bias));
  Term result = number.bitcast(DType::U32);
  if (format.hasInfinity)
    result =
        magnitude.is(Direction::EQ, format.overflow).choose(result.like(kF32.infinity()), result);
  if (!format.hasNegativeZero)
    result = bits.is(Direction::EQ, format.nan).choose(result.like(nan), result);
  else if (format.nan != format.signBit)
    result = magnitude.is(Direction::GT, format.greatest + uint64_t(format.hasInfinity))
                 .choose(result.like(nan), result);
  Term sign = (bits & format.signBit) << uint64_t(32 - std::bit_width(unsigned(format.signBit)));
  return (result | sign).bitcast(DType::F32);
}

Term wrapInt(Term x, DType to) {
  const DType from = x.maker->type(x.id).dtype;
  const uint64_t bits = bitWidth(to), unused = 8 - bits;
  x = x.convert(wideType(to));
  if (isFloat(from) || isComplex(from)) {
    const bool isSigned = isSignedInt(to);
    const int64_t least = isSigned ? -(int64_t(1) << (bits - 1)) : 0;
    const int64_t most = (int64_t(1) << (bits - isSigned)) - 1;
    return x.with(Opcode::Maximum, uint64_t(least)).with(Opcode::Minimum, uint64_t(most));
  }
  if (!isSignedInt(to))
    return x & ((1u << bits) - 1);
  return (x << unused).with(Opcode::ShiftRightArithmetic, unused);
}

namespace {

uint64_t packedBits(DType dtype) {
  return dtype == DType::Pred ? 1 : storageBits(dtype);
}

Term codesOf(Term values, DType type) {
  if (type == DType::Pred)
    return values.convert(DType::U8);
  if (isSmallFloat(type))
    return encodeFloat(values, type);
  return values.bitcast(DType::U8) & ((1u << bitWidth(type)) - 1);
}

Term valuesOf(Term codes, DType type) {
  if (type == DType::Pred)
    return codes.is(Direction::NE, 0);
  return isSmallFloat(type) ? decodeFloat(codes, type) : wrapInt(codes, type);
}

} // namespace

int64_t packedBytes(const TensorType& type) {
  const int64_t perByte = 8 / int64_t(packedBits(type.dtype)), n = type.numElements();
  return n / perByte + (n % perByte != 0);
}

Term unpack(Term bytes, const TensorType& type) {
  Maker& m = *bytes.maker;
  const uint64_t bits = packedBits(type.dtype), mask = (1u << bits) - 1;
  const int64_t perByte = 8 / int64_t(bits), n = type.numElements();
  const int64_t count = m.type(bytes.id).dims[0];
  const TensorType box{DType::U8, {count, perByte}}, list{DType::U8, {n}};
  Term spread{&m, m.make(Opcode::BroadcastInDim, {bytes.id}, box, {Ints{0}})};
  Term place{&m, m.make(Opcode::Iota, {}, box, {int64_t(1)})};
  Term shifted = spread.with(Opcode::ShiftRightLogical, place.with(Opcode::Multiply, bits));
  ValueId codes = m.reshape((shifted & mask).id, {count * perByte});
  if (count * perByte != n)
    codes = m.make(Opcode::Slice, {codes}, list, {Ints{0}, Ints{n}, Ints{1}});
  return valuesOf({&m, m.reshape(codes, type.dims)}, type.dtype);
}

Term pack(Term values, DType from) {
  Maker& m = *values.maker;
  const uint64_t bits = packedBits(from);
  const int64_t perByte = 8 / int64_t(bits), n = m.type(values.id).numElements();
  const int64_t count = packedBytes({from, {n}});
  ValueId list = m.reshape(codesOf(values, from).id, {n});
  if (n == 0)
    return {&m, list};
  const TensorType padded{DType::U8, {count * perByte}}, bytes{DType::U8, {count}};
  if (count * perByte != n)
    list = m.make(Opcode::Pad, {list, m.splatInt({DType::U8, {}}, 0)}, padded,
                  {Ints{0}, Ints{count * perByte - n}, Ints{0}});
  auto place = [&](int64_t i) {
    Term part{
        &m, m.make(Opcode::Slice, {list}, bytes, {Ints{i}, Ints{count * perByte}, Ints{perByte}})};
    return i == 0 ? part : part << uint64_t(i) * bits;
  };
  Term result = place(0);
  for (int64_t i = 1; i < perByte; ++i)
    result = result | place(i);
  return result;
}

} // namespace lz::small
