#include "compiler/disk/ExecutableFiles.h"

#include "base/machine/Reserve.h"
#include "codegen/LlvmTarget.h"
#include "codegen/MicroKernels.h"
#include "compiler/options/Environment.h"
#include "exec/file/ExecutableFile.h"

namespace lz::compiler {
namespace {

exec::CodeSource::Linked linkedIn(std::shared_ptr<const codegen::KernelLibrary> library) {
  exec::CodeSource::Linked linked;
  for (size_t i = 0; i < library->objects().size(); ++i)
    linked.functions.push_back(library->function(i));
  linked.code = std::move(library);
  return linked;
}

class KernelsOfLibrary : public exec::CodeSource {
public:
  const KernelTable& microKernels(DType dtype, MachineClass cpu) const override {
    return codegen::microKernels(dtype, cpu);
  }
  const KernelTable* pairKernels(MachineClass cpu) const override {
    return codegen::pairKernels(cpu);
  }
};

class LinkedHere final : public KernelsOfLibrary {
public:
  LinkedHere(MachineClass best, std::string symbols) : best_(best), symbols_(std::move(symbols)) {}

  StatusOr<Linked> link(absl::Span<const MachineObject> objects) const override {
    LZ_ASSIGN_OR_RETURN(std::shared_ptr<const codegen::KernelLibrary> library,
                        codegen::linkObjects(objects, symbols_));
    return linkedIn(std::move(library));
  }

  Status checkRuns(MachineClass cpu, const std::string& features) const override {
    if (!runs(best_, cpu))
      return failedPrecondition(
          "[load] the executable was compiled for the CPU class ", machineClassName(cpu),
          "; this machine, LAZULI_CPU or the context allows ", machineClassName(best_),
          " at most: compile the program on this machine");
    if (!features.empty() && features != codegen::extraFeatures(cpu))
      return failedPrecondition(
          "[load] the executable was compiled for a machine that has ", features,
          ", which this one does not have: compile the program on this machine");
    return okStatus();
  }

private:
  const MachineClass best_;
  const std::string symbols_;
};

// Provides the code of an executable that is already linked, so that it is not linked again.
class SameCode final : public KernelsOfLibrary {
public:
  explicit SameCode(std::shared_ptr<const codegen::KernelLibrary> library)
      : library_(std::move(library)) {}

  StatusOr<Linked> link(absl::Span<const MachineObject>) const override {
    return linkedIn(library_);
  }
  Status checkRuns(MachineClass, const std::string&) const override { return okStatus(); }

private:
  const std::shared_ptr<const codegen::KernelLibrary> library_;
};

} // namespace

Status verifyFile(const exec::Executable& executable,
                  std::shared_ptr<const codegen::KernelLibrary> library,
                  const exec::HostCalls* hostCalls) {
  LZ_ASSIGN_OR_RETURN(std::string file, exec::writeExecutable(executable.spec()));
  const SameCode source(std::move(library));
  LZ_ASSIGN_OR_RETURN(exec::ExecutableSpec spec, exec::readExecutable(file, source, hostCalls));
  const exec::Executable read(std::move(spec));
  LZ_ASSIGN_OR_RETURN(std::string again, exec::writeExecutable(read.spec()));
  if (again != file || read.print() != executable.print())
    return internalError("[compile] the executable differs from what is read back from its file:\n",
                         executable.print(), "and\n", read.print());
  return okStatus();
}

StatusOr<std::string> saveExecutable(const exec::Executable& executable) {
  const exec::MemoryStatistics memory = executable.memory();
  constexpr int64_t kFixed = int64_t(1) << 20, kCopies = 4;
  LZ_ASSIGN_OR_RETURN(Reserve reserve,
                      Reserve::take(kFixed + kCopies * (memory.constants + memory.code), "save"));
  return exec::writeExecutable(executable.spec());
}

StatusOr<std::shared_ptr<const exec::Executable>> loadExecutable(std::string_view bytes,
                                                                 const CompileOptions& options) {
  constexpr int64_t kFixed = int64_t(1) << 20, kCopies = 2;
  LZ_ASSIGN_OR_RETURN(Reserve reserve,
                      Reserve::take(kFixed + kCopies * int64_t(bytes.size()), "load"));
  LZ_ASSIGN_OR_RETURN(MachineClass best, cpuOf(options));
  const LinkedHere source(best, environmentOf(options).symbols);
  LZ_ASSIGN_OR_RETURN(exec::ExecutableSpec spec,
                      exec::readExecutable(bytes, source, options.hostCalls.get()));
  return std::make_shared<const exec::Executable>(std::move(spec));
}

} // namespace lz::compiler
