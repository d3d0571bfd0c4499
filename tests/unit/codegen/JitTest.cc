#include "codegen/Jit.h"

#include "ScalePlan.h"
#include "base/Half.h"
#include "codegen/MicroKernels.h"
#include "gtest/gtest.h"

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <pthread.h>
#include <random>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace lz::codegen {
namespace {

TEST(Jit, ProfilersFindNamesOfKernels) {
  schedule::ChosenPlan plan = scalePlan(2);
  JitOptions options;
  options.symbols = "perf,gdb";
  auto library = compilePlans({{"named_0", &plan}}, options);
  options.symbols = "pref";
  Status unknown = compilePlans({{"named_1", &plan}}, options).status();
  ASSERT_TRUE(library.ok()) << library.status();
  EXPECT_EQ(runOnOnes(library->kernel(0)), -2.0f);
  EXPECT_EQ(unknown.code(), absl::StatusCode::kInvalidArgument);

  std::string path = "/tmp/perf-" + std::to_string(getpid()) + ".map";
  std::ifstream map(path);
  uintptr_t address = 0, size = 0;
  std::string name;
  map >> std::hex >> address >> size >> name;
  std::filesystem::remove(path);
  EXPECT_EQ(name, "named_0");
  EXPECT_EQ(address, reinterpret_cast<uintptr_t>(library->kernel(0).fn));
  EXPECT_GT(size, 0u);
}

TEST(Jit, EqualPlansShareOneKernel) {
  schedule::ChosenPlan two = scalePlan(2), sameAsTwo = scalePlan(2), three = scalePlan(3);
  auto library = compilePlans({{"a", &two}, {"b", &sameAsTwo}, {"c", &three}}, {});
  ASSERT_TRUE(library.ok()) << library.status();
  EXPECT_EQ(library->kernel(0).fn, library->kernel(1).fn);
  EXPECT_NE(library->kernel(0).fn, library->kernel(2).fn);
  EXPECT_EQ(runOnOnes(library->kernel(1)), -2);
  EXPECT_EQ(runOnOnes(library->kernel(2)), -3);
}

TEST(Jit, WorkersCompileAtTheSameTime) {
  std::vector<schedule::ChosenPlan> plans;
  for (int i = 0; i < 40; ++i)
    plans.push_back(scalePlan(float(i)));
  std::vector<NamedPlan> requests;
  for (size_t i = 0; i < plans.size(); ++i)
    requests.push_back({"kernel_" + std::to_string(i), &plans[i]});
  JitOptions options;
  options.cpu = hostMachineClass();
  options.workers = 4;
  auto compile = [&] {
    auto library = compilePlans(requests, options);
    ASSERT_TRUE(library.ok()) << library.status();
    for (size_t i = 0; i < requests.size(); ++i)
      EXPECT_EQ(runOnOnes(library->kernel(i)), -float(i));
  };
  std::thread other(compile);
  compile();
  other.join();
}

// If the system refuses threads, the caller compiles everything.
TEST(Jit, NoThreadIsNoError) {
  schedule::ChosenPlan two = scalePlan(2), three = scalePlan(3);
  JitOptions options;
  options.workers = 4;
  pthread_attr_t usual, tooLarge;
  pthread_getattr_default_np(&usual);
  pthread_getattr_default_np(&tooLarge);
  pthread_attr_setstacksize(&tooLarge, size_t(1) << 50);
  ASSERT_EQ(pthread_setattr_default_np(&tooLarge), 0);
  EXPECT_THROW(std::thread([] {}).join(), std::system_error);
  auto library = compilePlans({{"two", &two}, {"three", &three}}, options);
  pthread_setattr_default_np(&usual);
  pthread_attr_destroy(&usual);
  pthread_attr_destroy(&tooLarge);
  ASSERT_TRUE(library.ok()) << library.status();
  EXPECT_EQ(runOnOnes(library->kernel(0)), -2);
  EXPECT_EQ(runOnOnes(library->kernel(1)), -3);
}

// Without kernels no linker is made, so the name of an unknown profiler is not noticed and is no
// error.
TEST(Jit, NothingToCompile) {
  JitOptions options;
  options.symbols = "pref";
  EXPECT_TRUE(compileKernels({}, options).ok());
}

TEST(Jit, DumpsEveryStage) {
  std::filesystem::path dir = std::filesystem::path(::testing::TempDir()) / "lazuli_dump";
  schedule::ChosenPlan plan = scalePlan(2);
  JitOptions options;
  options.dumpDir = dir.string();
  ASSERT_TRUE(compilePlans({{"scale", &plan}}, options).ok());
  for (const char* extension : {".plan", ".mlir", ".ll", ".s"})
    EXPECT_GT(std::filesystem::file_size(dir / (std::string("scale") + extension)), 50u);
  std::filesystem::remove_all(dir);
  options.dumpDir = "/proc/no_such_folder";
  EXPECT_EQ(compilePlans({{"scale", &plan}}, options).status().code(),
            absl::StatusCode::kFailedPrecondition);
}

// Kernels contain no calls. Even functions for which an old CPU has no instruction are generated
// inline.
TEST(Jit, KernelsCallNothing) {
  std::filesystem::path dir = std::filesystem::path(::testing::TempDir()) / "lazuli_calls";
  for (MachineClass cpu : {MachineClass::X86V2, MachineClass::Avx2, MachineClass::Avx512}) {
    schedule::ChosenPlan plan = scalePlan(2, Opcode::Tanh);
    JitOptions options;
    options.cpu = cpu;
    options.dumpDir = dir.string();
    ASSERT_TRUE(compilePlans({{"tanh", &plan}}, options).ok());
    std::ifstream file(dir / "tanh.s");
    std::string assembly((std::istreambuf_iterator<char>(file)), {});
    EXPECT_EQ(assembly.find("call"), std::string::npos) << machineClassName(cpu);
  }
  std::filesystem::remove_all(dir);
}

TEST(Jit, ClassesHaveNames) {
  for (MachineClass cpu : {MachineClass::X86V2, MachineClass::Avx2, MachineClass::Avx512})
    EXPECT_EQ(*parseMachineClass(machineClassName(cpu)), cpu);
  EXPECT_EQ(parseMachineClass("z80").status().code(), absl::StatusCode::kInvalidArgument);
}

TEST(Jit, TheEnvironmentLowersTheClass) {
  setenv("LAZULI_CPU", "x86-64-v2", 1);
  EXPECT_EQ(hostMachineClass(), MachineClass::X86V2);
  EXPECT_EQ(*parseMachineClass("host"), MachineClass::X86V2);
  unsetenv("LAZULI_CPU");
}

// Checks the library's kernel for `rows` rows on packed panels, and its kernel for operands with
// strides on the same panels.
template <typename T> void checkMicroKernel(const KernelTable& kernels, int rows) {
  int64_t mr = rows, nr = kernels.columns, k = 7, ldc = nr + 3;
  std::vector<T> a(size_t(k * mr)), b(size_t(k * nr)), c(size_t(mr * ldc));
  for (size_t i = 0; i < a.size(); ++i)
    a[i] = T(i % 5) - 2;
  for (size_t i = 0; i < b.size(); ++i)
    b[i] = T(i % 7) - 3;
  for (bool strided : {false, true})
    for (int64_t steps : {k, int64_t(0)}) {
      std::fill(c.begin(), c.end(), T(1));
      KernelRun run = {0, 0, steps};
      if (strided)
        kernels.strided[rows](a.data(), 1, mr, b.data(), nr, &run, 1, c.data(), ldc, 1);
      else
        kernels.packed[rows](a.data(), b.data(), c.data(), steps, ldc, 1);
      for (int64_t i = 0; i < mr; ++i)
        for (int64_t j = 0; j < ldc; ++j) {
          T expected = T(1);
          for (int64_t p = 0; p < steps && j < nr; ++p)
            expected += a[size_t(p * mr + i)] * b[size_t(p * nr + j)];
          ASSERT_EQ(c[size_t(i * ldc + j)], expected) << i << " " << j;
        }
    }
}

template <typename T> void checkMicroKernels(DType dtype, MachineClass cpu) {
  const KernelTable& kernels = microKernels(dtype, cpu);
  EXPECT_EQ(&microKernels(dtype, cpu), &kernels);
  ASSERT_GE(kernels.mostRows, 4);
  for (int rows = 1; rows <= kernels.mostRows; ++rows)
    checkMicroKernel<T>(kernels, rows);
}

TEST(Jit, KernelTable) {
  for (MachineClass cpu : hostMachineClasses()) {
    checkMicroKernels<float>(DType::F32, cpu);
    checkMicroKernels<double>(DType::F64, cpu);
  }
}

float flushed(float x) {
  return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(0.0f, x) : x;
}

// Returns the sum. It is rounded after each product, and the high half of each pair comes first.
// Denormal numbers count as zeros.
float pairSum(const std::vector<BF16>& a, const std::vector<BF16>& b, int64_t k) {
  float sum = 0;
  for (int64_t p = 0; p < k; ++p)
    for (int64_t half : {1, 0}) {
      float x = flushed(a[size_t(2 * p + half)]), y = flushed(b[size_t(2 * p + half)]);
      sum = flushed(std::fma(x, y, sum));
    }
  return sum;
}

// Returns values whose exponents start at the smallest one, so that some products are denormal and
// others are normal.
std::vector<BF16> smallValues(int64_t count, std::mt19937& rng) {
  std::vector<BF16> values(static_cast<size_t>(count));
  for (BF16& value : values)
    value.bits = uint16_t(rng() % 2 << 15 | rng() % 140 << 7 | rng() % 128);
  return values;
}

TEST(Jit, PairKernelsRoundAsDocumented) {
  const KernelTable* kernels = pairKernels(hostMachineClass());
  if (!kernels)
    GTEST_SKIP() << "pairs are slower on this machine, or do not exist";
  std::mt19937 rng(5);
  int64_t columns = kernels->columns, k = 9;
  for (int rows = 1; rows <= kernels->mostRows; ++rows)
    for (bool strided : {false, true}) {
      std::vector<BF16> a = smallValues(2 * k * rows, rng), b = smallValues(2 * k * columns, rng);
      std::vector<float> c(size_t(rows * columns));
      KernelRun run = {0, 0, k};
      if (strided)
        kernels->strided[rows](a.data(), 1, rows, b.data(), columns, &run, 1, c.data(), columns, 0);
      else
        kernels->packed[rows](a.data(), b.data(), c.data(), k, columns, 0);
      for (int64_t i = 0; i < rows; ++i)
        for (int64_t j = 0; j < columns; ++j) {
          std::vector<BF16> row, column;
          for (int64_t p = 0; p < k; ++p)
            for (int64_t half : {0, 1}) {
              row.push_back(a[size_t(2 * (p * rows + i) + half)]);
              column.push_back(b[size_t(2 * (p * columns + j) + half)]);
            }
          ASSERT_EQ(c[size_t(i * columns + j)], pairSum(row, column, k)) << i << " " << j;
        }
    }
}

TEST(Jit, OtherClassesHaveNoPairKernels) {
  EXPECT_EQ(pairKernels(MachineClass::X86V2), nullptr);
  EXPECT_EQ(pairKernels(MachineClass::Avx2), nullptr);
}

} // namespace
} // namespace lz::codegen
