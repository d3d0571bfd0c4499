#include "schedule/CostTable.h"

namespace lz {
namespace {

// What differs between the classes. Those of avx2 are measured, or fitted to measured kernels
// (docs/performance.md, "Costs"); v2 and avx512 are estimates.
constexpr CostTable tableOf(double registerBytes, double nsPerStep, double narrowMask,
                            double secondLevelKiB, std::array<double, 4> bytesPerNs,
                            double memoryPerNs) {
  constexpr double kKiB = 1024;
  return {.registerBytes = registerBytes,
          .nsPerStep = nsPerStep,
          .gather = 20,
          .scatter = 32,
          .partial = 14,
          .mask = 3,
          .narrowMask = narrowMask,
          .quotient = 11,
          .toBf16 = 8,
          .turn = 6,
          .fold = 4,
          .foldTogether = 3,
          .call = 10,
          .unit = 0.6,
          .kernel = 490,
          .caches = {32 * kKiB, secondLevelKiB * kKiB, 16384 * kKiB},
          .bytesPerNs = bytesPerNs,
          .memoryPerNs = memoryPerNs};
}

constexpr CostTable kV2 = tableOf(16, 0.6, 12, 512, {60, 30, 15, 8}, 16);
constexpr CostTable kAvx2 = tableOf(32, 0.28, 12, 512, {120, 63, 40, 16}, 28);
constexpr CostTable kAvx512 = tableOf(64, 0.16, 5, 1024, {200, 80, 30, 12}, 25);

} // namespace

const CostTable& costTable(CpuClass cpu) {
  switch (cpu) {
  case CpuClass::V2:
    return kV2;
  case CpuClass::Avx2:
    return kAvx2;
  case CpuClass::Avx512:
    return kAvx512;
  }
  return kAvx2;
}

} // namespace lz
