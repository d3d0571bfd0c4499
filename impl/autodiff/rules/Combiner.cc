#include "autodiff/rules/Combiner.h"

namespace lz::autodiff {

std::optional<Opcode> combinerOf(const Region& region) {
  if (region.params.size() != 2 || region.ops.size() != 1)
    return std::nullopt;
  const Op& op = region.ops[0];
  ValueIds inOrder{region.params[0], region.params[1]};
  ValueIds swapped{region.params[1], region.params[0]};
  bool ofParams =
      op.operands == inOrder || (opInfo(op.opcode).commutative && op.operands == swapped);
  bool returned =
      op.results.size() == 1 && region.results.size() == 1 && region.results[0] == op.results[0];
  return ofParams && returned ? std::optional(op.opcode) : std::nullopt;
}

bool returnsSecond(const Region& region) {
  return region.params.size() == 2 && region.results.size() == 1 &&
         region.results[0] == region.params[1];
}

} // namespace lz::autodiff
