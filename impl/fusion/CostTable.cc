#include "fusion/CostTable.h"

namespace lz::fusion {
namespace {

// What differs between the classes. Estimates, but for nsPerStep of avx2 and the call, which are
// measured (docs/performance.md, "Costs").
constexpr CostTable tableOf(double nsPerStep, double secondLevelKiB,
                            std::array<double, 4> bytesPerNs, double memoryPerNs) {
  constexpr double kKiB = 1024;
  return {.nsPerStep = nsPerStep,
          .gather = 20,
          .scatter = 32,
          .turn = 4,
          .fold = 8,
          .foldTogether = 3,
          .call = 10,
          .unit = 4,
          .kernel = 490,
          .caches = {32 * kKiB, secondLevelKiB * kKiB, 16384 * kKiB},
          .bytesPerNs = bytesPerNs,
          .memoryPerNs = memoryPerNs};
}

constexpr CostTable kV2 = tableOf(0.6, 512, {60, 30, 15, 8}, 16);
constexpr CostTable kAvx2 = tableOf(0.28, 512, {120, 60, 25, 10}, 20);
constexpr CostTable kAvx512 = tableOf(0.16, 1024, {200, 80, 30, 12}, 25);

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

} // namespace lz::fusion
