// A program and all that its executable depends on, as bytes: the key of the cache on disk.
#pragma once

#include "base/Status.h"
#include "compiler/Compiler.h"

#include <optional>
#include <string>

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

} // namespace lz
