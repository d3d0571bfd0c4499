// What functions, modules and executables share: how a program is compiled, and how types are
// reported.
#pragma once

#include "Handles.h"

namespace lz::capi {

// `donate` has one number, 0 or 1, for each of `numInputs`, or no numbers. Errors: InvalidArgument.
Status checkDonate(const uint8_t* donate, size_t count, size_t numInputs);

// Compiles `program` with the context's options and the caller's. Its first `numInputs` parameters
// are those that the caller passes.
StatusOr<lazy::ExecutableRef> compileProgram(lazy::Graph& graph, Program program, size_t numInputs,
                                             const lz_compile_options* options);

// Clears the outputs of a query for a type. Errors: one of them is NULL.
Status clearType(lz_dtype* out_dtype, const int64_t** out_dims, size_t* out_rank);
// Writes the type with this index to the outputs. Errors: OutOfRange.
Status giveType(absl::Span<const TensorType> types, size_t index, lz_dtype* out_dtype,
                const int64_t** out_dims, size_t* out_rank);

} // namespace lz::capi
