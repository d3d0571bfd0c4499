#include "linalg/lanes/Group.h"

#include <limits>

namespace lz::linalg {
namespace {

// Computes one column after the other, a few rows at a time. An upper triangle is first copied to
// the other side of the diagonal, where it replaces numbers that are not used. The factor is then
// copied back.
template <typename T> struct FactorCholesky {
  Matrix<T> numbers;
  bool lower;

  template <int kBytes> LZ_INLINE void run() const {
    using L = Lanes<T, kBytes>;
    const Matrix<L> l = inLanes<L>(numbers);
    const int64_t n = l.rows;
    const L zero = L::all(0);
    if (!lower)
      forBelow(l, [](L& below, L& above) __attribute__((always_inline)) { below = above; });
    auto isBad = zero < zero;
    for (int64_t j = 0; j < n; ++j) {
      L root = zero;
      inPieces<4>(j, n, [&](auto count, int64_t row) __attribute__((always_inline)) {
        L sums[count];
        subtractProducts<count>(l, row, j, sums);
        if (row == j) {
          isBad = isBad | !(sums[0] > zero);
          root = sqrt(sums[0]);
        }
        for (int r = 0; r < count; ++r)
          l(row + r, j) = row + r == j ? root : sums[r] / root;
      });
    }
    if (lower)
      forBelow(l, [&](L&, L& above) __attribute__((always_inline)) { above = zero; });
    else
      forBelow(l, [&](L& below, L& above) __attribute__((always_inline)) {
        above = below;
        below = zero;
      });
    if (isBad.any())
      for (int64_t i = 0; i < n; ++i)
        for (int64_t j = 0; j < n; ++j)
          l(i, j) = select(isBad, L::all(std::numeric_limits<T>::quiet_NaN()), l(i, j));
  }

  // Returns numbers of column j after subtracting the contribution of earlier columns.
  template <int kRows, typename L>
  LZ_INLINE static void subtractProducts(const Matrix<L>& l, int64_t row, int64_t j, L* sums) {
    for (int r = 0; r < kRows; ++r)
      sums[r] = l(row + r, j);
    for (int64_t k = 0; k < j; ++k) {
      const L factor = l(j, k);
      for (int r = 0; r < kRows; ++r)
        sums[r] = sums[r].minusProduct(l(row + r, k), factor);
    }
  }

  // Calls fn(number, number on the other side of the diagonal) for all numbers below the diagonal.
  template <typename L, typename Fn>
  LZ_INLINE static void forBelow(const Matrix<L>& l, const Fn& fn) {
    for (int64_t i = 0; i < l.rows; ++i)
      for (int64_t j = 0; j < i; ++j)
        fn(l(i, j), l(j, i));
  }
};

} // namespace

template <typename T>
void factorCholesky(const LaneGroup& group, int64_t n, bool lower, const T* a, T* result) {
  Scratch scratch(group.scratch);
  const auto numbers = LaneMatrix<T>::take(scratch, group.cpu, n, n);
  toLanes(group, a, numbers);
  contraction::runForClass(group.cpu, FactorCholesky<T>{numbers.first(), lower});
  fromLanes(group, numbers, result);
}

template <typename T> LaneNeeds choleskyNeeds(MachineClass cpu, int64_t n) {
  Scratch scratch;
  LaneMatrix<T>::take(scratch, cpu, n, n);
  const auto size = double(n);
  const double products = size * size * size / 6;
  // A product reads one number of its row, and four products share one number of the diagonal's
  // row. Each sum is read and written. Copying the other triangle reads and writes its numbers,
  // too.
  return needsOf(cpu, sizeof(T),
                 {.turned = 2 * size * size,
                  .moved = 1.25 * products + 2 * size * size,
                  .products = products + kProductsOfDivision * size * size / 2,
                  .roots = 2 * size},
                 scratch.bytes());
}

#define LZ_CHOLESKY(T)                                                                             \
  template void factorCholesky(const LaneGroup&, int64_t, bool, const T*, T*);                     \
  template LaneNeeds choleskyNeeds<T>(MachineClass, int64_t)
LZ_CHOLESKY(float);
LZ_CHOLESKY(double);

} // namespace lz::linalg
