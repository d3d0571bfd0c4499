// The options of a compilation, the place where executables are kept, and the environment variables
// of a context. Free of MLIR.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lz::exec {
class HostCalls;
} // namespace lz::exec

namespace lz::compiler {

enum class Numerics : uint8_t { Standard, Strict };

struct CompileOptions {
  Numerics numerics = Numerics::Standard;
  std::string cpu{};                   // "" or "host": the machine's; else a CPU class name
  int threads = 0;                     // of the compiler, and of contractions; 0: one per core
  std::string dumpDir{};               // gets every phase as files; "": LAZULI_DUMP decides
  std::vector<std::string> disabled{}; // passes and parts (Switches.h), besides LAZULI_DISABLE
  bool verify = false;            // the compiler checks itself (Switches.h), as with LAZULI_VERIFY
  bool ignoreEnvironment = false; // LAZULI_* are not read (Environment.h)
  // The functions that custom_call may name; nullptr: there are none.
  std::shared_ptr<exec::HostCalls> hostCalls{};

  bool operator==(const CompileOptions&) const = default;
};

// Where executables and parsed modules are kept for other processes.
struct DiskCacheOptions {
  std::string folder{}; // "": they are not kept
  int64_t mostBytes = int64_t(1) << 30;
  // Called once, if files cannot be written; may be empty.
  std::function<void(const std::string& message)> warn{};
};

// The folder for the cache, absolute. `wanted` names it, and "off" gives "". If `wanted` is "",
// LAZULI_CACHE names it unless the environment is ignored, else it is lazuli in $XDG_CACHE_HOME or
// ~/.cache.
std::string cacheFolderOf(const std::string& wanted, bool ignoreEnvironment);

// The environment variables of a context. If the environment is ignored, they have their defaults.
struct ContextVariables {
  unsigned hashBits = 64; // LAZULI_HASH_BITS: for recordings; with fewer, hashes collide
  bool opByOp = false;    // LAZULI_OP_BY_OP is set, neither empty nor 0
};
ContextVariables contextVariables(bool ignoreEnvironment);

} // namespace lz::compiler
