// Internal to semantics/shape: the checks that gather and scatter share. Both use a tensor of
// indices to address windows of an operand: gather reads the windows, and scatter writes them.
#pragma once

#include "semantics/shape/Checks.h"

namespace lz::shape {

// The attributes of gather or scatter. Each comment names the attribute of gather, and then the
// attribute of scatter.
struct IndexedDims {
  // offset_dims, update_window_dims: dimensions of the gathered tensor.
  absl::Span<const int64_t> windowDims;
  absl::Span<const int64_t> droppedDims;     // collapsed_slice_dims, inserted_window_dims
  absl::Span<const int64_t> operandBatching; // operand_batching_dims, input_batching_dims
  absl::Span<const int64_t>
      indicesBatching;                // start_indices_batching_dims, scatter_indices_batching_dims
  absl::Span<const int64_t> indexMap; // start_index_map, scatter_dims_to_operand_dims
  // If each index vector is a scalar, this is the rank of the indices.
  int64_t indexVectorDim;
};
struct IndexedNames {
  std::string_view windowDims, droppedDims, operandBatching, indicesBatching, indexMap, operand,
      indices;
};

// Checks all constraints between the operand, the indices and the lists. `gatheredRank` is the rank
// of gather's result, or of scatter's updates.
Status checkIndexedDims(const Call& call, const IndexedNames& names, const IndexedDims& dims,
                        const TensorType& operand, const TensorType& indices, int64_t gatheredRank);

// Returns the shape of the indices without the dimension of the index vectors. There is one window
// for each index of this shape.
Dims indicesBatchShape(const TensorType& indices, int64_t indexVectorDim);

} // namespace lz::shape
