#include "lazy/record/KnownExtras.h"

#include "absl/algorithm/container.h"
#include "lazy/FunctionBody.h"
#include "lazy/cache/AttrCompare.h"

namespace lz::lazy {

// A remembered constant lives on without its program, so large ones are not remembered.
static bool isSmallEnough(const AttrValue& value) {
  constexpr int64_t kMostBytes = 64;
  const Literal* literal = std::get_if<Literal>(&value);
  return !literal || literal->type().numBytes() <= kMostBytes;
}

Ref<const NodeExtra>
makeExtra(Attrs& attrs, std::vector<std::shared_ptr<const FunctionBody>> bodies, bool hasEffects) {
  auto extra = std::make_unique<NodeExtra>();
  extra->attrs = std::move(attrs);
  extra->bodies = std::move(bodies);
  extra->hasEffects = hasEffects;
  return Ref<const NodeExtra>::adopt(extra.release());
}

Ref<const NodeExtra> KnownExtras::share(uint64_t hash, Attrs& attrs, bool hasEffects) {
  if (!absl::c_all_of(attrs, isSmallEnough))
    return makeExtra(attrs, {}, hasEffects);
  Ref<const NodeExtra>& slot = slots_[hash % kSlots];
  if (!slot || slot->hasEffects != hasEffects || !equalAttrs(slot->attrs, attrs))
    slot = makeExtra(attrs, {}, hasEffects);
  return slot;
}

} // namespace lz::lazy
