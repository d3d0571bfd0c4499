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
// If `endsHistories`, the roots must be all pending tensors that have a handle. Programs can then
// take over memory that nothing else holds. Computed nodes drop their operands, unless something
// outside of the cut will compute the nodes again. If not `endsHistories`, nodes keep their
// operands for gradients. Nodes that become unreachable are added to `dead`, which must be
// destroyed without the lock.
//
// An op can need a value that will never exist: a parameter of a function, a donated tensor, or a
// value whose computation failed. Then this op and the ops that depend on it fail, and their
// tensors get the error. The other ops are cut as usual.
CutResult cutGraph(const CutPlace& place, absl::Span<const Ref<Node>> roots, bool endsHistories,
                   DeadNodes& dead);

} // namespace lz::lazy
