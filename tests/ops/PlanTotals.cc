#include "PlanTotals.h"

#include "codegen/Jit.h"
#include "codegen/JitCache.h"
#include "compiler/Compilation.h"
#include "gtest/gtest.h"
#include "hlo/build/Bridge.h"
#include "hlo/rewrite/OpMaker.h"
#include "hlo/rewrite/Trips.h"
#include "schedule/cost/Cost.h"

#include <algorithm>
#include <deque>
#include <limits>

namespace lz::test {
namespace {

double flopsOf(const contraction::TiledContraction& spec) {
  return 2 * double(spec.batch) * double(spec.m) * double(spec.n) * double(spec.k) *
         (spec.pairs ? 2 : 1);
}

// The trips of the loops of a module, in the order of their steps.
using Trips = std::deque<double>;

class Counting {
public:
  Counting(const compiler::Compilation& c, Trips trips) : c_(c), trips_(std::move(trips)) {}

  PlanTotals run() {
    count(c_.lowered.steps.body, 1);
    EXPECT_TRUE(trips_.empty());
    totals_.bytes = double(c_.memory.arenaBytes);
    totals_.text = print(c_.lowered.steps);
    return std::move(totals_);
  }

private:
  // Regions do not nest deeper than the text of a program.
  void count(const std::vector<Step>& list, double times) {
    bool isBehind = false;
    for (const Step& step : list) {
      const bool isKernel = step.kind == StepKind::Kernel;
      if (isKernel && isBehind)
        noteNotOverwritten(step);
      isBehind = step.kind == StepKind::Contraction || (isKernel && isBehind);
      count(step, times);
    }
  }

  void noteNotOverwritten(const Step& kernel) {
    const std::vector<StepValue>& values = c_.lowered.steps.values;
    for (const Alias& alias : kernel.aliases)
      if (alias.kind == Alias::Kind::May && values[size_t(alias.operand)].kind == ValueKind::Temp &&
          values[size_t(alias.result)].kind == ValueKind::Temp &&
          c_.memory.takesOver[size_t(alias.result)] < 0)
        totals_.notOverwritten =
            std::max(totals_.notOverwritten, double(values[size_t(alias.result)].bytes));
  }

  void count(const Step& step, double times) {
    const auto payload = size_t(step.payload);
    const CostTable& table = costTable(c_.cpu);
    double ns = step.ns / kThreads + table.kernel;
    switch (step.kind) {
    case StepKind::Kernel: {
      const schedule::Cost cost = costOf(*c_.kernels.kernels[payload].chosen, table);
      totals_.flops += times * cost.flops;
      ns = cost.ns;
      break;
    }
    case StepKind::Contraction:
      totals_.flops += times * flopsOf(c_.lowered.contractions[payload].plan.spec);
      break;
    case StepKind::Sweep:
      for (const sweep::SweepProduct& product : c_.lowered.sweeps[payload].products)
        totals_.flops += times * flopsOf(product.plan.spec);
      break;
    case StepKind::Loop:
      return countLoop(step, times);
    default:
      break;
    }
    // The time of a step includes its lists.
    ns = totals_.ns + times * ns;
    for (const std::vector<Step>& inner : step.lists) {
      count(inner, times);
      for (const Step& kernel : inner)
        if (kernel.kind == StepKind::Kernel)
          noteNotOverwritten(kernel);
    }
    totals_.ns = ns;
  }

  void countLoop(const Step& loop, double times) {
    totals_.hasLoops = true;
    const double trips = trips_.empty() ? 1 : trips_.front();
    if (!trips_.empty())
      trips_.pop_front();
    for (const std::vector<Step>& list : loop.lists)
      count(list, times * trips);
  }

  const compiler::Compilation& c_;
  Trips trips_;
  PlanTotals totals_;
};

Status planned(compiler::Compilation& c, Trips& trips) {
  LZ_RETURN_IF_ERROR(runPhases(c, "passes"));
  llvm::DenseMap<mlir::Operation*, double> tripsOf;
  c.module->walk([&](mlir::Operation* op) {
    constexpr int64_t kMost = std::numeric_limits<int32_t>::max();
    if (hlo::is(op, Opcode::While))
      tripsOf[op] = double(hlo::tripsUpTo(op, kMost).value_or(-1));
  });
  LZ_RETURN_IF_ERROR(runPhases(c, "memory"));
  c.module->walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation* op) {
    if (!hlo::is(op, Opcode::While))
      return;
    trips.push_back(tripsOf.lookup(op));
    EXPECT_GT(trips.back(), 0);
  });
  return okStatus();
}

} // namespace

PlanTotals planTotals(const Program& program, const std::vector<std::string>& disabled) {
  std::unique_ptr<mlir::MLIRContext> context = hlo::makeContext();
  static const std::shared_ptr<codegen::JitCache> cache = codegen::makeJitCache();
  compiler::CompileOptions options;
  options.disabled = disabled;
  options.threads = kPlannedThreads;
  StatusOr<compiler::Compilation> c = compiler::makeCompilation(program, options, *context, *cache);
  Trips trips;
  const Status status = c.ok() ? planned(*c, trips) : c.status();
  EXPECT_TRUE(status.ok()) << status;
  return status.ok() ? Counting(*c, std::move(trips)).run() : PlanTotals();
}

} // namespace lz::test
