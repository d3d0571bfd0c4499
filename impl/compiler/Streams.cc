#include "compiler/Streams.h"

#include "hlo/build/Bridge.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <algorithm>
#include <thread>
#include <unistd.h>

namespace lz {
namespace {

struct Caches {
  int64_t own = 0;    // of all cores, not shared
  int64_t shared = 0; // last level
};

int64_t knownOr(long bytes, int64_t guess) {
  return bytes > 0 ? int64_t(bytes) : guess;
}

const Caches& caches() {
  static const Caches found = [] {
    int64_t cores = std::max(1u, std::thread::hardware_concurrency());
    int64_t own = cores * knownOr(sysconf(_SC_LEVEL2_CACHE_SIZE), 1 << 20);
    return Caches{own, knownOr(sysconf(_SC_LEVEL3_CACHE_SIZE), own)};
  }();
  return found;
}

// The program's result and nothing else.
bool isOnlyReturned(mlir::Value v) {
  return llvm::all_of(v.getUsers(), [](mlir::Operation* user) {
    return mlir::isa<mlir::func::FuncOp>(user->getParentOp()) &&
           user->hasTrait<mlir::OpTrait::IsTerminator>();
  });
}

bool mayTakeOver(ir::RegionOp region, const std::vector<bool>& donated, int64_t bytes) {
  auto function = region->getParentOfType<mlir::func::FuncOp>();
  for (size_t i = 0; i < donated.size() && i < function.getNumArguments(); ++i)
    if (donated[i] && hlo::fromIr(function.getArgument(unsigned(i)).getType()).numBytes() == bytes)
      return true;
  return false;
}

} // namespace

void chooseStreams(ir::RegionOp region, const std::vector<bool>& donated, RegionPlan& plan) {
  if (plan.sequential || plan.initial >= 0)
    return;
  for (PlanOutput& output : plan.outputs) {
    mlir::Value value = region.getOutputs()[size_t(output.buffer)];
    int64_t bytes = hlo::fromIr(value.getType()).numBytes();
    // Copies get faster from about twice the own caches on, also where the copy is read next.
    int64_t kept = 2 * caches().own;
    if (!isOnlyReturned(value))
      kept = std::max(kept, caches().shared);
    output.streams = bytes > kept && !mayTakeOver(region, donated, bytes);
  }
}

} // namespace lz
