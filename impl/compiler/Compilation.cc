#include "compiler/Compilation.h"

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/CheckCancel.h"
#include "base/contents/NumberContents.h"
#include "base/machine/ProcessLimits.h"
#include "base/text/NumberText.h"
#include "codegen/LlvmTarget.h"
#include "codegen/MicroKernels.h"
#include "compiler/ArenaOfBudget.h"
#include "compiler/FitMemory.h"
#include "compiler/MakeThunks.h"
#include "compiler/StoredOps.h"
#include "compiler/disk/ExecutableFiles.h"
#include "compiler/lower/LowerHostCalls.h"
#include "compiler/options/Environment.h"
#include "compiler/report/Fingerprint.h"
#include "exec/verify/Poison.h"
#include "exec/verify/Verify.h"
#include "fusion/FormRegions.h"
#include "hlo/build/Bridge.h"
#include "hlo/passes/Pipelines.h"
#include "schedule/Schedule.h"
#include "schedule/cost/Cost.h"
#include "spec/Flops.h"
#include "spec/small/Small.h"

#include "llvm/Support/raw_ostream.h"

#include <utility>

namespace lz::compiler {
namespace {

Status importHlo(Compilation& c, absl::string_view) {
  if (small::needsExpanding(c.program)) {
    LZ_ASSIGN_OR_RETURN(Program expanded, small::expand(c.program));
    c.module = hlo::importProgram(c.context, expanded, hlo::LocationIndices::Keep);
  } else {
    c.module = hlo::importProgram(c.context, c.program, hlo::LocationIndices::Keep);
  }
  if (c.hostCalls)
    markEffects(*c.module, *c.hostCalls);
  return okStatus();
}

void dumpLines(const std::string& name, const std::vector<std::string>& lines, Compilation& c) {
  std::string text;
  for (const std::string& line : lines)
    absl::StrAppend(&text, line, "\n");
  c.dump.text(name, text);
}

fusion::FusionOptions fusionOptions(const Compilation& c) {
  fusion::FusionOptions options;
  options.enabled = c.switches.fusion;
  options.epilogues = c.switches.epilogues;
  options.views = c.switches.views;
  options.sweeps = c.switches.sweeps;
  options.reorders = !c.strict;
  options.cpu = c.cpu;
  options.contractions = c.contractions();
  return options;
}

Status runPasses(Compilation& c, absl::string_view lastPass) {
  hlo::PipelineOptions options;
  options.disabled = c.switches.disabledPasses;
  options.verify = c.switches.verify;
  options.strict = c.strict;
  options.cpu = c.cpu;
  options.rescales = c.switches.rescaling;
  options.stopAfter = std::string(lastPass);
  if (c.dump.enabled() && c.fit.tensorBytes == 0)
    options.dump = [&](const hlo::PassReport& pass, mlir::ModuleOp module) {
      if (pass.changed)
        c.dump.stage(pass.name, module);
    };
  std::vector<std::string> explanations;
  c.splits = {};
  options.explanations = c.dump.enabled() ? &explanations : nullptr;
  options.tensorBytes = c.fit.cutsSums ? c.fit.tensorBytes : c.tensors.sizeThreshold;
  options.sliceBytes = c.fit.cutsSums ? c.fit.tensorBytes : c.tensors.splitSize;
  // A loop over tiles carries all its results, so they take memory. If a tensor and everything that
  // depends on it are split instead, this memory is not needed.
  if (c.fit.cutsSums)
    options.disabled.emplace_back("lz-tile-tables");
  options.fitBytes = c.fit.cutsSums ? 0 : c.fit.tensorBytes;
  // The limits of the user split all large tensors, wherever they live.
  const int64_t alive = c.tensors.sizeThreshold > 0 ? 0 : c.fit.aliveBytes;
  options.storedOps = [&c, alive](mlir::ModuleOp module) {
    return storedOps(module, fusionOptions(c), alive);
  };
  options.splits = &c.splits;
  LZ_RETURN_IF_ERROR(hlo::runPipeline(*c.module, options));
  if (!explanations.empty())
    dumpLines("tables.txt", explanations, c);
  if (!c.splits.decisions.empty())
    dumpLines("splits.txt", c.splits.decisions, c);
  return okStatus();
}

Status formRegions(Compilation& c, absl::string_view) {
  std::vector<std::string> explanations;
  fusion::FusionOptions options = fusionOptions(c);
  options.explanations = c.dump.enabled() ? &explanations : nullptr;
  fusion::formRegions(*c.module, options);
  dumpLines("fusion.txt", explanations, c);
  return okStatus();
}

Status makePlans(Compilation& c, absl::string_view) {
  LZ_ASSIGN_OR_RETURN(c.kernels,
                      planRegions(*c.module, c.program.donated,
                                  codegen::vectorTargetOf(c.jitOptions()), c.switches.verify));
  return okStatus();
}

Status lowerModule(Compilation& c, absl::string_view) {
  auto main = c.module->lookupSymbol<mlir::func::FuncOp>("main");
  LZ_ASSIGN_OR_RETURN(c.lowered, lowerToSteps(main, c.kernels, c.program.donated,
                                              {c.contractions(), c.hostCalls.get()}));
  c.lowered.steps.locations = c.program.locations;
  if (c.switches.verify)
    LZ_RETURN_IF_ERROR(verify(c.lowered.steps));
  numberContents(c.lowered.steps);
  return okStatus();
}

std::vector<TensorType> typesOf(const Program& program, absl::Span<const ValueId> values) {
  std::vector<TensorType> types;
  for (ValueId value : values)
    types.push_back(program.type(value));
  return types;
}

Status placeValues(Compilation& c) {
  memory::PlanOptions options;
  if (c.budget > 0)
    options.budget = arenaIn(c.budget, c.lowered.steps);
  LZ_ASSIGN_OR_RETURN(c.memory, memory::plan(c.lowered.steps, options));
  c.lowered.steps = memory::arranged(std::move(c.lowered.steps), c.memory.arrangement);
  return okStatus();
}

Status placeInBudget(Compilation& c, absl::string_view) {
  LZ_RETURN_IF_ERROR(placeValues(c));
  return fitMemory(c);
}

Status makeKernels(Compilation& c, absl::string_view) {
  return compilePlans(c.kernels, c.jitOptions(), c.cache);
}

// Returns the bytes of a run with another arena.
int64_t bytesWith(exec::ExecutableSpec& spec, int64_t arenaBytes) {
  const int64_t own = std::exchange(spec.arenaBytes, arenaBytes);
  const int64_t bytes = exec::bytesOfRun(spec).most;
  spec.arenaBytes = own;
  return bytes;
}

// Returns the texts of the largest tensors, without repetitions.
std::vector<std::string> textsOf(std::vector<hlo::WholeTensor> tensors) {
  constexpr size_t kMost = 5;
  absl::c_sort(tensors, [](const hlo::WholeTensor& a, const hlo::WholeTensor& b) {
    return std::pair(-a.bytes, a.what) < std::pair(-b.bytes, b.what);
  });
  std::vector<std::string> texts;
  for (hlo::WholeTensor& tensor : tensors)
    if (texts.size() < kMost && !absl::c_linear_search(texts, tensor.what))
      texts.push_back(std::move(tensor.what));
  return texts;
}

Status makeExecutable(Compilation& c, absl::string_view) {
  const std::shared_ptr<const codegen::KernelLibrary> code = c.kernels.library;
  exec::ExecutableSpec spec = makeThunks(std::exchange(c.lowered, LoweredProgram()), c.memory,
                                         std::exchange(c.kernels, ModuleKernels()));
  spec.name = "main";
  // The types come from the program and not from the module, because the module has floats in the
  // place of complex numbers.
  spec.inputs = typesOf(c.program, c.program.body.params);
  spec.outputs = typesOf(c.program, c.program.body.results);
  spec.flops = flopsOf(c.program);
  spec.fingerprint = fingerprintOf(c.program, {c.cpu, c.strict, c.switches, c.tensors, c.budget});
  spec.cpu = c.cpu;
  spec.features = codegen::extraFeatures(c.cpu);
  spec.unsplit = textsOf(std::exchange(c.unsplit, {}));
  spec.runBytes = exec::bytesOfRun(spec);
  spec.smallestBudget = bytesWith(spec, c.memory.smallestArena);
  if (c.switches.verify) {
    LZ_RETURN_IF_ERROR(exec::verify(spec));
    spec = exec::poisoned(std::move(spec));
  }
  c.executable = std::make_shared<const exec::Executable>(std::move(spec));
  if (c.switches.verify)
    LZ_RETURN_IF_ERROR(verifyFile(*c.executable, code, c.hostCalls.get()));
  if (c.dump.enabled())
    c.dump.text("memory_report.txt", c.executable->memoryReport());
  return okStatus();
}

std::string printModuleOf(const Compilation& c) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  mlir::ModuleOp(*c.module).print(stream);
  return text + "\n";
}

std::string printPlans(const Compilation& c) {
  std::string text;
  for (const RegionKernel& kernel : c.kernels.kernels)
    absl::StrAppend(&text, kernel.name, "\n", print(kernel.plan()),
                    "cost: ", print(costOf(*kernel.chosen, costTable(c.cpu))), "\n",
                    print(kernel.schedule));
  return text;
}

std::string printKernels(const Compilation& c) {
  std::string text;
  for (const RegionKernel& kernel : c.kernels.kernels)
    absl::StrAppend(&text, kernel.name, ": units ", kernel.schedule.grid.units, ", ",
                    generalText(kernel.schedule.grid.nsPerUnit, 3), " ns each\n");
  absl::StrAppend(&text, "machine code: ", c.kernels.library->bytes(), " bytes\n");
  return text;
}

std::string printSteps(const Compilation& c) {
  return print(c.lowered.steps);
}

std::string printMemory(const Compilation& c) {
  return memory::print(c.lowered.steps, c.memory);
}

std::string printThunks(const Compilation& c) {
  return c.executable->print();
}

struct Phase {
  absl::string_view name;
  absl::string_view summary;
  // Runs the phase. The phase of the passes ends after pass `lastPass`, or after all passes if
  // `lastPass` is "".
  Status (*run)(Compilation& compilation, absl::string_view lastPass);
  std::string (*print)(const Compilation& compilation); // prints the state after the phase
  bool changesModule;
};

constexpr absl::string_view kPasses = "passes";

constexpr Phase kPhases[] = {
    {"hlo", "The program as a module.", importHlo, printModuleOf, true},
    {kPasses, "The module after the passes: fewer and simpler ops with the same results.",
     runPasses, printModuleOf, true},
    {"regions", "Ops that run together are one region.", formRegions, printModuleOf, true},
    {"plans", "The plan, cost and schedule of each region.", makePlans, printPlans, false},
    {"steps", "The steps in their order, on values that have no addresses yet.", lowerModule,
     printSteps, false},
    {"memory", "The place of each value: an offset in the arena, or the memory of another value.",
     placeInBudget, printMemory, false},
    {"kernels", "Plans as machine code.", makeKernels, printKernels, false},
    {"thunks", "The executable: thunks over a static plan of buffers.", makeExecutable, printThunks,
     false},
};

// The phase in which a compilation stops. In the phase of passes, `pass` is the last pass to run.
struct Stop {
  const Phase* phase;
  absl::string_view pass;
};

StatusOr<Stop> stopOf(absl::string_view name) {
  for (const Phase& phase : kPhases) {
    if (phase.name == name)
      return Stop{&phase, ""};
    if (phase.name == kPasses && absl::c_linear_search(hlo::pipelinePlaces(), name))
      return Stop{&phase, name};
  }
  return invalidArgument("no phase or pass is called \"", name,
                         "\"; use one of these, which run in this order: ",
                         absl::StrJoin(stopPoints(), ", ", [](std::string* s, const StopPoint& p) {
                           absl::StrAppend(s, p.name);
                         }));
}

void dump(Compilation& c, const Phase& phase) {
  if (!c.dump.enabled())
    return;
  if (phase.changesModule)
    c.dump.stage(std::string(phase.name), *c.module);
  else
    c.dump.text(absl::StrCat(phase.name, ".txt"), phase.print(c));
}

} // namespace

codegen::JitOptions Compilation::jitOptions() const {
  codegen::JitOptions jit;
  jit.cpu = cpu;
  jit.workers = threads;
  jit.strict = strict;
  jit.vectors = switches.vectors;
  jit.tiles = switches.tiles;
  jit.objects = switches.objects;
  jit.verify = switches.verify;
  jit.symbols = symbols;
  jit.dumpDir = dump.kernelFolder();
  return jit;
}

contraction::ContractionTarget Compilation::contractions() const {
  return {cpu, codegen::kernelSet(cpu), threads, switches.tiles, switches.pairs && !strict};
}

StatusOr<bool> planAgain(Compilation& c, const FitRequest& request) {
  c.fit = request;
  LZ_RETURN_IF_ERROR(checkCompilationGoesOn());
  LZ_RETURN_IF_ERROR(importHlo(c, ""));
  LZ_RETURN_IF_ERROR(runPasses(c, ""));
  if (c.splits.loops == 0)
    return false;
  LZ_RETURN_IF_ERROR(formRegions(c, ""));
  if (c.switches.verify)
    LZ_RETURN_IF_ERROR(hlo::verifyModule(*c.module, "regions"));
  LZ_RETURN_IF_ERROR(makePlans(c, ""));
  LZ_RETURN_IF_ERROR(lowerModule(c, ""));
  LZ_RETURN_IF_ERROR(placeValues(c));
  return true;
}

StatusOr<Compilation> makeCompilation(const Program& program, const CompileOptions& options,
                                      mlir::MLIRContext& context, codegen::JitCache& cache) {
  LZ_ASSIGN_OR_RETURN(MachineClass cpu, cpuOf(options));
  LZ_ASSIGN_OR_RETURN(Switches switches, switchesOf(options));
  Environment environment = environmentOf(options);
  return Compilation{program,
                     context,
                     cache,
                     cpu,
                     options.threads > 0 ? options.threads : usableCores(),
                     options.numerics == Numerics::Strict,
                     options.tensors,
                     std::move(switches),
                     options.budgetBytes,
                     options.hostCalls,
                     Dump(options.dumpDir.empty() ? environment.dumpDir : options.dumpDir, "main"),
                     std::move(environment.symbols)};
}

std::vector<StopPoint> stopPoints() {
  std::vector<StopPoint> points;
  for (const Phase& phase : kPhases) {
    if (phase.name == kPasses)
      for (const std::string& pass : hlo::pipelinePlaces())
        points.push_back({pass, "", true});
    points.push_back({std::string(phase.name), std::string(phase.summary), false});
  }
  return points;
}

Status runPhases(Compilation& compilation, std::optional<absl::string_view> stop) {
  Stop last = {std::end(kPhases) - 1, ""};
  if (stop) {
    LZ_ASSIGN_OR_RETURN(last, stopOf(*stop));
  }
  while (compilation.phasesDone < size_t(last.phase - kPhases) + 1) {
    const Phase& phase = kPhases[compilation.phasesDone++];
    LZ_RETURN_IF_ERROR(checkCompilationGoesOn());
    LZ_RETURN_IF_ERROR(phase.run(compilation, last.pass));
    dump(compilation, phase);
    if (compilation.switches.verify && phase.changesModule)
      LZ_RETURN_IF_ERROR(hlo::verifyModule(*compilation.module, phase.name));
  }
  return okStatus();
}

StatusOr<std::string> compileUntil(const Program& program, const CompileOptions& options,
                                   absl::string_view stop) {
  LZ_ASSIGN_OR_RETURN(Stop last, stopOf(stop));
  std::unique_ptr<mlir::MLIRContext> context = hlo::makeContext();
  std::shared_ptr<codegen::JitCache> cache = codegen::makeJitCache();
  LZ_ASSIGN_OR_RETURN(Compilation compilation, makeCompilation(program, options, *context, *cache));
  LZ_RETURN_IF_ERROR(runPhases(compilation, stop));
  return last.phase->print(compilation);
}

} // namespace lz::compiler
