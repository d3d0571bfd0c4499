// Computes groups of small matrices in lanes. Checks that the results of each matrix do not depend
// on the other matrices of its group.
#include "LapackTesting.h"
#include "linalg/lanes/Factors.h"
#include "linalg/spectra/SelfAdjoint.h"
#include "linalg/spectra/SingularValues.h"

#include <cmath>
#include <functional>

namespace lz::linalg {
namespace {

template <typename R> int64_t lanesOfClass(MachineClass cpu) {
  return vectorBytes(cpu) / int64_t(sizeof(R));
}

// `kind` is one of: random, identity, zero, ones, graded down and up, huge, tiny, of rank 1, with a
// column of zeros, nearly diagonal with equal values, a Jordan block.
constexpr int kKinds = 12;
template <typename R> std::vector<R> hardMatrix(int kind, int64_t m, int64_t n) {
  std::mt19937 rng(uint32_t(kind + 100 * m + n));
  std::normal_distribution<double> normal;
  std::vector<double> left, right;
  for (int64_t i = 0; i < std::max(m, n); ++i) {
    left.push_back(normal(rng));
    right.push_back(normal(rng));
  }
  const double large = sizeof(R) == 4 ? 1e35 : 1e300, step = sizeof(R) == 4 ? 0.1 : 1e-3;
  std::vector<R> a;
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j) {
      const double x = normal(rng), one = i == j;
      const double values[kKinds] = {x,
                                     one,
                                     0,
                                     1,
                                     x * std::pow(step, double(i + j)),
                                     x * std::pow(step, double(m + n - i - j)),
                                     x * large,
                                     x / large,
                                     left[size_t(i)] * right[size_t(j)],
                                     j == 0 ? 0 : x,
                                     one + 1e-4 * x * double(std::abs(i - j) == 1),
                                     double(j == i + 1) + 0.5 * one};
      a.push_back(R(values[kind]));
    }
  return a;
}
template <typename R> std::vector<R> symmetric(std::vector<R> a, int64_t n) {
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = 0; j < i; ++j)
      a[size_t(i * n + j)] = a[size_t(j * n + i)];
  return a;
}

// Returns the Frobenius norm of m x n numbers.
double norm(int64_t m, int64_t n, const std::function<long double(int64_t, int64_t)>& at) {
  long double sum = 0;
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j)
      sum += at(i, j) * at(i, j);
  return double(std::sqrt(sum));
}
template <typename R>
double distanceFromOrthogonal(const R* q, int64_t rows, int64_t columns, bool areRows) {
  return norm(columns, columns, [&](int64_t i, int64_t j) {
    long double sum = -(i == j);
    for (int64_t k = 0; k < rows; ++k)
      sum += areRows ? (long double)q[i * rows + k] * q[j * rows + k]
                     : (long double)q[k * columns + i] * q[k * columns + j];
    return sum;
  });
}

// Some matrices of one size, computed as a group.
template <typename R> struct SelfAdjointRun {
  int64_t n, count;
  std::vector<R> a, values, vectors;
  std::vector<int32_t> info;

  SelfAdjointRun(MachineClass cpu, int64_t size, const std::vector<std::vector<R>>& matrices,
                 bool isLower, bool hasVectors = true)
      : n(size), count(int64_t(matrices.size())), values(size_t(count * n)),
        vectors(hasVectors ? size_t(count * n * n) : 0), info(size_t(count), 7) {
    for (const std::vector<R>& matrix : matrices)
      a.insert(a.end(), matrix.begin(), matrix.end());
    ScratchMemory scratch(selfAdjointScratch<R>(cpu, n, hasVectors));
    selfAdjoint<R>(cpu,
                   {n, count, isLower, a.data(), values.data(),
                    hasVectors ? vectors.data() : nullptr, info.data()},
                   scratch.begin());
  }
  std::vector<R> resultsOf(int64_t index) const {
    std::vector<R> all(values.begin() + index * n, values.begin() + (index + 1) * n);
    all.insert(all.end(), vectors.begin() + index * n * n, vectors.begin() + (index + 1) * n * n);
    return all;
  }
  void expectRight(int64_t index, const std::string& where) const {
    const R *matrix = &a[size_t(index * n * n)], *z = &vectors[size_t(index * n * n)],
            *w = &values[size_t(index * n)];
    EXPECT_EQ(info[size_t(index)], 0) << where;
    EXPECT_TRUE(std::is_sorted(w, w + n)) << where;
    const double allowed = 6 * double(n) * std::numeric_limits<R>::epsilon();
    EXPECT_LE(distanceFromOrthogonal(z, n, n, false), allowed) << where;
    const double residual = norm(n, n, [&](int64_t i, int64_t j) {
      long double sum = -(long double)z[i * n + j] * w[j];
      for (int64_t k = 0; k < n; ++k)
        sum += (long double)matrix[i * n + k] * z[k * n + j];
      return sum;
    });
    EXPECT_LE(residual,
              allowed * norm(n, n, [&](int64_t i, int64_t j) { return matrix[i * n + j]; }))
        << where;
  }
};

template <typename R> class Spectra : public testing::Test {};
using Reals = testing::Types<float, double>;
TYPED_TEST_SUITE(Spectra, Reals);

template <typename R> std::string named(MachineClass cpu, int64_t m, int64_t n, int64_t kind) {
  return machineClassName(cpu) + ", " + std::to_string(m) + " x " + std::to_string(n) +
         " of kind " + std::to_string(kind);
}

TYPED_TEST(Spectra, OfSymmetricMatricesAreRightAndAsIfAlone) {
  using R = TypeParam;
  for (MachineClass cpu : hostMachineClasses())
    for (int64_t n : {1, 2, 3, 4, 8, 17, 33}) {
      const int64_t lanes = lanesOfClass<R>(cpu);
      for (int64_t first = 0; first < kKinds; first += lanes) {
        std::vector<std::vector<R>> matrices;
        for (int64_t kind = first; kind < std::min<int64_t>(first + lanes, kKinds); ++kind)
          matrices.push_back(symmetric(hardMatrix<R>(int(kind), n, n), n));
        const SelfAdjointRun<R> group(cpu, n, matrices, true);
        for (int64_t i = 0; i < group.count; ++i) {
          const std::string where = named<R>(cpu, n, n, first + i);
          group.expectRight(i, where);
          const SelfAdjointRun<R> alone(cpu, n, {matrices[size_t(i)]}, true);
          EXPECT_EQ(std::memcmp(group.resultsOf(i).data(), alone.resultsOf(0).data(),
                                size_t(n * (n + 1)) * sizeof(R)),
                    0)
              << where;
        }
      }
    }
}

TYPED_TEST(Spectra, OfASymmetricMatrixReadOneTriangle) {
  using R = TypeParam;
  const MachineClass cpu = hostMachineClasses().back();
  const int64_t n = 5;
  const std::vector<R> a = symmetric(hardMatrix<R>(0, n, n), n);
  std::vector<R> lower = a, upper = a;
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = 0; j < i; ++j)
      lower[size_t(j * n + i)] = upper[size_t(i * n + j)] = std::numeric_limits<R>::quiet_NaN();
  const SelfAdjointRun<R> whole(cpu, n, {a}, true), ofLower(cpu, n, {lower}, true),
      ofUpper(cpu, n, {upper}, false), values(cpu, n, {a}, true, false);
  EXPECT_EQ(ofLower.resultsOf(0), whole.resultsOf(0));
  EXPECT_EQ(ofUpper.resultsOf(0), whole.resultsOf(0));
  EXPECT_EQ(values.values, whole.values);
}

template <typename R> struct SingularRun {
  int64_t m, n, count, k, columnsOfU, rowsOfVt;
  std::vector<R> a, values, u, vt;
  std::vector<int32_t> info;

  SingularRun(MachineClass cpu, int64_t rows, int64_t columns,
              const std::vector<std::vector<R>>& matrices, SingularVectors wanted)
      : m(rows), n(columns), count(int64_t(matrices.size())), k(std::min(m, n)),
        columnsOfU(wanted == SingularVectors::All ? m : k),
        rowsOfVt(wanted == SingularVectors::All ? n : k), values(size_t(count * k)),
        u(size_t(count * m * columnsOfU)), vt(size_t(count * rowsOfVt * n)),
        info(size_t(count), 7) {
    for (const std::vector<R>& matrix : matrices)
      a.insert(a.end(), matrix.begin(), matrix.end());
    ScratchMemory scratch(singularScratch<R>(cpu, m, n, wanted));
    singularValues<R>(
        cpu, {m, n, count, wanted, a.data(), values.data(), u.data(), vt.data(), info.data()},
        scratch.begin());
  }
  std::vector<R> resultsOf(int64_t index) const {
    std::vector<R> all(values.begin() + index * k, values.begin() + (index + 1) * k);
    all.insert(all.end(), u.begin() + index * m * columnsOfU,
               u.begin() + (index + 1) * m * columnsOfU);
    all.insert(all.end(), vt.begin() + index * rowsOfVt * n,
               vt.begin() + (index + 1) * rowsOfVt * n);
    return all;
  }
  void expectRight(int64_t index, const std::string& where) const {
    const R *matrix = &a[size_t(index * m * n)], *left = &u[size_t(index * m * columnsOfU)],
            *right = &vt[size_t(index * rowsOfVt * n)], *s = &values[size_t(index * k)];
    EXPECT_EQ(info[size_t(index)], 0) << where;
    EXPECT_TRUE(std::is_sorted(s, s + k, std::greater<R>())) << where;
    const double allowed = 6 * double(std::max(m, n)) * std::numeric_limits<R>::epsilon();
    EXPECT_LE(distanceFromOrthogonal(left, m, columnsOfU, false), allowed) << where;
    EXPECT_LE(distanceFromOrthogonal(right, n, rowsOfVt, true), allowed) << where;
    const double residual = norm(m, n, [&](int64_t i, int64_t j) {
      long double sum = -(long double)matrix[i * n + j];
      for (int64_t x = 0; x < k; ++x)
        sum += (long double)left[i * columnsOfU + x] * s[x] * right[x * n + j];
      return sum;
    });
    EXPECT_LE(residual,
              allowed * norm(m, n, [&](int64_t i, int64_t j) { return matrix[i * n + j]; }))
        << where;
  }
};

TYPED_TEST(Spectra, OfRectangularMatricesAreRightAndAsIfAlone) {
  using R = TypeParam;
  for (MachineClass cpu : hostMachineClasses())
    for (auto [m, n] : std::vector<std::pair<int64_t, int64_t>>{
             {1, 1}, {2, 2}, {4, 4}, {7, 4}, {4, 7}, {1, 5}, {5, 1}, {8, 8}, {17, 17}, {33, 6}}) {
      const int64_t lanes = lanesOfClass<R>(cpu);
      for (SingularVectors wanted : {SingularVectors::Thin, SingularVectors::All})
        for (int64_t first = 0; first < kKinds; first += lanes) {
          std::vector<std::vector<R>> matrices;
          for (int64_t kind = first; kind < std::min<int64_t>(first + lanes, kKinds); ++kind)
            matrices.push_back(hardMatrix<R>(int(kind), m, n));
          const SingularRun<R> group(cpu, m, n, matrices, wanted);
          for (int64_t i = 0; i < group.count; ++i) {
            const std::string where = named<R>(cpu, m, n, first + i);
            group.expectRight(i, where);
            const SingularRun<R> alone(cpu, m, n, {matrices[size_t(i)]}, wanted);
            const std::vector<R> ours = group.resultsOf(i), others = alone.resultsOf(0);
            EXPECT_EQ(std::memcmp(ours.data(), others.data(), ours.size() * sizeof(R)), 0) << where;
          }
        }
    }
}

// For each place in a group, the matrix at this place gets a NaN or an infinity. It must not change
// the results of the other matrices.
TYPED_TEST(Spectra, OfAMatrixWithNoNumberAreNoneAndOthersStay) {
  using R = TypeParam;
  using Limits = std::numeric_limits<R>;
  const int64_t n = 6;
  for (MachineClass cpu : hostMachineClasses())
    for (R value : {Limits::quiet_NaN(), Limits::infinity()})
      for (int64_t place = 0; place < lanesOfClass<R>(cpu); ++place) {
        std::vector<std::vector<R>> matrices(size_t(lanesOfClass<R>(cpu)),
                                             symmetric(hardMatrix<R>(0, n, n), n));
        const SelfAdjointRun<R> right(cpu, n, {matrices[0]}, true);
        const SingularRun<R> singular(cpu, n, n, {matrices[0]}, SingularVectors::Thin);
        matrices[size_t(place)][size_t(n + 1)] = value;
        const SelfAdjointRun<R> group(cpu, n, matrices, true);
        const SingularRun<R> singularGroup(cpu, n, n, matrices, SingularVectors::Thin);
        for (int64_t i = 0; i < group.count; ++i) {
          EXPECT_EQ(group.info[size_t(i)], i == place);
          EXPECT_EQ(singularGroup.info[size_t(i)], i == place);
          if (i == place)
            continue;
          EXPECT_EQ(group.resultsOf(i), right.resultsOf(0));
          EXPECT_EQ(singularGroup.resultsOf(i), singular.resultsOf(0));
        }
      }
}

// A call with one group, or with two groups and one more matrix, gives the same results for each
// matrix as a group of only this matrix. A matrix with a NaN gives NaN.
TYPED_TEST(Spectra, OfBatchesOfAnyNumberAreThoseOfTheirMatrices) {
  using R = TypeParam;
  const DType d = sizeof(R) == 4 ? DType::F32 : DType::F64;
  const int64_t n = 4;
  for (MachineClass cpu : hostMachineClasses())
    for (int64_t count = 2; count <= 2 * lanesOfClass<R>(cpu) + 1; ++count) {
      Tensors in({typed(d, {count, n, n})}),
          out({typed(d, {count, n, n}), typed(d, {count, n}), typed(DType::S32, {count})});
      for (int64_t i = 0; i < count * n * n; ++i)
        in.set(0, i, hardMatrix<R>(int(i / n / n % kKinds), n, n)[size_t(i % (n * n))]);
      const int64_t wrong = count / 2;
      in.set(0, wrong * n * n, std::numeric_limits<double>::quiet_NaN());
      run("syevd", in, out, {{"uplo", 'U'}, {"mode", 'V'}}, 1, cpu);
      for (int64_t index = 0; index < count; ++index) {
        EXPECT_EQ(out.at(2, index).real(), index == wrong);
        EXPECT_EQ(std::isnan(out.at(1, index * n).real()), index == wrong);
        EXPECT_EQ(std::isnan(out.at(0, index * n * n).real()), index == wrong);
        if (index == wrong)
          continue;
        const SelfAdjointRun<R> alone(cpu, n, {hardMatrix<R>(int(index % kKinds), n, n)}, false);
        for (int64_t j = 0; j < n; ++j)
          EXPECT_EQ(out.at(1, index * n + j).real(), double(alone.values[size_t(j)]));
      }
    }
}

LapackNeeds needsFor(std::string_view name, DType d, int64_t count, int64_t n, MachineClass cpu,
                     int threads = 1) {
  const TensorType a = typed(d, {count, n, n}), values = typed(partType(d), {count, n}),
                   info = typed(DType::S32, {count}),
                   vectors = typed(isComplex(d) ? d : complexType(d), {count, n, n});
  const std::vector<TensorType> in = {a};
  std::vector<TensorType> out = {a, values, info};
  if (name == "gesdd")
    out = {a, values, a, a, info};
  if (name == "geev")
    out = {values, values, vectors, vectors, info};
  if (name == "gees")
    out = {a, a, values, values, info, info};
  auto option = [](std::string_view key) {
    return int64_t(key == "uplo" ? 'L' : key == "compute_left" || key == "sort" ? 'N' : 'V');
  };
  const KernelTable& kernels =
      partType(d) == DType::F64 ? kernelsOf(double(), 0) : kernelsOf(float(), 0);
  auto needs =
      needsOf(*findLapack(*lapackFunction(name)), {in, out, option}, kernels, cpu, threads);
  EXPECT_TRUE(needs.ok()) << needs.status();
  return *needs;
}

TEST(SpectraPlans, TakeLanesWhereThatTakesLessTime) {
  const MachineClass cpu = hostMachineClasses().back();
  for (std::string_view name : {"syevd", "gesdd"})
    for (DType d : {DType::F32, DType::F64})
      for (int64_t n : {4, 8, 16}) {
        const LapackNeeds needs = needsFor(name, d, 100, n, cpu);
        EXPECT_EQ(needs.batch.together(), lanesOf(cpu, byteSize(d))) << name << " " << n;
        EXPECT_EQ(needs.batch.groups(), ceilDiv(100, needs.batch.together()));
        EXPECT_EQ(needsFor(name, d, 100, n, cpu, 8).batch.together(), needs.batch.together());
      }
  for (std::string_view name : {"syevd", "gesdd"}) {
    EXPECT_FALSE(needsFor(name, DType::C64, 100, 4, cpu).batch.isInLanes);
    EXPECT_FALSE(needsFor(name, DType::F64, 1, 32, cpu).batch.isInLanes);
    for (int64_t n : {256, 1024})
      EXPECT_FALSE(needsFor(name, DType::F32, 100, n, cpu).batch.isInLanes);
  }
}

TEST(SpectraPlans, TakeStepsWithoutCallsForSmallMatrices) {
  const MachineClass cpu = hostMachineClasses().back();
  for (std::string_view name : {"gees", "geev"})
    for (DType d : {DType::F32, DType::F64}) {
      EXPECT_TRUE(needsFor(name, d, 10, 4, cpu).lengths.isOfSteps);
      EXPECT_FALSE(needsFor(name, d, 10, 256, cpu).lengths.isOfSteps);
    }
  EXPECT_FALSE(needsFor("geev", DType::C64, 10, 4, cpu).lengths.isOfSteps);
}

} // namespace
} // namespace lz::linalg
