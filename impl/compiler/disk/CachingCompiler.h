// A compiler with a cache. It finds executables that are in use. On disk it finds programs that
// were compiled before, and modules that were parsed before, by this process or by another one.
#pragma once

#include "compiler/Compiler.h"

#include <memory>

namespace lz::compiler {

// Returns a compiler that uses the cache folder, or no folder if `options` names none. The returned
// compiler calls `compiler` only for programs that it does not find.
std::unique_ptr<Compiler> cachingCompiler(std::unique_ptr<Compiler> compiler,
                                          DiskCacheOptions options);

} // namespace lz::compiler
