// What the devices of a context share: the compiler, compiled programs, counters, locations, the
// log.
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
  bool opByOp = false;             // every op runs as soon as it is recorded
  size_t maxSegmentOps = 1024;     // a longer cut becomes several programs
  int64_t maxPendingOps = 1 << 20; // at this number a barrier begins by itself
  // How much is kept only for gradients (HistoryLimits). 0 means twice maxPendingOps, and a quarter
  // of the device's memory.
  int64_t maxHistoryOps = 0;
  int64_t maxHistoryBytes = 0;
  size_t cacheEntries = 1024;
  int64_t cacheBytes = int64_t(256) << 20; // of all cached programs with their constants and code
  unsigned cacheHashBits = 64;             // tests use fewer, to make collisions
  // `severity` is 0 for info, 1 for a warning, 2 for an error. Called with no lock held. The
  // function may be empty.
  std::function<void(int severity, const std::string& message)> log;
};

struct Engine {
  Engine(EngineOptions options, std::shared_ptr<compiler::Compiler> compiler);

  // An error once exit() or the end of the thread destroys what MLIR and LLVM keep in static and
  // thread-local objects. `what` is the verb in the message, for example "compile".
  static Status checkGoesOn(const char* what);
  // Compiles as Compiler::compile does, and counts a compilation or a program found on disk. Any
  // thread, while checkGoesOn is OK. `cancel` cancels it; if that is nullptr, the end of the
  // context does.
  StatusOr<ExecutableRef> compile(const Program& program,
                                  const compiler::CompileOptions& compileOptions,
                                  const CancelFlag* cancel = nullptr);
  // Loads as Compiler::load does, with the options of the engine. It is like compile(), but counts
  // nothing.
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
  std::atomic<bool> opByOp;           // at first that of the options
  CancelFlag stopped{false};          // set when no more work is accepted
  const uint64_t forks = forkCount(); // number of the process that the engine belongs to
};

} // namespace lz::lazy
