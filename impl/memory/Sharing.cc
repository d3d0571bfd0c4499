#include "memory/Sharing.h"

#include "absl/algorithm/container.h"

#include <map>
#include <set>

namespace lz::memory {
namespace {

// Returns whether both values can have the same place. This is so if the last read of the earlier
// value comes before the first write of the later one. It is also so if this read and this write
// are at the same moment, all steps of this moment that use the earlier value list the alias, and
// none of them reads a slice of the earlier value in place.
bool mayBeOne(const Steps& steps, const Lifetimes& lifetimes, ValueId earlier, ValueId later) {
  int64_t written = lifetimes.lives[size_t(later)].first,
          read = lifetimes.lives[size_t(earlier)].last;
  if (written < 0 || read > written)
    return false;
  auto it = lifetimes.stepsAt.find(written);
  if (read < written || it == lifetimes.stepsAt.end())
    return true;
  return absl::c_all_of(it->second, [&](const Step* step) {
    return !readsViewOf(steps, *step, earlier) &&
           (!uses(*step, earlier) || mayAlias(*step, earlier, later));
  });
}

// Returns the values of this kind, by ordinal.
std::vector<ValueId> valuesOf(const Steps& steps, ValueKind kind) {
  std::vector<ValueId> ids;
  for (size_t v = 0; v < steps.values.size(); ++v) {
    const StepValue& value = steps.values[v];
    if (value.kind != kind)
      continue;
    ids.resize(std::max(ids.size(), size_t(value.ordinal) + 1), -1);
    ids[size_t(value.ordinal)] = ValueId(v);
  }
  return ids;
}

} // namespace

std::vector<ValueId> placesTakenOver(const Steps& steps, const Lifetimes& lifetimes) {
  const size_t count = steps.values.size();
  std::vector<ValueId> taken(count, -1);
  std::vector<bool> isGone(count); // values whose place has been taken over
  auto isTemp = [&](ValueId v) { return steps.values[size_t(v)].kind == ValueKind::Temp; };
  auto takes = [&](const Alias& alias, int64_t moment) {
    return alias.kind == Alias::Kind::May && isTemp(alias.result) && isTemp(alias.operand) &&
           taken[size_t(alias.result)] < 0 && !isGone[size_t(alias.operand)] &&
           lifetimes.lives[size_t(alias.result)].first == moment &&
           lifetimes.lives[size_t(alias.operand)].last == moment &&
           mayBeOne(steps, lifetimes, alias.operand, alias.result);
  };
  for (const auto& [moment, at] : lifetimes.stepsAt)
    for (const Step* step : at)
      for (const Alias& alias : step->aliases)
        if (takes(alias, moment)) {
          taken[size_t(alias.result)] = alias.operand;
          isGone[size_t(alias.operand)] = true;
        }
  return taken;
}

std::vector<int32_t> donatedAliases(const Steps& steps, const Lifetimes& lifetimes) {
  const std::vector<ValueId> inputs = valuesOf(steps, ValueKind::Input),
                             outputs = valuesOf(steps, ValueKind::Output);
  auto bytesOf = [&](ValueId v) { return steps.values[size_t(v)].bytes; };
  std::vector<int32_t> aliasOf(outputs.size(), -1);
  std::map<int64_t, std::set<int32_t>> freeOfSize; // donated inputs that are not used yet
  for (size_t i = 0; i < inputs.size(); ++i)
    if (steps.values[size_t(inputs[i])].donated)
      freeOfSize[bytesOf(inputs[i])].insert(int32_t(i));
  for (size_t o = 0; o < outputs.size(); ++o) {
    std::set<int32_t>& candidates = freeOfSize[bytesOf(outputs[o])];
    auto fits = [&](int32_t i) {
      return mayBeOne(steps, lifetimes, inputs[size_t(i)], outputs[o]);
    };
    if (auto found = absl::c_find_if(candidates, fits); found != candidates.end()) {
      aliasOf[o] = *found;
      candidates.erase(found);
    }
  }
  return aliasOf;
}

} // namespace lz::memory
