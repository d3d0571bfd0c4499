// Factors in the lanes of vectors (lanes/Factors.h): what must hold of them, and that a matrix has
// the same bits in every lane, beside any neighbours.
#include "LinalgTesting.h"
#include "linalg/Lu.h"
#include "linalg/lanes/Factors.h"

#include <algorithm>

namespace lz::linalg {
namespace {

// Around the vectors of all classes.
constexpr int64_t kSides[] = {0, 1, 2, 3, 4, 5, 7, 8, 13, 16, 17, 33};

// What one call gives for each matrix: numbers, and pivots with info.
template <typename T> struct Factors {
  std::vector<T> numbers;
  std::vector<int32_t> pivots;

  friend bool operator==(const Factors& a, const Factors& b) {
    return a.pivots == b.pivots && a.numbers.size() == b.numbers.size() &&
           std::memcmp(a.numbers.data(), b.numbers.data(), a.numbers.size() * sizeof(T)) == 0;
  }
};

enum Kind { Random, Zero, EqualRows, ZeroColumn, Tiny, Huge, Nan, Infinite, kKinds };
// Of matrix i of a batch: every third one is not random.
Kind kindOf(int64_t i) {
  return i % 3 == 0 ? Kind(i / 3 % kKinds) : Random;
}

template <typename T> T change(Kind kind, const Dense<T>& a, int64_t r, int64_t c) {
  using Limits = std::numeric_limits<T>;
  switch (kind) {
  case Zero:
    return 0;
  case EqualRows:
    return a(0, c);
  case ZeroColumn:
    return c == a.columns / 2 ? T(0) : a(r, c);
  case Tiny:
    return a(r, c) * Limits::min() * 4;
  case Huge:
    return a(r, c) * (Limits::max() / T(64 + 2 * a.rows));
  case Nan:
    return r == a.rows / 2 && c == a.columns / 3 ? Limits::quiet_NaN() : a(r, c);
  case Infinite:
    return r == a.rows / 3 && c == a.columns / 2 ? Limits::infinity() : a(r, c);
  default:
    return a(r, c);
  }
}

template <typename T> using Batch = std::vector<Dense<T>>;

template <typename T> Batch<T> batchOf(int64_t count, int64_t rows, int64_t columns) {
  Batch<T> batch;
  for (int64_t i = 0; i < count; ++i) {
    Dense<T> a = random<T>(rows, columns, uint32_t(i + 1));
    for (int64_t r = 0; r < rows; ++r)
      for (int64_t c = 0; c < columns; ++c)
        a(r, c) = change(kindOf(i), a, r, c);
    batch.push_back(a);
  }
  return batch;
}
// Matrices from `first` on, one after the other.
template <typename T>
std::vector<T> numbersOf(const Batch<T>& batch, int64_t first, int64_t count) {
  std::vector<T> numbers;
  for (int64_t i = first; i < first + count; ++i)
    numbers.insert(numbers.end(), batch[size_t(i)].data.begin(), batch[size_t(i)].data.end());
  return numbers;
}
template <typename T>
Dense<T> denseOf(const std::vector<T>& numbers, int64_t rows, int64_t columns, int64_t at = 0) {
  Dense<T> matrix(rows, columns);
  std::copy_n(numbers.begin() + at, rows * columns, matrix.data.begin());
  return matrix;
}

// Fn(T(), class).
template <typename Fn> void forClasses(Fn fn) {
  for (CpuClass cpu : hostCpuClasses()) {
    fn(float(), cpu);
    fn(double(), cpu);
  }
}
template <typename T> int64_t countFor(CpuClass cpu) {
  return 2 * lanesOf(cpu, sizeof(T)) + 1;
}

// What Fn(group, first matrix) gives, in groups of `together`.
template <typename T, typename Fn>
std::vector<Factors<T>> inGroups(CpuClass cpu, int64_t together, int64_t bytes, const Fn& fn) {
  std::vector<Factors<T>> all;
  ScratchMemory scratch(bytes);
  for (int64_t first = 0; first < countFor<T>(cpu); first += together) {
    const int64_t matrices = std::min(together, countFor<T>(cpu) - first);
    for (Factors<T>& one : fn(LaneGroup{cpu, matrices, scratch.begin()}, first))
      all.push_back(std::move(one));
  }
  return all;
}

// Every number of matrices in a group, and every place in one, gives the bits of a group of one.
template <typename T, typename Fn>
std::vector<Factors<T>> sameInAllGroups(CpuClass cpu, int64_t bytes, const Fn& fn) {
  const std::vector<Factors<T>> alone = inGroups<T>(cpu, 1, bytes, fn);
  for (int64_t together = 2; together <= lanesOf(cpu, sizeof(T)); ++together) {
    const std::vector<Factors<T>> grouped = inGroups<T>(cpu, together, bytes, fn);
    for (int64_t i = 0; i < countFor<T>(cpu); ++i)
      EXPECT_EQ(grouped[size_t(i)], alone[size_t(i)])
          << "matrix " << i << " in groups of " << together << " on " << cpuClassName(cpu);
  }
  return alone;
}

// Some numbers of each matrix.
template <typename N>
std::vector<N> partOf(const std::vector<N>& numbers, int64_t i, int64_t each) {
  return {numbers.begin() + i * each, numbers.begin() + (i + 1) * each};
}

template <typename T>
std::vector<Factors<T>> luOf(const LaneGroup& group, int64_t rows, int64_t columns,
                             const std::vector<T>& a) {
  const int64_t steps = std::min(rows, columns);
  std::vector<T> lu(a.size());
  std::vector<int32_t> pivots(size_t(group.matrices * steps)), info(size_t(group.matrices));
  factorLu<T>(group, rows, columns, a.data(), lu.data(), pivots.data(), info.data());
  std::vector<Factors<T>> all;
  for (int64_t i = 0; i < group.matrices; ++i) {
    all.push_back({partOf(lu, i, rows * columns), partOf(pivots, i, steps)});
    all.back().pivots.push_back(info[size_t(i)]);
  }
  return all;
}

// p^T l u.
template <typename T> Dense<double> back(const Factors<T>& f, int64_t rows, int64_t columns) {
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

// Pivots and, behind them, info.
template <typename T> std::vector<int32_t> pivotsOfOne(CpuClass cpu, const Dense<T>& a) {
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
  forClasses([](auto zero, CpuClass cpu) {
    using T = decltype(zero);
    for (int64_t n : kSides)
      for (auto [rows, columns] : {std::pair{n, n}, std::pair{n + 3, n}, std::pair{n, n + 3}}) {
        SCOPED_TRACE(testing::Message() << rows << " x " << columns);
        const Batch<T> batch = batchOf<T>(countFor<T>(cpu), rows, columns);
        const int64_t m = rows, k = columns; // what a lambda can capture
        const auto factors = sameInAllGroups<T>(
            cpu, luNeeds<T>(cpu, m, k).scratchBytes, [&](const LaneGroup& group, int64_t first) {
              return luOf(group, m, k, numbersOf(batch, first, group.matrices));
            });
        for (size_t i = 0; i < batch.size(); ++i) {
          const Kind kind = kindOf(int64_t(i));
          // Where numbers are none, and where all that is left is a rounding, any row may be chosen.
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

// The factors, and their tau behind them.
template <typename T>
std::vector<Factors<T>> qrOf(const LaneGroup& group, int64_t rows, int64_t columns,
                             const std::vector<T>& a) {
  const int64_t steps = std::min(rows, columns);
  std::vector<T> qr(a.size()), tau(size_t(group.matrices * steps));
  factorQr<T>(group, rows, columns, a.data(), qr.data(), tau.data());
  std::vector<Factors<T>> all;
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

// Factors of a matrix and the columns of its q, all as the batch has them.
template <typename T>
void checkQr(const Dense<T>& a, Kind kind, const Factors<T>& factors, const Dense<T>& q) {
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
  forClasses([](auto zero, CpuClass cpu) {
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
        // The columns of its reflectors, and all that q has.
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
                std::vector<Factors<T>> all;
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

// x^T x / n + 1, and every third one with a 0, -1 or NaN on the diagonal; NaN in the triangle that
// is not read.
template <typename T> Batch<T> positiveBatch(int64_t count, int64_t n, bool lower) {
  const T nan = std::numeric_limits<T>::quiet_NaN(), bad[] = {0, -1, nan};
  Batch<T> batch;
  for (int64_t i = 0; i < count; ++i) {
    const Dense<T> x = random<T>(n, n, uint32_t(i + 1));
    const Dense<double> square = product<T>(x.view().transposed(), x.view());
    Dense<T> a(n, n);
    for (int64_t r = 0; r < n; ++r)
      for (int64_t c = 0; c < n; ++c) {
        const bool isRead = lower ? c <= r : c >= r;
        a(r, c) = isRead ? T(square(r, c) / double(n) + double(r == c)) : nan;
      }
    if (i % 3 == 0 && n > 0)
      a(i % n, i % n) = bad[i / 3 % 3];
    batch.push_back(a);
  }
  return batch;
}

TEST(Lanes, CholeskyIsNanWhereItIsNotPositive) {
  forClasses([](auto zero, CpuClass cpu) {
    using T = decltype(zero);
    for (int64_t n : kSides)
      for (bool lower : {false, true}) {
        SCOPED_TRACE(testing::Message() << n << (lower ? ", lower" : ", upper"));
        const Batch<T> batch = positiveBatch<T>(countFor<T>(cpu), n, lower);
        const auto factors = sameInAllGroups<T>(
            cpu, choleskyNeeds<T>(cpu, n).scratchBytes, [&](const LaneGroup& group, int64_t first) {
              std::vector<T> a = numbersOf(batch, first, group.matrices);
              factorCholesky<T>(group, n, lower, a.data(), a.data());
              std::vector<Factors<T>> all;
              for (int64_t i = 0; i < group.matrices; ++i)
                all.push_back({partOf(a, i, n * n), {}});
              return all;
            });
        for (size_t i = 0; i < batch.size(); ++i) {
          const Dense<T> f = denseOf(factors[i].numbers, n, n);
          if (i % 3 == 0) {
            EXPECT_TRUE(std::ranges::all_of(f.data, [](T x) { return std::isnan(x); }));
            continue;
          }
          const Matrix<const T> view = f.view();
          const Dense<double> square =
              lower ? product<T>(view, view.transposed()) : product<T>(view.transposed(), view);
          for (int64_t r = 0; r < n; ++r)
            for (int64_t c = 0; c < n; ++c)
              if (lower ? c <= r : c >= r)
                EXPECT_NEAR(square(r, c), batch[i](r, c), roundings<T>(8 + double(n)));
              else
                EXPECT_EQ(f(r, c), 0);
        }
      }
  });
}

// Of numbers that are not too small on the diagonal; NaN where nothing is read.
template <typename T> Batch<T> triangles(int64_t count, int64_t n, const TriangleSide& side) {
  Batch<T> batch;
  for (int64_t i = 0; i < count; ++i) {
    Dense<T> a = random<T>(n, n, uint32_t(i + 1));
    for (int64_t r = 0; r < n; ++r)
      for (int64_t c = 0; c < n; ++c) {
        const bool isRead = r == c ? !side.isUnit : (c < r) == side.lower;
        a(r, c) = !isRead  ? std::numeric_limits<T>::quiet_NaN()
                  : r == c ? T(i % 3 == 0 ? 0 : 2 + a(r, c))
                           : a(r, c) / T(n);
      }
    batch.push_back(a);
  }
  return batch;
}

// op(a) x - b or x op(a) - b.
template <typename T>
double residual(const TriangleSide& side, const Dense<T>& a, const Dense<T>& x, const Dense<T>& b) {
  Dense<T> triangle(a.rows, a.columns);
  for (int64_t r = 0; r < a.rows; ++r)
    for (int64_t c = 0; c < a.columns; ++c)
      if (r == c ? !side.isUnit : (c < r) == side.lower)
        triangle(r, c) = a(r, c);
      else
        triangle(r, c) = T(r == c);
  const Matrix<const T> plain = std::as_const(triangle).view();
  const Matrix<const T> op = side.isTransposed ? plain.transposed() : plain;
  return largestDifference(side.left ? product<T>(op, x.view()) : product<T>(x.view(), op), b,
                           b.rows, b.columns);
}

TEST(Lanes, SolvesFromEachSide) {
  forClasses([](auto zero, CpuClass cpu) {
    using T = decltype(zero);
    for (int64_t n : {1, 2, 5, 8, 17})
      for (int64_t others : {0, 1, 3, 7})
        for (unsigned bits = 0; bits < 16; ++bits) {
          const TriangleSide side{(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0,
                                  (bits & 8) != 0};
          SCOPED_TRACE(testing::Message() << n << " and " << others << ", " << bits);
          const int64_t rows = side.left ? n : others, columns = side.left ? others : n;
          const Batch<T> a = triangles<T>(countFor<T>(cpu), n, side);
          const Batch<T> b = batchOf<T>(countFor<T>(cpu), rows, columns);
          const auto solved = sameInAllGroups<T>(
              cpu, solveNeeds<T>(cpu, side, rows, columns).scratchBytes,
              [&](const LaneGroup& group, int64_t first) {
                const std::vector<T> l = numbersOf(a, first, group.matrices);
                std::vector<T> x = numbersOf(b, first, group.matrices);
                solveTriangular<T>(group, side, rows, columns, l.data(), x.data(), x.data());
                std::vector<Factors<T>> all;
                for (int64_t i = 0; i < group.matrices; ++i)
                  all.push_back({partOf(x, i, rows * columns), {}});
                return all;
              });
          for (size_t i = 0; i < a.size(); ++i)
            if (i % 3 != 0) { // with zeros on the diagonal
              EXPECT_LE(residual(side, a[i], denseOf(solved[i].numbers, rows, columns), b[i]),
                        roundings<T>(8 + 4 * double(n)));
            }
        }
  });
}

} // namespace
} // namespace lz::linalg
