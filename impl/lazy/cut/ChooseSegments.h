// Decides where a long recording is divided into programs.
#pragma once

#include "lazy/graph/Node.h"

#include <vector>

namespace lz::lazy {

// The ends of segments of at most `maxOps` ops each: [.., .., ops.size()]. The ops around a place
// decide whether it is an end. So a loop that was unrolled into a long recording is cut at the same
// place of its body each time, and its segments are equal.
std::vector<size_t> chooseSegments(absl::Span<Node* const> ops, size_t maxOps);

} // namespace lz::lazy
