// What schedules and formulas know about a machine. emit/core/Target.h adds its instructions.
// codegen/LlvmTarget.h makes a VectorTarget for each CPU class.
#pragma once

#include "base/machine/MachineClass.h"

namespace lz::schedule {

struct VectorTarget {
  MachineClass cpu = MachineClass::Avx512; // its costs are used (base/machine/CostTable.h)
  int f32Lanes = 16;                       // 16: AVX-512, 8: AVX2, 4: x86-64-v2, 1: no vectors
  int vectorRegisters = 32;                // registers that a loop may use
  bool hasFma = true;
  bool tiles = true;   // false: a unit is one vector and checks whether the run is cancelled
  bool strict = false; // numerics level strict: no contraction of multiply and add
};

} // namespace lz::schedule
