// A compiler that looks on disk for what this or another process has compiled or parsed before.
#pragma once

#include "compiler/Compiler.h"

#include <memory>

namespace lz::compiler {

// Uses `compiler` for programs that no file has, and prepares it only then. `options` must name a
// folder.
std::unique_ptr<Compiler> cachingCompiler(std::unique_ptr<Compiler> compiler,
                                          DiskCacheOptions options);

} // namespace lz::compiler
