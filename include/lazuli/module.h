/* A module is a whole program from text, for example from what JAX prints. */
#ifndef LAZULI_MODULE_H
#define LAZULI_MODULE_H

#include "lazuli/executable.h"

LZ_EXTERN_C_BEGIN

/* Parses StableHLO text in the pretty or the generic form, with a function @main. `size` is the
 * number of bytes, or SIZE_MAX for NUL-terminated text; `name` (NULL: "module") is the file in
 * locations.
 * Errors: LZ_INVALID_ARGUMENT with line and column; LZ_UNIMPLEMENTED naming the op. Since 1. */
LZ_API LZ_ANY_THREAD lz_status* lz_module_parse(lz_context* context, const char* text, size_t size,
                                                LZ_NULLABLE const char* name,
                                                LZ_OWNED lz_module** out_module);

/* Prints StableHLO text in the pretty form, which parses back to the same program. Since 1. */
LZ_API LZ_ANY_THREAD lz_status* lz_module_print(const lz_module* module,
                                                LZ_OWNED lz_string** out_text);

/* Does what lz_function_compile does, and may be called again with other options; the executable
 * runs on device 0 of the context. Since 1. */
LZ_API LZ_ANY_THREAD lz_status* lz_module_compile(lz_module* module,
                                                  LZ_NULLABLE const lz_compile_options* options,
                                                  LZ_OWNED lz_executable** out_executable);

LZ_API LZ_ANY_THREAD void lz_module_retain(LZ_NULLABLE lz_module* module);  /* Since 1. */
LZ_API LZ_ANY_THREAD void lz_module_release(LZ_NULLABLE lz_module* module); /* Since 1. */

LZ_EXTERN_C_END

#endif
