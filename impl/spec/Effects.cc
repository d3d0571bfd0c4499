#include "spec/Effects.h"

#include "spec/OpAttrs.inc.h"

#include <algorithm>

namespace lz {

bool hasEffects(Opcode opcode, absl::Span<const AttrValue> attrs) {
  return opcode == Opcode::CustomCall && CustomCallAttrs(attrs).hasSideEffect();
}

bool hasEffects(const Region& region) {
  return std::any_of(region.ops.begin(), region.ops.end(), [](const Op& op) {
    return hasEffects(op.opcode, op.attrs) ||
           std::any_of(op.regions.begin(), op.regions.end(),
                       [](const Region& body) { return hasEffects(body); });
  });
}

} // namespace lz
