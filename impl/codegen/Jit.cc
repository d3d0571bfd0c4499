#include "codegen/Jit.h"

#include "absl/container/flat_hash_map.h"
#include "codegen/IdleCompilers.h"
#include "codegen/Linker.h"
#include "emit/EmitKernel.h"

#include <algorithm>
#include <atomic>
#include <system_error>
#include <thread>

namespace lz::codegen {
namespace {

// A distinct kernel of a request list.
struct Unit {
  const KernelRequest* request;
  std::string plan; // printed
  llvm::SmallVector<char, 0> object;
  Status status;
};

struct Units {
  std::vector<Unit> units;
  std::vector<size_t> unitOf; // by request
};

Units distinct(absl::Span<const KernelRequest> requests) {
  Units result;
  absl::flat_hash_map<std::string, size_t> seen;
  for (const KernelRequest& request : requests) {
    auto [it, isNew] = seen.try_emplace(print(*request.plan), result.units.size());
    if (isNew)
      result.units.push_back({&request, it->first, {}, okStatus()});
    result.unitOf.push_back(it->second);
  }
  return result;
}

emit::VectorTarget vectorTargetOf(const JitOptions& options) {
  emit::VectorTarget target = targetInfo(options.cpu).vector;
  target.hasBf16 = !extraFeatures(options.cpu).empty();
  target.strict = options.strict;
  target.tiles = options.tiles;
  if (!options.vectors)
    target.f32Lanes = 1;
  return target;
}

Status compileUnit(Unit& unit, KernelCompiler& compiler, const JitOptions& options) {
  const KernelRequest& request = *unit.request;
  emit::VectorTarget target = vectorTargetOf(options);
  if (!options.dumpDir.empty())
    LZ_RETURN_IF_ERROR(writeDump(options.dumpDir, request.name + ".plan",
                                 unit.plan + emit::printSchedule(*request.plan, target)));
  auto emit = [&](mlir::ModuleOp module) {
    return emit::emitKernel(module, *request.plan, target, request.name);
  };
  LZ_ASSIGN_OR_RETURN(unit.object, compiler.compile(request.name, options.dumpDir, emit));
  return okStatus();
}

// Takes units until none is left.
void work(std::vector<Unit>& units, std::atomic<size_t>& next, const JitOptions& options,
          IdleCompilers& idle) {
  StatusOr<std::unique_ptr<KernelCompiler>> compiler =
      idle.take(options.cpu, extraFeatures(options.cpu));
  for (size_t i; (i = next.fetch_add(1)) < units.size();)
    units[i].status =
        compiler.ok() ? compileUnit(units[i], **compiler, options) : compiler.status();
  if (compiler.ok())
    idle.give(std::move(*compiler));
}

// A system that refuses threads has its units compiled by fewer, at worst by the caller alone.
void compileAll(std::vector<Unit>& units, const JitOptions& options, IdleCompilers& idle) {
  std::atomic<size_t> next = 0;
  size_t workers = std::min(size_t(std::max(options.workers, 1)), units.size());
  std::vector<std::thread> threads;
  try {
    for (size_t i = 1; i < workers; ++i)
      threads.emplace_back([&] { work(units, next, options, idle); });
  } catch (const std::system_error&) {
  }
  work(units, next, options, idle);
  for (std::thread& thread : threads)
    thread.join();
}

class Library : public KernelLibrary {
public:
  const CompiledKernel& kernel(size_t index) const override { return kernels[index]; }

  std::unique_ptr<LinkedCode> code;
  std::vector<CompiledKernel> kernels; // by request
};

} // namespace

std::shared_ptr<IdleCompilers> makeIdleCompilers() {
  return std::make_shared<IdleCompilers>();
}

Status prepareCompiler(IdleCompilers& idle, CpuClass cpu) {
  LZ_ASSIGN_OR_RETURN(auto compiler, KernelCompiler::create(cpu, extraFeatures(cpu)));
  idle.give(std::move(compiler));
  return okStatus();
}

StatusOr<std::shared_ptr<const KernelLibrary>>
compileKernels(absl::Span<const KernelRequest> requests, const JitOptions& options,
               IdleCompilers* idle) {
  auto library = std::make_shared<Library>();
  if (requests.empty())
    return library;
  Units all = distinct(requests);
  IdleCompilers own;
  compileAll(all.units, options, idle ? *idle : own);

  LZ_ASSIGN_OR_RETURN(library->code, LinkedCode::create());
  std::vector<KernelFn> functions;
  for (const Unit& unit : all.units) {
    LZ_RETURN_IF_ERROR(unit.status);
    LZ_RETURN_IF_ERROR(library->code->add(unit.object, unit.request->name));
    LZ_ASSIGN_OR_RETURN(void* address, library->code->lookup(unit.request->name));
    functions.push_back(reinterpret_cast<KernelFn>(address));
  }
  for (size_t i = 0; i < requests.size(); ++i) {
    emit::GridInfo grid = emit::gridOf(*requests[i].plan, vectorTargetOf(options));
    library->kernels.push_back({functions[all.unitOf[i]], grid.units, grid.nsPerUnit});
  }
  return library;
}

} // namespace lz::codegen
