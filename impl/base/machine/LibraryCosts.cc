#include "base/machine/LibraryCosts.h"

namespace lz {
namespace {

// These costs are fitted to the 672 groups of bench_batches on a Zen 5: eight factorizations and
// solves of 2 to 128 rows of f32 and f64. Half of the predictions are within 10 % of the measured
// times. The choice between lanes and single matrices (kFactors) takes 1.8 % longer on average than
// the better one of the two.
constexpr LaneCosts kV2Lanes = {.group = 25,
                                .turned = {0.37, 0.33},
                                .placed = 4,
                                .moved = {0.052, 0.063, 0.079},
                                .product = 0.117,
                                .root = {1.2, 2.1}};
constexpr LaneCosts kAvx2Lanes = {.group = 40,
                                  .turned = {0.52, 0.38},
                                  .placed = 2.4,
                                  .moved = {0.04, 0.06, 0.082},
                                  .product = 0.14,
                                  .root = {0.6, 1.7}};
constexpr LaneCosts kAvx512Lanes = {.group = 60,
                                    .turned = {1.05, 0.8},
                                    .placed = 1.9,
                                    .moved = {0.042, 0.09, 0.14},
                                    .product = 0.18,
                                    .root = {0.6, 1.5}};

// These costs are fitted to matrices of 2 to 64 rows of f32 and f64, on each CPU class. All CPU
// classes have the same costs, since the formula that uses them contains the number of lanes.
constexpr FactorCosts kFactors = {.cholesky = {70, 20, 0.02, 0.28},
                                  .solve = {60, 14, 0, 0.15},
                                  .lu = {60, 60, 0.02, 0.07},
                                  .qr = {150, 80, 0.03, 0.1},
                                  .formQ = {200, 60, 0.006, 0.14},
                                  .productsPerNs = 40,
                                  .element = 0.5,
                                  .exchange = 10};

constexpr LapackCosts kLapack = {.call = 300,
                                 .gees = {2, 100},
                                 .geev = {2.5, 140},
                                 .gehrd = {0.2, 20},
                                 .geqp3 = {0.4, 20},
                                 .gesdd = {0.3, 60},
                                 .gtsv = {5, 20},
                                 .ormqr = {0.1, 20},
                                 .syevd = {0.05, 46},
                                 .sytrd = {0.15, 20},
                                 .schur = {300, 35, 2.9},
                                 .vectors = {0, 25, 0.5}};

// These costs were measured on an AMD Zen 4 with AVX-512, with blocks in the first-level cache. CPU
// classes with shorter vectors have blocks with fewer lanes, and take about as long for one block.
constexpr FftCosts kFft = {.pass = {0, 0, 1.6, 1.8, 1.8, 2.2, 0, 3.0, 2.4},
                           .oddPass = 2,
                           .oddRadix = 0.6,
                           .cacheBytes = {32e3, 1e6},
                           .cacheFactors = {1, 1.5, 3},
                           .turnedLines = 3,
                           .columns = 3,
                           .copiedColumn = 2,
                           .splitColumns = 1.5,
                           .splitRows = 2,
                           .product = 0.5,
                           .real = 0.6};

// These costs were measured on a Zen 5 with rows of random numbers. Times in us for one row:
//
//   sorting          merge   digits       the k largest                select   sort
//   32 f32           0.70    0.94         62 of 1,000 f32              7.3      8.2
//   48 f32           1.18    1.10         125 of 1,000 f32             10.8     8.3
//   64 f64           1.67    1.93         625 of 10,000 f32            73       76
//   96 f64           2.78    2.32         1,250 of 10,000 f32          114      77
//   16 bytes         0.25    0.26         12,500 of 100,000 f64        1,346    1,394
//   24 bytes         0.46    0.28
constexpr SortCosts kSort = {.row = 100,
                             .load = 1,
                             .reorder = 5,
                             .count = 0.4,
                             .move = 1.6,
                             .digit = 140,
                             .merge = 4.3,
                             .comparison = 10,
                             .select = 0.15,
                             .joinFew = 9.5,
                             .join = 31};

// Returns the costs of a CPU class. Only the costs of lanes differ between CPU classes.
constexpr LibraryCosts costsWith(const LaneCosts& lanes) {
  return {.lanes = lanes,
          .factors = kFactors,
          .lapack = kLapack,
          .fft = kFft,
          .sort = kSort,
          .copiedRun = 5,
          .threefry = 1.5,
          .philox = 4};
}
constexpr LibraryCosts kV2Library = costsWith(kV2Lanes), kAvx2Library = costsWith(kAvx2Lanes),
                       kAvx512Library = costsWith(kAvx512Lanes);

} // namespace

const LibraryCosts& libraryCosts(MachineClass cpu) {
  switch (cpu) {
  case MachineClass::X86V2:
    return kV2Library;
  case MachineClass::Avx2:
    return kAvx2Library;
  case MachineClass::Avx512:
    return kAvx512Library;
  }
  return kAvx2Library;
}

} // namespace lz
