// Transposes rows that are contiguous along k into columns of a panel. Only for files of
// contraction/run.
#pragma once

#include "base/Half.h"
#include "base/machine/MachineClass.h"

#include <cstdint>

namespace lz::contraction {

// The most rows in one call.
inline constexpr int kTurned = 16;

// Computes target[kk * width + i] = rows[i][kk] for i < numRows <= kTurned and kk < count.
void turnRows(MachineClass cpu, const float* const* rows, int numRows, int64_t count, int width,
              float* target);
void turnRows(MachineClass cpu, const double* const* rows, int numRows, int64_t count, int width,
              double* target);
void turnRows(MachineClass cpu, const BF16* const* rows, int numRows, int64_t count, int width,
              float* target);
void turnRows(MachineClass cpu, const F16* const* rows, int numRows, int64_t count, int width,
              float* target);

// turnSixteen works like turnRows, but with 512-bit vectors, on `blocks` blocks of sixteen values.
// Call it only if canTurnSixteen returns true.
bool canTurnSixteen(MachineClass cpu);
void turnSixteen(const float* const* rows, int numRows, int64_t blocks, int64_t width,
                 float* target);

} // namespace lz::contraction
