// The keys of the cache on disk: a program and all that its executable depends on, and a module
// and all that its program depends on, as bytes.
#pragma once

#include "base/Status.h"
#include "compiler/Compiler.h"

#include <optional>
#include <string>
#include <string_view>

namespace lz::compiler {

// The key holds the program as its fingerprint has it, in full, and all that decides the code
// without changing the bits of results: this build of the library, the instructions of this machine
// beyond its class, its caches, the number of threads, what the context knows about each host call
// that the program names, and the places of ops, which the executable needs for its errors.
// nullopt: the executable must not be kept, because its compilation is inspected (a dump, symbols
// for profilers, code that must be generated anew) or because this build cannot be told from
// others. Errors: those of switchesOf and cpuOf.
StatusOr<std::optional<std::string>> programKey(const Program& program,
                                                const CompileOptions& options);

// The key holds the bytes of the module, its name, which the places of ops contain, the function
// that is wanted, and this build of the library. It differs from the keys of all other modules and
// of programs. nullopt: as programKey, and also if the options are wrong, which compile reports.
std::optional<std::string> moduleKey(const ModuleSource& source, const CompileOptions& options);

} // namespace lz::compiler
