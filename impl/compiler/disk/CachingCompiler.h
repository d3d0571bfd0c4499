// A compiler with a cache. It finds executables that are in use, and on disk programs and modules
// that this or another process has compiled or parsed before.
#pragma once

#include "compiler/Compiler.h"

#include <memory>

namespace lz::compiler {

// Returns a compiler that uses the cache folder, or no folder if `options` names none. It calls
// `compiler` only for programs that it does not find.
std::unique_ptr<Compiler> cachingCompiler(std::unique_ptr<Compiler> compiler,
                                          DiskCacheOptions options);

} // namespace lz::compiler
