#include "lazy/engine/CountedRun.h"

#include "base/Exhausted.h"

#include <new>

namespace lz::lazy {

StatusOr<exec::RunResult>
countedRun(Engine& engine, runtime::Device& device, const exec::Executable& executable,
           absl::Span<const runtime::StorageRef> args, absl::Span<const bool> donated,
           absl::Span<const runtime::StorageRef> outData, const exec::RunMemory& memory) {
  TimedScope timed(engine.counters.executeTime);
  StatusOr<exec::RunResult> result = outOfMemory();
  try {
    result = executable.run(device, args, donated, outData, memory);
  } catch (const std::bad_alloc&) {
  }
  add(engine.counters.executions);
  return result;
}

} // namespace lz::lazy
