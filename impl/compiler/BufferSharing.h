// Which buffers may be one: an output with an input that the caller gave away, or a temporary with
// one that is read for the last time.
//
//   %1 = lz.region(%0) {...}   if nothing reads %0 later, %1 is written where %0 was: each
//                              element is loaded just before its place is stored to
#pragma once

#include "compiler/BufferPlanner.h"
#include "region/RegionPlan.h"

#include <map>
#include <vector>

namespace lz {

// Whether the plan reads its input, not just writes over it.
bool loads(const RegionPlan& plan, int32_t input);

// First every kernel and contraction is added, with the planner's step in which it runs. Steps with
// neither have no two buffers that could be one.
class BufferSharing {
public:
  // `buffers`: the inputs of the plan, then its outputs. `plan` must outlive this.
  void addKernel(int64_t step, const RegionPlan& plan, std::vector<exec::BufferId> buffers);
  void addContraction(int64_t step, std::vector<exec::BufferId> buffers);

  // An elementwise kernel writes over a temporary that it is the last to read: these lines are in
  // the cache already. To be called before the planner places them.
  void workInPlace(const std::vector<exec::BufferSpec>& buffers, BufferPlanner& planner) const;

  // By output: the donated input whose memory it gets, or -1. It is written after the input's last
  // use, or by a kernel that reads every element of the input just before it writes an element of
  // the output at the same bytes. Inputs are the first of `buffers`.
  std::vector<int32_t> aliasesOf(const std::vector<bool>& donated,
                                 const std::vector<exec::BufferId>& outputs,
                                 const std::vector<exec::BufferSpec>& buffers,
                                 const BufferPlanner& planner) const;

private:
  // A kernel, or a contraction (plan: nullptr) with kernels on its rows behind it in the same step.
  struct Use {
    const RegionPlan* plan;
    std::vector<exec::BufferId> buffers;

    bool has(exec::BufferId buffer) const;
    bool worksInPlace(exec::BufferId input, exec::BufferId output) const;
  };

  bool mayBeOne(exec::BufferId input, exec::BufferId output, const BufferPlanner& planner) const;

  std::map<int64_t, std::vector<Use>> usesAt_; // by step
};

} // namespace lz
