#include "compiler/lower/CarriedPlaces.h"

#include "absl/algorithm/container.h"
#include "compiler/lower/Aliases.h"

#include <algorithm>

namespace lz::compiler {
namespace {

using StepList = std::vector<Step>;

// Calls `visit` with the step and all steps in its lists.
template <typename StepT, typename Visitor> void forEach(StepT& step, const Visitor& visit) {
  visit(step);
  for (auto& list : step.lists)
    for (auto& inner : list)
      forEach(inner, visit);
}

int64_t countUses(const Steps& steps, const Step& step, ValueId value) {
  int64_t count = 0;
  forEach(step, [&](const Step& inner) {
    count += uses(inner, value) || readsViewOf(steps, inner, value) ||
             absl::c_linear_search(inner.bodyParams, value) ||
             absl::c_linear_search(inner.bodyResults, value);
  });
  return count;
}

class Body {
public:
  Body(const ModuleKernels& kernels, const Steps& steps, StepList& list)
      : kernels_(kernels), steps_(steps), list_(list) {}

  // Step number `copy` copies `next` to `carried`. If the kernel that makes `next` can write `next`
  // to the place of `carried`, changes the kernel, removes the copy, and returns true. Otherwise
  // returns false.
  bool writeTo(size_t copy, ValueId carried, ValueId next) {
    auto usesNext = [&](const Step& step) { return countUses(steps_, step, next) > 0; };
    const size_t first = size_t(std::find_if(list_.begin(), list_.end(), usesNext) - list_.begin());
    Step* kernel = first < copy ? kernelOver(list_[first], carried, next) : nullptr;
    if (!kernel || countUses(steps_, list_[first], carried) != 1)
      return false;
    for (size_t i = first + 1; i < list_.size(); ++i)
      if (i != copy && countUses(steps_, list_[i], carried) > 0)
        return false;
    overwrite(*kernel, carried, next);
    list_.erase(list_.begin() + int64_t(copy));
    for (Step& step : list_)
      forEach(step, [&](Step& inner) { rename(inner, next, carried); });
    return true;
  }

private:
  // Returns the kernel that writes `next` and is allowed to overwrite `carried`. It is `step`, or
  // runs on rows of `step`. Returns nullptr if there is no such kernel.
  Step* kernelOver(Step& step, ValueId carried, ValueId next) const {
    Step* found = nullptr;
    auto look = [&](Step& kernel) {
      auto result = absl::c_find(kernel.results, next);
      if (kernel.kind == StepKind::Kernel && result != kernel.results.end() &&
          uses(kernel, carried) && !absl::c_linear_search(kernel.results, carried) &&
          mayOverwrite(kernels_.kernels[size_t(kernel.payload)].plan(), kernel, carried,
                       size_t(result - kernel.results.begin())))
        found = &kernel;
    };
    look(step);
    if (step.kind == StepKind::Contraction || step.kind == StepKind::Sweep)
      for (StepList& list : step.lists)
        absl::c_for_each(list, look);
    return found;
  }

  // Makes the kernel write `next` to the place of `carried`. No other result of the kernel can then
  // take this place.
  static void overwrite(Step& kernel, ValueId carried, ValueId next) {
    std::erase_if(kernel.aliases, [&](const Alias& alias) {
      return alias.operand == carried || alias.result == next;
    });
    kernel.aliases.push_back({Alias::Kind::Must, carried, carried,
                              "its next value is written, each element after it is read"});
  }

  // Renames `from` to `carried` in the step and in its aliases. Removes the aliases that allow a
  // result to take over the place of `from`. That place is now the place of `carried`, and the next
  // trip reads it.
  static void rename(Step& step, ValueId from, ValueId carried) {
    for (auto* values : {&step.operands, &step.results, &step.bodyParams, &step.bodyResults})
      std::replace(values->begin(), values->end(), from, carried);
    std::erase_if(step.aliases, [&](const Alias& alias) {
      return alias.kind == Alias::Kind::May && alias.operand == from;
    });
    for (Alias& alias : step.aliases)
      if (alias.operand == from)
        alias.operand = alias.result = carried;
  }

  const ModuleKernels& kernels_;
  const Steps& steps_;
  StepList& list_;
};

// No step uses `value` any more. Gives `value` no bytes, and turns slices of `value` into slices of
// `carried`.
void replaceValue(Steps& steps, ValueId value, ValueId carried) {
  steps.values[size_t(value)] = {ValueKind::Temp};
  for (StepValue& view : steps.values)
    if (view.viewOf == value)
      view.viewOf = carried;
}

} // namespace

void writeToCarried(const ModuleKernels& kernels, Steps& steps, Step& loop) {
  StepList& list = loop.lists[1];
  Body body(kernels, steps, list);
  auto isCarried = [&](ValueId value) { return absl::c_linear_search(loop.results, value); };
  for (size_t i = list.size(); i-- > 0;) {
    if (list[i].kind != StepKind::Copy)
      continue;
    const ValueId next = list[i].operands[0], carried = list[i].results[0];
    if (!isCarried(carried) || isCarried(next) ||
        steps.values[size_t(next)].kind != ValueKind::Temp)
      continue;
    if (body.writeTo(i, carried, next))
      replaceValue(steps, next, carried);
  }
}

} // namespace lz::compiler
