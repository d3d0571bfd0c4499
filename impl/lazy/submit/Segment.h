// From a set of roots to programs that are ready to submit: traverse, cut into segments, encode,
// look up.
#pragma once

#include "lazy/cache/Cache.h"
#include "lazy/cache/Encoding.h"
#include "lazy/engine/Engine.h"
#include "lazy/submit/Submission.h"

#include <memory>
#include <string>
#include <vector>

namespace lz::lazy {

// The pending ops that `roots` need, operands before users, left operands first; in the order of
// recording where one has effects. Only ops with a
// serial above `minSerial`; others count as values. Marks Node::visit with `pass`. Iterative.
std::vector<Node*> traverse(absl::Span<Node* const> roots, uint64_t pass, uint64_t minSerial = 0);

// The same through values that keep their history.
std::vector<Node*> traverseHistory(absl::Span<Node* const> roots, uint64_t pass,
                                   uint64_t minSerial = 0);
// Whether traverseHistory takes the result for a value, and does not go behind it.
bool endsHistory(const Result& result, uint64_t minSerial);

// Where pieces of at most `maxOps` end: [.., .., ops.size()]. Places are chosen by the ops around
// them, so that a loop that was unrolled into a long recording is cut at the same place of its body
// each time, and its pieces are equal.
std::vector<size_t> chooseSegments(absl::Span<Node* const> ops, size_t maxOps);

// One program of a cut, with all that its run needs; it holds no node. Others wait for its outputs,
// so a segment that is destroyed before it was submitted fails its submission, and the cache entry
// that it was to compile.
struct Segment {
  explicit Segment(Engine& engine) : engine(&engine) {}
  Segment(Segment&&) noexcept = default;
  Segment& operator=(Segment&&) = delete;
  ~Segment();

  // The entry has got its executable, or will never have one.
  void compiled(StatusOr<ExecutableRef> executable);

  Engine* engine;
  std::shared_ptr<CacheEntry> entry;
  bool mustFulfil = false;    // the entry waits for this segment to get its executable
  bool isCompilation = false; // which has to be compiled for it
  std::shared_ptr<Submission> submission;
  int64_t inputs = 0, donated = 0;
};

struct CutResult {
  std::vector<Segment> segments;
  int64_t ops = 0;
  int64_t outputs = 0;         // that have a handle
  Status lost = okStatus();    // why one of the roots can never be computed
  Status refused = okStatus(); // by a guard: what is not in `segments` is as pending as it was
};

// Turns the pending graph behind `roots` into segments and gives their outputs their Data. Needs
// the cut lock. With `endsHistories` the roots are all that is alive, so memory that nobody else
// holds may be taken over, and what was computed gives up its operands, unless somebody outside of
// the cut will compute it again; otherwise it keeps them for gradients. The nodes that became
// unreachable are added to `dead`, which must be destroyed without the lock.
// What needs a value that can never be (a placeholder, a donated tensor, one that failed) fails for
// itself: its tensors get the error as their value, and the rest is cut without them.
CutResult cutGraph(Graph& graph, absl::Span<const Ref<Node>> roots, bool endsHistories,
                   uint64_t& pass, DeadNodes& dead);

} // namespace lz::lazy
