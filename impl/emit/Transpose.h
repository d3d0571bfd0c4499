// Matrices in registers, turned by shuffles.
#pragma once

#include "emit/LaneBuilder.h"

#include <vector>

namespace lz::emit {

// The columns of the square matrix whose rows are `rows`: as many vectors as each has lanes, a
// power of two. f32[16] x 16 takes 64 shuffles of one instruction each.
std::vector<mlir::Value> transposeSquare(LaneBuilder& b, std::vector<mlir::Value> rows);

} // namespace lz::emit
