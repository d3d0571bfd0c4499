// Emits conversions and comparisons. The result of a conversion to a 16-bit float is an f32. It is
// rounded later (LaneBuilder::roundTo).
#include "base/elements/Rounding.h"
#include "emit/core/HalfFloat.h"
#include "emit/elementwise/EmitElementwise.h"
#include "spec/Enums.inc.h"
#include "spec/OpAttrs.inc.h"

#include <cmath>
#include <limits>

namespace lz::emit {

using mlir::Type;
using mlir::Value;
using FCmp = LaneBuilder::FCmp;
using ICmp = LaneBuilder::ICmp;

namespace {

// In the order of ComparisonDirection: EQ NE GE GT LE LT.
constexpr FCmp kFloat[] = {FCmp::OEQ, FCmp::UNE, FCmp::OGE, FCmp::OGT, FCmp::OLE, FCmp::OLT};
constexpr ICmp kSigned[] = {ICmp::eq, ICmp::ne, ICmp::sge, ICmp::sgt, ICmp::sle, ICmp::slt};
constexpr ICmp kUnsigned[] = {ICmp::eq, ICmp::ne, ICmp::uge, ICmp::ugt, ICmp::ule, ICmp::ult};

// Returns an integer for each float. As signed integers they have the order -NaN < -inf < ... < -0
// < +0 < ... < inf < NaN.
Value sortable(LaneBuilder& b, Value x) {
  unsigned width = LaneBuilder::widthOf(x);
  Value bits = b.bitcast(x, b.builder().getIntegerType(width));
  Value negative = b.ashr(bits, width - 1);
  return b.xori(bits, b.lshr(negative, 1));
}

Value floatToInt(LaneBuilder& b, Value x, DType to) {
  unsigned width = bitWidth(to);
  bool isSigned = isSignedInt(to);
  int bits = int(width) - (isSigned ? 1 : 0);
  double limit = std::ldexp(1.0, bits), least = isSigned ? -limit : 0;
  // Narrow types are converted through i32, for which there are instructions.
  Type wide = b.builder().getIntegerType(std::max(width, 32u));
  bool throughSigned = isSigned || width < 32;
  Value i = throughSigned ? b.fptosi(x, wide) : b.fptoui(x, wide);
  Value most = b.intLike(i, bits == 64 ? -1 : int64_t((uint64_t(1) << bits) - 1));
  Value lowest = b.intLike(i, isSigned ? -(int64_t((uint64_t(1) << bits) - 1)) - 1 : 0);
  i = b.select(b.cmpf(FCmp::OGE, x, b.constantLike(x, limit)), most, i);
  i = b.select(b.cmpf(FCmp::OLE, x, b.constantLike(x, least)), lowest, i);
  i = b.select(b.isNan(x), b.zeroLike(i), i);
  return width < 32 ? b.trunci(i, b.builder().getIntegerType(width)) : i;
}

Value resize(LaneBuilder& b, Value x, bool isSigned, DType to) {
  Type type = b.registerType(to);
  unsigned from = LaneBuilder::widthOf(x), width = bitWidth(to);
  if (from == width)
    return x;
  if (width < from)
    return b.trunci(x, type);
  return isSigned ? b.extsi(x, type) : b.extui(x, type);
}

template <typename T> constexpr int kDigits = std::numeric_limits<T>::digits;

// Emits the functions withTrace and withDigits of base/elements/Rounding.h.
Value withTrace(LaneBuilder& b, Value bits, int count) {
  Value lost = b.intLike(bits, (int64_t{1} << count) - 1);
  Value trace = b.addi(b.andi(bits, lost), lost);
  return b.andi(b.ori(bits, trace), b.noti(lost));
}

Value withDigits(LaneBuilder& b, Value x, bool isSigned, int digits) {
  int64_t limit = int64_t{1} << digits;
  Value distance = isSigned ? b.addi(x, b.intLike(x, limit)) : x;
  Value isExact = b.cmpi(ICmp::ult, distance, b.intLike(distance, isSigned ? 2 * limit : limit));
  return b.select(isExact, x, withTrace(b, x, int(LaneBuilder::widthOf(x)) - digits));
}

// Converts x, an f64, to an f32 that rounds to the same 16-bit float as x.
Value tracedToF32(LaneBuilder& b, Value x) {
  Value bits = b.bitcast(x, b.builder().getI64Type());
  Value traced = b.bitcast(withTrace(b, bits, kTracedOfF64), b.builder().getF64Type());
  return b.truncf(traced, b.builder().getF32Type());
}

Value intToFloat(LaneBuilder& b, Value x, bool isSigned, DType to) {
  Type type = b.registerType(to);
  unsigned width = LaneBuilder::widthOf(x);
  // There are no conversion instructions for vectors of i1, i8 and i16.
  if (width < 32) {
    Type i32 = b.builder().getI32Type();
    return b.sitofp(isSigned ? b.extsi(x, i32) : b.extui(x, i32), type);
  }
  // f16 does not need withTrace, because integers that f32 cannot represent exactly become infinite
  // in f16.
  if (to != DType::BF16)
    return isSigned ? b.sitofp(x, type) : b.uitofp(x, type);
  bool isWide = width == 64;
  Type exact = isWide ? b.builder().getF64Type() : type;
  x = withDigits(b, x, isSigned, isWide ? kDigits<double> : kDigits<float>);
  x = isSigned ? b.sitofp(x, exact) : b.uitofp(x, exact);
  return isWide ? tracedToF32(b, x) : x;
}

Value floatToFloat(LaneBuilder& b, Value x, DType to) {
  Type type = b.registerType(to);
  unsigned from = LaneBuilder::widthOf(x), width = type.getIntOrFloatBitWidth();
  if (from == width)
    return x;
  if (from < width)
    return b.extf(x, type);
  return to == DType::F32 ? b.truncf(x, type) : tracedToF32(b, x);
}

} // namespace

Value bitsInMemory(LaneBuilder& b, Value x, DType dtype) {
  if (dtype == DType::BF16)
    return f32ToBf16(b, x);
  if (dtype == DType::F16)
    return f32ToF16(b, x);
  return isFloat(dtype) ? b.bitcast(x, b.builder().getIntegerType(bitWidth(dtype))) : x;
}

Value fromBitsInMemory(LaneBuilder& b, Value bits, DType dtype) {
  if (dtype == DType::BF16)
    return bf16ToF32(b, bits);
  if (dtype == DType::F16)
    return f16ToF32(b, bits);
  return isFloat(dtype) ? b.bitcast(bits, b.registerType(dtype)) : bits;
}

Value emitCompare(LaneBuilder& b, const Attrs& attrs, DType dtype, Value x, Value y) {
  CompareAttrs compare(attrs);
  size_t direction = size_t(compare.comparisonDirection());
  if (isFloat(dtype) && compare.compareType() == ComparisonType::TOTALORDER)
    return b.cmpi(kSigned[direction], sortable(b, x), sortable(b, y));
  if (isFloat(dtype))
    return b.cmpf(kFloat[direction], x, y);
  return b.cmpi(isSignedInt(dtype) ? kSigned[direction] : kUnsigned[direction], x, y);
}

Value emitConvert(LaneBuilder& b, Value x, DType from, DType to) {
  if (to == DType::Pred && isFloat(from))
    return b.cmpf(FCmp::UNE, x, b.zeroLike(x));
  if (to == DType::Pred)
    return b.cmpi(ICmp::ne, x, b.zeroLike(x));
  if (isFloat(from))
    return isFloat(to) ? floatToFloat(b, x, to) : floatToInt(b, x, to);
  bool isSigned = isSignedInt(from);
  return isFloat(to) ? intToFloat(b, x, isSigned, to) : resize(b, x, isSigned, to);
}

Value emitBitcast(LaneBuilder& b, Value x, DType from, DType to) {
  if (bitWidth(from) != bitWidth(to))
    return {};
  return fromBitsInMemory(b, bitsInMemory(b, x, from), to);
}

} // namespace lz::emit
