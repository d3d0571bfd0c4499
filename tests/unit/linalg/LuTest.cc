#include "linalg/Lu.h"

#include "LinalgTesting.h"

namespace lz::linalg {
namespace {

template <typename T> struct LuFactors {
  Dense<T> lu;
  std::vector<int32_t> pivots;
  int64_t info;
};

template <typename T> LuFactors<T> factorLu(const Machine& machine, const Dense<T>& a) {
  LuFactors<T> f{Dense<T>(a.rows, a.columns),
                 std::vector<int32_t>(size_t(std::min(a.rows, a.columns))), 0};
  ScratchMemory scratch(luScratch<T>(machine.kernels, machine.workers, a.rows, a.columns));
  f.info = factorLu<T>(machine, a.view(), f.lu.view(), f.pivots.data(), scratch.begin());
  return f;
}

template <typename T> Dense<double> back(const LuFactors<T>& f) {
  const int64_t steps = int64_t(f.pivots.size());
  Dense<T> l(f.lu.rows, steps), u(steps, f.lu.columns);
  for (int64_t i = 0; i < l.rows; ++i)
    for (int64_t j = 0; j < steps; ++j)
      l(i, j) = i == j ? T(1) : i > j ? f.lu(i, j) : T(0);
  for (int64_t i = 0; i < steps; ++i)
    for (int64_t j = i; j < u.columns; ++j)
      u(i, j) = f.lu(i, j);
  Dense<double> a = product<T>(std::as_const(l).view(), std::as_const(u).view());
  for (int64_t i = steps; i-- > 0;)
    for (int64_t j = 0; j < a.columns; ++j)
      std::swap(a(i, j), a(f.pivots[size_t(i)] - 1, j));
  return a;
}

TEST(Lu, OfAllSizes) {
  forMachines([](auto zero, const Machine& machine) {
    using T = decltype(zero);
    for (int64_t n : kSizes)
      for (auto [rows, columns] :
           {std::pair{n, n}, std::pair{n, int64_t(1)}, std::pair{n, n / 2 + 3},
            std::pair{n / 3 + 1, n}, std::pair{int64_t(70), n}}) {
        const Dense<T> a = random<T>(rows, columns);
        const LuFactors<T> f = factorLu(machine, a);
        EXPECT_EQ(f.info, 0);
        EXPECT_LE(largestDifference(back(f), a, rows, columns), roundings<T>(8 + 2 * double(n)))
            << rows << " x " << columns;
        for (int64_t j = 0; j < int64_t(f.pivots.size()); ++j)
          for (int64_t i = j + 1; i < rows; ++i)
            ASSERT_LE(std::abs(f.lu(i, j)), 1) << "the pivot is the largest";
      }
  });
}

TEST(Lu, OfSingularMatrices) {
  forMachines([](auto zero, const Machine& machine) {
    using T = decltype(zero);
    for (int64_t n : {1, 3, 33, 70}) {
      EXPECT_EQ(factorLu(machine, Dense<T>(n, n)).info, 1);
      Dense<T> a = random<T>(n, n);
      for (int64_t i = 0; i < n; ++i)
        a(i, n / 2) = 0; // a column of zeros must stay zero
      const LuFactors<T> f = factorLu(machine, a);
      EXPECT_EQ(f.info, n / 2 + 1);
      EXPECT_LE(largestDifference(back(f), a, n, n), roundings<T>(8 + 2 * double(n)));
    }
  });
}

TEST(Lu, TakesTheFirstOfEqualPivots) {
  ThreadPool pool(1);
  const Machine machine{kernelsOf(float(), 0), MachineClass::X86V2, pool};
  Dense<float> a(3, 3);
  a.data = {1, 2, 0, -3, 1, 1, 3, 1, 2};
  EXPECT_EQ(factorLu(machine, a).pivots, (std::vector<int32_t>{2, 2, 3}));
}

TEST(Lu, HasTheSameBitsForAnyThreads) {
  const Dense<float> a = random<float>(150, 170);
  std::vector<float> first;
  for (int threads : {1, 2, 5}) {
    ThreadPool pool(threads);
    const LuFactors<float> f =
        factorLu(Machine{kernelsOf(float(), 0), hostMachineClass(), pool, threads}, a);
    if (first.empty())
      first = f.lu.data;
    EXPECT_EQ(f.lu.data, first);
  }
}

} // namespace
} // namespace lz::linalg
