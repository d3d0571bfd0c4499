// What the code generator may use. codegen/Target.h gives one of these for each CPU class.
#pragma once

#include "base/machine/CpuClass.h"

namespace lz {

struct VectorTarget {
  CpuClass cpu = CpuClass::Avx512; // whose costs count (schedule/cost/CostTable.h)
  int f32Lanes = 16;               // 16: AVX-512, 8: AVX2, 4: x86-64-v2, 1: no vectors
  bool hasFma = true;
  bool hasScalef = true; // AVX-512F vscalefps
  bool hasF16C = true;
  bool hasBf16 = false; // AVX-512 vcvtneps2bf16
  bool tiles = true;    // false: a unit of the grid is one vector, and looks inside (Units.h)
  bool strict = false;  // numerics level strict: no contraction of multiply and add
};

} // namespace lz
