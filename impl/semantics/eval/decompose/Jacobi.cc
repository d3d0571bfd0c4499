// Jacobi's method. A rotation makes two columns orthogonal, and a Jacobi sweep rotates all pairs of
// columns. For a Hermitian matrix, rows are rotated in the same way as columns, which makes the
// matrix diagonal. For any other matrix only columns are rotated (Hestenes).
#include "base/Cancel.h"
#include "semantics/eval/decompose/Decompose.h"
#include "semantics/eval/decompose/Turns.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace lz::decompose {
namespace {

// Convergence is quadratic. Usually 6 to 12 sweeps suffice.
constexpr int kMaxSweeps = 100;

// Calls turnPair(p, q) for all pairs below n, and repeats this until no call has rotated. turnPair
// returns whether it rotated.
bool sweep(int64_t n, const std::function<bool(int64_t p, int64_t q)>& turnPair) {
  for (int count = 0; count < kMaxSweeps && !isCancelled(); ++count) {
    bool hasTurned = false;
    for (int64_t p = 0; p < n; ++p)
      for (int64_t q = p + 1; q < n; ++q)
        hasTurned |= turnPair(p, q);
    if (!hasTurned)
      return true;
  }
  return false;
}

Dense<Complex> columnsInOrder(const Dense<Complex>& a, const std::vector<int64_t>& order) {
  Dense<Complex> b(a.rows, a.columns);
  for (int64_t i = 0; i < a.rows; ++i)
    for (int64_t j = 0; j < a.columns; ++j)
      b(i, j) = a(i, order[size_t(j)]);
  return b;
}

// Returns the indices of the values in ascending or descending order. Equal values keep their
// order.
std::vector<int64_t> orderOf(const std::vector<Real>& values, bool isDescending) {
  std::vector<int64_t> order(values.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int64_t i, int64_t j) {
    const Real x = values[size_t(i)], y = values[size_t(j)];
    return x == y ? i < j : isDescending ? x > y : x < y;
  });
  return order;
}

std::vector<Real> inOrder(const std::vector<Real>& values, const std::vector<int64_t>& order) {
  std::vector<Real> sorted;
  for (int64_t i : order)
    sorted.push_back(values[size_t(i)]);
  return sorted;
}

// Returns the scalar product of conj(column p) and column q.
Complex dot(const Dense<Complex>& a, int64_t p, int64_t q) {
  Complex sum = 0;
  for (int64_t i = 0; i < a.rows; ++i)
    sum += std::conj(a(i, p)) * a(i, q);
  return sum;
}
Real lengthOf(const Dense<Complex>& a, int64_t j) {
  return std::sqrt(dot(a, j, j).real());
}

void divideColumn(Dense<Complex>& a, int64_t j, Real by) {
  for (int64_t i = 0; i < a.rows; ++i)
    a(i, j) /= by;
}

// Replaces the columns from `from` on by unit vectors that are orthogonal to all columns before
// them. Each new column starts as the axis that is furthest from the space of these columns. The
// part of the axis that lies in this space is removed, and the remainder is normalized.
void fillColumns(Dense<Complex>& q, int64_t from) {
  for (int64_t j = from; j < q.columns; ++j) {
    int64_t furthest = 0;
    Real least = 2;
    for (int64_t i = 0; i < q.rows; ++i) {
      Real covered = 0;
      for (int64_t k = 0; k < j; ++k)
        covered += std::norm(q(i, k));
      if (covered < least) {
        least = covered;
        furthest = i;
      }
    }
    for (int64_t i = 0; i < q.rows; ++i)
      q(i, j) = i == furthest ? 1 : 0;
    for (int pass = 0; pass < 2; ++pass) // a second pass removes the rounding errors of the first
      for (int64_t k = 0; k < j; ++k) {
        const Complex part = dot(q, k, j);
        for (int64_t i = 0; i < q.rows; ++i)
          q(i, j) -= part * q(i, k);
      }
    divideColumn(q, j, lengthOf(q, j));
  }
}

// Decomposes a matrix with at least as many rows as columns: a v = u diag(values).
std::optional<Svd> tallSvd(Dense<Complex> a) {
  const Real least = kRoundoff * normOf(a);
  Dense<Complex> v = identity<Complex>(a.columns);
  const bool isDone = sweep(a.columns, [&](int64_t p, int64_t q) {
    const Real x = lengthOf(a, p), y = lengthOf(a, q);
    const Complex angle = dot(a, p, q);
    // The direction of a column that consists of rounding errors means nothing.
    if (std::min(x, y) <= least || std::abs(angle) <= kRoundoff * Real(a.rows) * x * y)
      return false;
    const Turn<Complex> turn = jacobiTurn(x * x, y * y, angle);
    turnColumns(a, p, q, turn);
    turnColumns(v, p, q, turn);
    return true;
  });
  if (!isDone)
    return std::nullopt;
  std::vector<Real> values;
  for (int64_t j = 0; j < a.columns; ++j)
    values.push_back(lengthOf(a, j));
  const std::vector<int64_t> order = orderOf(values, true);
  Svd all{columnsInOrder(a, order), inOrder(values, order), columnsInOrder(v, order)};
  const int64_t rank = std::count_if(all.values.begin(), all.values.end(),
                                     [&](Real value) { return value > least; });
  for (int64_t j = 0; j < rank; ++j)
    divideColumn(all.u, j, all.values[size_t(j)]);
  fillColumns(all.u, rank);
  return all;
}

} // namespace

std::optional<Eigh> eigh(Dense<Complex> a) {
  const Real least = kRoundoff * normOf(a);
  Dense<Complex> vectors = identity<Complex>(a.rows);
  const bool isDone = sweep(a.rows, [&](int64_t p, int64_t q) {
    if (std::abs(a(p, q)) <= least)
      return false;
    turnAxes(a, vectors, p, q, jacobiTurn(a(p, p).real(), a(q, q).real(), a(p, q)));
    a(p, q) = a(q, p) = 0;
    return true;
  });
  if (!isDone)
    return std::nullopt;
  std::vector<Real> values;
  for (int64_t i = 0; i < a.rows; ++i)
    values.push_back(a(i, i).real());
  const std::vector<int64_t> order = orderOf(values, false);
  return Eigh{inOrder(values, order), columnsInOrder(vectors, order)};
}

std::optional<Svd> svd(const Dense<Complex>& a) {
  if (a.rows >= a.columns)
    return tallSvd(a);
  std::optional<Svd> turned = tallSvd(adjoint(a));
  if (turned)
    std::swap(turned->u, turned->v);
  return turned;
}

Dense<Complex> completed(const Dense<Complex>& columns) {
  Dense<Complex> square(columns.rows, columns.rows);
  for (int64_t i = 0; i < columns.rows; ++i)
    for (int64_t j = 0; j < columns.columns; ++j)
      square(i, j) = columns(i, j);
  fillColumns(square, columns.columns);
  return square;
}

} // namespace lz::decompose
