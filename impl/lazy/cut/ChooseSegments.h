// Decides where a long recording is divided into programs.
#pragma once

#include "lazy/graph/Node.h"

#include <vector>

namespace lz::lazy {

// Returns the ends of segments of at most `maxOps` ops each. The last end is ops.size(). Whether an
// op ends a segment depends only on the ops around it. So if a recording repeats the same ops many
// times, all segments end at the same one of these ops, and the segments are equal.
std::vector<size_t> chooseSegments(absl::Span<Node* const> ops, size_t maxOps);

} // namespace lz::lazy
