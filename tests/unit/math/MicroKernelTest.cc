// Compares the micro-kernel of contractions with a plain loop, and its speed with the machine's
// peak of multiply-adds.
#include "emit/MicroKernel.h"

#include "MathJit.h"
#include "base/KernelTable.h"
#include "codegen/LlvmTarget.h"
#include "gtest/gtest.h"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <random>

namespace lz::emit {
namespace {

struct Kernel {
  PackedKernelFn fn = nullptr;
  int mr = 0, nr = 0;
  bool narrow = false;
};

void* compile(MathJit& jit, MicroKernelKind kind, DType dtype, int rows, bool narrow) {
  return jit.compileFunction("micro", [&](mlir::ModuleOp module) {
    return emitMicroKernel(module, {kind, dtype, rows, narrow}, jit.target(), "micro");
  });
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

// Operands that are read in place, with k in runs, give the same bits as packed operands. Rows are
// `rowStride` apart and values of k are `lda` apart.
template <typename T>
void expectSameBits(MathJit& jit, const Kernel& packed, DType dtype, int64_t rowStride,
                    int64_t lda) {
  auto strided = reinterpret_cast<StridedKernelFn>(
      compile(jit, MicroKernelKind::Strided, dtype, packed.mr, packed.narrow));
  ASSERT_NE(strided, nullptr);
  const int64_t mr = packed.mr, nr = packed.nr, ldb = nr + 5;
  const KernelRun runs[3] = {{5, 70, 20}, {800, 0, 1}, {40, 900, 13}};
  auto lines = randoms<T>(2000, 1), rows = randoms<T>(3000, 2), c = randoms<T>(mr * nr, 3);
  std::vector<T> a, b;
  for (auto [aOffset, bOffset, length] : runs)
    for (int64_t p = 0; p < length; ++p) {
      for (int64_t i = 0; i < mr; ++i)
        a.push_back(lines[aOffset + i * rowStride + p * lda]);
      for (int64_t j = 0; j < nr; ++j)
        b.push_back(rows[bOffset + p * ldb + j]);
    }
  for (int64_t accumulate : {0, 1})
    for (int64_t numRuns : {0, 1, 3}) {
      std::vector<T> expected = c, found = c;
      int64_t k = numRuns == 3 ? 34 : 20 * numRuns;
      packed.fn(a.data(), b.data(), expected.data(), k, nr, accumulate);
      strided(lines.data(), rowStride, lda, rows.data(), ldb, runs, numRuns, found.data(), nr,
              accumulate);
      ASSERT_EQ(expected, found) << numRuns << " runs";
    }
}

// Returns the best speed of several runs, in operations (multiplications and additions) per second.
// `run` returns the number of its operations.
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

// The speeds of both kinds on the same packed panels.
struct Speed {
  double packed, strided;
};

template <typename T> Speed speed(MathJit& jit, const Kernel& kernel, DType dtype) {
  constexpr int64_t k = 512, calls = 1000;
  auto a = randoms<T>(k * kernel.mr, 1), b = randoms<T>(k * kernel.nr, 2);
  std::vector<T> c(kernel.mr * kernel.nr);
  auto timed = [&](auto call) {
    return bestSpeed([&] {
      for (int64_t i = 0; i < calls; ++i)
        call();
      return 2.0 * kernel.mr * kernel.nr * k * calls;
    });
  };
  auto strided = reinterpret_cast<StridedKernelFn>(
      compile(jit, MicroKernelKind::Strided, dtype, kernel.mr, kernel.narrow));
  KernelRun run = {0, 0, k};
  return {timed([&] { kernel.fn(a.data(), b.data(), c.data(), k, kernel.nr, 0); }), timed([&] {
            strided(a.data(), k, 1, b.data(), kernel.nr, &run, 1, c.data(), kernel.nr, 0);
          })};
}

// Runs multiply-adds on registers in twelve independent chains, without memory accesses. Returns
// the number of operations of `steps` steps.
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

template <typename T> double peak(const schedule::VectorTarget& target) {
  constexpr int64_t kSteps = 1 << 19;
  T out = 0;
  return bestSpeed([&] {
    return target.f32Lanes == 16  ? peakAvx512(kSteps, &out)
           : target.f32Lanes == 8 ? peakAvx2(kSteps, &out)
                                  : peakV2(kSteps, &out);
  });
}

template <typename T> void testKernels(DType dtype, bool narrow) {
  for (MachineClass cpu : hostMachineClasses()) {
    MathJit jit(cpu);
    MicroTile largest = largestTile(dtype, jit.target());
    double possible = peak<T>(jit.target());
    for (int rows = 1; rows <= largest.rows; ++rows) {
      void* packed = compile(jit, MicroKernelKind::Packed, dtype, rows, narrow);
      Kernel kernel = {reinterpret_cast<PackedKernelFn>(packed), rows,
                       narrow ? largest.columns / 2 : largest.columns, narrow};
      ASSERT_NE(kernel.fn, nullptr);
      for (int64_t k : {0, 1, 2, 3, 17, 512})
        for (bool accumulate : {false, true})
          expectProduct<T>(kernel, k, accumulate);
      expectSameBits<T>(jit, kernel, dtype, /*rowStride=*/37, /*lda=*/1);
      expectSameBits<T>(jit, kernel, dtype, /*rowStride=*/1, /*lda=*/40);
      Speed reached = speed<T>(jit, kernel, dtype);
      std::printf("%-9s %s %dx%d: %.0f %% of peak packed, %.0f %% strided\n",
                  machineClassName(cpu).c_str(), dtypeName(dtype).data(), kernel.mr, kernel.nr,
                  100 * reached.packed / possible, 100 * reached.strided / possible);
    }
  }
}

TEST(MicroKernel, MatchesThePlainLoopF32) {
  testKernels<float>(DType::F32, /*narrow=*/false);
}
TEST(MicroKernel, MatchesThePlainLoopF64) {
  testKernels<double>(DType::F64, /*narrow=*/false);
}
TEST(MicroKernel, NarrowMatchesThePlainLoop) {
  testKernels<float>(DType::F32, /*narrow=*/true);
  testKernels<double>(DType::F64, /*narrow=*/true);
}

std::vector<uint32_t> randomPairs(size_t n, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<uint32_t> pairs(n);
  for (uint32_t& pair : pairs)
    pair = random() % 8 == 0 ? 0x80008000 : uint32_t(random());
  return pairs;
}

uint32_t productOf(uint32_t x, uint32_t y) {
  auto half = [](uint32_t pair, int i) { return int32_t(int16_t(pair >> 16 * i)); };
  return uint32_t(half(x, 0) * half(y, 0)) + uint32_t(half(x, 1) * half(y, 1));
}

void expectIntegerProduct(MathJit& jit, int rows) {
  const int64_t mr = rows, nr = largestTile(DType::S16, jit.target()).columns, ldc = nr + 3;
  auto packed = reinterpret_cast<PackedKernelFn>(
      compile(jit, MicroKernelKind::Packed, DType::S16, rows, false));
  auto strided = reinterpret_cast<StridedKernelFn>(
      compile(jit, MicroKernelKind::Strided, DType::S16, rows, false));
  ASSERT_NE(packed, nullptr);
  ASSERT_NE(strided, nullptr);
  for (int64_t k : {0, 1, 2, 3, 17, 100})
    for (bool accumulate : {false, true}) {
      auto a = randomPairs(size_t(k * mr) + 1, 1), b = randomPairs(size_t(k * nr) + 1, 2),
           c = randomPairs(size_t(mr * ldc), 3);
      std::vector<uint32_t> expected = c, found = c, inPlace = c;
      for (int64_t i = 0; i < mr; ++i)
        for (int64_t j = 0; j < nr; ++j) {
          uint32_t& sum = expected[size_t(i * ldc + j)];
          sum = accumulate ? sum : 0;
          for (int64_t p = 0; p < k; ++p)
            sum += productOf(a[size_t(p * mr + i)], b[size_t(p * nr + j)]);
        }
      packed(a.data(), b.data(), found.data(), k, ldc, accumulate);
      ASSERT_EQ(found, expected) << "k = " << k << ", " << rows << " rows";
      KernelRun run = {0, 0, k};
      strided(a.data(), 1, mr, b.data(), nr, &run, 1, inPlace.data(), ldc, accumulate);
      ASSERT_EQ(inPlace, expected) << "in place, k = " << k << ", " << rows << " rows";
    }
}

// Tests the code with the CPU class's instruction for pairs, and the code for machines without this
// instruction.
TEST(MicroKernel, PairsOfIntegersWrap) {
  for (MachineClass cpu : hostMachineClasses()) {
    MathJit jit(cpu), plain(cpu, std::make_unique<Target>(codegen::targetInfo(cpu).vector));
    for (int rows = 1; rows <= largestTile(DType::S16, jit.target()).rows; ++rows)
      expectIntegerProduct(jit, rows);
    expectIntegerProduct(plain, 2);
  }
}

TEST(MicroKernel, RefusesOtherElementsAndHeights) {
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::ModuleOp::create(mlir::UnknownLoc::get(&context));
  auto emit = [&](DType dtype, int rows) {
    return emitMicroKernel(*module, {MicroKernelKind::Packed, dtype, rows},
                           Target(schedule::VectorTarget{}), "m");
  };
  EXPECT_FALSE(emit(DType::F16, 4).ok());
  EXPECT_FALSE(emit(DType::F32, 0).ok());
  EXPECT_FALSE(emit(DType::F32, 15).ok());
}

} // namespace
} // namespace lz::emit
