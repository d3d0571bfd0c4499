#include "compiler/Explain.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/HashMap.h"
#include "compiler/Compilation.h"
#include "compiler/report/Provenance.h"
#include "exec/thunks/Explanation.h"
#include "hlo/build/Bridge.h"
#include "hlo/ir/Dialect.h"
#include "schedule/Reasons.h"
#include "schedule/cost/Cost.h"

namespace lz::compiler {
namespace {

// The explanation of a kernel. `threads` is not printed if the kernel runs on rows inside of a
// contraction.
struct KernelText {
  std::string origin, choice, threads, lanes, cost;
  std::vector<std::string> stages;
};

// Returns the lines of the printed schedule, except the first two, which are the choice and the
// units.
std::vector<std::string> stagesOf(const schedule::Schedule& schedule) {
  std::vector<std::string> lines = absl::StrSplit(print(schedule), '\n', absl::SkipEmpty());
  lines.erase(lines.begin(), lines.begin() + 2);
  return lines;
}

HashMap<std::string, KernelText> textsOf(const Compilation& c) {
  HashMap<std::string, KernelText> texts;
  for (auto [op, index] : c.kernels.kernelOf) {
    const RegionKernel& kernel = c.kernels.kernels[index];
    const schedule::Schedule& schedule = kernel.schedule;
    int64_t units = schedule.grid.units;
    texts[kernel.name] = {
        provenance(op->getResult(0), c.program.locations),
        print(schedule.plan, schedule.choice),
        absl::StrCat(units, units == 1 ? " unit; " : " units; ", describeThreads(schedule)),
        describeLanes(schedule),
        print(costOf(*kernel.chosen, costTable(c.cpu))),
        stagesOf(schedule)};
  }
  return texts;
}

class Explainer final : public exec::Explanation {
public:
  Explainer(const exec::ExecutableSpec& spec, const HashMap<std::string, KernelText>& kernels)
      : spec_(spec), kernels_(kernels) {}

  std::string explain() {
    sequence(spec_.body);
    return std::move(text_);
  }

private:
  const exec::BufferSpec& buffer(exec::BufferId id) const override {
    return spec_.buffers[size_t(id)];
  }
  lz::LocationTexts locations() const override { return spec_.locations; }
  void text(absl::string_view text) override { absl::StrAppend(&text_, text); }
  void kernel(const std::string& name, absl::string_view threads) override {
    const KernelText& kernel = kernels_.at(name);
    absl::StrAppend(&text_, "kernel ", name, ": ", kernel.origin, "\n  choice: ", kernel.choice,
                    "\n  threads: ", threads.empty() ? kernel.threads : threads,
                    "\n  lanes: ", kernel.lanes, "\n  cost: ", kernel.cost, "\n");
    for (const std::string& stage : kernel.stages)
      absl::StrAppend(&text_, "  stage:", stage, "\n");
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

} // namespace lz::compiler
