#include "fusion/CostTable.h"

namespace lz::fusion {
namespace {

constexpr double kKiB = 1024;

constexpr CostTable kV2 = {.nsPerStep = 0.6,
                           .gather = 20,
                           .scatter = 32,
                           .turn = 4,
                           .fold = 8,
                           .foldTogether = 3,
                           .kernel = 500,
                           .unit = 4,
                           .caches = {32 * kKiB, 512 * kKiB, 16384 * kKiB},
                           .bytesPerNs = {60, 30, 15, 8},
                           .memoryPerNs = 16};
constexpr CostTable kAvx2 = {.nsPerStep = 0.28,
                             .gather = 20,
                             .scatter = 32,
                             .turn = 4,
                             .fold = 8,
                             .foldTogether = 3,
                             .kernel = 500,
                             .unit = 4,
                             .caches = {32 * kKiB, 512 * kKiB, 16384 * kKiB},
                             .bytesPerNs = {120, 60, 25, 10},
                             .memoryPerNs = 20};
constexpr CostTable kAvx512 = {.nsPerStep = 0.16,
                               .gather = 20,
                               .scatter = 32,
                               .turn = 4,
                               .fold = 8,
                               .foldTogether = 3,
                               .kernel = 500,
                               .unit = 4,
                               .caches = {32 * kKiB, 1024 * kKiB, 16384 * kKiB},
                               .bytesPerNs = {200, 80, 30, 12},
                               .memoryPerNs = 25};

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
