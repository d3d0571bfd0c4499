#include "lazy/run/CountedRun.h"

#include "base/Exhausted.h"

#include <chrono>
#include <new>

namespace lz::lazy {

StatusOr<exec::RunResult> countedRun(Engine& engine, runtime::Device& device,
                                     const exec::Executable& executable,
                                     absl::Span<const runtime::StorageRef> args,
                                     absl::Span<const bool> donated,
                                     absl::Span<const runtime::StorageRef> outData) {
  auto start = std::chrono::steady_clock::now();
  StatusOr<exec::RunResult> result = outOfMemory();
  try {
    result = executable.run(device, args, donated, outData);
  } catch (const std::bad_alloc&) {
  }
  auto elapsed = std::chrono::steady_clock::now() - start;
  add(engine.counters.executions);
  add(engine.counters.executeNs,
      std::chrono::duration_cast<std::chrono::nanoseconds>(elapsed).count());
  return result;
}

} // namespace lz::lazy
