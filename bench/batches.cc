// Compares batches of small matrices with the cost model. Each batch is computed in lanes and one
// matrix at a time, on one thread, with each CPU class of the machine. Prints one line of JSON for
// each batch and class. It has the predicted times, the measured times, and the cost counts of a
// group of matrices. A program runs the way with the smaller predicted time. The constants in
// base/machine/LibraryCosts.cc are fitted to the counts and times.
//
//   bench_batches [--seconds S] [--cpu CLASS] [PART OF A NAME]
#include "absl/strings/str_cat.h"
#include "codegen/MicroKernels.h"
#include "exec/MatrixCalls.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace lz::exec {
namespace {

double nsNow() {
  using Ns = std::chrono::duration<double, std::nano>;
  return Ns(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double medianNs(double seconds, const auto& run) {
  if (seconds == 0)
    return 0;
  constexpr double kSampleNs = 2e4;
  auto sample = [&](int64_t calls) {
    const double begin = nsNow();
    for (int64_t i = 0; i < calls; ++i)
      run();
    return (nsNow() - begin) / double(calls);
  };
  sample(1);
  const int64_t calls = std::max<int64_t>(1, int64_t(kSampleNs / std::max(1.0, sample(1))));
  std::vector<double> samples;
  for (double begin = nsNow(); samples.size() < 5 || nsNow() - begin < seconds * 1e9;)
    samples.push_back(sample(calls));
  std::nth_element(samples.begin(), samples.begin() + int64_t(samples.size() / 2), samples.end());
  return samples[samples.size() / 2];
}

struct Batch {
  std::string name;
  std::string_view function;
  CallSignature signature;
};

// Returns batches of `count` matrices with n rows and columns.
std::vector<Batch> batchesOf(DType type, int64_t count, int64_t n) {
  const TensorType matrices{type, {count, n, n}}, vectors{type, {count, n}},
      columns{type, {count, n, 1}}, ints{DType::S32, {count, n}}, infos{DType::S32, {count}};
  const auto lapack = [](const char* routine) { return LapackCallAttrs::of(routine); };
  TriangularSolveCallAttrs left;
  left.leftSide = left.lower = 1;
  CholeskyCallAttrs lower;
  lower.lower = 1;
  const auto withOptions = [&](const char* routine, char uplo, char mode) {
    LapackCallAttrs attrs = lapack(routine);
    for (LapackCallAttrs::Option& option : attrs.options)
      option.number = option.name == "uplo" ? uplo : mode;
    return attrs;
  };
  return {
      {"cholesky", "cholesky", {{matrices}, {matrices}, lower}},
      {"solve", "triangular_solve", {{matrices, matrices}, {matrices}, left}},
      {"solve-one", "triangular_solve", {{matrices, columns}, {columns}, left}},
      {"lu", "lapack", {{matrices}, {matrices, ints, infos}, lapack("getrf")}},
      {"qr", "lapack", {{matrices}, {matrices, vectors}, lapack("geqrf")}},
      {"q", "lapack", {{matrices, vectors}, {matrices}, lapack("orgqr")}},
      {"eigh", "lapack", {{matrices}, {matrices, vectors, infos}, withOptions("syevd", 'L', 'V')}},
      {"svd",
       "lapack",
       {{matrices}, {matrices, vectors, matrices, matrices, infos}, withOptions("gesdd", 0, 'A')}},
  };
}

// Fills square matrices so that they are symmetric and positive definite, and everything else with
// small numbers.
template <typename T> void fill(const TensorType& type, std::byte* data) {
  std::mt19937 rng(7);
  std::uniform_real_distribution<double> uniform(-1, 1);
  T* numbers = reinterpret_cast<T*>(data);
  const int64_t rows = type.rank() == 3 ? linalg::rowsOf(type) : 1,
                columns = linalg::columnsOf(type);
  for (int64_t i = 0; i < type.numElements(); ++i)
    numbers[i] = T(uniform(rng));
  for (int64_t k = 0; rows == columns && k < linalg::numMatrices(type);
       ++k, numbers += rows * columns)
    for (int64_t i = 0; i < rows; ++i) {
      for (int64_t j = 0; j < i; ++j)
        numbers[i * columns + j] = numbers[j * columns + i];
      numbers[i * columns + i] += T(4 * std::sqrt(double(rows)));
    }
}

void measure(const Batch& batch, MachineClass cpu, double seconds) {
  CallSignature s = batch.signature;
  s.cpu = cpu;
  s.kernels = &codegen::microKernels(s.operandType(), cpu);
  const CallFunction& function = *findCall(batch.function);
  std::vector<std::unique_ptr<std::byte[]>> tensors;
  std::vector<void*> buffers;
  for (const auto* types : {&s.operands, &s.results})
    for (const TensorType& type : *types) {
      tensors.push_back(std::make_unique<std::byte[]>(size_t(type.numBytes()) + 64));
      buffers.push_back(tensors.back().get());
      if (type.dtype == DType::F64)
        fill<double>(type, tensors.back().get());
      else if (type.dtype == DType::F32)
        fill<float>(type, tensors.back().get());
    }
  const auto chosen = *function.plan(s);
  ThreadPool pool(1);
  const auto nsOf = [&](bool isInLanes) {
    auto plan = *function.plan(s);
    auto& work = const_cast<BatchWork&>(static_cast<const BatchWork&>(*plan));
    if (isInLanes && work.plan.lanes == 1)
      return 0.0;
    work.plan.isInLanes = isInLanes;
    s.plan = plan;
    const auto bytes = size_t(function.needs(s).scratchBytes);
    std::unique_ptr<void, void (*)(void*)> scratch(std::aligned_alloc(64, (bytes + 127) / 64 * 64),
                                                   std::free);
    return medianNs(seconds, [&] {
      (void)function.run(
          {s, buffers.data(), {static_cast<std::byte*>(scratch.get()), bytes}, pool});
    });
  };
  const auto& work = static_cast<const BatchWork&>(*chosen);
  const linalg::LaneNeeds& group = work.plan.group;
  const double inLanes = nsOf(true), oneByOne = nsOf(false);
  std::printf("{\"name\": \"%s\", \"rows\": %ld, \"type\": \"%s\", \"cpu\": \"%s\", "
              "\"matrices\": %ld, \"lanes\": %ld, \"chosen\": \"%s\", \"price in lanes\": %.0f, "
              "\"price one by one\": %.0f, \"in lanes\": %.0f, \"one by one\": %.0f, "
              "\"bytes\": %ld, \"turned\": %.0f, \"placed\": %.0f, \"moved\": %.0f, "
              "\"products\": %.0f, \"roots\": %.0f}\n",
              batch.name.c_str(), long(linalg::rowsOf(s.operands[0])),
              std::string(dtypeName(s.operandType())).c_str(), machineClassName(cpu).c_str(),
              long(work.plan.matrices), long(work.plan.lanes), work.print().c_str(),
              work.plan.nsInLanes(), work.plan.nsOneByOne(), inLanes, oneByOne,
              long(group.scratchBytes), group.work.turned, group.work.placed, group.work.moved,
              group.work.products, group.work.roots);
  std::fflush(stdout);
}

} // namespace
} // namespace lz::exec

int main(int argc, char** argv) {
  using namespace lz;
  double seconds = 0.01;
  std::string part, only;
  for (int i = 1; i < argc; ++i) {
    const std::string arg = argv[i];
    if (arg == "--seconds" && i + 1 < argc)
      seconds = std::atof(argv[++i]);
    else if (arg == "--cpu" && i + 1 < argc)
      only = argv[++i];
    else
      part = arg;
  }
  for (MachineClass cpu : hostMachineClasses())
    for (const DType type : {DType::F32, DType::F64})
      for (const int64_t n : {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 80, 96, 128, 192, 256})
        for (const exec::Batch& batch : exec::batchesOf(type, 64, n))
          if ((only.empty() || only == machineClassName(cpu)) &&
              absl::StrCat(batch.name, "-", n).find(part) != std::string::npos)
            exec::measure(batch, cpu, seconds);
}
