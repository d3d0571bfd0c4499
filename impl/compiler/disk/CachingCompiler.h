// A compiler with a cache on disk. It finds programs and modules there that this or another process
// has compiled or parsed before.
#pragma once

#include "compiler/Compiler.h"

#include <memory>

namespace lz::compiler {

// Returns a compiler that uses the cache folder, which `options` must name. It calls `compiler`
// only for programs that are not in the folder.
std::unique_ptr<Compiler> cachingCompiler(std::unique_ptr<Compiler> compiler,
                                          DiskCacheOptions options);

} // namespace lz::compiler
