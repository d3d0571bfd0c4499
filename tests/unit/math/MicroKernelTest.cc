// The inner kernel of contractions against a plain loop, and its share of the machine's
// multiply-add peak.
#include "emit/MicroKernel.h"

#include "MathJit.h"
#include "gtest/gtest.h"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <random>

namespace lz::emit {
namespace {

using MicroFn = void (*)(const void* a, const void* b, void* c, int64_t k, int64_t ldc,
                         int64_t accumulate);

struct Kernel {
  MicroFn fn = nullptr;
  int mr = 0, nr = 0;
};

Kernel compile(MathJit& jit, DType dtype) {
  Kernel kernel;
  auto emit = [&](mlir::ModuleOp module) {
    return emitMicroKernel(module, MicroKernelKind::Packed, dtype, jit.target(), "micro");
  };
  MicroTile tile = microTile(dtype, jit.target());
  kernel.mr = tile.mr, kernel.nr = tile.nr;
  kernel.fn = reinterpret_cast<MicroFn>(jit.compileFunction("micro", emit));
  return kernel;
}

template <typename T> std::vector<T> randoms(size_t n, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<T> v(n);
  for (T& x : v)
    x = static_cast<T>(static_cast<int>(random() % 2001) - 1000) / 1000;
  return v;
}

template <typename T> void expectProduct(const Kernel& kernel, int64_t k, bool accumulate) {
  const int64_t mr = kernel.mr, nr = kernel.nr, ldc = nr + 3;
  auto a = randoms<T>(k * mr + 1, 1), b = randoms<T>(k * nr + 1, 2), c = randoms<T>(mr * ldc, 3);
  std::vector<T> before = c;
  kernel.fn(a.data(), b.data(), c.data(), k, ldc, accumulate);
  for (int64_t i = 0; i < mr; ++i)
    for (int64_t j = 0; j < ldc; ++j) {
      if (j >= nr) {
        ASSERT_EQ(c[i * ldc + j], before[i * ldc + j]) << "wrote past the tile";
        continue;
      }
      double exact = accumulate ? before[i * ldc + j] : 0, size = 1;
      for (int64_t p = 0; p < k; ++p) {
        double product = static_cast<double>(a[p * mr + i]) * b[p * nr + j];
        exact += product;
        size += std::fabs(product);
      }
      ASSERT_NEAR(c[i * ldc + j], exact, size * 8 * std::numeric_limits<T>::epsilon())
          << "k = " << k << " at " << i << ", " << j;
    }
}

// The strip kernel on rows that are `stride` apart, k in three runs, gives the bits of the packed
// one.
template <typename T> void expectSameBits(MathJit& jit, const Kernel& packed, DType dtype) {
  using Strips = void (*)(const void* a, int64_t rowStride, const void* runs, int64_t numRuns,
                          const void* b, void* c, int64_t ldc, int64_t accumulate);
  auto strips = reinterpret_cast<Strips>(jit.compileFunction("strips", [&](mlir::ModuleOp module) {
    return emitMicroKernel(module, MicroKernelKind::Strips, dtype, jit.target(), "strips");
  }));
  ASSERT_NE(strips, nullptr);
  const int64_t mr = packed.mr, nr = packed.nr, stride = 37;
  const int64_t runs[3][2] = {{5, 20}, {800, 1}, {40, 13}};
  auto lines = randoms<T>(2000, 1), b = randoms<T>(34 * nr, 2), c = randoms<T>(mr * nr, 3);
  std::vector<T> a;
  for (auto [offset, length] : runs)
    for (int64_t p = 0; p < length; ++p)
      for (int64_t i = 0; i < mr; ++i)
        a.push_back(lines[offset + i * stride + p]);
  for (int64_t accumulate : {0, 1})
    for (int64_t numRuns : {0, 1, 3}) {
      std::vector<T> expected = c, found = c;
      int64_t k = numRuns == 3 ? 34 : 20 * numRuns;
      packed.fn(a.data(), b.data(), expected.data(), k, nr, accumulate);
      strips(lines.data(), stride, runs, numRuns, b.data(), found.data(), nr, accumulate);
      ASSERT_EQ(expected, found) << numRuns << " runs";
    }
}

// Best of some runs, in operations (a multiplication or an addition) a second; `run` says how many
// it made.
template <typename Run> double bestSpeed(Run run) {
  double best = 0;
  for (int i = 0; i < 9; ++i) {
    auto start = std::chrono::steady_clock::now();
    double operations = run();
    std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    best = std::max(best, operations / seconds.count());
  }
  return best;
}

template <typename T> double speed(const Kernel& kernel) {
  constexpr int64_t k = 512, calls = 1000;
  auto a = randoms<T>(k * kernel.mr, 1), b = randoms<T>(k * kernel.nr, 2);
  std::vector<T> c(kernel.mr * kernel.nr);
  return bestSpeed([&] {
    for (int64_t call = 0; call < calls; ++call)
      kernel.fn(a.data(), b.data(), c.data(), k, kernel.nr, 0);
    return 2.0 * kernel.mr * kernel.nr * k * calls;
  });
}

// The same multiply-adds on registers alone, twelve independent chains: operations in `steps`
// steps.
#define LZ_PEAK_LOOP(NAME, T, BYTES, TARGET)                                                       \
  __attribute__((target(TARGET), noinline)) double NAME(int64_t steps, T* out) {                   \
    typedef T Vector __attribute__((vector_size(BYTES)));                                          \
    Vector sums[12] = {}, x = Vector{} + T(0.5);                                                   \
    for (int64_t i = 0; i < steps; ++i) {                                                          \
      asm volatile("" : "+x"(x));                                                                  \
      _Pragma("clang loop unroll(full)") for (int j = 0; j < 12; ++j) sums[j] = sums[j] * x + x;   \
    }                                                                                              \
    _Pragma("clang loop unroll(full)") for (int j = 0; j < 12; ++j)* out += sums[j][0];            \
    return 2.0 * 12 * (BYTES / sizeof(T)) * static_cast<double>(steps);                            \
  }
LZ_PEAK_LOOP(peakV2, float, 16, "sse4.2")
LZ_PEAK_LOOP(peakAvx2, float, 32, "avx2,fma")
LZ_PEAK_LOOP(peakAvx512, float, 64, "avx512f")
LZ_PEAK_LOOP(peakV2, double, 16, "sse4.2")
LZ_PEAK_LOOP(peakAvx2, double, 32, "avx2,fma")
LZ_PEAK_LOOP(peakAvx512, double, 64, "avx512f")
#undef LZ_PEAK_LOOP

template <typename T> double peak(const VectorTarget& target) {
  constexpr int64_t kSteps = 1 << 19;
  T out = 0;
  return bestSpeed([&] {
    return target.f32Lanes == 16  ? peakAvx512(kSteps, &out)
           : target.f32Lanes == 8 ? peakAvx2(kSteps, &out)
                                  : peakV2(kSteps, &out);
  });
}

template <typename T> void testKernel(DType dtype) {
  for (codegen::CpuClass cpu : testClasses()) {
    MathJit jit(cpu);
    Kernel kernel = compile(jit, dtype);
    ASSERT_NE(kernel.fn, nullptr);
    for (int64_t k : {0, 1, 2, 3, 17, 512})
      for (bool accumulate : {false, true})
        expectProduct<T>(kernel, k, accumulate);
    expectSameBits<T>(jit, kernel, dtype);
    double reached = speed<T>(kernel), possible = peak<T>(jit.target());
    std::printf("%-6s %s %dx%d: %.1f GFLOP/s, %.0f %% of peak\n",
                codegen::cpuClassName(cpu).c_str(), dtypeName(dtype).data(), kernel.mr, kernel.nr,
                reached * 1e-9, 100 * reached / possible);
  }
}

TEST(MicroKernel, MatchesThePlainLoopF32) {
  testKernel<float>(DType::F32);
}
TEST(MicroKernel, MatchesThePlainLoopF64) {
  testKernel<double>(DType::F64);
}

TEST(MicroKernel, RefusesOtherElements) {
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::ModuleOp::create(mlir::UnknownLoc::get(&context));
  EXPECT_FALSE(
      emitMicroKernel(*module, MicroKernelKind::Packed, DType::BF16, VectorTarget{}, "m").ok());
}

} // namespace
} // namespace lz::emit
