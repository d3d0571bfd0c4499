// The compiler: it reserves memory, takes a context and runs the phases (Compilation.h).
#include "compiler/Compiler.h"

#include "base/Placed.h"
#include "base/machine/Reserve.h"
#include "base/machine/Stack.h"
#include "codegen/Jit.h"
#include "compiler/Compilation.h"
#include "compiler/disk/CachingCompiler.h"
#include "compiler/disk/ExecutableFiles.h"
#include "compiler/disk/ProgramFile.h"
#include "compiler/lower/LowerHostCalls.h"
#include "compiler/options/Environment.h"
#include "compiler/options/Switches.h"
#include "formats/ModuleFormat.h"
#include "formats/ReadModule.h"
#include "formats/WriteModule.h"
#include "hlo/build/Bridge.h"
#include "hlo/build/IdleContexts.h"
#include "hlo/ir/ForeignTypes.h"
#include "hlo/passes/Pipelines.h"
#include "spec/small/Small.h"

namespace lz::compiler {
namespace {

constexpr int64_t kFixedBytes = int64_t(16) << 20;

// Returns the bytes of all constants in the region and in the bodies of its ops.
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

// Returns an estimate of the bytes that the modules of a compilation take at most. Each op counts
// several times, because it can exist before and after a pass and in the program of its region at
// the same time. Each constant counts twice, for the module and for the executable.
int64_t bytesOfModules(const Program& program) {
  constexpr int64_t kOp = int64_t(4) << 10, kCopies = 2;
  return kOp * int64_t(program.types.size()) + kCopies * bytesOfConstants(program.body);
}

// Fails if a call of foreign code expects other types than those of its operands and results
// (ForeignTypes.h). A program cannot express such a call.
Status refuseOtherTypes(mlir::ModuleOp module) {
  Status status = okStatus();
  module.walk([&](hlo::CustomCallOp op) {
    if (status.ok() && hlo::hasOtherTypes(op))
      status = placed(unimplemented("lz-expand-complex cannot replace the complex numbers of a "
                                    "custom_call by other types; leave the pass out"),
                      "custom_call", hlo::locationFromIr(op.getLoc()));
  });
  return status;
}

StatusOr<Program> runPassesIn(mlir::MLIRContext& context, const Program& program,
                              const std::string& passes, const CompileOptions& options) {
  LZ_ASSIGN_OR_RETURN(const Switches switches, switchesOf(options));
  LZ_ASSIGN_OR_RETURN(const MachineClass cpu, cpuOf(options));
  hlo::PipelineOptions pipeline;
  pipeline.cpu = cpu;
  pipeline.strict = options.numerics == Numerics::Strict;
  pipeline.verify = switches.verify;
  mlir::OwningOpRef<mlir::ModuleOp> module = hlo::importProgram(context, program);
  if (options.hostCalls)
    markEffects(*module, *options.hostCalls);
  LZ_RETURN_IF_ERROR(hlo::runPasses(*module, passes, pipeline));
  LZ_RETURN_IF_ERROR(refuseOtherTypes(*module));
  return hlo::exportProgram(module->lookupSymbol<mlir::func::FuncOp>("main"));
}

class MlirCompiler final : public Compiler {
public:
  Status prepare(const CompileOptions& options) override {
    LZ_ASSIGN_OR_RETURN(MachineClass cpu, cpuOf(options));
    return enoughStack([&] { return codegen::prepareCompiler(*cache_, cpu); });
  }

  StatusOr<std::shared_ptr<const exec::Executable>>
  compile(const Program& program, const CompileOptions& options) override {
    const int64_t bytes = bytesOfModules(program);
    LZ_ASSIGN_OR_RETURN(Reserve reserve, Reserve::take(kFixedBytes + bytes, "compile"));
    hlo::UsedContext used = contexts_->take();
    used.bytes += bytes;
    auto executable = enoughStack([&] { return compileIn(*used.context, program, options); });
    if (executable.ok())
      contexts_->give(std::move(used));
    return executable;
  }

  StatusOr<Program> parse(const ModuleSource& source, const CompileOptions& options) override {
    StatusOr<Program> program = parseModule(source);
    const StatusOr<Switches> switches = switchesOf(options); // compile() reports bad options
    if (program.ok() && switches.ok() && switches->verify)
      LZ_RETURN_IF_ERROR(enoughStack([&] { return verifyProgramFile(*program); }));
    return program;
  }

  StatusOr<std::string> save(const exec::Executable& executable) override {
    return saveExecutable(executable);
  }

  StatusOr<std::shared_ptr<const exec::Executable>> load(std::string_view bytes,
                                                         const CompileOptions& options) override {
    return loadExecutable(bytes, options);
  }

private:
  // Everything that refers to `context` is destroyed before this function returns.
  StatusOr<std::shared_ptr<const exec::Executable>>
  compileIn(mlir::MLIRContext& context, const Program& program, const CompileOptions& options) {
    LZ_ASSIGN_OR_RETURN(Compilation compilation,
                        makeCompilation(program, options, context, *cache_));
    LZ_RETURN_IF_ERROR(runPhases(compilation));
    return std::move(compilation.executable);
  }

  const std::shared_ptr<hlo::IdleContexts> contexts_ = hlo::idleContexts();
  const std::shared_ptr<codegen::JitCache> cache_ = codegen::makeJitCache();
};

} // namespace

std::unique_ptr<Compiler> makeCompiler(DiskCacheOptions cache) {
  return cachingCompiler(std::make_unique<MlirCompiler>(), std::move(cache));
}

StatusOr<Program> parseModule(const ModuleSource& source) {
  // The memory of the module is estimated as 256 bytes for each byte of bytecode, or 64 for each
  // byte of text. The factor for bytecode is larger because bytecode is shorter than text: an op
  // can take as few as ten bytes of bytecode.
  const bool isBytecode = formats::describeFormat(source.bytes) == formats::ModuleFormat::Bytecode;
  const int64_t bytes = (isBytecode ? 256 : 64) * int64_t(source.bytes.size());
  LZ_ASSIGN_OR_RETURN(Reserve reserve, Reserve::take(kFixedBytes + bytes, "module"));
  return enoughStack(
      [&] { return formats::readModule(source.bytes, source.name, source.function); });
}

StatusOr<Program> parseModule(const std::string& text, const std::string& name) {
  return parseModule({text, name});
}

StatusOr<std::string> printModule(const Program& program, std::string_view format) {
  // A byte of a constant takes up to 16 bytes of text. A predicate has one byte and is printed as
  // "false, ", which is 7 bytes. The text can have twice the capacity that it needs, because its
  // capacity doubles when it grows.
  constexpr int64_t kOp = int64_t(4) << 10, kByte = 16;
  int64_t bytes =
      kFixedBytes + kOp * int64_t(program.types.size()) + kByte * bytesOfConstants(program.body);
  LZ_ASSIGN_OR_RETURN(Reserve reserve, Reserve::take(bytes, "module"));
  return enoughStack([&] { return formats::writeModule(program, format); });
}

Status verifyProgram(const Program& program) {
  const int64_t bytes = bytesOfModules(program);
  LZ_ASSIGN_OR_RETURN(Reserve reserve, Reserve::take(kFixedBytes + bytes, "module"));
  auto verify = [&](mlir::MLIRContext& context) {
    return hlo::verifyModule(*hlo::importProgram(context, program), "the program");
  };
  return enoughStack([&] { return hlo::inIdleContext(bytes, verify); });
}

StatusOr<Program> runPasses(const Program& program, const std::string& passes,
                            const CompileOptions& options) {
  const int64_t bytes = bytesOfModules(program);
  LZ_ASSIGN_OR_RETURN(Reserve reserve, Reserve::take(kFixedBytes + bytes, "passes"));
  Program wide;
  const bool isSmall = small::hasSmallTypes(program);
  if (isSmall) {
    LZ_ASSIGN_OR_RETURN(wide, small::widen(program));
  }
  auto run = [&](mlir::MLIRContext& context) {
    return runPassesIn(context, isSmall ? wide : program, passes, options);
  };
  return enoughStack([&] { return hlo::inIdleContext(bytes, run); });
}

} // namespace lz::compiler
