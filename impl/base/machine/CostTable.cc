#include "base/machine/CostTable.h"

#include "base/machine/Registers.h"

namespace lz {
namespace {

constexpr double kKiB = 1024;

// The costs of avx2 and avx512 are measured on an AMD Zen 3 and a Zen 4, or fitted to kernels that
// were measured there (docs/performance.md, "Costs"). The costs of v2 are estimates, except for
// those of contractions, which are measured.
//
// A product takes these times in ns for each byte of its matrix (Zen 4). The matrix has 1 to 400
// MB, in rows of 256 bytes to 256 KiB:
//
//   streamed, 2 rows of sums, 1024 columns   0.020, with 4 rows 0.026, with 8 rows 0.042
//   streamed, 2 rows of sums, 32 columns     0.050
//   in panels                                0.04 to 0.06 from the shared cache, 0.12 from memory
//
// Packing a matrix with narrow rows saves time if the other operand has at least 13 panels on the
// Zen 4, and at least 45 panels on a Zen 5. The constant packedSaves lies between the two values
// that follow from these numbers.
//
// The costs of packing are fitted to products of 8 to 400 rows on a Zen 5 (bench/contractions.cc).
// Each product was measured with operands that are read in place, and with packed operands. For
// each element of the operand, the packed product took longer by these ns:
//
//   lhs with rows along k, 32 panels of rhs   0.19
//   rhs, 29 panels of lhs                     0.02
//   rhs, 74 panels of lhs                     -0.07
//
// If the columns of the output are 4 KiB apart (30 x 1024 x 48), storing an element takes 0.8 ns
// longer with avx512, and 2.0 ns with avx2. Five rows of 100,000 numbers are read in place as fast
// as a packed copy of them. A matrix of 2048 rows of 512 numbers whose row stride is 1 takes 1.6
// times as long to read as panels.
//
// The costs of tiles and of thin contractions are fitted to some 1,600 products of up to 96 values
// of k and 32 columns on a Zen 5, with all three CPU classes (bench/contractions.cc). Half of the
// predictions for packed contractions are within 20 % of the measured times. Half of the
// predictions for thin contractions are within a third of the measured times. If these predictions
// choose the kind of a contraction, the contraction takes 1 to 2 % longer on average than with the
// best kind. Half of the predictions for dots are within 20 % of the measured times. For dots of
// 16-bit types with class v2, the predictions are ten times too low. The packing of few rows was
// measured with 8 rows of 4096 numbers (Zen 4). If the rows must be transposed, an element takes
// 0.45 ns with avx512 and avx2, and 0.41 ns with v2. Otherwise an element takes 0.17 to 0.2 ns.
//
// The costs of packing the input of a convolution (packWindow) are fitted to packing alone, for 240
// layers of 1 to 64 images with 1 to 512 channels, forward and with both gradients, on a Zen 5 with
// all three CPU classes. Half of the predictions are within a quarter of the measured times. With
// avx512, an element takes between 0.22 ns in runs of 14 channels and 3.5 ns with one channel.
//
// The costs copyLine and run are fitted to some 100 filter gradients of the same layers. Half of
// these predictions are within 7 % of the measured times, if tile, k and step are fitted as well.
// The cost pixelApart is that of gradients whose pixels are at least 1 KiB apart. It is measured
// with avx2 and v2.
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
              .packWindow = {.piece = 14,
                             .copy = 1.2,
                             .copied = 0.16,
                             .single = 0.46,
                             .turned = 0.33,
                             .dilated = 2.3},
              .copyWindow = 0.166,
              .copyLine = 0.04,
              .lhsInPlace = 0.003,
              .lhsInPlaceApart = 0.022,
              .round = 0.157,
              .turn = 0.139,
              .turnApart = 0.8,
              .run = 2.4,
              .pixelApart = 2,
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
             .rowsLoad = 0.65,
             .rowsStore = 0.313,
             .convert = 0.026,
             .round = 0.034,
             .roundRow = 2.7,
             .far = 1.6},
    .dots = {.element = 248, .packFew = 0.45, .sum = 1.27, .product = 0.0111, .convert = 0.044}};

// These times were measured on the Zen 3, in ns per byte of the matrix. Rows of 2048 and of 4096
// f32 share sets of the caches.
//
//   from the shared cache   512 x 2048        512 x 2064
//   streamed, 2 rows        0.067             0.032
//   streamed, 4 rows        0.088             0.047
//   streamed, 6 rows        0.11              0.081
//   in panels, 6 rows       0.052             0.035
//   in panels, 36 rows      6 x 0.054         6 x 0.033
//   packed, 36 rows         0.037 + 6 x 0.031 for both
//
//   from memory             4096 x 4096       4096 x 4112
//   streamed, 4 rows        0.071             0.055
//   in panels, 4 rows       0.106             0.097
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
              .packWindow = {.piece = 12.5,
                             .copy = 1.9,
                             .copied = 0.18,
                             .single = 0.74,
                             .turned = 0.6,
                             .dilated = 2.5},
              .copyWindow = 0.268,
              .copyLine = 0.05,
              .lhsInPlace = 0.0043,
              .lhsInPlaceApart = 0.022,
              .round = 0.168,
              .turn = 0.319,
              .turnApart = 2.2,
              .run = 0.7,
              .pixelApart = 2,
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
             .rowsLoad = 0.29,
             .rowsStore = 0.193,
             .convert = 0.027,
             .round = 0.108,
             .roundRow = 2,
             .far = 1.6},
    .dots = {.element = 257, .packFew = 0.45, .sum = 1.59, .product = 0.0256, .convert = 0.072}};

// These times were measured on the Zen 3 with the same matrices, in ns per byte of the matrix. For
// 32 rows, packing saves no time.
//
//   from the shared cache   512 x 2048        512 x 2064
//   streamed, 4 rows        0.16              0.13
//   in panels, 4 rows       0.14              0.073
//   in panels, 32 rows      8 x 0.12          8 x 0.075
//
//   from memory             4096 x 4096       4096 x 4112
//   streamed, 4 rows        0.18              0.13
//   in panels, 4 rows       0.25              0.17
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
              .packWindow = {.piece = 10,
                             .copy = 0.05,
                             .copied = 0.87,
                             .single = 0.74,
                             .turned = 0.6,
                             .dilated = 2.4},
              .copyWindow = 0.295,
              .copyLine = 0.05,
              .lhsInPlace = 0.004,
              .lhsInPlaceApart = 0.022,
              .round = 0.249,
              .turn = 0.406,
              .turnApart = 2.2,
              .run = 0.67,
              .pixelApart = 2,
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
    .dots = {.element = 229, .packFew = 0.41, .sum = 2.39, .product = 0.0707, .convert = 0.093}};

constexpr CostTable kAvx2 = {.registerBytes = vectorBytes(MachineClass::Avx2),
                             .vectorRegisters = vectorRegisters(MachineClass::Avx2),
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
  table.vectorRegisters = vectorRegisters(MachineClass::X86V2);
  table.nsPerStep = 0.6;
  table.bytesPerNs = {60, 30, 15, 8};
  table.memoryPerNs = 16;
  table.contraction = kV2Contraction;
  return table;
}
constexpr CostTable kV2 = v2();

constexpr CostTable kAvx512 = {.registerBytes = vectorBytes(MachineClass::Avx512),
                               .vectorRegisters = vectorRegisters(MachineClass::Avx512),
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
