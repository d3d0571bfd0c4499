// What the devices of a context share: the compiler, compiled programs, counters, places, the log.
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
  bool opByOp = false;             // every op runs when it is recorded
  size_t maxSegmentOps = 1024;     // a longer cut becomes several programs
  int64_t maxPendingOps = 1 << 20; // as many make a barrier by themselves
  // What is kept for gradients alone (HistoryLimits). 0: twice maxPendingOps, and a quarter of
  // the device's memory.
  int64_t maxHistoryOps = 0;
  int64_t maxHistoryBytes = 0;
  size_t cacheEntries = 1024;
  int64_t cacheBytes = int64_t(256) << 20; // in all of them, with constants and code
  unsigned cacheHashBits = 64;             // fewer make collisions, for tests
  // severity: 0 info, 1 warning, 2 error; called with no lock held. May be empty.
  std::function<void(int severity, const std::string& message)> log;
};

struct Engine {
  Engine(EngineOptions options, std::shared_ptr<compiler::Compiler> compiler);

  // Errors: exit() or the end of the thread destroys what MLIR and LLVM keep in static and
  // thread-local objects. `what` says what cannot be done any more: "compile".
  static Status checkGoesOn(const char* what);
  // Compiles as Compiler::compile does, and counts it, or that it was found on disk. Any thread, as
  // long as checkGoesOn says so. Cancelled by `cancel`, or by the end of the context if that is
  // nullptr.
  StatusOr<ExecutableRef> compile(const Program& program,
                                  const compiler::CompileOptions& compileOptions,
                                  const CancelFlag* cancel = nullptr);
  // Loads as Compiler::load does, with the options of the engine; else as compile(), but counts
  // nothing.
  StatusOr<ExecutableRef> load(std::string_view bytes);
  // Tells the log sink, if there is one.
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
  std::atomic<bool> opByOp;           // first that of the options
  CancelFlag stopped{false};          // no more work is accepted
  const uint64_t forks = forkCount(); // the process that it belongs to
};

} // namespace lz::lazy
