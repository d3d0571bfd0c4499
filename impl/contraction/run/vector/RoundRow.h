// Rounds sums to the type of the output. Only for files of contraction/run.
#pragma once

#include "base/Half.h"
#include "base/machine/MachineClass.h"

#include <cstdint>

namespace lz::contraction {

// Computes target[i] = To(values[i]) for i < count. For bf16, uses the vectors of the CPU class.
template <typename From, typename To>
void roundRow(MachineClass, const From* values, int64_t count, To* target) {
  for (int64_t i = 0; i < count; ++i)
    target[i] = To(values[i]);
}
void roundRow(MachineClass cpu, const float* values, int64_t count, BF16* target);

} // namespace lz::contraction
