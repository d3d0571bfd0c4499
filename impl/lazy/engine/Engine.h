// The parts that the devices of a context share: the compiler, compiled programs, counters,
// locations and the log.
#pragma once

#include "base/Cancel.h"
#include "base/machine/Process.h"
#include "compiler/Compiler.h"
#include "lazy/bucket/Buckets.h"
#include "lazy/cache/Cache.h"
#include "lazy/cache/Derivations.h"
#include "lazy/cache/Promotions.h"
#include "lazy/program/Locations.h"
#include "lazy/watch/Counters.h"
#include "lazy/watch/Guards.h"

#include <atomic>
#include <functional>
#include <memory>
#include <string>

namespace lz::lazy {

struct EngineOptions {
  compiler::CompileOptions compile;
  bool opByOp = false;             // true if each op runs when it is recorded
  size_t maxSegmentOps = 1024;     // a longer cut becomes several programs
  int64_t maxPendingOps = 1 << 20; // an automatic barrier begins at this number
  // Limits for nodes that are kept only for gradients (HistoryLimits). 0 means a default: twice
  // maxPendingOps for the ops, and a quarter of the machine's memory for the bytes, divided among
  // devices that have no budget.
  int64_t maxHistoryOps = 0;
  int64_t maxHistoryBytes = 0;
  size_t cacheEntries = 1024;
  int64_t cacheBytes = int64_t(256) << 20; // limit for all cached programs with constants and code
  unsigned cacheHashBits = 64;             // tests use fewer, so that hashes collide
  // The function is called with no lock held. `severity` is 0 for info, 1 for a warning, 2 for an
  // error. The function may be empty.
  std::function<void(int severity, const std::string& message)> log;
};

struct Engine {
  Engine(EngineOptions options, std::shared_ptr<compiler::Compiler> compiler);

  // Fails if MLIR and LLVM can no longer be used, because exit() or the end of the thread destroys
  // their objects. `what` is the verb in the message, for example "compile".
  static Status checkGoesOn(const char* what);
  // Calls Compiler::compile. Counts a compilation, or a hit if the program was found on disk. Any
  // thread may call it while checkGoesOn is OK. `cancel` cancels the compilation. If `cancel` is
  // nullptr, the end of the context cancels it.
  StatusOr<ExecutableRef> compile(const Program& program,
                                  const compiler::CompileOptions& compileOptions,
                                  const CancelFlag* cancel = nullptr);
  // Calls Compiler::load with the options of the engine. Any thread may call it while checkGoesOn
  // is OK. Counts nothing.
  StatusOr<ExecutableRef> load(std::string_view bytes);
  // Calls the log function, if there is one.
  void log(int severity, const std::string& message) const;

  const EngineOptions options;
  const std::shared_ptr<compiler::Compiler> compiler;
  Locations locations;
  Counters counters;
  Guards guards;
  Cache cache;
  Derivations derivations;
  Promotions promotions;
  Buckets buckets;
  std::atomic<bool> opByOp;  // initially as in the options
  CancelFlag stopped{false}; // set when no more work is accepted
  // The number of forks before the engine was made; another number means another process.
  const uint64_t forks = forkCount();
};

} // namespace lz::lazy
