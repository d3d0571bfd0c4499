#include "codegen/KernelCompiler.h"
#include "codegen/Linker.h"
#include "emit/MicroKernel.h"

#include <map>
#include <mutex>
#include <tuple>

namespace lz::codegen {
namespace {

struct Entry {
  std::unique_ptr<LinkedCode> code;
  void* address = nullptr;
};

using Kind = emit::MicroKernelKind;
using Key = std::tuple<Kind, DType, CpuClass>;

StatusOr<Entry> compileMicroKernel(const Key& key) {
  auto [kind, dtype, cpu] = key;
  Entry entry;
  LZ_ASSIGN_OR_RETURN(std::unique_ptr<KernelCompiler> compiler, KernelCompiler::create(cpu, ""));
  const std::string name = kind == Kind::Packed ? "micro_kernel" : "strip_kernel";
  auto emit = [&, kind = kind, dtype = dtype, cpu = cpu](mlir::ModuleOp module) {
    return emit::emitMicroKernel(module, kind, dtype, targetInfo(cpu).vector, name);
  };
  LZ_ASSIGN_OR_RETURN(auto object, compiler->compile(name, emit));
  LZ_ASSIGN_OR_RETURN(entry.code, LinkedCode::create());
  LZ_RETURN_IF_ERROR(entry.code->add(object, name));
  LZ_ASSIGN_OR_RETURN(entry.address, entry.code->lookup(name));
  return entry;
}

StatusOr<void*> kernelAddress(const Key& key) {
  // For the life of the process, also for threads that still run when static objects go.
  static auto& mutex = *new std::mutex;
  static auto& entries = *new std::map<Key, Entry>;
  std::lock_guard lock(mutex);
  auto it = entries.find(key);
  if (it == entries.end()) {
    LZ_ASSIGN_OR_RETURN(Entry entry, compileMicroKernel(key));
    it = entries.emplace(key, std::move(entry)).first;
  }
  return it->second.address;
}

} // namespace

StatusOr<MicroKernel> microKernel(DType dtype, CpuClass cpu) {
  LZ_ASSIGN_OR_RETURN(void* address, kernelAddress({Kind::Packed, dtype, cpu}));
  emit::MicroTile tile = emit::microTile(dtype, targetInfo(cpu).vector);
  return MicroKernel{reinterpret_cast<decltype(MicroKernel::fn)>(address), tile.mr, tile.nr};
}

StatusOr<StripKernelFn> stripKernel(DType dtype, CpuClass cpu) {
  LZ_ASSIGN_OR_RETURN(void* address, kernelAddress({Kind::Strips, dtype, cpu}));
  return reinterpret_cast<StripKernelFn>(address);
}

} // namespace lz::codegen
