#include "lazy/record/KnownExtras.h"

#include "absl/algorithm/container.h"
#include "lazy/FunctionBody.h"
#include "lazy/cache/AttrCompare.h"

namespace lz::lazy {

// What is remembered lives on without its program, so large constants, lists and texts are not.
static bool isSmallEnough(const AttrValue& value) {
  constexpr size_t kMostBytes = 64;
  if (const auto* literal = std::get_if<Literal>(&value))
    return size_t(literal->type().numBytes()) <= kMostBytes;
  if (const auto* list = std::get_if<Ints>(&value))
    return list->size() * sizeof(int64_t) <= kMostBytes;
  const auto* text = std::get_if<std::string>(&value);
  return !text || text->size() <= kMostBytes;
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
