#include "absl/strings/str_cat.h"
#include "base/text/NumberText.h"
#include "memory/PlanMemory.h"

namespace lz::memory {
namespace {

// Returns the text about the place of a value, or "" if the value is not in the arena and takes
// over no other value's place.
std::string placeOf(const StepValue& value, size_t index, const Steps& steps,
                    const MemoryPlan& plan) {
  if (value.kind == ValueKind::Output) {
    const int32_t input = plan.aliasOf[size_t(value.ordinal)];
    return input < 0 ? "" : absl::StrCat(" may lie in in", input);
  }
  if (value.kind != ValueKind::Temp)
    return "";
  const std::string place = absl::StrCat(" at ", plan.offsets[index]);
  const ValueId before = plan.takesOver[index];
  return before < 0 ? place : absl::StrCat(place, ", where ", nameOf(steps, before), " lay");
}

} // namespace

std::string print(const Move& move) {
  return absl::StrCat(move.what, ": ", -move.bytes, " bytes",
                      move.ns > 0 ? absl::StrCat(", +", generalText(move.ns / 1e6, 3), " ms") : "");
}

std::string print(const Steps& steps, const MemoryPlan& plan) {
  std::string text = absl::StrCat("arena ", plan.arenaBytes, " B, of which ", plan.peakBytes,
                                  " B are alive at once\n");
  for (const Move& move : plan.moves)
    absl::StrAppend(&text, "  ", print(move), "\n");
  for (size_t v = 0; v < steps.values.size(); ++v) {
    const StepValue& value = steps.values[v];
    if (const std::string place = placeOf(value, v, steps, plan); !place.empty())
      absl::StrAppend(&text, "  ", nameOf(steps, ValueId(v)), " ", value.bytes, " B", place, "\n");
  }
  return text;
}

} // namespace lz::memory
