/* A module is a whole program from a file, for example from what JAX prints. */
#ifndef LAZULI_MODULE_H
#define LAZULI_MODULE_H

#include "lazuli/executable.h"

LZ_HEADER_BEGIN

/** Parses a program with a function @main: StableHLO text in the pretty or the generic form, MLIR
 * bytecode, a portable artifact, HLO text, or an HloModuleProto, told apart by how the bytes begin.
 * `size` is their number, or SIZE_MAX for NUL-terminated text; `name` (NULL: "module") is the file
 * in locations.
 * Errors: LZ_INVALID_ARGUMENT with line and column, or the byte; LZ_UNIMPLEMENTED naming the op.
 * Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_module_parse(lz_context* context, const char* text, size_t size, const char* LZ_NULLABLE name,
                LZ_OWNED lz_module** out_module);

/** Prints StableHLO text in the pretty form, which parses back to the same program. Errors:
 * LZ_RESOURCE_EXHAUSTED. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_module_print(const lz_module* module,
                                                                     LZ_OWNED lz_string** out_text);

/** They give the types of the inputs and outputs of @main before any compilation, as those of
 * lz_executable do. `*out_dims` has `*out_rank` numbers and lives as long as the module. Errors:
 * LZ_OUT_OF_RANGE. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_module_num_inputs(const lz_module* module,
                                                                          size_t* out_count);
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_module_num_outputs(const lz_module* module,
                                                                           size_t* out_count);
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_module_input_type(const lz_module* module, size_t index, lz_dtype* out_dtype,
                     LZ_BORROWED const int64_t** out_dims, size_t* out_rank);
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_module_output_type(const lz_module* module, size_t index, lz_dtype* out_dtype,
                      LZ_BORROWED const int64_t** out_dims, size_t* out_rank);

/** Does what lz_function_compile does, and may be called again with other options; the executable
 * runs on device 0 of the context. Errors: those of lz_function_compile. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_module_compile(lz_module* module, const lz_compile_options* LZ_NULLABLE options,
                  LZ_OWNED lz_executable** out_executable);

/** Records a call of @main on tensors, as lz_call does with a function: nothing runs yet, the
 * module is compiled together with the ops around it, cached, and has gradients. `outs` gets
 * lz_module_num_outputs tensors. Dtypes and shapes of the inputs are exactly those of
 * lz_module_input_type; marks of donation in the text have no meaning here. The module may be
 * released at once.
 * Errors: LZ_INVALID_ARGUMENT when counts or types differ, for tensors of another context and for a
 * module without outputs; LZ_FAILED_PRECONDITION after shutdown. What the compiler refuses is the
 * error of the tensors. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_module_call(
    lz_module* module, lz_tensor* const* inputs, size_t num_inputs,
    const lz_op_options* LZ_NULLABLE options, LZ_OWNED lz_tensor** outs, size_t num_outs);

LZ_API LZ_ANY_THREAD void lz_module_retain(lz_module* LZ_NULLABLE module);  /**< Since 1. */
LZ_API LZ_ANY_THREAD void lz_module_release(lz_module* LZ_NULLABLE module); /**< Since 1. */

LZ_HEADER_END

#endif
