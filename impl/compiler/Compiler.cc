// The phases of a compilation, in order. Each can be seen in a dump (Dump.h).
#include "compiler/Compiler.h"

#include "absl/strings/str_join.h"
#include "base/CheckCancel.h"
#include "base/machine/Machine.h"
#include "base/machine/Reserve.h"
#include "codegen/Jit.h"
#include "compiler/Dump.h"
#include "compiler/Kernels.h"
#include "compiler/MakeThunks.h"
#include "compiler/Switches.h"
#include "fusion/FormRegions.h"
#include "hlo/build/Bridge.h"
#include "hlo/build/IdleContexts.h"
#include "hlo/format/StableHloText.h"
#include "hlo/passes/Pipelines.h"

#include <cstdlib>

namespace lz {
namespace {

std::string dumpDirOf(const CompileOptions& options) {
  if (!options.dumpDir.empty())
    return options.dumpDir;
  const char* variable = std::getenv("LAZULI_DUMP");
  return variable ? variable : "";
}

// What the memory report and the thunk list say, for the dump.
void dumpExecutable(Dump& dump, const exec::Executable& executable) {
  if (!dump.enabled())
    return;
  dump.text("thunks.txt", executable.print());
  dump.text("memory.txt", executable.memoryReport());
}

// The class that `options` names.
StatusOr<CpuClass> cpuOf(const CompileOptions& options) {
  LZ_ASSIGN_OR_RETURN(CpuClass cpu, parseCpuClass(options.cpu.empty() ? "host" : options.cpu));
  if (cpu > hostCpuClass())
    return invalidArgument("the CPU class ", cpuClassName(cpu),
                           " does not run here: this machine, or LAZULI_CPU, allows ",
                           cpuClassName(hostCpuClass()), " at most");
  return cpu;
}

constexpr int64_t kFixedBytes = int64_t(16) << 20;

// With those of bodies, on whatever level.
int64_t bytesOfConstants(const Region& region) {
  int64_t bytes = 0;
  for (const Op& op : region.ops) {
    for (const AttrValue& attr : op.attrs)
      if (const Literal* literal = std::get_if<Literal>(&attr); literal && literal->valid())
        bytes += literal->type().numBytes();
    for (const Region& body : op.regions)
      bytes += bytesOfConstants(body);
  }
  return bytes;
}

// What the modules of a compilation may take: an op is there before and after a pass, and in the
// regions' programs; a constant in the module and in the executable.
int64_t bytesOfModules(const Program& program) {
  constexpr int64_t kOp = int64_t(4) << 10, kCopies = 2;
  return kOp * int64_t(program.types.size()) + kCopies * bytesOfConstants(program.body);
}

class MlirCompiler final : public Compiler {
public:
  Status prepare(const CompileOptions& options) override {
    LZ_ASSIGN_OR_RETURN(CpuClass cpu, cpuOf(options));
    return codegen::prepareCompiler(*cache_, cpu);
  }

  StatusOr<std::shared_ptr<const exec::Executable>>
  compile(const Program& program, const CompileOptions& options) override {
    LZ_ASSIGN_OR_RETURN(CpuClass cpu, cpuOf(options));
    const int64_t bytes = bytesOfModules(program);
    LZ_ASSIGN_OR_RETURN(Reserve reserve, Reserve::take(kFixedBytes + bytes, "compile"));
    hlo::UsedContext used = contexts_.take();
    used.bytes += bytes;
    auto executable = compileIn(*used.context, program, options, cpu);
    if (executable.ok())
      contexts_.give(std::move(used));
    return executable;
  }

private:
  StatusOr<std::shared_ptr<const exec::Executable>> compileIn(mlir::MLIRContext& context,
                                                              const Program& program,
                                                              const CompileOptions& options,
                                                              CpuClass cpu) {
    LZ_ASSIGN_OR_RETURN(Switches switches, switchesOf(options));
    int threads = options.threads > 0 ? options.threads : usableCores();
    Dump dump(dumpDirOf(options), "main");

    // 1. The program in the op dialect.
    mlir::OwningOpRef<mlir::ModuleOp> module = hlo::importProgram(context, program);
    dump.stage("hlo", *module);
    if (switches.verify)
      LZ_RETURN_IF_ERROR(hlo::verifyModule(*module, "import"));

    // 2. Fewer and simpler ops that mean the same.
    hlo::PipelineOptions pipeline;
    pipeline.disabled = switches.disabledPasses;
    pipeline.verify = switches.verify;
    pipeline.strict = options.numerics == Numerics::Strict;
    if (dump.enabled())
      pipeline.dump = [&](const hlo::PassReport& pass, mlir::ModuleOp m) {
        if (pass.changed)
          dump.stage(pass.name, m);
      };
    LZ_RETURN_IF_ERROR(hlo::runPipeline(*module, pipeline));

    LZ_RETURN_IF_ERROR(checkCompilationGoesOn());

    // 3. What goes together becomes one region.
    std::vector<std::string> explanations;
    fusion::FusionOptions fusion;
    fusion.enabled = switches.fusion;
    fusion.epilogues = switches.epilogues;
    fusion.cpu = cpu;
    fusion.explanations = dump.enabled() ? &explanations : nullptr;
    fusion::formRegions(*module, fusion);
    dump.stage("regions", *module);
    if (switches.verify)
      LZ_RETURN_IF_ERROR(hlo::verifyModule(*module, "form-regions"));
    for (std::string& line : explanations)
      line += '\n';
    dump.text("fusion.txt", absl::StrJoin(explanations, ""));

    // 4. Regions become machine code.
    LZ_RETURN_IF_ERROR(checkCompilationGoesOn());
    codegen::JitOptions jit;
    jit.cpu = cpu;
    jit.workers = threads;
    jit.strict = options.numerics == Numerics::Strict;
    jit.vectors = switches.vectors;
    jit.tiles = switches.tiles;
    jit.objects = switches.objects;
    jit.verify = switches.verify;
    jit.dumpDir = dump.kernelFolder();
    LZ_ASSIGN_OR_RETURN(ModuleKernels kernels,
                        compileRegions(*module, program.donated, jit, *cache_));

    LZ_RETURN_IF_ERROR(checkCompilationGoesOn());

    // 5. Everything becomes steps.
    auto main = module->lookupSymbol<mlir::func::FuncOp>("main");
    LZ_ASSIGN_OR_RETURN(LoweredProgram lowered, lowerToSteps(main, kernels, program.donated,
                                                             {cpu, threads, switches.tiles,
                                                              switches.pairs && !jit.strict}));
    if (dump.enabled())
      dump.text("steps.txt", print(lowered.steps));
    if (switches.verify)
      LZ_RETURN_IF_ERROR(verify(lowered.steps));

    // 6. Values get places, and steps become thunks.
    LZ_ASSIGN_OR_RETURN(memory::MemoryPlan memory, memory::plan(lowered.steps));
    exec::ExecutableSpec spec = makeThunks(std::move(lowered), memory, kernels);
    spec.name = main.getName().str();
    auto executable = std::make_shared<const exec::Executable>(std::move(spec));
    dumpExecutable(dump, *executable);
    return executable;
  }

  hlo::IdleContexts contexts_;
  const std::shared_ptr<codegen::JitCache> cache_ = codegen::makeJitCache();
};

} // namespace

std::unique_ptr<Compiler> makeCompiler() {
  return std::make_unique<MlirCompiler>();
}

StatusOr<Program> parseModule(const std::string& text, const std::string& name) {
  constexpr int64_t kCharacter = 64; // of the module, for each one
  LZ_ASSIGN_OR_RETURN(Reserve reserve,
                      Reserve::take(kFixedBytes + kCharacter * int64_t(text.size()), "module"));
  return parseStableHlo(text, name);
}

StatusOr<std::string> printModule(const Program& program) {
  // A predicate becomes "false, ", in a text that doubles when it grows.
  constexpr int64_t kOp = int64_t(4) << 10, kByte = 16;
  int64_t bytes =
      kFixedBytes + kOp * int64_t(program.types.size()) + kByte * bytesOfConstants(program.body);
  LZ_ASSIGN_OR_RETURN(Reserve reserve, Reserve::take(bytes, "module"));
  return printStableHlo(program);
}

} // namespace lz
