// Turns what is behind a set of roots into programs that are ready to submit: traverse, cut into
// segments, encode, look up.
#pragma once

#include "lazy/graph/NodeStore.h"
#include "lazy/submit/Segment.h"

#include <memory>
#include <vector>

namespace lz::lazy {

// Whose nodes are cut, and what their programs are compiled by and run on.
struct CutPlace {
  NodeStore& store;
  std::shared_ptr<Engine> engine;
  std::shared_ptr<runtime::Device> device;
};

struct CutResult {
  std::vector<Segment> segments;
  int64_t ops = 0;
  int64_t outputs = 0;         // that have a handle
  Status lost = okStatus();    // why one of the roots can never be computed
  Status refused = okStatus(); // by a guard: what is not in `segments` is as pending as it was
};

// Turns the pending graph behind `roots` into segments and gives their outputs their Data. Needs
// the cut lock. With `endsHistories` the roots are all that is alive, so memory that is held
// nowhere else may be taken over, and what was computed gives up its operands, unless somebody
// outside of the cut will compute it again; otherwise it keeps them for gradients. The nodes that
// became unreachable are added to `dead`, which must be destroyed without the lock. What needs a
// value that can never be (a placeholder, a donated tensor, one that failed) fails for itself: its
// tensors get the error as their value, and the rest is cut without them.
CutResult cutGraph(const CutPlace& place, absl::Span<const Ref<Node>> roots, bool endsHistories,
                   DeadNodes& dead);

} // namespace lz::lazy
