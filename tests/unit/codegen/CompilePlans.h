// Compiles plans to kernels that a test can call.
#pragma once

#include "codegen/Jit.h"

#include <deque>

namespace lz::codegen {

struct NamedPlan {
  std::string name;
  const schedule::ChosenPlan* chosen;
};

// fn(buffers, 0, units) runs the whole plan.
struct CallableKernel {
  KernelFn fn;
  int64_t units;
};

struct CompiledPlans {
  std::shared_ptr<const KernelLibrary> library;
  std::vector<int64_t> units; // one for each plan

  CallableKernel kernel(size_t i) const { return {library->kernel(i).fn, units[i]}; }
  size_t generated() const { return library->generated(); }
};

inline StatusOr<CompiledPlans> compilePlans(absl::Span<const NamedPlan> plans,
                                            const JitOptions& options, JitCache* cache = nullptr) {
  std::deque<schedule::Schedule> schedules;
  std::vector<KernelRequest> requests;
  CompiledPlans result;
  for (const auto& [name, chosen] : plans) {
    const schedule::Schedule& schedule =
        schedules.emplace_back(chosen->plan, chosen->choice, vectorTargetOf(options));
    requests.push_back({name, &schedule});
    result.units.push_back(schedule.grid.units);
  }
  LZ_ASSIGN_OR_RETURN(result.library, compileKernels(requests, options, cache));
  return result;
}

} // namespace lz::codegen
