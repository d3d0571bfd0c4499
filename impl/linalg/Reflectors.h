// Products of elementary reflectors, as LAPACK has them: h = I - tau v v^H, where v is zero before
// its diagonal element, which is 1. A block of them is I - v t v^H with an upper triangle t:
//
//   h[0] h[1] ... h[n - 1] = I - v t v^H
//
// so that it is applied by products of matrices. Panels are of real numbers (Element.h).
#pragma once

#include "linalg/Element.h"
#include "linalg/Panels.h"

#include <limits>

namespace lz::linalg {

// The panels of a block of reflectors, which has about kBlock real columns.
inline int64_t panelsOfBlock(const KernelTable& kernels) {
  return std::max<int64_t>(1, kBlock / kernels.columns);
}

// The numbers of a column that is shorter than kTinyLength have too few bits for a reflector. They
// are multiplied by kEnlarged first.
template <typename T>
inline constexpr T kTinyLength = std::numeric_limits<T>::min() / std::numeric_limits<T>::epsilon();
template <typename T>
inline constexpr T kEnlarged =
    1 / (std::numeric_limits<T>::epsilon() * std::numeric_limits<T>::epsilon());

// Factors rows `row` to `rows` of a panel, whose rows lie `width` elements apart: its first `steps`
// columns become r and, below, v without its ones; the others, up to width, are what is left.
template <typename E>
void factorQrPanel(MachineClass cpu, E* panel, int64_t width, int64_t row, int64_t rows,
                   int64_t steps, E* tau);

// A block of reflectors. Its rows are those of a matrix from `row` on.
template <typename T> struct Reflectors {
  Panels<T> v;
  T* triangle; // -t^H, row-major, v.width * v.count() numbers in a row

  static int64_t stride(const KernelTable& kernels) {
    return panelsOfBlock(kernels) * kernels.columns;
  }
  static Reflectors take(Scratch& scratch, const KernelTable& kernels, int64_t rows);
};

// The block gets `count` reflectors from panel `panel` of `from`, below its diagonal, as number
// `at` of its panels, and their `tau`. Those before are there.
template <typename E>
void addReflectors(const Machine& machine, const Panels<RealOf<E>>& from, int64_t panel,
                   int64_t row, int64_t count, const E* tau, int64_t at,
                   const Reflectors<RealOf<E>>& block);

// Rows from `row` on of a panel of `to` become those of the block times them, or of its adjoint.
// Only panels [begin, end) of the block count. `sums` has 2 * stride * width numbers.
template <typename E>
void applyReflectors(const Machine& machine, const Reflectors<RealOf<E>>& block, int64_t begin,
                     int64_t end, bool isAdjoint, const Panels<RealOf<E>>& to, int64_t panel,
                     int64_t row, RealOf<E>* sums);

} // namespace lz::linalg
