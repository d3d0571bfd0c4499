// What functions, modules and executables share: how one is compiled, and what is said of types.
#pragma once

#include "Handles.h"

namespace lz::capi {

// One number, 0 or 1, for each of `numInputs`, or none. Errors: InvalidArgument.
Status checkDonate(const uint8_t* donate, size_t count, size_t numInputs);

// Compiles `program` with the context's options and those of the caller; its first `numInputs`
// parameters are the caller's.
StatusOr<lazy::ExecutableRef> compileProgram(lazy::Graph& graph, Program program, size_t numInputs,
                                             const lz_compile_options* options);

// Clears what a query of a type fills in. Errors: NULL.
Status clearType(lz_dtype* out_dtype, const int64_t** out_dims, size_t* out_rank);
// The type with this index. Errors: OutOfRange.
Status giveType(absl::Span<const TensorType> types, size_t index, lz_dtype* out_dtype,
                const int64_t** out_dims, size_t* out_rank);

} // namespace lz::capi
