/* An executable is a compiled program. It never changes, so any thread may run it with new
 * inputs. */
#ifndef LAZULI_EXECUTABLE_H
#define LAZULI_EXECUTABLE_H

#include "lazuli/function.h"

LZ_HEADER_BEGIN

typedef struct lz_compile_options {
  size_t struct_size;
  lz_numerics numerics; /**< 0: the level of the context */
  int32_t reserved;     /**< 0 */
  /** One number per input: 1 if a result may take over its memory, else 0. If this is NULL, no
   * input of a function is donated. Inputs of a module are donated if its text marks them with
   * jax.buffer_donor or tf.aliasing_output. */
  const uint8_t* LZ_NULLABLE donate;
  size_t num_donate; /**< 0 or the number of inputs; 0 if donate is NULL */
  /** The most bytes that a run may take from the budget of its device. It takes them for
   * temporaries, scratch and outputs. Inputs count as not donated. A program that needs more is
   * refused. 0: no limit. Since 3. */
  int64_t budget_bytes;
  /** Tensors of more bytes than this are split where that is possible: a loop computes slices of
   * them, even if this takes more time. Inputs and outputs are not split. 0: the threshold of
   * LAZULI_FLAGS; if that is not set either, no tensor is split. Since 3. */
  int64_t tensor_size_threshold;
  /** The most bytes of a slice. A number above the threshold means the threshold. 0: the threshold,
   * or the size in LAZULI_FLAGS if tensor_size_threshold is 0, too. If there is a size but no
   * threshold, the compilation fails with LZ_INVALID_ARGUMENT. Since 3. */
  int64_t tensor_split_size;
} lz_compile_options;

/** Compiles the function, on the calling thread and on the other threads of the context. The
 * executable keeps the captured tensors, but not the function. Errors: LZ_INVALID_ARGUMENT
 * (options); LZ_UNIMPLEMENTED for LZ_NUMERICS_FAST; LZ_FAILED_PRECONDITION before
 * lz_function_finish; LZ_RESOURCE_EXHAUSTED for a program that does not fit budget_bytes;
 * the errors of the compiler, with op and location. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_function_compile(lz_function* function, const lz_compile_options* LZ_NULLABLE options,
                    LZ_OWNED lz_executable** out_executable);

/** Give the types of the inputs and outputs, in the order of parameters and results. Captured
 * tensors do not count as inputs. `*out_dims` has `*out_rank` numbers and lives as long as the
 * executable. Errors: LZ_OUT_OF_RANGE. Since 1. */
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

/** Gives 1 if the compilation was told that a result may take over the memory of this input
 * (lz_compile_options.donate, or marks in the text of a module), else 0. The memory is taken over
 * only in runs that give the input away (lz_run_options.donate). Errors: LZ_OUT_OF_RANGE. Since
 * 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_executable_input_donation(
    const lz_executable* executable, size_t index, int32_t* out_is_donated);

typedef struct lz_run_options {
  size_t struct_size;
  uint64_t flags; /**< LZ_RUN_* */
  /** One number per input: 1 gives the input away, as lz_tensor_donate does; 0 does not. NULL:
   * none. */
  const uint8_t* LZ_NULLABLE donate;
  size_t num_donate; /**< 0 or the number of inputs; 0 if donate is NULL */
  /** One address per output. The run writes the output there, row-major, and the output's tensor
   * uses that memory. If an entry is NULL, the output gets memory of the library. The address must
   * be a multiple of 64. Do not write the memory until the library has used it for the last time,
   * and do not read it before the run has ended. If an output overlaps an input or another output
   * in memory, the run fails, and the outputs have the error LZ_INVALID_ARGUMENT. Such an output
   * does not take over the memory of an input, and its own memory is never given to another value.
   * After a run that failed the contents are undefined. NULL: none. Since 3, like all fields that
   * follow. */
  void* LZ_NULLABLE const* LZ_NULLABLE out_data;
  size_t num_out_data; /**< 0 or the number of outputs; 0 if out_data is NULL */
  /** Called once for each address, when the library has used that memory for the last time. It is
   * also called when the run fails, but not when lz_executable_run refuses these options or
   * num_outputs. NULL: the memory lives at least as long as the output, everything that is recorded
   * or exported from it, and the run. */
  lz_release_fn LZ_NULLABLE release;
  void* LZ_NULLABLE release_user;
} lz_run_options;

enum {
  LZ_RUN_WAIT = 1 /**< the call returns when the work has ended, with its error */
};

/** Submits one run and returns. A short run has ended by then. A run is short if its program has
 * only kernels, copies and contractions and is predicted to take at most 5 us, if its inputs are in
 * memory and none is given away, and if no work is queued before it.
 *
 * `outputs` gets lz_executable_num_outputs tensors, LZ_OWNED. Each is a new handle, even if the
 * result is an input. Dtypes and shapes of the inputs are exactly those of
 * lz_executable_input_type. The run is on the device of the inputs, which must be a device of the
 * executable's context. Without inputs, or if the function has captures, the run is on the device
 * of the executable. Pending inputs are evaluated first. The run keeps its inputs, so the caller
 * may release them at once. One tensor may be several inputs, but then it cannot be given away. A
 * tensor that the function captures cannot be given away either.
 *
 * Errors: LZ_INVALID_ARGUMENT when counts or types differ, an address is not a multiple of 64, or a
 * tensor that is given away is another input, too; LZ_FAILED_PRECONDITION for an input that has
 * been given away. Then nothing runs. If the run fails later, the outputs have its error, and with
 * LZ_RUN_WAIT this call returns it. Inputs that were to be donated are then the caller's again,
 * unless the status names them as lost. LZ_RUN_WAIT in a release callback is LZ_FAILED_PRECONDITION
 * before anything is submitted or taken. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_executable_run(
    lz_executable* executable, lz_tensor* const* inputs, size_t num_inputs,
    const lz_run_options* LZ_NULLABLE options, LZ_OWNED lz_tensor** outputs, size_t num_outputs);

/** These functions write texts for users, whose form may change. lz_executable_print lists the
 * thunks with the buffers that they read and write. The other function lists the sizes of arena,
 * outputs and constants. Errors: of handles. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_executable_print(const lz_executable* executable, LZ_OWNED lz_string** out_text);
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_executable_memory_report(const lz_executable* executable, LZ_OWNED lz_string** out_text);

/** The memory of an executable, in bytes. The inputs are those of the caller and the captured
 * tensors. */
typedef struct lz_memory_statistics {
  size_t struct_size; /**< set by the caller; fields beyond it are not written */
  int64_t input_bytes;
  int64_t output_bytes;   /**< all outputs, including those in the memory of inputs */
  int64_t arena_bytes;    /**< the memory of temporaries, many of which use the same memory */
  int64_t constant_bytes; /**< bytes of the constants, which the executable holds */
  int64_t donated_bytes;  /**< the size of outputs that take over the memory of donated inputs */
  /** The memory of one run: inputs, constants, arena, and the outputs that take over no memory.
   * Runs at the same time share inputs and constants. */
  int64_t peak_bytes;
  int64_t code_bytes; /**< the machine code, which other executables may share */
  /** The bytes that a run takes from the budget of its device if no output takes over the memory of
   * an input. These are the allocations of the arena and of the outputs. The number is exact if the
   * context has a budget. Outputs in out_data take nothing. Since 3, like all fields that
   * follow. */
  int64_t run_bytes;
  /** The same if every output that can take over the memory of an input does so */
  int64_t donated_run_bytes;
  /** With this budget_bytes of lz_compile_options the program compiles. With fewer bytes it
   * compiles if splitting tensors suffices */
  int64_t smallest_budget;
  /** run_bytes is never below this number, whatever the order of the steps and the places of their
   * values are: everything that a step reads and writes exists while the step runs, and all outputs
   * exist at the end */
  int64_t lower_bound;
} lz_memory_statistics;

/** The predicted cost of a run. A loop counts as one iteration, and a condition as its most
 * expensive branch. */
typedef struct lz_cost_statistics {
  size_t struct_size; /**< set by the caller; fields beyond it are not written */
  /** The arithmetic operations of the program as it was given. An elementwise op counts one for
   * each element, and a contraction two for each product. A reduction counts one run of its body
   * for each value except the first. Ops that the compiler removes or computes twice count once. */
  double flops;
  double nanoseconds; /**< predicted for one thread; work without a prediction is left out */
  /** The bytes that the steps of the compiled program read and write. An array counts once for each
   * step that uses it, even if the step uses only a part. */
  int64_t bytes_accessed;
  int64_t kernels; /**< distinct pieces of machine code */
  int64_t
      steps; /**< entries in the list of lz_executable_print, including those in loops and branches */
} lz_cost_statistics;

/** Fill the structs as far as struct_size goes. No run is needed. Errors: LZ_INVALID_ARGUMENT for a
 * struct_size below that of size_t. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_executable_get_memory(const lz_executable* executable, lz_memory_statistics* statistics);
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_executable_get_cost(const lz_executable* executable, lz_cost_statistics* statistics);

/** Gives the fingerprint of the executable: 32 hexadecimal digits, a BLAKE3 hash of 128 bits. The
 * digits are the same in every process. Executables with the same digits compute the same bits from
 * the same inputs. The digits depend on ops, types, constants, donation, numerics, the class of the
 * CPU, the parts that LAZULI_DISABLE names, and lz_version. They do not depend on names, locations
 * or the number of threads. Nor do they depend on the values of captured tensors, because captured
 * tensors are inputs. A host call counts by its name and its text, not by the function that the
 * context has for it. Errors: of handles. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_executable_fingerprint(const lz_executable* executable, LZ_OWNED lz_string** out_text);

/** Gives the executable as the bytes of a file, which has its steps, constants, machine code, and
 * the class of the CPU. There are lz_string_size bytes, and they are not text. Errors:
 * LZ_FAILED_PRECONDITION for captured tensors; LZ_UNIMPLEMENTED for more than 1.5 GiB of constants;
 * LZ_RESOURCE_EXHAUSTED. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_executable_save(const lz_executable* executable, LZ_OWNED lz_string** out_bytes);

/** Makes an executable from the bytes that lz_executable_save gave, in this or another process. It
 * compiles nothing, and reads the bytes during the call. A file contains machine code, so load only
 * files that you trust like a program. Errors: LZ_INVALID_ARGUMENT for bytes that are not such a
 * file; LZ_DATA_LOSS for a file that is damaged or incomplete; LZ_FAILED_PRECONDITION for a file of
 * another version of the library, for a better CPU than the context may use, or with a host call
 * that the context does not know; LZ_RESOURCE_EXHAUSTED, also if a run needs more than the budget
 * of each device. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_executable_load(
    lz_context* context, const void* bytes, size_t size, LZ_OWNED lz_executable** out_executable);

LZ_API LZ_ANY_THREAD void
lz_executable_retain(lz_executable* LZ_NULLABLE executable); /**< Since 1. */
LZ_API LZ_ANY_THREAD void
lz_executable_release(lz_executable* LZ_NULLABLE executable); /**< Since 1. */

LZ_HEADER_END

#endif
