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
  /** One address per output: the run writes the output there, row-major, as many bytes as its type
   * has, and the tensor is that memory. NULL entries: the library's memory. The address is a
   * multiple of 64. Until the library has used the memory for the last time nobody else writes it,
   * and before the run has ended nobody reads it. Memory that overlaps that of an input or of
   * another output is LZ_INVALID_ARGUMENT, the error of the outputs as what fails in a run.
   * Such an output takes over no input, and its memory is never given away. When a run fails, what
   * it has written is undefined. NULL: none. Since 3, as what follows. */
  void* LZ_NULLABLE const* LZ_NULLABLE out_data;
  size_t num_out_data; /**< 0 or the number of outputs; 0 if out_data is NULL */
  /** It is called once for each address, when the library has used that memory for the last time,
   * also when the call fails, but not when it refuses these options or num_outputs. NULL: the
   * memory lives at least as long as the output, all that is recorded or exported from it, and the
   * run. */
  lz_release_fn LZ_NULLABLE release;
  void* LZ_NULLABLE release_user;
} lz_run_options;

enum {
  LZ_RUN_WAIT = 1 /**< the call returns when the work has ended, with its error */
};

/** Submits one run and returns. A program of kernels, copies and contractions alone that is
 * predicted to take 5 us at most has then ended, if its inputs are there, none is given away and
 * nothing is queued before it. `outputs` gets lz_executable_num_outputs tensors, LZ_OWNED: new
 * handles even where a result is an input. Dtypes and shapes of the inputs are exactly those of
 * lz_executable_input_type. The run is on the device of the inputs, one of the executable's
 * context; without inputs, and of a function with captures, it is on that of the executable.
 * Pending inputs are evaluated first. The run keeps its inputs, so that they may be released at
 * once. One tensor may stand in several places, but then it is given away in none of them, and
 * neither is one that the function captures.
 * Errors: LZ_INVALID_ARGUMENT when counts or types differ, an address is no multiple of 64, or a
 * tensor is given away that stands in another place, too; LZ_FAILED_PRECONDITION for an input that
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

/** In bytes; inputs are the caller's and what was captured. */
typedef struct lz_memory_statistics {
  size_t struct_size; /**< set by the caller; fields beyond it are not written */
  int64_t input_bytes;
  int64_t output_bytes;   /**< with those in the memory of inputs */
  int64_t arena_bytes;    /**< of the temporaries, many of which share a place */
  int64_t constant_bytes; /**< that the executable holds */
  int64_t donated_bytes;  /**< of the outputs, those that take over the memory of donated inputs */
  /** Of one run: inputs, constants, arena, and the outputs that take over nothing. Runs at the same
   * time share inputs and constants. */
  int64_t peak_bytes;
  int64_t code_bytes; /**< of the machine code, which other executables may share */
} lz_memory_statistics;

/** What a run is thought to cost. A loop counts as one iteration, however often it runs, and
 * branches as the largest of them. */
typedef struct lz_cost_statistics {
  size_t struct_size; /**< set by the caller; fields beyond it are not written */
  /** Arithmetic of the program as it was given: an elementwise op is one for each element, a
   * contraction two for each product, a reduction one run of its body for each value but the
   * first. What the compiler leaves out or computes twice does not change it. */
  double flops;
  double nanoseconds; /**< predicted, of one thread; work that nobody predicts is left out */
  /** What the steps of the compiled program read and write: an array once for each step that has
   * it, also where the step looks at a part. */
  int64_t bytes_accessed;
  int64_t kernels; /**< distinct pieces of machine code */
  int64_t steps;   /**< in the list of lz_executable_print, with those in loops and branches */
} lz_cost_statistics;

/** They fill the structs as far as struct_size goes; what was compiled is known without a run.
 * Errors: LZ_INVALID_ARGUMENT for a struct_size below that of size_t. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_executable_get_memory(const lz_executable* executable, lz_memory_statistics* statistics);
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_executable_get_cost(const lz_executable* executable, lz_cost_statistics* statistics);

/** Gives 32 hexadecimal digits (BLAKE3 of 128 bits) that are the same in every process, and for all
 * executables that give the same bits for the same inputs by construction: they depend on ops,
 * types, constants, donation, numerics, the class of the CPU, what LAZULI_DISABLE leaves out and
 * lz_version. Names, locations and the number of threads do not matter, nor do the values of
 * captured tensors, which are inputs. A host call counts by its name and its text, whatever
 * function the context has for it. Errors: of handles. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_executable_fingerprint(const lz_executable* executable, LZ_OWNED lz_string** out_text);

/** Gives the executable as the bytes of a file, lz_string_size of them, which are no text: its
 * steps, constants, machine code, and the class of the CPU. Errors: LZ_FAILED_PRECONDITION for
 * captured tensors; LZ_UNIMPLEMENTED for more than 1.5 GiB of constants; LZ_RESOURCE_EXHAUSTED.
 * Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_executable_save(const lz_executable* executable, LZ_OWNED lz_string** out_bytes);

/** Makes an executable of what lz_executable_save gave, in this or another process; nothing is
 * compiled. The bytes are read during the call. Load only what you trust as you trust a program: it
 * is machine code. Errors: LZ_INVALID_ARGUMENT for bytes that are no such file; LZ_DATA_LOSS for a
 * file that is damaged or incomplete; LZ_FAILED_PRECONDITION for one of another version of the
 * library, for a better CPU than the context may use, or that calls a host call which the context
 * does not know; LZ_RESOURCE_EXHAUSTED. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_executable_load(
    lz_context* context, const void* bytes, size_t size, LZ_OWNED lz_executable** out_executable);

LZ_API LZ_ANY_THREAD void
lz_executable_retain(lz_executable* LZ_NULLABLE executable); /**< Since 1. */
LZ_API LZ_ANY_THREAD void
lz_executable_release(lz_executable* LZ_NULLABLE executable); /**< Since 1. */

LZ_HEADER_END

#endif
