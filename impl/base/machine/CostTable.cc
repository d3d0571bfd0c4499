#include "base/machine/CostTable.h"

#include "base/machine/Registers.h"

namespace lz {
namespace {

constexpr double kKiB = 1024;

// Costs of avx2 and avx512 are measured, or fitted to measured kernels, on an AMD Zen 3 and a Zen 4
// (docs/performance.md, "Costs"). Costs of v2 are estimates, except for contractions.
//
// With matrices of 1 to 400 MB and rows of 256 bytes to 256 KiB, on the Zen 4. Streamed, 2 rows of
// sums and 1024 columns: 0.020; 4: 0.026; 8: 0.042; 2 rows and 32 columns: 0.050. In panels from
// the shared cache 0.04 to 0.06; from memory 0.12. What packing saves is the difference to 14 rows
// at the speed of the kernels; packing pays from 13 panels of the other operand on (narrow rows),
// and on a Zen 5 from 45 on. packedSaves is between them.
//
// What packing an operand takes, and what it saves, is fitted to products of 8 to 400 rows on a Zen
// 5, both in place and packed (bench/contractions.cc). In ns for an element of lhs, rows along k,
// 32 panels of rhs: packed 0.19 more than in place; an element of rhs, 29 panels of lhs: 0.02 more;
// 74 panels: 0.07 less. Turned columns of an output 4 KiB apart, 30 x 1024 x 48: 0.8 ns more for
// each element (avx512), 2.0 (avx2). 5 rows of 100,000 numbers take no more than a copy of them,
// 2048 rows of 512 numbers that lie side by side 1.6 times as long as panels.
//
// Those of tiles and of thin contractions are fitted to some 1,600 products of up to 96 values of k
// and 32 columns on a Zen 5, all three classes (bench/contractions.cc). Half of the predictions are
// within 20 % there (packed) or a third (thin), and the way that they choose takes 1 to 2 % more
// than the best one in the mean. Half of the predictions for dots are within 20 % there, those of
// 16-bit types with class v2 are ten times too low.
constexpr ContractionCosts kAvx512Contraction = {
    .streamed = 0.012,
    .streamedApart = 0.012,
    .streamedRow = 0.00375,
    .streamedPass = 1.2,
    .streamedElement = 88,
    .streamedSum = 0.44,
    .panel = 0.045,
    .panelApart = 0.045,
    .panelFromMemory = 0.1,
    .rowsFollowed = 32,
    .pack = 0.042,
    .packedSaves = 0.001,
    .packedSavesApart = 0.015,
    .tiles = {.element = 71,
              .tile = 27,
              .partial = 26,
              .k = 0.92,
              .step = 0.084,
              .packLhs = {.runs = 0.085, .turned = 0.178},
              .packRhs = {.runs = 0.082, .turned = 0.1},
              .packPartial = 0.24,
              .packWindow = 0.36,
              .copyWindow = 0.166,
              .lhsInPlace = 0.003,
              .lhsInPlaceApart = 0.022,
              .round = 0.157,
              .turn = 0.139,
              .turnApart = 0.8,
              .run = 2,
              .inSight = 0.6},
    .thin = {.call = 26,
             .element = 13,
             .packFew = 0.176,
             .number = 0.0758,
             .step = 0.062,
             .columns = 0.102,
             .store = 0.311,
             .turn = 0.0234,
             .turnOne = 0.65,
             .rowsStep = 0.083,
             .rowsLoad = 0.433,
             .rowsStore = 0.313,
             .convert = 0.026,
             .round = 0.034,
             .roundRow = 2.7,
             .far = 1.6},
    .dots = {.element = 248, .packFew = 0.7, .sum = 1.27, .product = 0.0111, .convert = 0.044}};

// On the Zen 3, 512 x 2048 and 512 x 2064 from the shared cache. Streamed, 2 rows: 0.067 and 0.032;
// 4: 0.088 and 0.047; 6: 0.11 and 0.081. In panels, 6 rows: 0.052 and 0.035; 36: 6 x 0.054 and
// 6 x 0.033; packed 0.037 + 6 x 0.031. 4096 x 4096 and 4096 x 4112, from memory, 4 rows: streamed
// 0.071 and 0.055, in panels 0.106 and 0.097.
constexpr ContractionCosts kAvx2Contraction = {
    .streamed = 0.009,
    .streamedApart = 0.045,
    .streamedRow = 0.0105,
    .streamedPass = 1.2,
    .streamedElement = 79,
    .streamedSum = 0.47,
    .panel = 0.03,
    .panelApart = 0.053,
    .panelFromMemory = 0.1,
    .rowsFollowed = 32,
    .pack = 0.042,
    .packedSaves = 0.0012,
    .packedSavesApart = 0.02,
    .tiles = {.element = 70,
              .tile = 13.6,
              .partial = 11.3,
              .k = 0.975,
              .step = 0.0266,
              .packLhs = {.runs = 0.144, .turned = 0.273},
              .packRhs = {.runs = 0.1, .turned = 0.142},
              .packPartial = 0.45,
              .packWindow = 0.65,
              .copyWindow = 0.268,
              .lhsInPlace = 0.0043,
              .lhsInPlaceApart = 0.022,
              .round = 0.168,
              .turn = 0.319,
              .turnApart = 2.2,
              .run = 6.5,
              .inSight = 0.6},
    .thin = {.call = 26,
             .element = 13,
             .packFew = 0.182,
             .number = 0.0869,
             .step = 0.065,
             .columns = 0.0595,
             .store = 0.189,
             .turn = 0.0272,
             .turnOne = 0.65,
             .rowsStep = 0.084,
             .rowsLoad = 0.222,
             .rowsStore = 0.193,
             .convert = 0.027,
             .round = 0.108,
             .roundRow = 2,
             .far = 1.6},
    .dots = {.element = 257, .packFew = 0.51, .sum = 1.59, .product = 0.0256, .convert = 0.072}};

// The same on the Zen 3. Streamed, 4 rows: 0.16 and 0.13; in panels 0.14 and 0.073, for 32 rows
// 8 x 0.12 and 8 x 0.075, and packed no less. From memory, 4 rows: streamed 0.18 and 0.13, in
// panels 0.25 and 0.17.
constexpr ContractionCosts kV2Contraction = {
    .streamed = 0.035,
    .streamedApart = 0.075,
    .streamedRow = 0.0165,
    .streamedPass = 1.2,
    .streamedElement = 68,
    .streamedSum = 0.53,
    .panel = 0.07,
    .panelApart = 0.1,
    .panelFromMemory = 0.16,
    .rowsFollowed = 32,
    .pack = 0.042,
    .packedSaves = 0.0022,
    .packedSavesApart = 0.0033,
    .tiles = {.element = 81,
              .tile = 8.9,
              .partial = 10,
              .k = 0.55,
              .step = 0.0976,
              .packLhs = {.runs = 0.25, .turned = 0.29},
              .packRhs = {.runs = 0.15, .turned = 0.206},
              .packPartial = 0.97,
              .packWindow = 0.8,
              .copyWindow = 0.295,
              .lhsInPlace = 0.004,
              .lhsInPlaceApart = 0.022,
              .round = 0.249,
              .turn = 0.406,
              .turnApart = 2.2,
              .run = 6.5,
              .inSight = 0.6},
    .thin = {.call = 25,
             .element = 10.6,
             .packFew = 0.207,
             .number = 0.08,
             .step = 0.131,
             .columns = 0.0087,
             .store = 0.135,
             .turn = 0.0613,
             .turnOne = 1.1,
             .rowsStep = 0.1445,
             .rowsLoad = 0.105,
             .rowsStore = 0.227,
             .convert = 0.034,
             .round = 0.241,
             .roundRow = 0.93,
             .far = 1.6},
    .dots = {.element = 229, .packFew = 0.46, .sum = 2.39, .product = 0.0707, .convert = 0.093}};

constexpr CostTable kAvx2 = {.registerBytes = vectorBytes(MachineClass::Avx2),
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
                             .contraction = kAvx2Contraction};

constexpr CostTable v2() {
  CostTable table = kAvx2;
  table.registerBytes = vectorBytes(MachineClass::X86V2);
  table.nsPerStep = 0.6;
  table.bytesPerNs = {60, 30, 15, 8};
  table.memoryPerNs = 16;
  table.contraction = kV2Contraction;
  return table;
}
constexpr CostTable kV2 = v2();

constexpr CostTable kAvx512 = {.registerBytes = vectorBytes(MachineClass::Avx512),
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
                               .contraction = kAvx512Contraction};

} // namespace

const CostTable& costTable(MachineClass cpu) {
  switch (cpu) {
  case MachineClass::X86V2:
    return kV2;
  case MachineClass::Avx2:
    return kAvx2;
  case MachineClass::Avx512:
    return kAvx512;
  }
  return kAvx2;
}

} // namespace lz
