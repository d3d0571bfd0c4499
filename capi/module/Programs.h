// Compiles programs and reports types, for functions, modules and executables.
#pragma once

#include "Handles.h"

namespace lz::capi {

// Checks that `donate` is empty or has one number, 0 or 1, for each of `numInputs` inputs. Errors:
// InvalidArgument.
Status checkDonate(const uint8_t* donate, size_t count, size_t numInputs);

// Compiles `program` with the options of the context, changed by `options`. Callers of the
// executable pass only the first `numInputs` inputs of `program`.
StatusOr<lazy::ExecutableRef> compileProgram(lazy::Graph& graph, Program program, size_t numInputs,
                                             const lz_compile_options* options);

// Clears the outputs of a query for a type. Fails if one of them is NULL.
Status clearType(lz_dtype* out_dtype, const int64_t** out_dims, size_t* out_rank);
// Writes the type with this index to the outputs. Errors: OutOfRange.
Status giveType(absl::Span<const TensorType> types, size_t index, lz_dtype* out_dtype,
                const int64_t** out_dims, size_t* out_rank);

} // namespace lz::capi
