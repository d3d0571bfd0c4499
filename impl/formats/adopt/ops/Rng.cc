#include "formats/adopt/ops/Rng.h"

#include "hlo/rewrite/OpMaker.h"

#include <cmath>

namespace lz::formats {
namespace {

// Maps numbers one to one to numbers that look random, even if the given numbers are small. This is
// the finalizer of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators).
uint64_t scrambled(uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

class RandomNumbers {
public:
  RandomNumbers(mlir::OpBuilder& builder, hlo::RngOp op, const Dims& dims, uint64_t stream)
      : builder_(builder), maker_(builder, op.getLoc()), op_(op), stream_(stream),
        type_{hlo::typeOf(op.getA()).dtype, dims} {}

  mlir::Value make() {
    if (!isValid(type_.dtype) || !checkType(type_).ok())
      return {};
    mlir::Value a = spread(op_.getA()), b = spread(op_.getB());
    if (type_.dtype == DType::Pred)
      return maker_.make(Opcode::Select, {isOdd(), b, a});
    if (!isFloat(type_.dtype))
      return integers(a, b);
    return op_.getRngDistribution() == hlo::RngDistribution::NORMAL ? normal(a, b) : uniform(a, b);
  }

private:
  mlir::Value spread(mlir::Value scalar) {
    return type_.dims.empty() ? scalar : maker_.broadcast(scalar, type_.dims, {});
  }
  mlir::Value number(DType dtype, double value) { return maker_.splat({dtype, type_.dims}, value); }

  mlir::Value bits(DType dtype) {
    Literal state({DType::U64, {2}});
    state.mutableAs<uint64_t>()[0] = scrambled(stream_);
    state.mutableAs<uint64_t>()[1] = 0;
    mlir::Value initial = maker_.constant(state);
    // The random bits can need more memory than the result, so their type is checked too.
    if (!initial || !checkType({dtype, type_.dims}).ok())
      return {};
    auto op = builder_.create<hlo::RngBitGeneratorOp>(
        op_.getLoc(), initial.getType(), hlo::toIr(op_.getContext(), {dtype, type_.dims}), initial,
        hlo::RngAlgorithmAttr::get(op_.getContext(), hlo::RngAlgorithm::DEFAULT));
    return op.getOutput();
  }

  mlir::Value isOdd() {
    mlir::Value one = number(DType::U32, 1), zero = number(DType::U32, 0);
    return maker_.compare("NE", maker_.make(Opcode::And, {bits(DType::U32), one}), zero);
  }

  // Returns a + bits % (b - a), computed in 64 bits. If b - a is below 2^32, the remainder makes
  // small numbers more frequent than others by a fraction of less than 2^-32.
  mlir::Value integers(mlir::Value a, mlir::Value b) {
    mlir::Value low = maker_.convert(a, DType::U64), high = maker_.convert(b, DType::U64);
    mlir::Value width = maker_.make(Opcode::Subtract, {high, low});
    mlir::Value rest = maker_.make(Opcode::Remainder, {bits(DType::U64), width});
    return maker_.convert(maker_.make(Opcode::Add, {low, rest}), type_.dtype);
  }

  // Returns numbers that are all equally likely: multiples of 2^-p in [0, 1) or, if `between`, the
  // midpoints between these multiples, which are never 0 or 1.
  mlir::Value unit(DType wide, bool between) {
    const bool isDouble = wide == DType::F64;
    const int bitsUsed = isDouble ? 52 : 23;
    const DType bitType = isDouble ? DType::U64 : DType::U32;
    mlir::Value drop = number(bitType, (isDouble ? 64 : 32) - bitsUsed);
    mlir::Value upper = maker_.make(Opcode::ShiftRightLogical, {bits(bitType), drop});
    mlir::Value x = maker_.convert(upper, wide);
    if (between)
      x = maker_.make(Opcode::Add, {x, number(wide, 0.5)});
    return maker_.make(Opcode::Multiply, {x, number(wide, std::ldexp(1.0, -bitsUsed))});
  }

  DType wideType() const { return type_.dtype == DType::F64 ? DType::F64 : DType::F32; }

  // Returns a + u (b - a), or a if rounding gives b.
  mlir::Value uniform(mlir::Value a, mlir::Value b) {
    const DType wide = wideType();
    mlir::Value low = maker_.convert(a, wide), high = maker_.convert(b, wide);
    mlir::Value width = maker_.make(Opcode::Subtract, {high, low});
    mlir::Value offset = maker_.make(Opcode::Multiply, {unit(wide, false), width});
    mlir::Value x = maker_.convert(maker_.make(Opcode::Add, {low, offset}), type_.dtype);
    return maker_.make(Opcode::Select, {maker_.compare("LT", x, b), x, a});
  }

  // Returns a + b sqrt(2) erf_inv(2 u - 1), where a is the mean and b the deviation.
  mlir::Value normal(mlir::Value a, mlir::Value b) {
    const DType wide = wideType();
    mlir::Value twice = maker_.make(Opcode::Multiply, {unit(wide, true), number(wide, 2)});
    mlir::Value u = maker_.make(Opcode::Subtract, {twice, number(wide, 1)});
    mlir::Value x = maker_.make(Opcode::Multiply,
                                {maker_.make(Opcode::ErfInv, u), number(wide, std::sqrt(2.0))});
    mlir::Value scaled = maker_.make(Opcode::Multiply, {x, maker_.convert(b, wide)});
    return maker_.convert(maker_.make(Opcode::Add, {scaled, maker_.convert(a, wide)}), type_.dtype);
  }

  mlir::OpBuilder& builder_;
  hlo::OpMaker maker_;
  hlo::RngOp op_;
  uint64_t stream_;
  TensorType type_;
};

} // namespace

mlir::Value randomNumbers(mlir::OpBuilder& builder, hlo::RngOp op, const Dims& dims,
                          uint64_t stream) {
  for (auto [stated, size] : llvm::zip(op.getType().getShape(), dims))
    if (size < 0 || (!mlir::ShapedType::isDynamic(stated) && stated != size))
      return {};
  return RandomNumbers(builder, op, dims, stream).make();
}

} // namespace lz::formats
