/* An executable is a compiled program. It never changes; any thread may run it with new inputs. */
#ifndef LAZULI_EXECUTABLE_H
#define LAZULI_EXECUTABLE_H

#include "lazuli/function.h"

LZ_HEADER_BEGIN

typedef struct lz_compile_options {
  size_t struct_size;
  lz_numerics numerics; /**< 0: the level of the context */
  int32_t reserved;     /**< 0 */
  /** One number per input: 1 if a result may take over its memory, else 0. NULL: 1 for those that
   * the module's text marks with jax.buffer_donor or tf.aliasing_output; 0 for a function's. */
  const uint8_t* LZ_NULLABLE donate;
  size_t num_donate; /**< 0 or the number of inputs; 0 if donate is NULL */
} lz_compile_options;

/** Compiles now, on the calling thread and as many more as the context has. The executable keeps
 * the captured tensors, and neither needs nor changes the function. Errors: LZ_INVALID_ARGUMENT
 * (options); LZ_UNIMPLEMENTED for LZ_NUMERICS_FAST; LZ_FAILED_PRECONDITION before
 * lz_function_finish; what the compiler refuses, with op and location. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_function_compile(lz_function* function, const lz_compile_options* LZ_NULLABLE options,
                    LZ_OWNED lz_executable** out_executable);

/** They give the types of the inputs and outputs, in the order of parameters and results; what was
 * captured is no input. `*out_dims` has `*out_rank` numbers and lives as long as the executable.
 * Errors: LZ_OUT_OF_RANGE. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_executable_num_inputs(const lz_executable* executable, size_t* out_count);
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_executable_num_outputs(const lz_executable* executable, size_t* out_count);
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_executable_input_type(const lz_executable* executable, size_t index, lz_dtype* out_dtype,
                         LZ_BORROWED const int64_t** out_dims, size_t* out_rank);
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_executable_output_type(const lz_executable* executable, size_t index, lz_dtype* out_dtype,
                          LZ_BORROWED const int64_t** out_dims, size_t* out_rank);

typedef struct lz_run_options {
  size_t struct_size;
  uint64_t flags; /**< LZ_RUN_* */
  /** One number per input: 1 gives the input away, as lz_tensor_donate does; 0 does not. NULL:
   * none. */
  const uint8_t* LZ_NULLABLE donate;
  size_t num_donate; /**< 0 or the number of inputs; 0 if donate is NULL */
} lz_run_options;

enum {
  LZ_RUN_WAIT = 1 /**< the call returns when the work has ended, with its error */
};

/** Submits one run and returns; `outputs` gets lz_executable_num_outputs tensors, LZ_OWNED: new
 * handles even where a result is an input. Dtypes and shapes of the inputs are exactly those of
 * lz_executable_input_type. Pending inputs are evaluated first. The run keeps its inputs, so that
 * they may be released at once. One input may stand in several places, but not be given away in one
 * of them.
 * Errors: LZ_INVALID_ARGUMENT when counts or types differ, LZ_FAILED_PRECONDITION for an input that
 * has been given away; then nothing runs. What fails while it runs is the error of the outputs, and
 * of this call with LZ_RUN_WAIT; inputs that were to be donated are the caller's again, unless the
 * status names them as given up. LZ_RUN_WAIT in a release callback is LZ_FAILED_PRECONDITION before
 * anything is submitted or taken. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_executable_run(
    lz_executable* executable, lz_tensor* const* inputs, size_t num_inputs,
    const lz_run_options* LZ_NULLABLE options, LZ_OWNED lz_tensor** outputs, size_t num_outputs);

/** They write texts for people, which are not stable: the thunks with the buffers that they read
 * and write; and the bytes of arena, outputs and constants. Errors: of handles. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_executable_print(const lz_executable* executable, LZ_OWNED lz_string** out_text);
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_executable_memory_report(const lz_executable* executable, LZ_OWNED lz_string** out_text);

LZ_API LZ_ANY_THREAD void
lz_executable_retain(lz_executable* LZ_NULLABLE executable); /**< Since 1. */
LZ_API LZ_ANY_THREAD void
lz_executable_release(lz_executable* LZ_NULLABLE executable); /**< Since 1. */

LZ_HEADER_END

#endif
