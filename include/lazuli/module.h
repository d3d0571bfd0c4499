/* A module is an entire program. It is read from a file, for example from JAX, or made from a
 * recorded function. It never changes.
 *
 *   lz_function_begin(device, "main", &f);       records, and runs nothing
 *   ...                                          lz_function_parameter, ops, lz_function_finish
 *   lz_module_from_function(f, &module);
 *   lz_module_write(module, LZ_MODULE_FORMAT_HLO, &text);
 *   lz_module_compile(module, NULL, &executable);
 *
 * docs/modules.md explains this way of making programs. */
#ifndef LAZULI_MODULE_H
#define LAZULI_MODULE_H

#include "lazuli/executable.h"

LZ_HEADER_BEGIN

/** Parses a program with a function @main, or with one public function: StableHLO text in the
 * pretty or the generic form, MLIR bytecode, a portable artifact, HLO text, or an
 * HloModuleProto. The first bytes tell which form it is. `size` is the number of bytes, or
 * SIZE_MAX for NUL-terminated text. Locations have `name` as the file (NULL: "module"). Errors:
 * LZ_INVALID_ARGUMENT, with line and column or the number of the byte; LZ_UNIMPLEMENTED, with
 * the name of the op. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_module_parse(lz_context* context, const char* text, size_t size, const char* LZ_NULLABLE name,
                LZ_OWNED lz_module** out_module);

typedef struct lz_module_read_options {
  size_t struct_size;
  const char* LZ_NULLABLE name; /**< the file in locations; NULL: "module" */
  /** The public function from which the module is made. NULL or "": the function main, or the only
   * public function. In HLO only the entry computation is possible, under its own name or as
   * main. */
  const char* LZ_NULLABLE function;
} lz_module_read_options;

/** Does what lz_module_parse does, for the public function that `options` names. If `options` is
 * NULL, all fields are zero. Errors: those of lz_module_parse; LZ_INVALID_ARGUMENT if no public
 * function has this name. This is also the error if `options` names no function, and there are
 * several public functions but no main. The message lists the names. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_module_read(lz_context* context, const char* bytes, size_t size,
               const lz_module_read_options* LZ_NULLABLE options, LZ_OWNED lz_module** out_module);

/** Makes a module from a finished function, without compiling or running it. Its inputs are the
 * parameters of the function, followed by the captured tensors (lz_function_capture), whose values
 * are not part of the module. Its outputs are the results. It keeps neither the function nor those
 * tensors. Errors: LZ_FAILED_PRECONDITION before lz_function_finish. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_module_from_function(const lz_function* function, LZ_OWNED lz_module** out_module);

/** Prints StableHLO text in the pretty form. Parsing this text gives the same program. Errors:
 * LZ_RESOURCE_EXHAUSTED. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_module_print(const lz_module* module,
                                                                     LZ_OWNED lz_string** out_text);

/** The formats in which a module is written; docs/formats.md has more on each. */
typedef int32_t lz_module_format;
enum {
  LZ_MODULE_FORMAT_STABLEHLO = 1,         /**< StableHLO text in the pretty form */
  LZ_MODULE_FORMAT_STABLEHLO_GENERIC = 2, /**< StableHLO text in the generic form */
  LZ_MODULE_FORMAT_BYTECODE = 3,          /**< StableHLO in MLIR bytecode of version 6 */
  LZ_MODULE_FORMAT_PORTABLE = 4,          /**< a portable artifact of StableHLO 1.8.0 */
  LZ_MODULE_FORMAT_HLO = 5,               /**< HLO text */
  LZ_MODULE_FORMAT_HLO_PROTO = 6          /**< an HloModuleProto */
};

/** Gives the module as the bytes of a file. There are lz_string_size bytes, and they need not be
 * text. From these bytes lz_module_parse makes a module that computes the same bits. Errors:
 * LZ_INVALID_ARGUMENT for an unknown format; LZ_UNIMPLEMENTED for an op that the format does not
 * have, with op and location; LZ_RESOURCE_EXHAUSTED. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_module_write(const lz_module* module, lz_module_format format, LZ_OWNED lz_string** out_bytes);

/** Give the types of the inputs and outputs of @main. The module need not be compiled. `*out_dims`
 * has `*out_rank` numbers and lives as long as the module. Errors: LZ_OUT_OF_RANGE. Since 3. */
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

/** Give the places of tokens among the parameters or results of the text from which the module was
 * made, counted from 0. Modules need no tokens, since ops with side effects keep their order. So
 * the inputs and outputs of the module are the other parameters and results. `*out_places` has
 * `*out_count` numbers in ascending order, and lives as long as the module. Errors: of handles.
 * Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_module_input_tokens(
    const lz_module* module, LZ_BORROWED const int64_t** out_places, size_t* out_count);
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_module_output_tokens(
    const lz_module* module, LZ_BORROWED const int64_t** out_places, size_t* out_count);

/** Checks ops, types and regions of the module. Every module was checked when it was made, so an
 * error is a bug of the library. Errors: LZ_INTERNAL with the op and its location;
 * LZ_RESOURCE_EXHAUSTED. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_module_verify(const lz_module* module);

/** Gives the same program as a module of `context`; NULL means the context of this module. Nothing
 * is copied. Errors: of handles. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_module_clone(
    const lz_module* module, lz_context* LZ_NULLABLE context, LZ_OWNED lz_module** out_module);

typedef struct lz_pass_options {
  size_t struct_size;
  lz_numerics numerics; /**< 0: the level of the context */
  int32_t verify;       /**< 1: the result of each pass is verified; 0: it is not */
} lz_pass_options;

/** Runs passes of the compiler and makes a module of the result. This module does not change.
 * `passes` are names, separated by commas: "lz-cse,lz-dce". "lz-hlo" is all passes in the order of
 * a compilation. `lz-opt --help` says what each pass does. Inputs and outputs keep their types,
 * except that lz-expand-complex gives complex numbers another type of the same bytes. Ops on small
 * dtypes first become ops on wider ones. Errors: LZ_INVALID_ARGUMENT if no pass has a name, with a
 * list of the names; the error of a pass, with its name, the op and the location; LZ_UNIMPLEMENTED
 * if a pass makes an op that a module cannot hold; LZ_INTERNAL, with the name of the pass, for what
 * `verify` finds; LZ_FAILED_PRECONDITION after shutdown. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_module_run_passes(const lz_module* module, const char* passes,
                     const lz_pass_options* LZ_NULLABLE options, LZ_OWNED lz_module** out_module);

/** Compiles the module, as lz_function_compile does for a function. It may be called again with
 * other options. The executable runs on device 0 of the context. Errors: those of
 * lz_function_compile. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_module_compile(lz_module* module, const lz_compile_options* LZ_NULLABLE options,
                  LZ_OWNED lz_executable** out_executable);

/** Records a call of @main on tensors, as lz_call does with a function. The module is compiled
 * together with the ops around it, and has gradients. `outs` gets lz_module_num_outputs tensors.
 * Dtypes and shapes of the inputs must be exactly those of lz_module_input_type. Marks of donation
 * in the text have no effect here. The module may be released at once. Errors: LZ_INVALID_ARGUMENT
 * when counts or types differ, for tensors of another context and for a module without outputs;
 * LZ_FAILED_PRECONDITION after shutdown. If the compiler rejects the module, the tensors have the
 * error. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_module_call(
    lz_module* module, lz_tensor* const* inputs, size_t num_inputs,
    const lz_op_options* LZ_NULLABLE options, LZ_OWNED lz_tensor** outs, size_t num_outs);

LZ_API LZ_ANY_THREAD void lz_module_retain(lz_module* LZ_NULLABLE module);  /**< Since 1. */
LZ_API LZ_ANY_THREAD void lz_module_release(lz_module* LZ_NULLABLE module); /**< Since 1. */

LZ_HEADER_END

#endif
