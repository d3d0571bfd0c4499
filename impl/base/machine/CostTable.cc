#include "base/machine/CostTable.h"

namespace lz {
namespace {

constexpr double kKiB = 1024;

// Those of avx2 and avx512 are measured, or fitted to measured kernels, on an AMD Zen 3 and a Zen 4
// (docs/performance.md, "Costs"); those of v2 are estimates.
// With matrices of 1 to 400 MB and rows of 256 bytes to 256 KiB, on the Zen 4. Streamed, 2 rows of
// sums and 1024 columns: 0.020; 4: 0.026; 8: 0.042; 2 rows and 32 columns: 0.050. In panels from
// the shared cache 0.04 to 0.06; from memory 0.12.
constexpr ContractionCosts contractionCosts(double productsPerNs) {
  return {.productsPerNs = productsPerNs,
          .streamed = 0.012,
          .streamedRow = 0.00375,
          .streamedPass = 1.2,
          .panel = 0.045,
          .panelFromMemory = 0.1};
}

constexpr CostTable kAvx2 = {.registerBytes = 32,
                             .nsPerStep = 0.28,
                             .gather = 20,
                             .scatter = 32,
                             .partial = 14,
                             .mask = 3,
                             .narrowMask = 12,
                             .quotient = 11,
                             .toBf16 = 8,
                             .turn = 6,
                             .fold = 4,
                             .foldTogether = 3,
                             .call = 10,
                             .unit = 0.6,
                             .kernel = 490,
                             .caches = {32 * kKiB, 512 * kKiB, 16384 * kKiB},
                             .bytesPerNs = {120, 63, 40, 16},
                             .memoryPerNs = 28,
                             .contraction = contractionCosts(67)};

constexpr CostTable v2() {
  CostTable table = kAvx2;
  table.registerBytes = 16;
  table.nsPerStep = 0.6;
  table.bytesPerNs = {60, 30, 15, 8};
  table.memoryPerNs = 16;
  table.contraction = contractionCosts(17);
  return table;
}
constexpr CostTable kV2 = v2();

constexpr CostTable kAvx512 = {.registerBytes = 64,
                               .nsPerStep = 0.15,
                               .gather = 36,
                               .scatter = 32,
                               .partial = 2,
                               .mask = 3,
                               .narrowMask = 5,
                               .quotient = 20,
                               .toBf16 = 8,
                               .turn = 9,
                               .fold = 4,
                               .foldTogether = 3,
                               .call = 6,
                               .unit = 0.3,
                               .kernel = 490,
                               .caches = {32 * kKiB, 1024 * kKiB, 16384 * kKiB},
                               .bytesPerNs = {210, 115, 60, 30},
                               .memoryPerNs = 55,
                               .contraction = contractionCosts(115)};

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
