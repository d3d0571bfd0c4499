#include "compiler/ArenaOfBudget.h"

#include "exec/Executable.h"
#include "runtime/Allocator.h"

#include <algorithm>

namespace lz::compiler {
namespace {

// Returns the largest number of arguments that are in use at the same time. The arguments of a step
// are its operands, results and kept results. A product also counts the arguments of all kernels
// that run on its rows. A loop or branch also counts, for each of its lists, the arguments of the
// step that has the most arguments. Recurses as deep as loops and branches nest.
int64_t mostArgs(const std::vector<Step>& list) {
  int64_t most = 0, all = 0;
  for (const Step& step : list) {
    auto args = int64_t(step.operands.size() + step.results.size() + step.kept.size());
    for (const std::vector<Step>& inside : step.lists)
      args += mostArgs(inside);
    most = std::max(most, args);
    all += args;
  }
  const bool areOnRows = !list.empty() && list.front().rows > 0;
  return areOnRows ? all : most;
}

// Returns the largest size of an allocation that takes at most `bytes` bytes in the allocator.
int64_t sizeIn(int64_t bytes) {
  constexpr int64_t kPage = 4096;
  const int64_t size = bytes - bytes % runtime::kAlignment;
  return runtime::Allocator::blockBytes(size) <= bytes ? size : bytes - bytes % kPage;
}

} // namespace

int64_t arenaIn(int64_t budget, const Steps& steps) {
  for (const StepValue& value : steps.values)
    if (value.kind == ValueKind::Output)
      budget -= runtime::Allocator::blockBytes(value.bytes);
  const int64_t addresses = int64_t(steps.values.size()) + mostArgs(steps.body);
  return std::max(sizeIn(std::max<int64_t>(budget, 0)), exec::kArenaOnStack) -
         addresses * int64_t(sizeof(void*));
}

} // namespace lz::compiler
