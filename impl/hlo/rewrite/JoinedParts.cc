#include "hlo/rewrite/JoinedParts.h"

#include <algorithm>

namespace lz::hlo {

TensorType partTypeOf(const TensorType& type) {
  return {partType(type.dtype), type.dims};
}

TensorType joinedType(const TensorType& type) {
  TensorType joined = partTypeOf(type);
  joined.dims.push_back(2);
  return joined;
}

mlir::Value partOfJoined(OpMaker& maker, mlir::Value joined, int64_t part) {
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

mlir::Value joinParts(OpMaker& maker, mlir::Value re, mlir::Value im) {
  Dims dims = typeOf(re).dims;
  int64_t last = int64_t(dims.size());
  dims.push_back(1);
  return maker.make(Opcode::Concatenate, {maker.reshape(re, dims), maker.reshape(im, dims)},
                    {{"dimension", last}});
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
