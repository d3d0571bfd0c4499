// Products of matrices are compared with plain loops, for all types, options, and sizes around
// tiles.
#include "BlasTesting.h"

namespace lz::linalg {
namespace {

TEST(BlasTest, GemmIsThatOfPlainLoops) {
  const int shapes[][3] = {{0, 3, 3},   {3, 0, 2},    {4, 5, 0},   {1, 1, 1},
                           {3, 2, 5},   {7, 9, 4},    {17, 15, 8}, {33, 31, 70},
                           {70, 70, 3}, {64, 48, 32}, {70, 6, 33}, {5, 70, 70}};
  forScopes(70, [&](auto zero) {
    using E = decltype(zero);
    for (const auto& [m, n, k] : shapes)
      for (char transA : {'N', 'T', 'C'})
        for (char transB : {'N', 'T', 'C'})
          for (double beta : {0.0, 0.5}) {
            const E alpha = number<E>(-1.5, 0.5), factor = number<E>(beta, 0);
            const Columns<E> a(transA == 'N' ? m : k, transA == 'N' ? k : m, 1),
                b(transB == 'N' ? k : n, transB == 'N' ? n : k, 2), before(m, n, 3);
            Columns<E> c = before;
            Blas<E>::gemm(&transA, &transB, &m, &n, &k, &alpha, a.data.data(), &a.stride,
                          b.data.data(), &b.stride, &factor, c.data.data(), &c.stride);
            auto f = [&](int i, int j) {
              C sum = 0;
              for (int p = 0; p < k; ++p)
                sum += elementOf(a, transA, i, p) * elementOf(b, transB, p, j);
              return wide(alpha) * sum + (beta == 0 ? C(0) : beta * before(i, j));
            };
            expectNear<E>(c, before, k, everywhere, f,
                          std::string("gemm ") + transA + transB + " " + std::to_string(m));
          }
  });
}

TEST(BlasTest, GemmWithZeroBetaDoesNotReadItsResult) {
  forScopes(20, [&](auto zero) {
    using E = decltype(zero);
    const int n = 20;
    const E one = number<E>(1, 0), none{};
    const Columns<E> a(n, n, 1);
    Columns<E> c(n, n, 2);
    std::fill(c.data.begin(), c.data.end(), number<E>(std::numeric_limits<double>::quiet_NaN(), 0));
    Blas<E>::gemm("N", "N", &n, &n, &n, &one, a.data.data(), &a.stride, a.data.data(), &a.stride,
                  &none, c.data.data(), &c.stride);
    for (int i = 0; i < n; ++i)
      EXPECT_FALSE(std::isnan(c(i, i).real()));
  });
}

TEST(BlasTest, TrmmIsThatOfPlainLoops) {
  const int shapes[][2] = {{1, 1}, {3, 7}, {16, 5}, {33, 20}, {20, 45}, {260, 1}, {1, 260}};
  forScopes(260, [&](auto zero) {
    using E = decltype(zero);
    for (const auto& [m, n] : shapes)
      for (const std::string options : {"LLNN", "LUNU", "LLTU", "LUTN", "LLCN", "LUCU", "RLNU",
                                        "RUNN", "RLTN", "RUTU", "RLCU", "RUCN"}) {
        const char *side = &options[0], *uplo = &options[1], *trans = &options[2],
                   *diag = &options[3];
        const int size = *side == 'L' ? m : n;
        const E alpha = number<E>(0.75, -0.5);
        const Columns<E> a(size, size, 1), before(m, n, 2);
        Columns<E> b = before;
        Blas<E>::trmm(side, uplo, trans, diag, &m, &n, &alpha, a.data.data(), &a.stride,
                      b.data.data(), &b.stride);
        auto f = [&](int i, int j) {
          C sum = 0;
          for (int p = 0; p < size; ++p)
            sum += *side == 'L' ? triangleOf(a, *uplo, *trans, *diag, i, p) * before(p, j)
                                : before(i, p) * triangleOf(a, *uplo, *trans, *diag, p, j);
          return wide(alpha) * sum;
        };
        expectNear<E>(b, before, size, everywhere, f, "trmm " + options);
      }
  });
}

TEST(BlasTest, Syr2kIsThatOfPlainLoops) {
  forScopes(70, [&](auto zero) {
    using E = decltype(zero);
    for (int n : kBlasSizes)
      for (int k : {0, 1, 8, 32})
        for (char uplo : {'L', 'U'})
          for (char trans : {'N', kIsComplex<E> ? 'C' : 'T'}) {
            const E alpha = number<E>(-1, 0.5);
            const RealOf<E> beta = 0.5;
            const Columns<E> a(trans == 'N' ? n : k, trans == 'N' ? k : n, 1),
                b(trans == 'N' ? n : k, trans == 'N' ? k : n, 2);
            Columns<E> before(n, n, 3);
            for (int i = 0; i < n; ++i)
              before.set(i, i, before(i, i).real());
            Columns<E> c = before;
            Blas<E>::syr2k(&uplo, &trans, &n, &k, &alpha, a.data.data(), &a.stride, b.data.data(),
                           &b.stride, &beta, c.data.data(), &c.stride);
            auto at = [&](const Columns<E>& x, int i, int p) {
              return trans == 'N' ? x(i, p) : std::conj(x(p, i));
            };
            auto f = [&](int i, int j) {
              C sum = double(beta) * before(i, j);
              for (int p = 0; p < k; ++p)
                sum += wide(alpha) * at(a, i, p) * std::conj(at(b, j, p)) +
                       std::conj(wide(alpha)) * at(b, i, p) * std::conj(at(a, j, p));
              return sum;
            };
            expectNear<E>(
                c, before, 2 * k, [&](int i, int j) { return isThere(uplo, i, j); }, f, "syr2k");
            for (int i = 0; i < n; ++i)
              EXPECT_EQ(c(i, i).imag(), 0);
          }
  });
}

// Returns results of all functions that divide their work among threads, on matrices that are large
// enough.
template <typename E> std::vector<E> shared(const Machine& machine) {
  const int n = 300, k = 40, one = 1;
  ScratchMemory scratch(blasScratch(machine.kernels, machine.workers, n, sizeof(E), kParts<E>));
  BlasScope scope(machine, n, scratch.begin());
  const E alpha = number<E>(-1, 0.5), unit = number<E>(1, 0);
  const RealOf<E> real = 1;
  const Columns<E> a(n, n, 1), b(n, k, 2);
  Columns<E> c(n, n, 3), d(n, k, 4), x(n, 1, 5), y(n, 1, 6);
  Blas<E>::gemm("N", "T", &n, &n, &k, &alpha, b.data.data(), &b.stride, d.data.data(), &d.stride,
                &unit, c.data.data(), &c.stride);
  Blas<E>::gemm("N", "N", &n, &k, &n, &alpha, a.data.data(), &a.stride, b.data.data(), &b.stride,
                &unit, d.data.data(), &d.stride);
  Blas<E>::trmm("R", "U", "N", "N", &n, &k, &unit, a.data.data(), &a.stride, d.data.data(),
                &d.stride);
  Blas<E>::trmm("L", "L", kIsComplex<E> ? "C" : "T", "U", &n, &k, &unit, a.data.data(), &a.stride,
                d.data.data(), &d.stride);
  Blas<E>::syr2k("L", "N", &n, &k, &alpha, b.data.data(), &b.stride, d.data.data(), &d.stride,
                 &real, c.data.data(), &c.stride);
  Blas<E>::gemv("N", &n, &n, &alpha, c.data.data(), &c.stride, x.data.data(), &one, &unit,
                y.data.data(), &one);
  Blas<E>::gemv("T", &n, &n, &alpha, c.data.data(), &c.stride, y.data.data(), &one, &unit,
                x.data.data(), &one);
  Blas<E>::ger(&n, &n, &alpha, x.data.data(), &one, y.data.data(), &one, c.data.data(), &c.stride);
  Blas<E>::symv("U", &n, &alpha, c.data.data(), &c.stride, x.data.data(), &one, &unit,
                y.data.data(), &one);
  Blas<E>::syr2("U", &n, &alpha, x.data.data(), &one, y.data.data(), &one, c.data.data(),
                &c.stride);
  std::vector<E> all = c.data;
  for (const Columns<E>* part : {&d, &x, &y})
    all.insert(all.end(), part->data.begin(), part->data.end());
  return all;
}

TEST(BlasTest, BitsAreTheSameForAnyNumberOfThreads) {
  auto check = [](auto zero, const KernelTable& kernels) {
    using E = decltype(zero);
    for (MachineClass cpu : hostMachineClasses()) {
      ThreadPool alone(1);
      const std::vector<E> expected = shared<E>({kernels, cpu, alone, 1});
      for (int threads : {2, 3}) {
        ThreadPool pool(threads);
        EXPECT_EQ(0, std::memcmp(expected.data(), shared<E>({kernels, cpu, pool, threads}).data(),
                                 expected.size() * sizeof(E)));
      }
    }
  };
  check(float(), kernelsOf(float(), 0));
  check(double(), kernelsOf(double(), 1));
  check(Complex32(), kernelsOf(float(), 1));
  check(Complex64(), kernelsOf(double(), 0));
}

// Only the first refusal is kept, because later ones may be its consequences.
TEST(BlasTest, ARefusedArgumentIsNoted) {
  ThreadPool pool(1);
  ScratchMemory scratch(0);
  BlasScope scope({kernelsOf(float(), 0), MachineClass::X86V2, pool, 1}, 0, scratch.begin());
  EXPECT_EQ(scope.refusal().argument, 0);
  for (int argument : {3, 4})
    xerbla_("DGEEV ", &argument, 6);
  EXPECT_EQ(scope.refusal().argument, 3);
  EXPECT_EQ(scope.refusal().routine(), "DGEEV");
}

TEST(BlasTest, TextsOfFortranAreJoined) {
  char text[4];
  auto join = [&](std::string_view a, std::string_view b) {
    _gfortran_concat_string(4, text, a.size(), a.data(), b.size(), b.data());
    return std::string(text, 4);
  };
  EXPECT_EQ(join("L", "N"), "LN  ");
  EXPECT_EQ(join("LOWER", "N"), "LOWE");
  EXPECT_EQ(join("ABC", "DEF"), "ABCD");
}

} // namespace
} // namespace lz::linalg
