// The costs are the same as for planning a single product (InPlace.h). With 512 x 2048 f32, 4 MiB,
// on one thread of an AMD Zen 3:
//
//   copy               takes 0.52 ms, turned 0.63 ms; by the times of programs with 3 and with 6
//                      products it takes 0.62 and 0.66
//   6 rows, 1 panel    save 0.084 ms, since the lines of the panel are apart: 7 products for a copy
//   18 rows, 3 panels  save 0.18 ms, since the product would pack the matrix: 3
//   18 rows, turned    save 0.28 ms, since it would turn and pack it: 3
//
// The time of a program with the copy divided by that without it, in two measurements of 201 runs:
//
//   18 rows          3 products  0.68, 0.60    6 products   0.71, 0.58
//   18 rows, turned  3           1.02, 1.05    6            0.88, 0.92
//   12 rows          4           0.88, 0.97    6            0.81, 0.88
//   6 rows           7           0.86, 0.90    14           0.81, 0.81
#include "contraction/plan/SharedPanels.h"

#include "base/Integers.h"
#include "base/KernelTable.h"
#include "base/machine/CacheSets.h"
#include "base/machine/CostTable.h"
#include "base/machine/Registers.h"
#include "contraction/plan/DotsPlan.h"

#include <algorithm>

namespace lz::contraction {
namespace {

// Returns the additional ns per byte for transposing the matrix.
double turning(const SharedMatrix& matrix, const CostTable& costs) {
  if (!matrix.isTurned)
    return 0;
  return costs.turn * costs.nsPerStep / 16 / double(byteSize(matrix.dtype));
}

// Returns the ns per byte that a copy saves a product.
double savedPerByte(const SharedMatrix& matrix, int64_t rows, MachineClass cpu) {
  const CostTable& costs = costTable(cpu);
  const double pack = costs.contraction.pack;
  if (matrix.isTurned) {
    // Products with few rows are `dots`. In others the matrix is read as lhs.
    const bool isPacked = rows > kFewRows && matrix.rowBytes() % kCacheWayBytes == 0;
    return isPacked ? pack + turning(matrix, costs) : 0;
  }
  // Products with one row have their own kernels.
  if (rows < 2 || linesHeld(matrix.rowBytes()) >= matrix.k)
    return 0;
  const double panels =
      double(ceilDiv(rows, int64_t(tallestTile(vectorRegisters(cpu), hasFma(cpu)))));
  return std::min(panels * costs.contraction.packedSavesApart, pack);
}

} // namespace

double nsOfCopy(const SharedMatrix& matrix, MachineClass cpu) {
  const CostTable& costs = costTable(cpu);
  const double memory = 1 / costs.bytesPerNs.back();
  return double(matrix.numBytes()) * (2 * memory + turning(matrix, costs));
}

double nsSavedByCopy(const SharedMatrix& matrix, int64_t rows, MachineClass cpu) {
  // Panels of a larger matrix come from memory for each product anyway.
  if (double(matrix.numBytes()) > costTable(cpu).caches.back())
    return 0;
  return double(matrix.numBytes()) * savedPerByte(matrix, rows, cpu);
}

} // namespace lz::contraction
