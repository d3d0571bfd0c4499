// Finds the memory of a run. If memory is short, this is done before the run is refused, in this
// order:
//
//   1. blocks that the allocator keeps go back to the system
//   2. runs that hold memory of the device are waited for
//   3. a smaller plan of the program is compiled, or found in the cache
//   4. the function `pressure` of lz_memory_hooks is called
//
// The allocator does 1, 2 and 4. Nothing else in lazy counts bytes.
#pragma once

#include "absl/types/span.h"
#include "lazy/engine/Engine.h"
#include "runtime/Device.h"
#include "runtime/Reservation.h"

namespace lz::lazy {

struct RunArguments {
  absl::Span<const runtime::StorageRef> args;
  absl::Span<const bool> donated = {};
  absl::Span<const runtime::StorageRef> outData = {};
};

// Returns another plan of the same program. A run with this plan takes at most `bytes` bytes. If no
// plan is that small, returns the smallest plan. Fails if there is no other plan.
using PlanWithin = absl::FunctionRef<StatusOr<ExecutableRef>(int64_t bytes)>;

// The memory of one run at a time.
class Budget {
public:
  Budget(Engine& engine, runtime::Device& device, runtime::Reservation& reservation)
      : engine_(engine), device_(device), reservation_(reservation) {}

  // Runs `whole`, or a smaller plan if there is too little memory. Does not throw. A refused run
  // has taken nothing.
  StatusOr<exec::RunResult> run(const exec::Executable& whole, const RunArguments& arguments,
                                PlanWithin planWithin);

private:
  StatusOr<exec::RunResult> attempt(const exec::Executable& plan, const RunArguments& arguments,
                                    bool isLast);

  Engine& engine_;
  runtime::Device& device_;
  runtime::Reservation& reservation_;
};

} // namespace lz::lazy
