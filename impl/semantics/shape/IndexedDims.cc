#include "semantics/shape/IndexedDims.h"

namespace lz::shape {

Dims indicesBatchShape(const TensorType& indices, int64_t indexVectorDim) {
  Dims batch;
  for (int64_t d = 0; d < indices.rank(); ++d)
    if (d != indexVectorDim)
      batch.push_back(indices.dims[size_t(d)]);
  return batch;
}

namespace {

Ints joined(absl::Span<const int64_t> a, absl::Span<const int64_t> b) {
  Ints all(a.begin(), a.end());
  all.insert(all.end(), b.begin(), b.end());
  return all;
}

Status checkIndices(const Call& call, const IndexedNames& names, const IndexedDims& dims,
                    const TensorType& indices) {
  if (!isInteger(indices.dtype))
    return call.error(names.indices, " must be integers, but are ", indices.str());
  if (dims.indexVectorDim < 0 || dims.indexVectorDim > indices.rank())
    return call.error("index_vector_dim ", dims.indexVectorDim, " is outside of ",
                      named(names.indices, indices), "; use at most ", indices.rank(),
                      ", which means scalar indices");
  int64_t length =
      dims.indexVectorDim < indices.rank() ? indices.dims[size_t(dims.indexVectorDim)] : 1;
  return checkLength(call, names.indexMap, dims.indexMap, length,
                     "one for each component of an index");
}

Status checkBatching(const Call& call, const IndexedNames& names, const IndexedDims& dims,
                     const TensorType& operand, const TensorType& indices) {
  LZ_RETURN_IF_ERROR(checkDimList(call, names.indicesBatching, dims.indicesBatching, indices.rank(),
                                  names.indices));
  if (contains(dims.indicesBatching, dims.indexVectorDim))
    return call.error(names.indicesBatching, " ", dimsStr(dims.indicesBatching),
                      " must not contain index_vector_dim ", dims.indexVectorDim);
  LZ_RETURN_IF_ERROR(checkLength(call, names.indicesBatching, dims.indicesBatching,
                                 int64_t(dims.operandBatching.size()),
                                 absl::StrCat("as many as ", part(names.operandBatching))));
  for (size_t i = 0; i < dims.operandBatching.size(); ++i) {
    int64_t o = dims.operandBatching[i], s = dims.indicesBatching[i];
    if (operand.dims[size_t(o)] != indices.dims[size_t(s)])
      return call.error("batching dimension sizes differ: ", named(names.operand, operand), " dim ",
                        o, " is ", operand.dims[size_t(o)], ", ", named(names.indices, indices),
                        " dim ", s, " is ", indices.dims[size_t(s)], "; they must be equal");
  }
  return okStatus();
}

} // namespace

Status checkIndexedDims(const Call& call, const IndexedNames& names, const IndexedDims& dims,
                        const TensorType& operand, const TensorType& indices,
                        int64_t gatheredRank) {
  int64_t rank = operand.rank();
  LZ_RETURN_IF_ERROR(
      checkSortedDimList(call, names.droppedDims, dims.droppedDims, rank, names.operand));
  LZ_RETURN_IF_ERROR(
      checkSortedDimList(call, names.operandBatching, dims.operandBatching, rank, names.operand));
  LZ_RETURN_IF_ERROR(checkDimList(
      call, absl::StrCat(part(names.droppedDims), " and ", part(names.operandBatching)),
      joined(dims.droppedDims, dims.operandBatching), rank, names.operand));
  int64_t windowRank = rank - int64_t(dims.droppedDims.size() + dims.operandBatching.size());
  LZ_RETURN_IF_ERROR(checkLength(call, names.windowDims, dims.windowDims, windowRank,
                                 absl::StrCat("one for each dimension of the ",
                                              named(names.operand, operand), " that stays")));
  LZ_RETURN_IF_ERROR(checkSortedDimList(call, names.windowDims, dims.windowDims, gatheredRank,
                                        "the tensor of windows"));
  LZ_RETURN_IF_ERROR(checkIndices(call, names, dims, indices));
  LZ_RETURN_IF_ERROR(
      checkDimList(call, absl::StrCat(part(names.indexMap), " and ", part(names.operandBatching)),
                   joined(dims.indexMap, dims.operandBatching), rank, names.operand));
  return checkBatching(call, names, dims, operand, indices);
}

} // namespace lz::shape
