// A Compiler that uses the reference interpreter, so that tests of lazy need no machine code and
// can run under TSan.
#pragma once

#include "base/Cancel.h"
#include "base/CheckCancel.h"
#include "compiler/Compiler.h"
#include "exec/thunks/BoundKernel.h"
#include "exec/thunks/Kinds.h"
#include "semantics/eval/Evaluate.h"

#include <atomic>
#include <chrono>
#include <cstring>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace lz::test {

// While this is not 0, the current thread makes allocations that machine code would not make. Tests
// that let allocations fail spare these (tests/unit/capi/FailingAllocations.h).
inline thread_local int sparedAllocations = 0;
struct SpareAllocations {
  SpareAllocations() { ++sparedAllocations; }
  ~SpareAllocations() { --sparedAllocations; }
};

// The data of a "kernel", which interprets the program. Its first buffer is a constant with the
// address of this object.
struct Interpreted : MachineCode {
  Interpreted(Program program, std::chrono::milliseconds delay, const std::function<void()>* onRun)
      : program(std::move(program)), delay(delay), onRun(onRun) {}

  Program program;
  std::chrono::milliseconds delay;
  const std::function<void()>* onRun;

  std::vector<MachineObject> objects() const override { return {}; }

  void run(void* const* buffers) const {
    SpareAllocations spare;
    std::this_thread::sleep_for(delay);
    if (*onRun)
      (*onRun)();
    std::vector<Literal> args;
    for (ValueId param : program.body.params)
      args.push_back(Literal::copyOf(program.type(param), *buffers++));
    StatusOr<std::vector<Literal>> results = eval::evaluate(program, args);
    if (!results.ok() && isCancelled())
      return; // does not write its outputs, like a cancelled kernel
    for (const Literal& result : *results)
      std::memcpy(*buffers++, result.data(), size_t(result.type().numBytes()));
  }

  static void kernel(void* const* buffers, int64_t, int64_t) {
    const Interpreted* self;
    std::memcpy(&self, buffers[0], sizeof self);
    self->run(buffers + 1);
  }
};

class FakeCompiler : public compiler::Compiler {
public:
  // Copies of all programs that were compiled.
  std::vector<Program> programs() const {
    std::lock_guard lock(mutex_);
    return programs_;
  }
  std::atomic<std::chrono::milliseconds> compileDelay{};
  std::chrono::milliseconds runDelay{0};
  std::function<void()> onRun; // every kernel calls this before it writes; it may throw
  int64_t codeBytes = 0;       // size that executables report
  // The temporaries of each program, without a budget and at least. A program with a budget has as
  // many as fit.
  int64_t scratch = 0, leastScratch = 0;
  // If this returns an error for a program, the program is refused.
  std::function<Status(const Program&)> refuse;

  StatusOr<std::shared_ptr<const exec::Executable>>
  compile(const Program& program, const compiler::CompileOptions& options) override {
    auto end = std::chrono::steady_clock::now() + compileDelay.load();
    while (std::chrono::steady_clock::now() < end && !isCancelled())
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    keep(program);
    LZ_RETURN_IF_ERROR(checkCompilationGoesOn());
    if (refuse)
      LZ_RETURN_IF_ERROR(refuse(program));
    exec::ExecutableSpec spec = specOf(program);
    spec.arenaBytes = leastScratch;
    spec.smallestBudget = exec::bytesOfRun(spec).most;
    for (spec.arenaBytes = scratch; spec.arenaBytes > leastScratch; spec.arenaBytes -= kAPage)
      if (options.budgetBytes == 0 || exec::bytesOfRun(spec).most <= options.budgetBytes)
        break;
    spec.runBytes = exec::bytesOfRun(spec);
    spec.smallestBudget = std::min(spec.smallestBudget, spec.runBytes.most);
    return std::make_shared<const exec::Executable>(std::move(spec));
  }

private:
  static constexpr int64_t kAPage = 4096;

  void keep(const Program& program) {
    SpareAllocations spare;
    std::lock_guard lock(mutex_);
    programs_.push_back(program);
  }

  std::shared_ptr<Interpreted> codeOf(const Program& program) const {
    SpareAllocations spare;
    return std::make_shared<Interpreted>(program, runDelay, &onRun);
  }

  exec::ExecutableSpec specOf(const Program& program) const {
    std::shared_ptr<Interpreted> code = codeOf(program);
    const Interpreted* address = code.get();
    exec::ExecutableSpec spec;
    spec.codeBytes = codeBytes;
    exec::BoundKernel kernel{"interpret", Interpreted::kernel, 1, 1e6, {}, 0};
    auto addBuffer = [&](exec::BufferSpec buffer) {
      kernel.buffers.push_back(exec::BufferId(spec.buffers.size()));
      spec.buffers.push_back(std::move(buffer));
    };
    TensorType word{DType::U64, {}};
    addBuffer({exec::BufferKind::Constant, 8, -1, 0, Literal::copyOf(word, &address)});
    for (ValueId param : program.body.params) {
      addBuffer({exec::BufferKind::Input,
                 program.type(param).numBytes(),
                 int32_t(spec.inputs.size()),
                 0,
                 {}});
      spec.inputs.push_back(program.type(param));
    }
    kernel.numReads = int32_t(spec.buffers.size());
    for (ValueId result : program.body.results) {
      addBuffer({exec::BufferKind::Output,
                 program.type(result).numBytes(),
                 int32_t(spec.outputs.size()),
                 0,
                 {}});
      spec.outputs.push_back(program.type(result));
      spec.aliasOf.push_back(aliasFor(program, program.type(result), spec.aliasOf));
    }
    spec.body.thunks.push_back(exec::makeKernel(std::move(kernel)));
    spec.code = std::move(code);
    return spec;
  }

  // Returns the first donated parameter of this type that no earlier output has taken over. This is
  // safe because the interpreter copies its arguments before it writes.
  static int32_t aliasFor(const Program& program, const TensorType& type,
                          const std::vector<int32_t>& taken) {
    for (size_t i = 0; i < program.donated.size(); ++i)
      if (program.donated[i] && program.type(program.body.params[i]) == type &&
          std::find(taken.begin(), taken.end(), int32_t(i)) == taken.end())
        return int32_t(i);
    return -1;
  }

  mutable std::mutex mutex_;
  std::vector<Program> programs_;
};

} // namespace lz::test
