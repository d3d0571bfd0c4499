#include "hlo/tiles/RowPicks.h"

#include "spec/OpAttrs.inc.h"

#include "llvm/ADT/STLExtras.h"

namespace lz::hlo {
namespace {

using Span = absl::Span<const int64_t>;

// Returns whether each dimension of the table except `dim` is a batch dimension, and belongs to the
// dimension of the indices with the same number. `ofIndices` are the dimensions of the indices that
// belong to the dimensions `batching` of the table. The indices must have one more dimension than
// the table, of extent 1, at the end.
bool areRows(const TensorType& table, int64_t dim, Span batching, Span ofIndices, int64_t vectorDim,
             const TensorType& indices) {
  const int64_t rank = table.rank();
  if (int64_t(batching.size()) != rank - 1 || vectorDim != rank || indices.rank() != rank + 1 ||
      indices.dims.back() != 1)
    return false;
  return llvm::all_of_zip(batching, ofIndices, [](int64_t b, int64_t i) { return b == i; }) &&
         !llvm::is_contained(batching, dim);
}

} // namespace

std::optional<int64_t> dimOfPicks(mlir::Operation* gather) {
  AttrsOf<GatherAttrs> attrs(gather);
  const TensorType table = typeOf(gather->getOperand(0)), indices = typeOf(gather->getOperand(1));
  if (attrs.startIndexMap().size() != 1 || !attrs.offsetDims().empty() ||
      llvm::any_of(attrs.sliceSizes(), [](int64_t size) { return size != 1; }))
    return std::nullopt;
  const int64_t dim = attrs.startIndexMap()[0];
  if (!areRows(table, dim, attrs.operandBatchingDims(), attrs.startIndicesBatchingDims(),
               attrs.indexVectorDim(), indices))
    return std::nullopt;
  return dim;
}

std::optional<int64_t> dimOfOneHot(mlir::Operation* scatter) {
  AttrsOf<ScatterAttrs> attrs(scatter);
  if (scatter->getNumOperands() != 3 || attrs.scatterDimsToOperandDims().size() != 1 ||
      !attrs.updateWindowDims().empty() || !splatOf(scatter->getOperand(0)).valid() ||
      !combinerOf(scatter->getRegion(0)))
    return std::nullopt;
  const TensorType table = typeOf(scatter->getOperand(0)), indices = typeOf(scatter->getOperand(1));
  const int64_t dim = attrs.scatterDimsToOperandDims()[0];
  if (!areRows(table, dim, attrs.inputBatchingDims(), attrs.scatterIndicesBatchingDims(),
               attrs.indexVectorDim(), indices) ||
      typeOf(scatter->getOperand(2)).dims[size_t(dim)] != 1)
    return std::nullopt;
  return dim;
}

} // namespace lz::hlo
