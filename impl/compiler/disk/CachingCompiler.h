// A compiler that finds on disk what it, or another process, compiled or parsed before.
#pragma once

#include "compiler/Compiler.h"

#include <memory>

namespace lz {

// Asks `compiler` for what no file has, and prepares it no earlier. `options`: with a folder.
std::unique_ptr<Compiler> cachingCompiler(std::unique_ptr<Compiler> compiler,
                                          DiskCacheOptions options);

} // namespace lz
