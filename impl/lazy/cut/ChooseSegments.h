// Decides where a long recording is divided into programs.
#pragma once

#include "lazy/graph/Node.h"

#include <vector>

namespace lz::lazy {

// Returns the ends of segments of at most `maxOps` ops each: [.., .., ops.size()]. Whether a place
// is an end depends only on the ops around it. So if a loop was unrolled into a long recording, it
// is cut at the same place of its body each time, and its segments are equal.
std::vector<size_t> chooseSegments(absl::Span<Node* const> ops, size_t maxOps);

} // namespace lz::lazy
