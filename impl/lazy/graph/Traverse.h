// Walks from results backwards through the ops that they need. They need the cut lock, which guards
// the marks.
#pragma once

#include "lazy/graph/Node.h"

#include <vector>

namespace lz::lazy {

// The pending ops that `roots` need. Operands come before users, and left operands first; ops with
// effects keep the order of recording. Only ops with a serial above `minSerial` are returned; older
// ones count as values. Marks Node::visit with `pass`. Iterative.
std::vector<Node*> traverse(absl::Span<Node* const> roots, uint64_t pass, uint64_t minSerial = 0);

// Like traverse, but goes on through values that keep their history.
std::vector<Node*> traverseHistory(absl::Span<Node* const> roots, uint64_t pass,
                                   uint64_t minSerial = 0);
// True if traverseHistory treats the result as a value, and does not go behind it.
bool endsHistory(const Result& result, uint64_t minSerial);

} // namespace lz::lazy
