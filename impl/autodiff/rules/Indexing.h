// Helpers for the gradients of gather and scatter. The gradient of gather uses scatter, and the
// gradient of scatter uses gather. If a window reaches outside of the operand, gather moves the
// window inside, but scatter skips the window.
#pragma once

#include "autodiff/Rule.h"

#include <optional>

namespace lz::autodiff {

// The dimension numbers that gather and scatter share under different names.
struct IndexDims {
  Ints window;  // dims of the windows' tensor: offset_dims, update_window_dims
  Ints dropped; // dims of the operand: collapsed_slice_dims, inserted_window_dims
  Ints operandBatching, indicesBatching;
  Ints indexMap; // start_index_map, scatter_dims_to_operand_dims
  int64_t vectorDim;
};

ValueId gather(Builder& b, ValueId operand, ValueId indices, const IndexDims& dims, Ints sizes);

// Appends a scatter that combines elements and updates with the op `combine`. If `combine` is
// nullopt, updates replace elements.
ValueId scatter(Builder& b, ValueId input, ValueId indices, ValueId updates, const IndexDims& dims,
                std::optional<Opcode> combine, bool uniqueIndices = false);

// Clamps the indices so that all windows lie inside of the operand. `sizes` has the window size in
// each dimension of the operand.
ValueId clampIndices(Builder& b, ValueId indices, const IndexDims& dims,
                     absl::Span<const int64_t> operandDims, absl::Span<const int64_t> sizes);

// Replaces windows that reach outside of the operand by zeros. `windows` has the shape of a
// gather's result.
ValueId maskWindows(Builder& b, ValueId windows, ValueId indices, const IndexDims& dims,
                    absl::Span<const int64_t> operandDims, absl::Span<const int64_t> sizes);

// Broadcasts each element of x to a window. x has one element for each index vector.
ValueId spreadOverWindows(Builder& b, ValueId x, const Dims& windows, const IndexDims& dims);

} // namespace lz::autodiff
