// Batches of small matrices. Tests when they are computed in the lanes of vectors, and that results
// do not depend on the number of threads.
#include "../contraction/PlainKernels.h"
#include "exec/Linalg.h"
#include "exec/MatrixCalls.h"

#include <cstring>
#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace lz::exec {
namespace {

struct MatrixCall {
  std::string_view function;
  CallSignature signature;
};

// Calls on `count` matrices of n rows and columns, for different numbers of threads.
std::vector<MatrixCall> callsOf(DType type, int64_t count, int64_t n) {
  const TensorType matrices{type, {count, n, n}}, vectors{type, {count, n}},
      ints{DType::S32, {count, n}}, infos{DType::S32, {count}};
  const auto lapack = [](const char* routine) { return CallAttrs(LapackCallAttrs::of(routine)); };
  TriangularSolveCallAttrs transposed;
  transposed.leftSide = transposed.transposeA = 1;
  CholeskyCallAttrs lower;
  lower.lower = 1;
  return {
      {"cholesky", {{matrices}, {matrices}, lower}},
      {"triangular_solve", {{matrices, matrices}, {matrices}, transposed}},
      {"lapack", {{matrices}, {matrices, ints, infos}, lapack("getrf")}},
      {"lapack", {{matrices}, {matrices, vectors}, lapack("geqrf")}},
      {"lapack", {{matrices, vectors}, {matrices}, lapack("orgqr")}},
      {"lapack", {{matrices}, {matrices, ints, ints}, lapack("lu")}},
  };
}

CallSignature planned(const MatrixCall& call, MachineClass cpu, int threads) {
  CallSignature signature = call.signature;
  signature.cpu = cpu;
  signature.threads = threads;
  signature.kernels = signature.operandType() == DType::F64
                          ? &contraction::plainKernels<double, 4, 8>()
                          : &contraction::plainKernels<float, 6, 16>();
  signature.plan = *findCall(call.function)->plan(signature);
  return signature;
}

template <typename T> std::vector<T> randomNumbers(int64_t count) {
  std::mt19937 rng(7);
  std::uniform_real_distribution<double> uniform(0.1, 1);
  std::vector<T> numbers;
  for (int64_t i = 0; i < count; ++i)
    numbers.push_back(T(uniform(rng)));
  return numbers;
}

// Runs the calls and returns the bytes of all results.
template <typename T>
std::vector<std::vector<std::byte>> run(const MatrixCall& call, MachineClass cpu, int threads) {
  const CallSignature signature = planned(call, cpu, threads);
  std::vector<std::vector<T>> operands;
  std::vector<std::vector<std::byte>> results;
  std::vector<void*> buffers;
  for (const TensorType& type : signature.operands) {
    operands.push_back(randomNumbers<T>(type.numElements()));
    buffers.push_back(operands.back().data());
  }
  for (const TensorType& type : signature.results) {
    results.emplace_back(size_t(type.numBytes()));
    buffers.push_back(results.back().data());
  }
  const CallFunction& function = *findCall(call.function);
  const auto bytes = size_t(function.needs(signature).scratchBytes);
  std::vector<std::byte> memory(bytes + 64);
  auto* scratch = reinterpret_cast<std::byte*>((uintptr_t(memory.data()) + 63) / 64 * 64);
  ThreadPool pool(threads);
  const Status status = function.run({signature, buffers.data(), {scratch, bytes}, pool});
  EXPECT_TRUE(status.ok()) << status;
  return results;
}

// There are 3,001 matrices, so the last group has only one or a few.
TEST(Batches, HaveTheSameBitsForAnyNumberOfThreads) {
  for (MachineClass cpu : hostMachineClasses())
    for (int64_t n : {4, 7})
      for (const DType type : {DType::F32, DType::F64})
        for (const MatrixCall& call : callsOf(type, 3001, n)) {
          const bool isWide = type == DType::F64;
          const auto onOne = isWide ? run<double>(call, cpu, 1) : run<float>(call, cpu, 1);
          const auto onFour = isWide ? run<double>(call, cpu, 4) : run<float>(call, cpu, 4);
          EXPECT_EQ(onOne, onFour) << call.function << print(call.signature.attrs) << ", " << n
                                   << " rows on " << machineClassName(cpu);
        }
}

TEST(Batches, OfNoMatricesOrNoRowsAreNothing) {
  for (auto [count, n] : {std::pair{0, 4}, std::pair{40, 0}})
    for (const MatrixCall& call : callsOf(DType::F32, count, n))
      for (const auto& result : run<float>(call, hostMachineClasses().back(), 2))
        EXPECT_TRUE(count > 0 || result.empty());
}

// The choice must not depend on the number of threads, because bits depend on the choice.
TEST(Batches, AreInLanesWhereThatTakesLess) {
  using linalg::planBatch;
  const linalg::MatrixNeeds small{100, 64, 64}, large{1e9, 64, 64};
  const linalg::LaneNeeds cheap{256, 150, 150}, dear{256, 1700, 1700};
  EXPECT_EQ(planBatch(1000, small, 16, cheap).together(), 16);
  EXPECT_FALSE(planBatch(1000, small, 16, dear).isInLanes) << "63 groups of 1.7 us, 1000 of 0.1";
  EXPECT_FALSE(planBatch(1000, small, 16, std::nullopt).isInLanes) << "there is no such way";
  EXPECT_FALSE(planBatch(1, small, 16, cheap).isInLanes) << "15 lanes would have nothing to do";
  EXPECT_FALSE(planBatch(1000, large, 16, linalg::LaneNeeds{256, 2e9, 2e9}).isInLanes)
      << "a cancelled run would go on for 2 s";
  EXPECT_TRUE(planBatch(1000, large, 16, linalg::LaneNeeds{256, 2e9, 1e3}).isInLanes)
      << "a cancelled run leaves such a group after 1 us";
  const BatchWork work(planBatch(1000, small, 16, cheap), 1);
  EXPECT_EQ(work.plan.groups(), 63);
  EXPECT_EQ(work.needs(4).scratchBytes, 4 * 256);
  EXPECT_EQ(work.needs(100).scratchBytes, 63 * 256);
  EXPECT_EQ(work.print(), "16 at a time in lanes");
}

// There are two matrices. If the loops of one matrix take only 10 us, a second thread is not worth
// its start in such a loop, so the threads divide the batch.
TEST(Batches, AreSharedMatrixByMatrixWhereTheLoopsOfOneAreShort) {
  const auto work = [](double nsOfOne, int64_t loops) {
    return BatchWork(linalg::planBatch(2, {nsOfOne, 64, 256}, 16, std::nullopt), loops);
  };
  EXPECT_TRUE(work(40e3, 4).dividesBatch());
  EXPECT_EQ(work(40e3, 4).needs(8).scratchBytes, 2 * 64);
  EXPECT_FALSE(work(400e3, 4).dividesBatch());
  EXPECT_EQ(work(400e3, 4).needs(8).scratchBytes, 256);
}

// The predicted time of a batch in lanes is less than half of the time of its matrices one at a
// time.
TEST(Batches, OfSmallMatricesAreInLanesAndOfLargeOnesNot) {
  for (MachineClass cpu : hostMachineClasses()) {
    const auto nsOf = [&](const MatrixCall& call) {
      return findCall(call.function)->needs(planned(call, cpu, 1)).ns - 1000;
    };
    for (auto [n, isLess] : {std::pair{4, true}, std::pair{300, false}}) {
      const std::vector<MatrixCall> many = callsOf(DType::F32, 64, n),
                                    one = callsOf(DType::F32, 1, n);
      for (size_t i = 0; i < many.size(); ++i)
        EXPECT_EQ(nsOf(many[i]) < 0.5 * 64 * nsOf(one[i]), isLess)
            << many[i].function << print(many[i].signature.attrs) << " of " << n << " rows";
    }
  }
}

} // namespace
} // namespace lz::exec
