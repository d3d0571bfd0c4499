// Products of elementary reflectors as in LAPACK: h = I - tau v v^H. In the column v, the diagonal
// element is 1, and the elements above it are 0. For a block of reflectors there is an upper
// triangle t with
//
//   h[0] h[1] ... h[n - 1] = I - v t v^H
//
// So a block is applied by products of matrices. Panels contain real numbers (Element.h).
#pragma once

#include "linalg/Element.h"
#include "linalg/Panels.h"

#include <limits>

namespace lz::linalg {

// Returns the number of panels of a block of reflectors. A block has about kBlock real columns.
inline int64_t panelsOfBlock(const KernelTable& kernels) {
  return std::max<int64_t>(1, kBlock / kernels.columns);
}

// If the norm of a column is below kTinyLength, the numbers of the column have too few bits for a
// reflector. Such a column is first multiplied by kEnlarged.
template <typename T>
inline constexpr T kTinyLength = std::numeric_limits<T>::min() / std::numeric_limits<T>::epsilon();
template <typename T>
inline constexpr T kEnlarged =
    1 / (std::numeric_limits<T>::epsilon() * std::numeric_limits<T>::epsilon());

// Factors rows [row, rows) of a panel. Adjacent rows of the panel are `width` elements apart. In
// the first `steps` columns, the upper triangle becomes r, and the elements below become v without
// its ones. The other columns are updated.
template <typename E>
void factorQrPanel(MachineClass cpu, E* panel, int64_t width, int64_t row, int64_t rows,
                   int64_t steps, E* tau);

// A block of reflectors. It changes the rows of a matrix from the block's first diagonal element
// on.
template <typename T> struct Reflectors {
  Panels<T> v;
  T* triangle; // -t^H, row-major; a row has v.width * v.count() numbers

  static int64_t stride(const KernelTable& kernels) {
    return panelsOfBlock(kernels) * kernels.columns;
  }
  static Reflectors take(Scratch& scratch, const KernelTable& kernels, int64_t rows);
};

// Adds `count` reflectors with their `tau` to the block, as panel `at` of the block. Reads the
// reflectors below the diagonal of panel `panel` of `from`. The earlier panels of the block must
// have been added.
template <typename E>
void addReflectors(const Machine& machine, const Panels<RealOf<E>>& from, int64_t panel,
                   int64_t row, int64_t count, const E* tau, int64_t at,
                   const Reflectors<RealOf<E>>& block);

// Multiplies the block, or its adjoint, with the rows of a panel of `to` from row `row` on. The
// product replaces these rows. Uses only panels [begin, end) of the block. `sums` is scratch of 2 *
// stride * width numbers.
template <typename E>
void applyReflectors(const Machine& machine, const Reflectors<RealOf<E>>& block, int64_t begin,
                     int64_t end, bool isAdjoint, const Panels<RealOf<E>>& to, int64_t panel,
                     int64_t row, RealOf<E>* sums);

} // namespace lz::linalg
