// Walks from some results backwards through the ops that they need. They need the cut lock, which
// guards the marks.
#pragma once

#include "lazy/graph/Node.h"

#include <vector>

namespace lz::lazy {

// The pending ops that `roots` need, operands before users, left operands first; in the order of
// recording where one has effects. Only ops with a serial above `minSerial`; others count as
// values. Marks Node::visit with `pass`. Iterative.
std::vector<Node*> traverse(absl::Span<Node* const> roots, uint64_t pass, uint64_t minSerial = 0);

// The same through values that keep their history.
std::vector<Node*> traverseHistory(absl::Span<Node* const> roots, uint64_t pass,
                                   uint64_t minSerial = 0);
// Whether traverseHistory takes the result for a value, and does not go behind it.
bool endsHistory(const Result& result, uint64_t minSerial);

} // namespace lz::lazy
