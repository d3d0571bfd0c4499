// From a set of roots to programs that are ready to submit: traverse, cut into segments, encode,
// look up.
#pragma once

#include "lazy/Cache.h"
#include "lazy/Encoding.h"
#include "lazy/Engine.h"

#include <memory>
#include <string>
#include <vector>

namespace lz::lazy {

// The pending ops that `roots` need, operands before users, left operands first. Only ops with a
// serial above `minSerial`; others count as values. Marks Node::visit with `pass`. Iterative.
std::vector<Node*> traverse(absl::Span<Node* const> roots, uint64_t pass, uint64_t minSerial = 0);

// The same through values that keep their history, but not those with a serial up to `minSerial`.
std::vector<Node*> traverseHistory(absl::Span<Node* const> roots, uint64_t pass,
                                   uint64_t minSerial = 0);
// Whether that search takes the result for a value, and does not go behind it.
bool endsHistory(const Result& result, uint64_t minSerial);

// Where pieces of at most `maxOps` end: [.., .., ops.size()]. Places are chosen by the ops around
// them, so that a loop that was unrolled into a long recording is cut at the same place of its body
// each time, and its pieces are equal.
std::vector<size_t> chooseSegments(absl::Span<Node* const> ops, size_t maxOps);

// One program of a cut, with all that its run needs; free of nodes.
struct Segment {
  std::shared_ptr<CacheEntry> entry;
  bool mustCompile = false;
  std::vector<Ref<Data>> inputs, outputs;
  std::vector<uint8_t> donated; // one an input
  std::shared_ptr<Submission> submission;
  std::string op, location; // of the last op, for errors of the run
};

struct CutResult {
  std::vector<Segment> segments;
  int64_t ops = 0;
  int64_t outputs = 0; // that have a handle
};

// Turns the pending graph behind `roots` into segments and gives their outputs their Data. Needs
// the cut lock. With `endsHistories` the roots are all that is alive, so memory that nobody else
// holds may be taken over, and what was computed gives up its operands; otherwise it keeps them for
// gradients. The nodes that became unreachable are appended to `dead`, to be freed without the
// lock. Errors: a value that can never be: a placeholder, a donated tensor. Then nothing has
// changed.
StatusOr<CutResult> cutGraph(Engine& engine, absl::Span<const Ref<Node>> roots, bool endsHistories,
                             uint64_t& pass, std::vector<Node*>& dead);

} // namespace lz::lazy
