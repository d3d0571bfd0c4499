// Internal to semantics/shape: the parts that gather and scatter share. Both address windows of an
// operand with a tensor of indices: gather reads the windows, scatter writes them.
#pragma once

#include "semantics/shape/Checks.h"

namespace lz::shape {

// Each comment has the name in gather, then in scatter.
struct IndexedDims {
  absl::Span<const int64_t> windowDims;  // offset_dims, update_window_dims: in the gathered tensor
  absl::Span<const int64_t> droppedDims; // collapsed_slice_dims, inserted_window_dims
  absl::Span<const int64_t> operandBatching; // operand_batching_dims, input_batching_dims
  absl::Span<const int64_t>
      indicesBatching;                // start_indices_batching_dims, scatter_indices_batching_dims
  absl::Span<const int64_t> indexMap; // start_index_map, scatter_dims_to_operand_dims
  int64_t indexVectorDim;             // equals the rank of the indices if they are scalars
};
struct IndexedNames {
  std::string_view windowDims, droppedDims, operandBatching, indicesBatching, indexMap, operand,
      indices;
};

// Checks all constraints between operand, indices and the lists. `gatheredRank` is the rank of the
// gathered tensor.
Status checkIndexedDims(const Call& call, const IndexedNames& names, const IndexedDims& dims,
                        const TensorType& operand, const TensorType& indices, int64_t gatheredRank);

// Returns the shape of the indices without the index vector, which is the batch of windows.
Dims indicesBatchShape(const TensorType& indices, int64_t indexVectorDim);

} // namespace lz::shape
