// Describes the properties of a machine that schedules and formulas depend on. codegen/LlvmTarget.h
// makes a VectorTarget for each CPU class. emit/core/Target.h adds instructions.
#pragma once

#include "base/machine/MachineClass.h"

namespace lz::schedule {

struct VectorTarget {
  MachineClass cpu = MachineClass::Avx512; // its costs are used (base/machine/CostTable.h)
  int f32Lanes = 16;                       // 16: AVX-512, 8: AVX2, 4: x86-64-v2, 1: no vectors
  int vectorRegisters = 32;                // registers that a loop can use
  bool hasFma = true;
  bool tiles = true;   // if false, a unit is one vector, and checks for cancellation
  bool strict = false; // numerics level strict: no fused multiply and add
};

} // namespace lz::schedule
