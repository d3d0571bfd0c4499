// Tests what BLAS and LAPACK do after their work is cancelled.
#include "BlasTesting.h"
#include "LapackTesting.h"
#include "base/Cancel.h"

#include <atomic>

namespace lz::linalg {
namespace {

// After a cancellation, functions on matrices must write nothing, on one thread or several.
template <typename E> void expectUntouched(const Machine& machine) {
  const CancelFlag flag = true;
  const CancelScope cancelled(&flag);
  const int n = 70, one = 1;
  ScratchMemory scratch(blasScratch(machine.kernels, machine.workers, n, sizeof(E), kParts<E>));
  BlasScope scope(machine, n, scratch.begin());
  const E alpha = number<E>(-1, 0.5), beta = number<E>(0.5, 0);
  const RealOf<E> real = 0.5;
  const Columns<E> a(n, n, 1), b(n, n, 2), before(n, n, 3), vector(n, 1, 4);
  Columns<E> c = before, y = vector;
  Blas<E>::gemm("N", "N", &n, &n, &n, &alpha, a.data.data(), &a.stride, b.data.data(), &b.stride,
                &beta, c.data.data(), &c.stride);
  Blas<E>::trmm("L", "U", "N", "N", &n, &n, &alpha, a.data.data(), &a.stride, c.data.data(),
                &c.stride);
  Blas<E>::syr2k("L", "N", &n, &n, &alpha, a.data.data(), &a.stride, b.data.data(), &b.stride,
                 &real, c.data.data(), &c.stride);
  Blas<E>::gemv("N", &n, &n, &alpha, a.data.data(), &a.stride, b.data.data(), &one, &beta,
                y.data.data(), &one);
  Blas<E>::symv("U", &n, &alpha, a.data.data(), &a.stride, b.data.data(), &one, &beta,
                y.data.data(), &one);
  Blas<E>::trmv("U", "N", "N", &n, a.data.data(), &a.stride, y.data.data(), &one);
  Blas<E>::ger(&n, &n, &alpha, a.data.data(), &one, b.data.data(), &one, c.data.data(), &c.stride);
  Blas<E>::syr2("U", &n, &alpha, a.data.data(), &one, b.data.data(), &one, c.data.data(),
                &c.stride);
  EXPECT_EQ(0, std::memcmp(c.data.data(), before.data.data(), c.data.size() * sizeof(E)));
  EXPECT_EQ(0, std::memcmp(y.data.data(), vector.data.data(), y.data.size() * sizeof(E)));
}

TEST(BlasCancelled, FunctionsOfMatricesWriteNothing) {
  for (int threads : {1, 2}) {
    ThreadPool pool(threads);
    const MachineClass cpu = hostMachineClasses().back();
    expectUntouched<float>({kernelsOf(float(), 0), cpu, pool, threads});
    expectUntouched<double>({kernelsOf(double(), 0), cpu, pool, threads});
    expectUntouched<Complex32>({kernelsOf(float(), 0), cpu, pool, threads});
    expectUntouched<Complex64>({kernelsOf(double(), 0), cpu, pool, threads});
  }
}

// Micro-kernels that count their calls. The last counted call cancels the work.
struct Counted {
  static inline CancelFlag flag = false;
  static inline std::atomic<int64_t> calls = 0, last = 0;

  template <int kRows>
  static void run(const void* a, const void* b, void* c, int64_t k, int64_t ldc,
                  int64_t accumulate) {
    if (++calls == last)
      flag = true;
    kernelsOf(double(), 0).packed[kRows](a, b, c, k, ldc, accumulate);
  }
  static const KernelTable& kernels() {
    static const KernelTable counted = [] {
      KernelTable kernels = kernelsOf(double(), 0);
      kernels.narrow = nullptr;
      kernels.packed[1] = run<1>;
      kernels.packed[2] = run<2>;
      kernels.packed[3] = run<3>;
      kernels.packed[4] = run<4>;
      return kernels;
    }();
    return counted;
  }
};

struct Cancelled {
  LapackFunction function;
  std::vector<TensorType> results;
  Options options;
  std::vector<size_t> last; // results that are written after all others
};

// Expects that a cancelled call ends soon and does not write its last results. Matrices have 512
// rows and columns. There is one thread, or two that divide each product.
void expectLeft(const Cancelled& call, const Tensors& in, int threads) {
  Tensors out(call.results);
  auto option = [&](std::string_view key) {
    const auto found = call.options.find(key);
    return found == call.options.end() ? int64_t(0) : found->second;
  };
  const LapackRoutine& routine = *findLapack(call.function);
  const LapackTypes types{in.types(), out.types(), option};
  const auto needs =
      needsOf(routine, types, Counted::kernels(), hostMachineClasses().back(), threads);
  ASSERT_TRUE(needs.ok()) << needs.status();
  ScratchMemory scratch(needs->batch.scratchBytes(/*isForAll=*/threads > 1));
  ThreadPool pool(threads);
  Counted::flag = false;
  Counted::calls = 0;
  Counted::last = 5000;
  const CancelScope cancelled(&Counted::flag);
  EXPECT_EQ(
      runLapack(routine, types, {in.pointers(), out.pointers()}, 0, needs->batch, needs->lengths,
                {Counted::kernels(), hostMachineClasses().back(), pool, threads}, scratch.begin()),
      okStatus());
  const std::string_view name = lapackName(call.function);
  ASSERT_TRUE(Counted::flag) << name << " ended before it was cancelled";
  // Each thread may complete the part that is packed at a time: 128 x 448 numbers in tiles of 8 x
  // 4.
  EXPECT_LE(Counted::calls, Counted::last + threads * (128 / 8) * (448 / 4)) << name;
  for (size_t i : call.last)
    for (int64_t k = 0; k < call.results[i].numBytes(); ++k)
      ASSERT_EQ(out.pointers()[i][k], std::byte(0x55)) << name << " went on to its results";
}

// A cancelled routine ends at its next call of a function on matrices. So its iterations and its
// later code do not run on garbage.
TEST(LapackCancelled, RoutinesLeaveAtTheirNextFunctionOfMatrices) {
  const int64_t n = 512;
  const TensorType a = typed(DType::F64, {n, n}), s = typed(DType::F64, {n}),
                   info = typed(DType::S32, {}), vectors = typed(DType::C128, {n, n});
  Tensors in({a});
  in.setMatrix(0, randomOf(DType::F64, n, n));
  const Cancelled calls[] = {
      {LapackFunction::Gees, {a, a, s, s, info, info}, {{"mode", 'V'}, {"sort", 'N'}}, {0, 1}},
      {LapackFunction::Geev,
       {s, s, vectors, vectors, info},
       {{"compute_left", 'V'}, {"compute_right", 'V'}},
       {2, 3}},
      {LapackFunction::Gesdd, {a, s, a, a, info}, {{"mode", 'A'}}, {0, 2, 3}},
      {LapackFunction::Syevd, {a, s, info}, {{"mode", 'V'}, {"uplo", 'L'}}, {0}},
  };
  for (const Cancelled& call : calls)
    for (int threads : {1, 2})
      expectLeft(call, in, threads);
}

} // namespace
} // namespace lz::linalg
