// Ops that read at addresses that depend on data.
#include "base/DimSet.h"
#include "semantics/shape/IndexedDims.h"
#include "spec/OpAttrs.inc.h"

namespace lz::shape {
namespace {

// Checks the operands from `first` on. There must be one scalar integer for each dimension of
// `operand`, and these integers must all have the same type.
Status checkStartIndices(const Call& call, size_t first, const TensorType& operand) {
  size_t count = call.numOperands() - first;
  if (int64_t(count) != operand.rank())
    return call.error("takes one start index for each dimension of ", named("operand", operand),
                      ", but got ", count);
  for (size_t i = first; i < call.numOperands(); ++i) {
    const TensorType& index = call.operand(i);
    if (index.rank() != 0 || !isInteger(index.dtype))
      return call.errorAt(i, "start index ", i - first, " must be an integer scalar, but is ",
                          index.str());
    if (index.dtype != call.operand(first).dtype)
      return call.error("start indices have different element types: ",
                        both(call.operand(first), index), "; convert one of them with convert");
  }
  return okStatus();
}

} // namespace

Status inferDynamicSlice(const Call& call, TypeList& results) {
  if (call.numOperands() == 0)
    return call.error("the operand is missing");
  const TensorType& operand = call.operand(0);
  LZ_RETURN_IF_ERROR(checkStartIndices(call, 1, operand));
  auto sizes = DynamicSliceAttrs(call.attrs()).sliceSizes();
  LZ_RETURN_IF_ERROR(checkLength(call, "slice_sizes", sizes, operand.rank(),
                                 "one for each dimension of the operand"));
  for (size_t d = 0; d < sizes.size(); ++d)
    if (sizes[d] < 0 || sizes[d] > operand.dims[d])
      return call.error("slice_sizes ", dimsStr(sizes), " must be between 0 and the sizes of ",
                        named("operand", operand));
  results.push_back({operand.dtype, Dims(sizes.begin(), sizes.end())});
  return okStatus();
}

Status inferDynamicUpdateSlice(const Call& call, TypeList& results) {
  if (call.numOperands() < 2)
    return call.error("operand or update is missing");
  const TensorType &operand = call.operand(0), &update = call.operand(1);
  if (operand.dtype != update.dtype)
    return call.error("operand and update have different element types: ", both(operand, update),
                      "; convert one of them with convert");
  if (operand.rank() != update.rank())
    return call.error("operand and update have different ranks: ", both(operand, update));
  for (size_t d = 0; d < operand.dims.size(); ++d)
    if (update.dims[d] > operand.dims[d])
      return call.errorAt(1, named("update", update), " is larger than ", named("operand", operand),
                          " in dim ", d);
  LZ_RETURN_IF_ERROR(checkStartIndices(call, 2, operand));
  results.push_back(operand);
  return okStatus();
}

namespace {

constexpr IndexedNames kGatherNames = {"offset_dims",           "collapsed_slice_dims",
                                       "operand_batching_dims", "start_indices_batching_dims",
                                       "start_index_map",       "operand",
                                       "start_indices"};

// Returns the dimensions of the operand to which no dimension of the result corresponds.
DimSet droppedDims(const IndexedDims& dims, int64_t rank) {
  return DimSet(rank, {dims.droppedDims, dims.operandBatching});
}

Status checkSliceSizes(const Call& call, const IndexedDims& dims, const TensorType& operand,
                       absl::Span<const int64_t> sizes) {
  LZ_RETURN_IF_ERROR(checkLength(call, "slice_sizes", sizes, operand.rank(),
                                 "one for each dimension of the operand"));
  DimSet dropped = droppedDims(dims, operand.rank());
  for (int64_t d = 0; d < operand.rank(); ++d) {
    int64_t size = sizes[size_t(d)];
    if (size < 0 || size > operand.dims[size_t(d)])
      return call.error("slice_sizes ", dimsStr(sizes), " must be between 0 and the sizes of ",
                        named("operand", operand));
    if (dropped.contains(d) && size > 1)
      return call.error("slice_sizes ", dimsStr(sizes), " must be at most 1 in dim ", d,
                        ", which is collapsed or batching");
  }
  return okStatus();
}

} // namespace

Status inferGather(const Call& call, TypeList& results) {
  const TensorType &operand = call.operand(0), &indices = call.operand(1);
  GatherAttrs attrs(call.attrs());
  IndexedDims dims = {attrs.offsetDims(),          attrs.collapsedSliceDims(),
                      attrs.operandBatchingDims(), attrs.startIndicesBatchingDims(),
                      attrs.startIndexMap(),       attrs.indexVectorDim()};
  Dims batch = indicesBatchShape(indices, dims.indexVectorDim);
  int64_t rank = int64_t(batch.size() + dims.windowDims.size());
  LZ_RETURN_IF_ERROR(checkIndexedDims(call, kGatherNames, dims, operand, indices, rank));
  auto sizes = attrs.sliceSizes();
  LZ_RETURN_IF_ERROR(checkSliceSizes(call, dims, operand, sizes));
  Dims window;
  DimSet dropped = droppedDims(dims, operand.rank()), offsets(rank, {dims.windowDims});
  for (int64_t d = 0; d < operand.rank(); ++d)
    if (!dropped.contains(d))
      window.push_back(sizes[size_t(d)]);
  TensorType result{operand.dtype, {}};
  size_t nextBatch = 0, nextWindow = 0;
  for (int64_t d = 0; d < rank; ++d)
    result.dims.push_back(offsets.contains(d) ? window[nextWindow++] : batch[nextBatch++]);
  bool isEmpty = contains(result.dims, 0);
  for (int64_t d = 0; d < operand.rank(); ++d)
    if (dropped.contains(d) && sizes[size_t(d)] == 0 && !isEmpty)
      return call.error("slice_sizes ", dimsStr(sizes), " must be 1 in dim ", d,
                        ", because the dim is collapsed or batching and the result ", result.str(),
                        " has elements");
  results.push_back(std::move(result));
  return okStatus();
}

} // namespace lz::shape
