// The keys of the cache on disk: a program and all that its executable depends on, and a module
// and all that its program depends on, as bytes.
#pragma once

#include "base/Status.h"
#include "compiler/Compiler.h"

#include <optional>
#include <string>
#include <string_view>

namespace lz {

// The program as its fingerprint has it, in full; beyond that what decides the code and not the
// bits of results: this build of the library, instructions of this machine beyond its class, its
// caches and the number of threads, what the context knows of each host call that the program
// names, and the places of ops, which the executable has for its errors. None: the executable is
// not to be kept, because somebody looks at how it is compiled (a dump, symbols for profilers, code
// that is to be generated anew), or nobody can tell this build from others. Errors: those of
// switchesOf and cpuOf.
StatusOr<std::optional<std::string>> programKey(const Program& program,
                                                const CompileOptions& options);

// A module as it was given, in full, its name, which places of ops have, the function that it is
// wanted for, and this build of the library. No other module has its key, and no program. None: as
// programKey, and if the options are wrong, which is for compile to say.
std::optional<std::string> moduleKey(const ModuleSource& source, const CompileOptions& options);

} // namespace lz
