// The keys of the cache on disk, as bytes. There are two kinds. One contains a program and
// everything that its executable depends on. The other contains a module and everything that its
// program depends on.
#pragma once

#include "base/Status.h"
#include "compiler/Compiler.h"

#include <optional>
#include <string>
#include <string_view>

namespace lz::compiler {

// Returns the key of a program. It contains everything that the fingerprint hashes, and everything
// that changes the code but not the bits of results: this build of the library, the instructions of
// this machine beyond its class, its caches, the number of threads, what the context knows about
// each host call that the program names, and the locations of ops, which the executable needs for
// its errors. Returns nullopt if the executable must not be cached, because its compilation is
// inspected (a dump, symbols for profilers, code that must be generated anew) or because this build
// has no id. Errors: those of switchesOf and cpuOf.
StatusOr<std::optional<std::string>> programKey(const Program& program,
                                                const CompileOptions& options);

// Returns the key of a module: its bytes, its name, which the locations of ops contain, the wanted
// function, and this build of the library. It differs from the keys of all other modules and
// programs. Returns nullopt in the cases in which programKey does, and also if the options are
// wrong, because compile() reports wrong options.
std::optional<std::string> moduleKey(const ModuleSource& source, const CompileOptions& options);

} // namespace lz::compiler
