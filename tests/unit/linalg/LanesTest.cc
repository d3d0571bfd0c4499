// LU and QR in the lanes of vectors. Checks the equations that must hold, and that the results of a
// matrix have the same bits in every lane and next to any other matrices.
#include "LanesTesting.h"
#include "linalg/Lu.h"

namespace lz::linalg {
namespace {

template <typename T>
std::vector<LaneFactors<T>> luOf(const LaneGroup& group, int64_t rows, int64_t columns,
                                 const std::vector<T>& a) {
  const int64_t steps = std::min(rows, columns);
  std::vector<T> lu(a.size());
  std::vector<int32_t> pivots(size_t(group.matrices * steps)), info(size_t(group.matrices));
  factorLu<T>(group, rows, columns, a.data(), lu.data(), pivots.data(), info.data());
  std::vector<LaneFactors<T>> all;
  for (int64_t i = 0; i < group.matrices; ++i) {
    all.push_back({partOf(lu, i, rows * columns), partOf(pivots, i, steps)});
    all.back().pivots.push_back(info[size_t(i)]);
  }
  return all;
}

// Returns the product p^T l u.
template <typename T> Dense<double> back(const LaneFactors<T>& f, int64_t rows, int64_t columns) {
  const Dense<T> lu = denseOf(f.numbers, rows, columns);
  const int64_t steps = std::min(rows, columns);
  Dense<T> l(rows, steps), u(steps, columns);
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < steps; ++j)
      l(i, j) = i == j ? T(1) : i > j ? lu(i, j) : T(0);
  for (int64_t i = 0; i < steps; ++i)
    for (int64_t j = i; j < columns; ++j)
      u(i, j) = lu(i, j);
  Dense<double> a = product<T>(std::as_const(l).view(), std::as_const(u).view());
  for (int64_t i = steps; i-- > 0;)
    for (int64_t j = 0; j < columns; ++j)
      std::swap(a(i, j), a(f.pivots[size_t(i)] - 1, j));
  return a;
}

// Returns the pivots of a single matrix, followed by info.
template <typename T> std::vector<int32_t> pivotsOfOne(MachineClass cpu, const Dense<T>& a) {
  ThreadPool pool(1);
  const Machine machine{kernelsOf(T(), 0), cpu, pool};
  Dense<T> lu(a.rows, a.columns);
  std::vector<int32_t> pivots(size_t(std::min(a.rows, a.columns) + 1));
  ScratchMemory scratch(luScratch<T>(machine.kernels, 1, a.rows, a.columns));
  pivots.back() =
      int32_t(factorLu<T>(machine, a.view(), lu.view(), pivots.data(), scratch.begin()));
  return pivots;
}

TEST(Lanes, LuHasThePivotsOfOneMatrix) {
  forClasses([](auto zero, MachineClass cpu) {
    using T = decltype(zero);
    for (int64_t n : kSides)
      for (auto [rows, columns] : {std::pair{n, n}, std::pair{n + 3, n}, std::pair{n, n + 3}}) {
        SCOPED_TRACE(testing::Message() << rows << " x " << columns);
        const Batch<T> batch = batchOf<T>(countFor<T>(cpu), rows, columns);
        const int64_t m = rows, k = columns; // copies that a lambda can capture
        const auto factors = sameInAllGroups<T>(
            cpu, luNeeds<T>(cpu, m, k).scratchBytes, [&](const LaneGroup& group, int64_t first) {
              return luOf(group, m, k, numbersOf(batch, first, group.matrices));
            });
        for (size_t i = 0; i < batch.size(); ++i) {
          const Kind kind = kindOf(int64_t(i));
          // If the column is NaN, or only rounding errors are left, any row may be the pivot.
          if (kind < Nan && kind != EqualRows) {
            EXPECT_EQ(factors[i].pivots, pivotsOfOne(cpu, batch[i])) << "matrix " << i;
          }
          if (kind < Tiny) {
            EXPECT_LE(largestDifference(back(factors[i], m, k), batch[i], m, k),
                      roundings<T>(8 + 2 * double(n)))
                << "matrix " << i;
          }
        }
      }
  });
}

// The factors, followed by tau.
template <typename T>
std::vector<LaneFactors<T>> qrOf(const LaneGroup& group, int64_t rows, int64_t columns,
                                 const std::vector<T>& a) {
  const int64_t steps = std::min(rows, columns);
  std::vector<T> qr(a.size()), tau(size_t(group.matrices * steps));
  factorQr<T>(group, rows, columns, a.data(), qr.data(), tau.data());
  std::vector<LaneFactors<T>> all;
  for (int64_t i = 0; i < group.matrices; ++i) {
    all.push_back({partOf(qr, i, rows * columns), {}});
    const std::vector<T> own = partOf(tau, i, steps);
    all.back().numbers.insert(all.back().numbers.end(), own.begin(), own.end());
  }
  return all;
}

template <typename T> void checkOrthogonal(const Dense<T>& q, double most) {
  const Dense<double> unit = product<T>(q.view().transposed(), q.view());
  for (int64_t i = 0; i < q.columns; ++i)
    for (int64_t j = 0; j < q.columns; ++j)
      ASSERT_NEAR(unit(i, j), i == j, most) << q.rows << " x " << q.columns;
}

// Checks the factors of the matrix `a` and the columns of q.
template <typename T>
void checkQr(const Dense<T>& a, Kind kind, const LaneFactors<T>& factors, const Dense<T>& q) {
  const int64_t steps = std::min(a.rows, a.columns);
  const double most = roundings<T>(16 + double(a.rows + a.columns));
  checkOrthogonal(q, most);
  if (kind >= Tiny)
    return;
  const Dense<T> qr = denseOf(factors.numbers, a.rows, a.columns);
  Dense<T> r(q.columns, a.columns);
  for (int64_t i = 0; i < steps; ++i)
    for (int64_t j = i; j < a.columns; ++j)
      r(i, j) = qr(i, j);
  EXPECT_LE(largestDifference(product<T>(q.view(), std::as_const(r).view()), a, a.rows, a.columns),
            most);
}

TEST(Lanes, QrIsOrthogonalTimesUpper) {
  forClasses([](auto zero, MachineClass cpu) {
    using T = decltype(zero);
    for (int64_t n : kSides)
      for (auto [m, k] : {std::pair{n, n}, std::pair{n + 3, n}, std::pair{n, n + 3}}) {
        const int64_t rows = m, columns = k, steps = std::min(m, k);
        SCOPED_TRACE(testing::Message() << rows << " x " << columns);
        const Batch<T> batch = batchOf<T>(countFor<T>(cpu), rows, columns);
        const auto factors = sameInAllGroups<T>(
            cpu, qrNeeds<T>(cpu, rows, columns).scratchBytes,
            [&](const LaneGroup& group, int64_t first) {
              return qrOf(group, rows, columns, numbersOf(batch, first, group.matrices));
            });
        // First asks for as many columns of q as there are reflectors, and then for all columns.
        for (int64_t wanted : {steps, rows}) {
          const FormQShape shape{rows, wanted, steps, columns};
          const auto q = sameInAllGroups<T>(
              cpu, formQNeeds<T>(cpu, shape).scratchBytes,
              [&](const LaneGroup& group, int64_t first) {
                std::vector<T> a, tau, result(size_t(group.matrices * rows * wanted));
                for (int64_t i = first; i < first + group.matrices; ++i) {
                  const std::vector<T>& both = factors[size_t(i)].numbers;
                  a.insert(a.end(), both.begin(), both.begin() + rows * columns);
                  tau.insert(tau.end(), both.begin() + rows * columns, both.end());
                }
                formQ<T>(group, shape, a.data(), tau.data(), result.data());
                std::vector<LaneFactors<T>> all;
                for (int64_t i = 0; i < group.matrices; ++i)
                  all.push_back({partOf(result, i, rows * wanted), {}});
                return all;
              });
          for (size_t i = 0; i < batch.size(); ++i)
            if (kindOf(int64_t(i)) < Nan)
              checkQr(batch[i], kindOf(int64_t(i)), factors[i],
                      denseOf(q[i].numbers, rows, wanted));
        }
      }
  });
}

} // namespace
} // namespace lz::linalg
