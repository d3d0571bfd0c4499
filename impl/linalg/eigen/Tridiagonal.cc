#include "linalg/eigen/Runs.h"
#include "linalg/eigen/Views.h"

namespace lz::linalg {
namespace {

template <typename T> Real<T> sizeOf(T x) {
  return std::abs(std::real(x)) + std::abs(std::imag(x));
}

// Elimination with exchanges of neighbouring rows. Of n numbers `below` the diagonal the last one
// does not count, and of n above. `below` becomes the second diagonal above, as LAPACK has it.
template <typename T>
int32_t solve(Column<T>& below, Column<T>& diagonal, Column<T>& above, Dense<T>& b) {
  const Eigen::Index n = diagonal.size();
  for (Eigen::Index i = 0; i + 1 < n; ++i) {
    const bool isLast = i + 2 == n;
    if (sizeOf(diagonal(i)) >= sizeOf(below(i))) {
      if (diagonal(i) == T(0))
        return int32_t(i) + 1;
      const T factor = below(i) / diagonal(i);
      diagonal(i + 1) -= factor * above(i);
      b.col(i + 1) -= factor * b.col(i);
      below(i) = 0;
      continue;
    }
    const T factor = diagonal(i) / below(i), next = diagonal(i + 1);
    diagonal(i) = below(i);
    diagonal(i + 1) = above(i) - factor * next;
    below(i) = isLast ? T(0) : above(i + 1);
    if (!isLast)
      above(i + 1) *= -factor;
    above(i) = next;
    b.col(i).swap(b.col(i + 1));
    b.col(i + 1) -= factor * b.col(i);
  }
  if (diagonal(n - 1) == T(0))
    return int32_t(n);
  for (Eigen::Index i = n; i-- > 0;) {
    if (i + 1 < n)
      b.col(i) -= above(i) * b.col(i + 1);
    if (i + 2 < n)
      b.col(i) -= below(i) * b.col(i + 2);
    b.col(i) /= diagonal(i);
  }
  return 0;
}

template <typename T> void gtsv(const DenseCall& call) {
  // A row's numbers stand at its place: the first one below the diagonal, and the last one above,
  // are of no row.
  Column<T> first = vectorOf<T>(call, 0), diagonal = vectorOf<T>(call, 1),
            above = vectorOf<T>(call, 2), below = first;
  if (first.size() > 1)
    below.head(first.size() - 1) = first.tail(first.size() - 1);
  Dense<T> b = matrixOf<T>(call, 3).transpose();
  setInfo(call, diagonal.size() == 0 ? 0 : solve(below, diagonal, above, b));
  if (first.size() > 1)
    first.tail(first.size() - 1) = below.head(first.size() - 1);
  vectorTo<T>(call, 0) = first;
  vectorTo<T>(call, 1) = diagonal;
  vectorTo<T>(call, 2) = above;
  matrixTo<T>(call, 3) = b.transpose();
}

} // namespace

LZ_DENSE_RUNS(kGtsv, gtsv);

} // namespace lz::linalg
