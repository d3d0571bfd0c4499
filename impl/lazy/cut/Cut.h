// Turns the pending ops that a set of roots needs into programs that are ready to submit, in four
// steps: traverse, divide into segments, encode, look up.
#pragma once

#include "lazy/graph/NodeStore.h"
#include "lazy/submit/Segment.h"

#include <memory>
#include <vector>

namespace lz::lazy {

// The graph whose nodes are cut, the engine that compiles the programs, and the device that runs
// them.
struct CutPlace {
  NodeStore& store;
  std::shared_ptr<Engine> engine;
  std::shared_ptr<runtime::Device> device;
};

struct CutResult {
  std::vector<Segment> segments;
  int64_t ops = 0;
  int64_t outputs = 0;         // tensors with a handle that get a value
  Status lost = okStatus();    // why one of the roots can never be computed
  Status refused = okStatus(); // why a guard refused; ops that are not in `segments` stay pending
};

// Turns the pending ops that `roots` need into segments, and gives their outputs their Data. Needs
// the cut lock.
//
// With `endsHistories`, the roots must be all pending tensors that have a handle. Then programs may
// take over memory that nothing else holds, and computed nodes drop their operands unless something
// outside of the cut will compute the nodes again. Otherwise nodes keep their operands for
// gradients. Nodes that become unreachable are added to `dead`, which must be destroyed without the
// lock.
//
// It is possible that an op needs a value that can never exist: a parameter of a function, a
// donated tensor, or a value whose computation failed. Then only this op and the ops that depend on
// it fail: their tensors get the error as their value, and the other ops are cut without them.
CutResult cutGraph(const CutPlace& place, absl::Span<const Ref<Node>> roots, bool endsHistories,
                   DeadNodes& dead);

} // namespace lz::lazy
