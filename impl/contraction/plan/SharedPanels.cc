// The predictions use the costs that also plan single products (InPlace.h). Example: the matrix has
// 512 x 2048 f32, 4 MiB, and the products run on one thread of an AMD Zen 3. The predictions are:
//
//   making the copy             0.52 ms, and 0.63 ms if the matrix is transposed. In programs with
//                               3 and 6 products it took 0.62 ms and 0.66 ms.
//   with 6 rows, 1 panel        A product saves 0.084 ms, since lines of the panel share sets.
//                               7 products pay for a copy.
//   with 18 rows, 3 panels      A product saves 0.18 ms, since it would pack the matrix. 3 products
//                               pay for a copy.
//   with 18 rows, transposed    A product saves 0.28 ms, since it would transpose and pack the
//                               matrix. 3 products pay for a copy.
//
// Two series of 201 runs of programs with such products were measured. The numbers are the time
// with the copy, divided by the time without it:
//
//   18 rows               3 products   0.68, 0.60    6 products    0.71, 0.58
//   18 rows, transposed   3 products   1.02, 1.05    6 products    0.88, 0.92
//   12 rows               4 products   0.88, 0.97    6 products    0.81, 0.88
//   6 rows                7 products   0.86, 0.90    14 products   0.81, 0.81
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

// Returns the ns per byte of the matrix that a product saves by using the copy.
double savedPerByte(const SharedMatrix& matrix, int64_t rows, MachineClass cpu) {
  const CostTable& costs = costTable(cpu);
  const double pack = costs.contraction.pack;
  if (matrix.isTurned) {
    // Products with few rows are `dots`, which read the matrix in place. Other products read it as
    // lhs, and pack it if its rows share sets of a cache.
    const bool isPacked = rows > kFewRows && matrix.rowBytes() % kCacheWayBytes == 0;
    return isPacked ? pack + turning(matrix, costs) : 0;
  }
  // Products with one row have kernels of their own.
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
  // If the matrix does not fit into the caches, the copy does not fit, either. Then every product
  // reads the matrix or the copy from memory, and the copy saves nothing.
  if (double(matrix.numBytes()) > costTable(cpu).caches.back())
    return 0;
  return double(matrix.numBytes()) * savedPerByte(matrix, rows, cpu);
}

} // namespace lz::contraction
