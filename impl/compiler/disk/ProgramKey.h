// Makes the keys of the cache on disk. The key of a program finds its executable. The key of a
// module finds its parsed program.
#pragma once

#include "base/Status.h"
#include "compiler/Compiler.h"

#include <optional>
#include <string>
#include <string_view>

namespace lz::compiler {

// Returns the key of a program. The key contains everything that the executable of the program
// depends on. The executable depends on everything that the fingerprint hashes, on this build of
// the library, on this machine, on the number of threads, and on the host calls. The key contains
// no locations of ops (OpLocations.h), except if the program must fit a budget. Returns nullopt if
// the executable must not be cached, because its compilation is inspected (for example with a dump)
// or because this build has no id. Fails if switchesOf or cpuOf fails.
StatusOr<std::optional<std::string>> programKey(const Program& program,
                                                const CompileOptions& options);

// Returns a 256-bit hash of the key of the program (programKey). Needs no memory for the constants
// of the program.
StatusOr<std::optional<std::string>> programDigest(const Program& program,
                                                   const CompileOptions& options);

// Returns the key of a module. The key contains the bytes and the name of the module, the wanted
// function, and this build of the library. Returns nullopt where programKey returns nullopt. Also
// returns nullopt if the options are wrong, because compile() reports this error later.
std::optional<std::string> moduleKey(const ModuleSource& source, const CompileOptions& options);

} // namespace lz::compiler
