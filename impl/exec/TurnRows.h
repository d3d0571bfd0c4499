// Rows that are contiguous along k, turned into columns of a panel sixteen at a time, on CPUs with
// 512-bit vectors. Internal to exec.
#pragma once

#include <cstdint>

namespace lz::exec {

inline constexpr int kTurned = 16;

bool canTurnSixteen();

// target[kk * width + i] = rows[i][kk] for i < numRows <= 16 and kk < 16 * blocks. Only if
// canTurnSixteen.
void turnSixteen(const float* const* rows, int numRows, int64_t blocks, int64_t width,
                 float* target);

} // namespace lz::exec
