#include "hlo/tiles/Lookups.h"

#include "spec/OpAttrs.inc.h"

#include "llvm/ADT/STLExtras.h"

namespace lz::hlo {
namespace {

using Span = absl::Span<const int64_t>;

// Returns the dimensions of an array of this rank that are in neither of the lists, in order.
Ints dimsWithout(int64_t rank, Span a, Span b) {
  Ints dims;
  for (int64_t d = 0; d < rank; ++d)
    if (!llvm::is_contained(a, d) && !llvm::is_contained(b, d))
      dims.push_back(d);
  return dims;
}

std::optional<size_t> positionIn(Span list, int64_t value) {
  const auto it = llvm::find(list, value);
  return it == list.end() ? std::nullopt : std::optional(size_t(it - list.begin()));
}

// Returns the dimension of the places that becomes dimension `dim` of an array. `windows` are the
// dimensions of the array that do not come from the places.
int64_t dimOfPlaces(int64_t dim, Span windows, int64_t vectorDim) {
  int64_t place = dim;
  for (int64_t window : windows)
    place -= window < dim;
  return place + (place >= vectorDim);
}

// Returns the dimensions of the table that the slices of a gather have in the result, in order.
Ints slicedDims(mlir::Operation* gather) {
  AttrsOf<GatherAttrs> attrs(gather);
  return dimsWithout(typeOf(gather->getOperand(0)).rank(), attrs.collapsedSliceDims(),
                     attrs.operandBatchingDims());
}

} // namespace

std::optional<TileDims> tileOfLookups(mlir::Operation* gather, int64_t dim) {
  AttrsOf<GatherAttrs> attrs(gather);
  if (const std::optional<size_t> window = positionIn(attrs.offsetDims(), dim)) {
    const int64_t d = slicedDims(gather)[*window];
    const bool isWhole =
        attrs.sliceSizes()[size_t(d)] == typeOf(gather->getOperand(0)).dims[size_t(d)] &&
        !llvm::is_contained(attrs.startIndexMap(), d);
    return isWhole ? std::optional(TileDims{d, kWhole}) : std::nullopt;
  }
  const int64_t place = dimOfPlaces(dim, attrs.offsetDims(), attrs.indexVectorDim());
  const std::optional<size_t> batch = positionIn(attrs.startIndicesBatchingDims(), place);
  return TileDims{batch ? attrs.operandBatchingDims()[*batch] : kWhole, place};
}

void fitSlices(mlir::Operation* gather) {
  AttrsOf<GatherAttrs> attrs(gather);
  const TensorType result = typeOf(gather->getResult(0));
  Ints sizes(attrs.sliceSizes().begin(), attrs.sliceSizes().end());
  for (auto [dim, offset] : llvm::zip(slicedDims(gather), attrs.offsetDims()))
    sizes[size_t(dim)] = result.dims[size_t(offset)];
  gather->setAttr("slice_sizes", mlir::DenseI64ArrayAttr::get(gather->getContext(), sizes));
}

std::optional<TileDims> tileOfSlots(mlir::Operation* scatter, int64_t dim) {
  AttrsOf<ScatterAttrs> attrs(scatter);
  if (scatter->getNumOperands() != 3)
    return std::nullopt;
  const TensorType input = typeOf(scatter->getOperand(0)), updates = typeOf(scatter->getOperand(2));
  const Ints windows =
      dimsWithout(input.rank(), attrs.insertedWindowDims(), attrs.inputBatchingDims());
  const std::optional<size_t> window = positionIn(windows, dim);
  if (!window || llvm::is_contained(attrs.scatterDimsToOperandDims(), dim))
    return std::nullopt;
  const int64_t own = attrs.updateWindowDims()[*window];
  return updates.dims[size_t(own)] == input.dims[size_t(dim)]
             ? std::optional(TileDims{dim, kWhole, own})
             : std::nullopt;
}

std::optional<TileDims> updatesOfTile(mlir::Operation* scatter, int64_t dim) {
  AttrsOf<ScatterAttrs> attrs(scatter);
  if (scatter->getNumOperands() != 3 || llvm::is_contained(attrs.updateWindowDims(), dim))
    return std::nullopt;
  const int64_t place = dimOfPlaces(dim, attrs.updateWindowDims(), attrs.indexVectorDim());
  return llvm::is_contained(attrs.scatterIndicesBatchingDims(), place)
             ? std::nullopt
             : std::optional(TileDims{kWhole, place, dim});
}

} // namespace lz::hlo
