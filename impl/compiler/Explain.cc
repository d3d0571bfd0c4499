#include "compiler/Explain.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/HashMap.h"
#include "compiler/Compilation.h"
#include "compiler/report/Provenance.h"
#include "hlo/build/Bridge.h"
#include "hlo/ir/Dialect.h"
#include "schedule/Reasons.h"
#include "schedule/cost/Cost.h"

namespace lz {
namespace {

// What is said about a kernel. If a contraction runs it, `threads` is not used.
struct KernelText {
  std::string origin, choice, threads, lanes, cost;
  std::vector<std::string> stages;
};

// The lines of a printed schedule that follow those of the choice and of the units.
std::vector<std::string> stagesOf(const Schedule& schedule) {
  std::vector<std::string> lines = absl::StrSplit(print(schedule), '\n', absl::SkipEmpty());
  lines.erase(lines.begin(), lines.begin() + 2);
  return lines;
}

HashMap<std::string, KernelText> textsOf(const Compilation& c) {
  HashMap<std::string, KernelText> texts;
  for (auto [op, index] : c.kernels.kernelOf) {
    const RegionKernel& kernel = c.kernels.kernels[index];
    const Schedule& schedule = kernel.schedule;
    int64_t units = schedule.grid.units;
    texts[kernel.name] = {
        provenance(op->getResult(0)),
        print(schedule.plan, schedule.choice),
        absl::StrCat(units, units == 1 ? " unit; " : " units; ", describeThreads(schedule)),
        describeLanes(schedule),
        print(costOf(*kernel.chosen, costTable(c.cpu))),
        stagesOf(schedule)};
  }
  return texts;
}

// Explains the lanes of each kind of plan. All micro-kernels use vectors.
std::string lanesOf(const contraction::ContractionPlan& plan) {
  if (plan.is<contraction::EmptyPlan>())
    return "none, since there is nothing to sum";
  if (plan.is<contraction::DotsPlan>())
    return "along k, since few rows meet long ones";
  return "over the columns of a tile";
}

class Explainer {
public:
  Explainer(const exec::ExecutableSpec& spec, const HashMap<std::string, KernelText>& kernels)
      : spec_(spec), kernels_(kernels) {}

  std::string explain() {
    explain(spec_.body);
    return std::move(text_);
  }

private:
  void explain(const exec::Sequence& sequence) {
    for (const exec::Thunk& thunk : sequence.thunks)
      std::visit([&](const auto& t) { explain(t); }, thunk);
  }
  void explain(const exec::CopyThunk&) {}
  void explain(const exec::CallThunk& thunk) {
    if (thunk.host) {
      absl::StrAppend(&text_, "call ", thunk.name(), " at ", thunk.place,
                      "\n  a function of the program's\n");
      return;
    }
    const exec::BufferSpec& result = spec_.buffers[size_t(thunk.buffers.back())];
    absl::StrAppend(&text_, "call ", thunk.name(), ": ", result.origin,
                    "\n  a function of the library, which shares out its work itself\n");
  }
  void explain(const exec::WhileThunk& loop) {
    explain(*loop.condition);
    explain(*loop.body);
  }
  void explain(const exec::ConditionalThunk& conditional) {
    for (const auto& branch : conditional.branches)
      explain(*branch);
  }

  void explain(const exec::KernelThunk& thunk) {
    const KernelText& kernel = kernels_.at(thunk.name);
    explain(thunk.name, kernel, kernel.threads);
  }

  void explain(const std::string& name, const KernelText& kernel, absl::string_view threads) {
    absl::StrAppend(&text_, "kernel ", name, ": ", kernel.origin, "\n  choice: ", kernel.choice,
                    "\n  threads: ", threads, "\n  lanes: ", kernel.lanes,
                    "\n  cost: ", kernel.cost, "\n");
    for (const std::string& stage : kernel.stages)
      absl::StrAppend(&text_, "  stage:", stage, "\n");
  }

  void explain(const exec::ContractionThunk& thunk) {
    const contraction::ContractionPlan& plan = thunk.plan;
    for (const exec::RowKernel& row : thunk.prologue)
      explain(row, absl::StrCat("those of ", thunk.name, ", which reads what they make"));
    absl::StrAppend(&text_, "contraction ", thunk.name, ": ", originOf(thunk),
                    "\n  threads: at most ", plan.threads, "\n  lanes: ", lanesOf(plan), "\n");
    for (absl::string_view line :
         absl::StrSplit(thunk.slices ? print(*thunk.slices) : print(plan), '\n'))
      absl::StrAppend(&text_, "  plan: ", line, "\n");
    for (const exec::RowKernel& row : thunk.epilogue)
      explain(row, absl::StrCat("those of ", thunk.name, ", on the rows that they complete"));
  }

  // The scratch names the op. The output may exist as rows only, and then it has no origin.
  std::string originOf(const exec::ContractionThunk& thunk) const {
    const exec::BufferSpec& scratch = spec_.buffers[size_t(thunk.scratch)];
    return absl::StrCat(scratch.op, scratch.place.empty() ? "" : " at ", scratch.place);
  }

  void explain(const exec::RowKernel& row, const std::string& threads) {
    const KernelText& kernel = kernels_.at(row.kernel.name);
    explain(row.kernel.name, kernel,
            absl::StrCat(threads, "; ", row.unitsPerRow,
                         row.unitsPerRow == 1 ? " unit a row" : " units a row"));
  }

  const exec::ExecutableSpec& spec_;
  const HashMap<std::string, KernelText>& kernels_;
  std::string text_;
};

} // namespace

StatusOr<std::string> explain(const Program& program, const CompileOptions& options) {
  std::unique_ptr<mlir::MLIRContext> context = hlo::makeContext();
  std::shared_ptr<codegen::JitCache> cache = codegen::makeJitCache();
  LZ_ASSIGN_OR_RETURN(Compilation compilation, makeCompilation(program, options, *context, *cache));
  LZ_RETURN_IF_ERROR(runPhases(compilation, "plans"));
  HashMap<std::string, KernelText> kernels = textsOf(compilation);
  LZ_RETURN_IF_ERROR(runPhases(compilation));
  return Explainer(compilation.executable->spec(), kernels).explain();
}

} // namespace lz
