/* A module is a whole program from text, for example from what JAX prints. */
#ifndef LAZULI_MODULE_H
#define LAZULI_MODULE_H

#include "lazuli/executable.h"

LZ_HEADER_BEGIN

/** Parses StableHLO text in the pretty or the generic form, with a function @main. `size` is the
 * number of bytes, or SIZE_MAX for NUL-terminated text; `name` (NULL: "module") is the file in
 * locations.
 * Errors: LZ_INVALID_ARGUMENT with line and column; LZ_UNIMPLEMENTED naming the op. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_module_parse(lz_context* context, const char* text, size_t size, const char* LZ_NULLABLE name,
                LZ_OWNED lz_module** out_module);

/** Prints StableHLO text in the pretty form, which parses back to the same program. Errors:
 * LZ_RESOURCE_EXHAUSTED. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_module_print(const lz_module* module,
                                                                     LZ_OWNED lz_string** out_text);

/** Does what lz_function_compile does, and may be called again with other options; the executable
 * runs on device 0 of the context. Errors: those of lz_function_compile. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_module_compile(lz_module* module, const lz_compile_options* LZ_NULLABLE options,
                  LZ_OWNED lz_executable** out_executable);

LZ_API LZ_ANY_THREAD void lz_module_retain(lz_module* LZ_NULLABLE module);  /**< Since 1. */
LZ_API LZ_ANY_THREAD void lz_module_release(lz_module* LZ_NULLABLE module); /**< Since 1. */

LZ_HEADER_END

#endif
