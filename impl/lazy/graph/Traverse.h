// Walks backwards from results through the ops that they need. All functions need the cut lock,
// which guards the marks.
#pragma once

#include "lazy/graph/Node.h"

#include <vector>

namespace lz::lazy {

// Returns the pending ops that `roots` need. Operands precede their users, and left operands
// precede right ones. Ops with effects keep the order of recording. Ops with a serial of at most
// `minSerial` count as values. Marks Node::visit with `pass`. Does not recurse.
std::vector<Node*> traverse(absl::Span<Node* const> roots, uint64_t pass, uint64_t minSerial = 0);

// Does what traverse does, but continues through values that have a history.
std::vector<Node*> traverseHistory(absl::Span<Node* const> roots, uint64_t pass,
                                   uint64_t minSerial = 0);
// Returns true if traverseHistory stops at the result.
bool endsHistory(const Result& result, uint64_t minSerial);

} // namespace lz::lazy
