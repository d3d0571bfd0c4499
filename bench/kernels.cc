// Measures every kernel of some programs alone, and compares its time with the cost model.
//
//   bench_kernels [--seconds S] [--threads N] [--cpu CLASS] [--random N] [PROGRAM.mlir ...]
//
// A program goes through all passes and its regions are formed, as in a compilation. Every printed
// line is JSON. The first line has the constants of the model, and each other line is a kernel. The
// kernels of the given programs come first, then N kernels of random programs. Equal plans are
// measured once. Predictions do not contain the cost that CostTable.h adds for one more kernel in a
// program.
#include "RandomDag.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "base/machine/ThreadPool.h"
#include "compiler/Compilation.h"
#include "hlo/build/Bridge.h"
#include "lz-run/Arguments.h"
#include "lz-run/Source.h"
#include "runtime/Device.h"
#include "schedule/cost/Cost.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <set>

namespace lz {
namespace {

struct Options {
  double seconds = 0.1; // for each kernel
  int threads = 0;      // 0: one per core
  int64_t random = 0;
  std::string cpu = "host";
  std::vector<std::string> files;
};

double nsNow() {
  using Ns = std::chrono::duration<double, std::nano>;
  return Ns(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct Times {
  double ns; // of one call; the median of some samples
  double spread;
};

// A sample is as many calls as fit into 0.1 ms. The calls are made as an executable makes them. The
// first call touches all memory and does not count.
Times timesOf(const compiler::RegionKernel& kernel, void* const* buffers, ThreadPool& pool,
              double seconds) {
  constexpr double kSampleNs = 1e5;
  constexpr size_t kLeastSamples = 5;
  auto run = [&](int64_t calls) {
    double start = nsNow();
    for (int64_t i = 0; i < calls; ++i)
      pool.parallelFor(kernel.schedule.grid.units, kernel.schedule.grid.nsPerUnit,
                       [&](int64_t lo, int64_t hi, int) { kernel.code.fn(buffers, lo, hi); });
    return (nsNow() - start) / double(calls);
  };
  run(1);
  int64_t calls = std::max<int64_t>(1, int64_t(kSampleNs / std::max(1.0, run(1))));
  std::vector<double> samples;
  for (double begin = nsNow(); samples.size() < kLeastSamples || nsNow() - begin < seconds * 1e9;)
    samples.push_back(run(calls));
  std::sort(samples.begin(), samples.end());
  size_t n = samples.size();
  double middle = samples[n / 2];
  return {middle, (samples[n * 3 / 4] - samples[n / 4]) / middle};
}

class Bench {
public:
  explicit Bench(Options options) : options_(std::move(options)) {}

  Status run() {
    LZ_ASSIGN_OR_RETURN(cpu_, parseMachineClass(options_.cpu));
    device_ = runtime::Device::host({.threads = options_.threads});
    printTable();
    for (const std::string& file : options_.files) {
      LZ_ASSIGN_OR_RETURN(std::vector<run::Source> sources, run::readSources(file));
      for (const run::Source& source : sources) {
        LZ_ASSIGN_OR_RETURN(Program program, compiler::parseModule(source.text, source.name));
        LZ_RETURN_IF_ERROR(measure(program, source.name, INT64_MAX));
      }
    }
    // The programs of tests/ops/RandomRegionsTest.cc, whose largest arrays take some seconds.
    constexpr test::DagOptions kDags = {.mostElements = int64_t(1) << 22};
    constexpr uint64_t kFirstSeed = 1'000'000;
    int64_t before = kernels_;
    for (uint64_t seed = kFirstSeed; kernels_ - before < options_.random; ++seed)
      LZ_RETURN_IF_ERROR(measure(test::randomDag(seed, kDags), absl::StrCat("random ", seed),
                                 options_.random - (kernels_ - before)));
    return okStatus();
  }

private:
  const CostTable& table() const { return costTable(cpu_); }

  void printTable() const {
    const CostTable& t = table();
    llvm::outs() << llvm::json::Value(
                        llvm::json::Object{{"cpu", machineClassName(cpu_)},
                                           {"threads", device_->pool().threads()},
                                           {"ns_per_step", t.nsPerStep},
                                           {"gather", t.gather},
                                           {"scatter", t.scatter},
                                           {"partial", t.partial},
                                           {"mask", t.mask},
                                           {"quotient", t.quotient},
                                           {"turn", t.turn},
                                           {"fold", t.fold},
                                           {"fold_together", t.foldTogether},
                                           {"call", t.call},
                                           {"unit", t.unit},
                                           {"bytes_per_ns", llvm::json::Array(t.bytesPerNs)},
                                           {"memory_per_ns", t.memoryPerNs}})
                 << "\n";
  }

  // Measures at most `most` kernels.
  Status measure(const Program& program, const std::string& name, int64_t most) {
    std::unique_ptr<mlir::MLIRContext> context = hlo::makeContext();
    compiler::CompileOptions options;
    options.cpu = machineClassName(cpu_);
    options.threads = 1;
    LZ_ASSIGN_OR_RETURN(compiler::Compilation compiled,
                        makeCompilation(program, options, *context, *cache_));
    LZ_RETURN_IF_ERROR(runPhases(compiled, "kernels"));
    Status status = okStatus();
    compiled.module->walk([&](ir::RegionOp region) {
      const compiler::RegionKernel& kernel =
          compiled.kernels.kernels[compiled.kernels.kernelOf.lookup(region)];
      if (status.ok() && most > 0 && seen_.insert(textOf(kernel)).second && --most >= 0)
        status = measure(region, kernel, name);
    });
    return status;
  }

  Status measure(ir::RegionOp region, const compiler::RegionKernel& kernel,
                 const std::string& program) {
    LZ_ASSIGN_OR_RETURN(Program body, hlo::exportRegion(region));
    LZ_ASSIGN_OR_RETURN(std::vector<Literal> inputs, run::loadArguments(body, {}));
    std::vector<runtime::StorageRef> storages;
    std::vector<void*> buffers;
    auto add = [&](int64_t bytes, const void* from) -> Status {
      LZ_ASSIGN_OR_RETURN(runtime::StorageRef storage, device_->allocate(bytes));
      buffers.push_back(storage->mutableData());
      from ? std::memcpy(buffers.back(), from, size_t(bytes))
           : std::memset(buffers.back(), 0, size_t(bytes));
      storages.push_back(std::move(storage));
      return okStatus();
    };
    for (const Literal& input : inputs)
      LZ_RETURN_IF_ERROR(add(input.type().numBytes(), input.data()));
    for (ValueId result : body.body.results)
      LZ_RETURN_IF_ERROR(add(body.type(result).numBytes(), nullptr));
    ++kernels_;
    report(program, kernel, timesOf(kernel, buffers.data(), device_->pool(), options_.seconds));
    return okStatus();
  }

  static std::string textOf(const compiler::RegionKernel& kernel) {
    const auto& [plan, choice] = *kernel.chosen;
    return print(plan) + print(plan, choice);
  }

  void report(const std::string& program, const compiler::RegionKernel& kernel, Times times) const {
    schedule::Cost cost = costOf(*kernel.chosen, table(), device_->pool().threads());
    llvm::outs() << llvm::json::Value(llvm::json::Object{
                        {"program", program},
                        {"kernel", kernel.name},
                        {"family", familyOf(kernel.plan(), kernel.schedule.choice)},
                        {"predicted_ns", cost.ns - table().kernel},
                        {"measured_ns", times.ns},
                        {"spread", times.spread},
                        {"steps", cost.steps},
                        {"flops", cost.flops},
                        {"units", cost.units},
                        {"bytes", llvm::json::Array(cost.bytes)},
                        {"plan", textOf(kernel)}})
                 << "\n";
    llvm::outs().flush();
  }

  const Options options_;
  MachineClass cpu_{};
  std::shared_ptr<runtime::Device> device_;
  const std::shared_ptr<codegen::JitCache> cache_ = codegen::makeJitCache();
  std::set<std::string> seen_; // printed plans
  int64_t kernels_ = 0;
};

// Returns nullopt if a word is unknown.
std::optional<Options> parse(llvm::ArrayRef<const char*> words) {
  Options options;
  for (size_t i = 0; i < words.size(); ++i) {
    absl::string_view word = words[i];
    if (!absl::StartsWith(word, "--")) {
      options.files.emplace_back(word);
      continue;
    }
    absl::string_view value = i + 1 < words.size() ? words[++i] : "";
    bool known = word == "--seconds"   ? absl::SimpleAtod(value, &options.seconds)
                 : word == "--threads" ? absl::SimpleAtoi(value, &options.threads)
                 : word == "--random"  ? absl::SimpleAtoi(value, &options.random)
                                       : word == "--cpu" && !value.empty();
    if (!known)
      return std::nullopt;
    if (word == "--cpu")
      options.cpu = std::string(value);
  }
  return options;
}

} // namespace
} // namespace lz

int main(int argc, char** argv) {
  std::optional<lz::Options> options = lz::parse(llvm::ArrayRef(argv + 1, size_t(argc - 1)));
  if (!options) {
    llvm::errs() << "usage: bench_kernels [--seconds S] [--threads N] [--cpu CLASS] [--random N] "
                    "[PROGRAM.mlir ...]\n";
    return 2;
  }
  lz::Status status = lz::Bench(*options).run();
  if (!status.ok())
    llvm::errs() << "bench_kernels: " << std::string(status.message()) << "\n";
  return status.ok() ? 0 : 1;
}
