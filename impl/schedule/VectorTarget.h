// What schedules and formulas know of a machine; what its instructions do beyond that is asked of
// emit/core/Target.h. codegen/Target.h gives one of these for each CPU class.
#pragma once

#include "base/machine/CpuClass.h"

namespace lz {

struct VectorTarget {
  CpuClass cpu = CpuClass::Avx512; // whose costs count (base/machine/CostTable.h)
  int f32Lanes = 16;               // 16: AVX-512, 8: AVX2, 4: x86-64-v2, 1: no vectors
  int vectorRegisters = 32;        // that a loop may use
  bool hasFma = true;
  bool tiles = true;   // false: a unit is one vector, and looks whether the run is cancelled
  bool strict = false; // numerics level strict: no contraction of multiply and add
};

} // namespace lz
