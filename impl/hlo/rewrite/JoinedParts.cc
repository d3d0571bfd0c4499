#include "hlo/rewrite/JoinedParts.h"

#include <algorithm>

namespace lz::hlo {

TensorType partTypeOf(const TensorType& type) {
  return {partType(type.dtype), type.dims};
}

TensorType joinedType(const TensorType& type) {
  if (type.dtype == DType::C64)
    return {DType::U64, type.dims};
  TensorType joined = partTypeOf(type);
  joined.dims.push_back(2);
  return joined;
}

// The real part is the low half of an integer, which comes first in memory.
constexpr int64_t kHalf = 32;

static mlir::Value shifted(OpMaker& maker, Opcode shift, mlir::Value value) {
  TensorType type = typeOf(value);
  mlir::Value bits = maker.splat(Literal::splatInt({type.dtype, {}}, kHalf), type.dims);
  return maker.make(shift, {value, bits});
}

static mlir::Value halfOf(OpMaker& maker, mlir::Value joined, int64_t part) {
  mlir::Value bits = part == 0 ? joined : shifted(maker, Opcode::ShiftRightLogical, joined);
  TensorType result{DType::F32, typeOf(joined).dims};
  return maker.make(Opcode::BitcastConvert, maker.convert(bits, DType::U32), {}, &result);
}

static mlir::Value columnOf(OpMaker& maker, mlir::Value joined, int64_t part) {
  Dims dims = typeOf(joined).dims;
  Ints starts(dims.size(), 0), limits(dims.begin(), dims.end()), strides(dims.size(), 1);
  starts.back() = part;
  limits.back() = part + 1;
  mlir::Value slice = maker.make(Opcode::Slice, joined,
                                 {{"start_indices", std::move(starts)},
                                  {"limit_indices", std::move(limits)},
                                  {"strides", std::move(strides)}});
  dims.pop_back();
  return maker.reshape(slice, dims);
}

mlir::Value partOfJoined(OpMaker& maker, mlir::Value joined, int64_t part) {
  bool isPacked = typeOf(joined).dtype == DType::U64;
  return isPacked ? halfOf(maker, joined, part) : columnOf(maker, joined, part);
}

static mlir::Value joinHalves(OpMaker& maker, mlir::Value re, mlir::Value im) {
  auto bitsOf = [&](mlir::Value part) {
    TensorType bits{DType::U32, typeOf(part).dims};
    return maker.convert(maker.make(Opcode::BitcastConvert, part, {}, &bits), DType::U64);
  };
  return maker.make(Opcode::Or, {bitsOf(re), shifted(maker, Opcode::ShiftLeft, bitsOf(im))});
}

static mlir::Value joinColumns(OpMaker& maker, mlir::Value re, mlir::Value im) {
  Dims dims = typeOf(re).dims;
  int64_t last = int64_t(dims.size());
  dims.push_back(1);
  return maker.make(Opcode::Concatenate, {maker.reshape(re, dims), maker.reshape(im, dims)},
                    {{"dimension", last}});
}

mlir::Value joinParts(OpMaker& maker, mlir::Value re, mlir::Value im) {
  return typeOf(re).dtype == DType::F32 ? joinHalves(maker, re, im) : joinColumns(maker, re, im);
}

Complex<Literal> partsOfLiteral(const Literal& literal) {
  TensorType type = partTypeOf(literal.type());
  Complex<Literal> parts{Literal(type), Literal(type)};
  const size_t size = byteSize(type.dtype);
  for (size_t i = 0, n = size_t(type.numElements()); i < n; ++i) {
    const std::byte* from = literal.data() + 2 * i * size;
    std::copy_n(from, size, parts.re.mutableData() + i * size);
    std::copy_n(from + size, size, parts.im.mutableData() + i * size);
  }
  return parts;
}

} // namespace lz::hlo
