// A run of an executable as the counters of an engine see it.
#pragma once

#include "lazy/engine/Engine.h"
#include "runtime/Device.h"

namespace lz::lazy {

// Executable::run, counted and timed. Does not throw: donated inputs are in `args` alone.
StatusOr<exec::RunResult> countedRun(Engine& engine, runtime::Device& device,
                                     const exec::Executable& executable,
                                     absl::Span<const runtime::StorageRef> args,
                                     absl::Span<const bool> donated = {},
                                     absl::Span<const runtime::StorageRef> outData = {});

} // namespace lz::lazy
