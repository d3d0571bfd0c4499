// Runs an executable and counts the run in the engine's counters.
#pragma once

#include "lazy/engine/Engine.h"
#include "runtime/Device.h"

namespace lz::lazy {

// Calls Executable::run, and counts and times the run. Does not throw. For an input that is
// donated, `args` must hold the only reference.
StatusOr<exec::RunResult>
countedRun(Engine& engine, runtime::Device& device, const exec::Executable& executable,
           absl::Span<const runtime::StorageRef> args, absl::Span<const bool> donated = {},
           absl::Span<const runtime::StorageRef> outData = {}, const exec::RunMemory& memory = {});

} // namespace lz::lazy
