// Converts 16-bit floats with integer code, for targets without conversion instructions. On these
// targets LLVM would call conversion functions, which do not exist in this process. All targets
// give the same bits.
#include "emit/core/HalfFloat.h"

#include "base/elements/Rounding.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <cmath>

namespace lz::emit {

using mlir::Value;

Value bf16ToF32(LaneBuilder& b, Value bits) {
  Value wide = b.extui(bits, b.builder().getI32Type());
  return b.bitcast(b.shl(wide, 16), b.builder().getF32Type());
}

Value roundToBf16ByIntegers(LaneBuilder& b, Value x) {
  Value bits = b.bitcast(x, b.builder().getI32Type());
  // An addition of 0x7fff rounds to nearest, and rounds ties down. If the last bit that is kept is
  // added, too, ties round to even.
  Value odd = b.andi(b.lshr(bits, 16), b.intLike(bits, 1));
  Value rounded = b.addi(bits, b.addi(odd, b.intLike(bits, 0x7fff)));
  Value quiet = b.ori(bits, b.intLike(bits, 0x400000));
  return b.trunci(b.lshr(b.select(b.isNan(x), quiet, rounded), 16), b.builder().getIntegerType(16));
}

Value f32ToBf16(LaneBuilder& b, Value x) {
  Value rounded = b.target().roundToBf16(b, x);
  return rounded ? rounded : roundToBf16ByIntegers(b, x);
}

template <HalfFloat T> static bool isHeldBy(double number) {
  return std::isnan(number) || double(float(roundedTo<T>(number))) == number;
}

bool isFrom16Bits(Value x, DType dtype) {
  if (std::optional<double> number = LaneBuilder::numberIn(x))
    return dtype == DType::BF16 ? isHeldBy<BF16>(*number) : isHeldBy<F16>(*number);
  if (auto broadcast = x.getDefiningOp<mlir::vector::BroadcastOp>())
    x = broadcast.getSource();
  if (auto widened = x.getDefiningOp<mlir::arith::ExtFOp>())
    return dtype == DType::F16 && LaneBuilder::elementOf(widened.getIn()).isF16();
  if (dtype != DType::BF16)
    return false;
  auto cast = x.getDefiningOp<mlir::arith::BitcastOp>();
  auto shifted = cast ? cast.getIn().getDefiningOp<mlir::arith::ShLIOp>() : nullptr;
  return shifted && shifted.getLhs().getDefiningOp<mlir::arith::ExtUIOp>();
}

Value f16ToF32(LaneBuilder& b, Value bits) {
  mlir::OpBuilder& builder = b.builder();
  if (b.target().convertsF16())
    return b.extf(b.bitcast(bits, builder.getF16Type()), builder.getF32Type());
  Value wide = b.extui(bits, builder.getI32Type());
  auto constant = [&](int64_t c) { return b.intLike(wide, c); };
  Value sign = b.shl(b.andi(wide, constant(0x8000)), 16);
  // The exponent is 112 too small, because the bias of f16 is smaller. Multiplication by 2^112
  // corrects the exponent. It is exact, and it also normalizes subnormals.
  Value shifted = b.shl(b.andi(wide, constant(0x7fff)), 13);
  Value scaled = b.bitcast(shifted, builder.getF32Type());
  scaled = b.bitcast(b.mulf(scaled, b.constantLike(scaled, 0x1p112)), builder.getI32Type());
  Value special = b.cmpi(LaneBuilder::ICmp::uge, shifted, constant(0x7c00 << 13));
  Value nan = b.cmpi(LaneBuilder::ICmp::ugt, shifted, constant(0x7c00 << 13));
  Value quiet = b.select(nan, constant(0x7fc00000), constant(0x7f800000));
  Value magnitude = b.select(special, b.ori(shifted, quiet), scaled);
  return b.bitcast(b.ori(sign, magnitude), builder.getF32Type());
}

Value f32ToF16(LaneBuilder& b, Value x) {
  mlir::OpBuilder& builder = b.builder();
  if (b.target().convertsF16())
    return b.bitcast(b.truncf(x, builder.getF16Type()), builder.getIntegerType(16));
  Value bits = b.bitcast(x, builder.getI32Type());
  auto constant = [&](int64_t c) { return b.intLike(bits, c); };
  Value sign = b.andi(b.lshr(bits, 16), constant(0x8000));
  Value magnitude = b.andi(bits, constant(0x7fffffff));
  Value odd = b.andi(b.lshr(magnitude, 13), constant(1));
  Value rounded = b.addi(magnitude, b.addi(odd, constant(0xfff - 0x38000000)));
  Value result = b.lshr(rounded, 13);
  // For subnormal results, the addition rounds to a multiple of 2^-24, the smallest number of the
  // format.
  Value small = b.bitcast(magnitude, builder.getF32Type());
  Value aligned = b.bitcast(b.addf(small, b.constantLike(small, 0.5)), builder.getI32Type());
  result = b.select(b.cmpi(LaneBuilder::ICmp::ult, magnitude, constant(0x38800000)),
                    b.subi(aligned, constant(0x3f000000)), result);
  result = b.select(b.cmpi(LaneBuilder::ICmp::uge, magnitude, constant(0x477ff000)),
                    constant(0x7c00), result);
  Value payload = b.andi(b.lshr(magnitude, 13), constant(0x3ff));
  result = b.select(b.isNan(x), b.ori(payload, constant(0x7e00)), result);
  return b.trunci(b.ori(sign, result), builder.getIntegerType(16));
}

} // namespace lz::emit
