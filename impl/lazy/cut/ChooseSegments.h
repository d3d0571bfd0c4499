// Decides where a long recording is divided into programs.
#pragma once

#include "lazy/graph/Node.h"

#include <vector>

namespace lz::lazy {

// Returns the ends of segments of at most `maxOps` ops each. The last end is ops.size(). Whether a
// segment ends at an op depends only on the ops around it. So a loop that was unrolled into a long
// recording is cut at the same op of its body each time, and the segments are equal.
std::vector<size_t> chooseSegments(absl::Span<Node* const> ops, size_t maxOps);

} // namespace lz::lazy
