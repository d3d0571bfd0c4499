// What a compilation is asked for, where executables are kept, and what variables say to a context.
// Free of MLIR.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lz::exec {
class HostCalls;
} // namespace lz::exec

namespace lz {

enum class Numerics : uint8_t { Standard, Strict };

struct CompileOptions {
  Numerics numerics = Numerics::Standard;
  std::string cpu{};     // "" or "host": the machine's; else a CPU class name
  int threads = 0;       // workers of the compiler and scratch of contractions; 0: number of cores
  std::string dumpDir{}; // every stage as a file; "": LAZULI_DUMP says where
  std::vector<std::string> disabled{}; // passes and parts (Switches.h), beside LAZULI_DISABLE's
  bool verify = false; // the compiler checks itself (Switches.h), as LAZULI_VERIFY makes it
  bool ignoreEnvironment = false; // LAZULI_* mean nothing (Environment.h)
  // What custom_call may name; nullptr: nothing.
  std::shared_ptr<exec::HostCalls> hostCalls{};

  bool operator==(const CompileOptions&) const = default;
};

// Where executables, and what modules say, are kept for other processes.
struct DiskCacheOptions {
  std::string folder{}; // "": nowhere
  int64_t mostBytes = int64_t(1) << 30;
  // Called once, if they cannot be kept; may be empty.
  std::function<void(const std::string& message)> warn{};
};

// The folder that `wanted` names: "off": "", none; "": what LAZULI_CACHE says, unless the
// environment is ignored, else lazuli in $XDG_CACHE_HOME or ~/.cache. Absolute.
std::string cacheFolderOf(const std::string& wanted, bool ignoreEnvironment);

// What the variables of a context say; as if none were set, if the environment is ignored.
struct ContextVariables {
  unsigned hashBits = 64; // LAZULI_HASH_BITS: of the hashes of recordings; fewer make collisions
  bool opByOp = false;    // LAZULI_OP_BY_OP is neither empty nor 0
};
ContextVariables contextVariables(bool ignoreEnvironment);

} // namespace lz
