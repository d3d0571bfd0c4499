#include "codegen/KernelCompiler.h"
#include "codegen/Linker.h"
#include "emit/MicroKernel.h"

#include <map>
#include <mutex>

namespace lz::codegen {
namespace {

struct Entry {
  std::unique_ptr<LinkedCode> code;
  MicroKernel kernel;
};

StatusOr<Entry> compileMicroKernel(DType dtype, CpuClass cpu) {
  Entry entry;
  LZ_ASSIGN_OR_RETURN(std::unique_ptr<KernelCompiler> compiler, KernelCompiler::create(cpu, ""));
  const std::string name = "micro_kernel";
  auto emit = [&](mlir::ModuleOp module) {
    return emit::emitMicroKernel(module, dtype, targetInfo(cpu).vector, name, entry.kernel.mr,
                                 entry.kernel.nr);
  };
  LZ_ASSIGN_OR_RETURN(auto object, compiler->compile(name, emit));
  LZ_ASSIGN_OR_RETURN(entry.code, LinkedCode::create());
  LZ_RETURN_IF_ERROR(entry.code->add(object, name));
  LZ_ASSIGN_OR_RETURN(void* address, entry.code->lookup(name));
  entry.kernel.fn = reinterpret_cast<decltype(entry.kernel.fn)>(address);
  return entry;
}

} // namespace

StatusOr<MicroKernel> microKernel(DType dtype, CpuClass cpu) {
  // For the life of the process, also for threads that still run when static objects go.
  static auto& mutex = *new std::mutex;
  static auto& entries = *new std::map<std::pair<DType, CpuClass>, Entry>;
  std::lock_guard lock(mutex);
  auto it = entries.find({dtype, cpu});
  if (it == entries.end()) {
    LZ_ASSIGN_OR_RETURN(Entry entry, compileMicroKernel(dtype, cpu));
    it = entries.emplace(std::pair(dtype, cpu), std::move(entry)).first;
  }
  return it->second.kernel;
}

} // namespace lz::codegen
