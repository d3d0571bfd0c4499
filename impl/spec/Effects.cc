#include "spec/Effects.h"

#include "spec/OpAttrs.inc.h"

namespace lz {

bool hasEffects(Opcode opcode, absl::Span<const AttrValue> attrs, size_t numResults) {
  if (!opInfo(opcode).hasSideEffect)
    return false;
  return opcode != Opcode::CustomCall ||
         callHasEffects(CustomCallAttrs(attrs).hasSideEffect(), numResults);
}

const Op* findEffects(absl::Span<const Op> ops) {
  for (const Op& op : ops) {
    if (hasEffects(op.opcode, op.attrs, op.results.size()))
      return &op;
    for (const Region& body : op.regions)
      if (const Op* found = findEffects(body.ops))
        return found;
  }
  return nullptr;
}

bool hasEffects(const Op& op) {
  return findEffects({&op, 1}) != nullptr;
}

bool hasEffects(const Region& region) {
  return findEffects(region.ops) != nullptr;
}

} // namespace lz
