// The options of a compilation and of the cache on disk, and the environment variables of a
// context. This header does not include MLIR.
#pragma once

#include "base/Status.h"

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

// The options about splitting, in bytes (docs/memory.md). Tensors that are larger than the
// threshold are split where that is possible. Inputs and outputs are not split.
struct TensorLimits {
  int64_t sizeThreshold = 0; // larger tensors are split; 0: none is
  int64_t splitSize = 0;     // the most bytes of a slice; 0: sizeThreshold

  bool operator==(const TensorLimits&) const = default;
};

struct CompileOptions {
  Numerics numerics = Numerics::Standard;
  std::string cpu{}; // a CPU class; "" or "host": that of the machine
  int threads = 0;   // threads that compile, and that plans of contractions assume; 0: one per core
  TensorLimits tensors{};
  std::string dumpDir{};               // folder to which every phase is written; "": LAZULI_DUMP
  std::vector<std::string> disabled{}; // disabled passes and parts (Switches.h)
  // The largest number of bytes that a run may take from the budget of its device. 0 means no
  // limit. If every plan of the memory takes more, the executable has the plan that takes least
  // (exec::checkFits).
  int64_t budgetBytes = 0;
  bool verify = false;            // the compiler checks itself (Switches.h), as with LAZULI_VERIFY
  bool ignoreEnvironment = false; // ignores the variables LAZULI_* (Environment.h)
  // The functions that custom_call may name, or nullptr.
  std::shared_ptr<exec::HostCalls> hostCalls{};

  bool operator==(const CompileOptions&) const = default;
};

// Options of the cache on disk, which keeps executables and parsed modules for other processes.
struct DiskCacheOptions {
  std::string folder{}; // "": nothing is kept
  int64_t mostBytes = int64_t(1) << 30;
  // This function is called once, when the first file cannot be written. May be empty.
  std::function<void(const std::string& message)> warn{};
};

// Returns the absolute path of the cache folder. `wanted` is the name of the folder. If it is "",
// LAZULI_CACHE has the name, unless the environment is ignored. If there is no name, the folder is
// `lazuli` in $XDG_CACHE_HOME or in ~/.cache. If the name is "off", returns "".
std::string cacheFolderOf(const std::string& wanted, bool ignoreEnvironment);

// The environment variables of a context. They have their defaults if the environment is ignored.
struct ContextVariables {
  unsigned hashBits = 64; // LAZULI_HASH_BITS, for recordings; tests use few, so that hashes collide
  bool opByOp = false;    // LAZULI_OP_BY_OP is set, and neither empty nor 0
  int64_t budgetBytes = 0; // LAZULI_MEMORY_BUDGET, for all devices of a context; 0: none
  TensorLimits tensors{};  // LAZULI_FLAGS (TensorFlags.h)
};
// Fails if a variable has a wrong form.
StatusOr<ContextVariables> contextVariables(bool ignoreEnvironment);

} // namespace lz::compiler
