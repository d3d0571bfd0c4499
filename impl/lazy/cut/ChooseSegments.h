// Where a long recording is divided into programs.
#pragma once

#include "lazy/graph/Node.h"

#include <vector>

namespace lz::lazy {

// Where pieces of at most `maxOps` end: [.., .., ops.size()]. Places are chosen by the ops around
// them, so that a loop that was unrolled into a long recording is cut at the same place of its body
// each time, and its pieces are equal.
std::vector<size_t> chooseSegments(absl::Span<Node* const> ops, size_t maxOps);

} // namespace lz::lazy
