// Gather and scatter as the gradients of each other. They differ for a window that reaches outside
// of the operand: gather moves the window inside, but scatter skips it.
#pragma once

#include "autodiff/Rule.h"

#include <optional>

namespace lz::autodiff {

// The dimension numbers that gather and scatter share under different names.
struct IndexDims {
  Ints window;  // of the tensor of windows: offset_dims, update_window_dims
  Ints dropped; // of the operand: collapsed_slice_dims, inserted_window_dims
  Ints operandBatching, indicesBatching;
  Ints indexMap; // start_index_map, scatter_dims_to_operand_dims
  int64_t vectorDim;
};

ValueId gather(Builder& b, ValueId operand, ValueId indices, const IndexDims& dims, Ints sizes);

// Appends a scatter. `combine` is nullopt if an update replaces the element.
ValueId scatter(Builder& b, ValueId input, ValueId indices, ValueId updates, const IndexDims& dims,
                std::optional<Opcode> combine, bool uniqueIndices = false);

// Clamps the indices so that their windows, of `sizes` (one per dimension of the operand), are
// inside.
ValueId clampIndices(Builder& b, ValueId indices, const IndexDims& dims,
                     absl::Span<const int64_t> operandDims, absl::Span<const int64_t> sizes);

// Returns `windows`, which has the shape of a gather's result, with zeros for windows that reach
// outside.
ValueId maskWindows(Builder& b, ValueId windows, ValueId indices, const IndexDims& dims,
                    absl::Span<const int64_t> operandDims, absl::Span<const int64_t> sizes);

// Broadcasts one element per index vector to all elements of its window.
ValueId spreadOverWindows(Builder& b, ValueId x, const Dims& windows, const IndexDims& dims);

} // namespace lz::autodiff
