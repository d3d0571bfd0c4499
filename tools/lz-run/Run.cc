#include "lz-run/Run.h"

#include "compiler/Compiler.h"
#include "compiler/options/TensorFlags.h"
#include "semantics/eval/Evaluate.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <functional>

namespace lz::run {
namespace {

using Clock = std::chrono::steady_clock;

double millisecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

Status timed(std::vector<double>& ms, const std::function<Status()>& once) {
  Clock::time_point start = Clock::now();
  LZ_RETURN_IF_ERROR(once());
  ms.push_back(millisecondsSince(start));
  return okStatus();
}

// Calls `once` and appends the time of each call. With options.bench, repeats the call until the
// time for measuring is over. The first of these calls is a warm-up, which touches all memory for
// the first time.
Status repeat(const Options& options, Measures& measures, const std::function<Status()>& once) {
  const size_t least = options.bench ? 3 : 1;
  if (options.bench)
    LZ_RETURN_IF_ERROR(timed(measures.warmUpMs, once));
  Clock::time_point begin = Clock::now();
  while (measures.runMs.size() < least || millisecondsSince(begin) < options.benchSeconds * 1000)
    LZ_RETURN_IF_ERROR(timed(measures.runMs, once));
  return okStatus();
}

StatusOr<Outcome> interpret(const Program& program, const std::vector<Literal>& args,
                            const Options& options) {
  Outcome outcome;
  LZ_RETURN_IF_ERROR(repeat(options, outcome.measures, [&]() -> Status {
    LZ_ASSIGN_OR_RETURN(outcome.results, eval::evaluate(program, args));
    return okStatus();
  }));
  return outcome;
}

StatusOr<std::vector<runtime::StorageRef>> upload(runtime::Device& device,
                                                  const std::vector<Literal>& args) {
  std::vector<runtime::StorageRef> storages;
  for (const Literal& arg : args) {
    LZ_ASSIGN_OR_RETURN(runtime::StorageRef storage, device.allocate(arg.type().numBytes()));
    std::memcpy(storage->mutableData(), arg.data(), size_t(arg.type().numBytes()));
    storages.push_back(std::move(storage));
  }
  return storages;
}

// Returns the bytes that the arguments take from a budget.
int64_t blocksOf(const std::vector<Literal>& args) {
  int64_t bytes = 0;
  for (const Literal& arg : args)
    bytes += runtime::Allocator::blockBytes(arg.type().numBytes());
  return bytes;
}

StatusOr<Outcome> runCompiled(const Program& program, const std::vector<Literal>& args,
                              const Options& options, std::string& stage) {
  compiler::CompileOptions compileOptions;
  compileOptions.cpu = options.cpu;
  compileOptions.threads = options.threads;
  compileOptions.numerics = options.numerics;
  LZ_ASSIGN_OR_RETURN(const compiler::ContextVariables variables,
                      compiler::contextVariables(/*ignoreEnvironment=*/false));
  LZ_ASSIGN_OR_RETURN(compileOptions.tensors,
                      compiler::tensorLimits(options.tensorSizeThreshold, options.tensorSplitSize,
                                             variables.tensors, "the command line"));
  runtime::DeviceOptions deviceOptions;
  deviceOptions.threads = options.threads;
  deviceOptions.memory.limitBytes = options.budget > 0 ? options.budget : variables.budgetBytes;
  deviceOptions.memory.isExact = deviceOptions.memory.limitBytes > 0;
  if (deviceOptions.memory.limitBytes > 0)
    compileOptions.budgetBytes =
        std::max<int64_t>(1, deviceOptions.memory.limitBytes - blocksOf(args));

  Outcome outcome;
  Clock::time_point start = Clock::now();
  LZ_ASSIGN_OR_RETURN(std::shared_ptr<const exec::Executable> executable,
                      compiler::makeCompiler()->compile(program, compileOptions));
  outcome.measures.compileMs = millisecondsSince(start);
  outcome.measures.arenaBytes = executable->spec().arenaBytes;
  outcome.measures.kernels = executable->spec().numKernels;
  if (const int64_t budget = deviceOptions.memory.limitBytes; budget > 0)
    LZ_RETURN_IF_ERROR(exec::checkFits(executable->spec(), budget, "compile",
                                       "raise --budget, or use smaller shapes"));

  stage = "run";
  std::shared_ptr<runtime::Device> device = runtime::Device::host(deviceOptions);
  LZ_ASSIGN_OR_RETURN(std::vector<runtime::StorageRef> storages, upload(*device, args));
  exec::RunResult result;
  LZ_RETURN_IF_ERROR(repeat(options, outcome.measures, [&]() -> Status {
    result = {}; // so that the next run can use the results' memory
    LZ_ASSIGN_OR_RETURN(result, executable->run(*device, storages));
    return okStatus();
  }));
  outcome.measures.peakBytes = device->allocator()->peakBytes();
  for (size_t i = 0; i < result.outputs.size(); ++i)
    outcome.results.push_back(
        Literal::copyOf(executable->spec().outputs[i], result.outputs[i]->data()));
  return outcome;
}

} // namespace

StatusOr<Outcome> runProgram(const Program& program, const std::vector<Literal>& args,
                             const Options& options, std::string& stage) {
  stage = options.reference ? "run" : "compile";
  return options.reference ? interpret(program, args, options)
                           : runCompiled(program, args, options, stage);
}

} // namespace lz::run
