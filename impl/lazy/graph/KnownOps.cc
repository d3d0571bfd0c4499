#include "lazy/graph/KnownOps.h"

#include "lazy/program/AttrCompare.h"

namespace lz::lazy {

static constexpr int kSlotBits = 8;

bool OpKey::add(const TensorType& type) {
  const size_t rank = type.dims.size();
  if (count_ + 1 + rank > kMostWords)
    return false;
  add(uint64_t(type.dtype) << 32 | rank);
  for (int64_t d : type.dims)
    add(uint64_t(d));
  return true;
}

bool OpKey::set(Opcode opcode, absl::Span<Result* const> operands,
                absl::Span<const AttrValue> attrs, const TensorType* stated) {
  count_ = 0, hash_ = 0;
  add(localHashOf(opcode, operands.size(), attrs, stated));
  add(uint64_t(opcode) << 32 | operands.size());
  for (const Result* operand : operands)
    if (!add(operand->type))
      return false;
  return !stated || add(*stated);
}

// Similar hashes differ in few bits; the product spreads them over all slots.
size_t OpKey::slot(int bits) const {
  return size_t((hash_ * 0x9e3779b97f4a7c15) >> (64 - bits));
}

bool OpKey::operator==(const OpKey& other) const {
  if (count_ != other.count_)
    return false;
  for (size_t i = 0; i < count_; ++i)
    if (words_[i] != other.words_[i])
      return false;
  return true;
}

struct KnownOps::Slot {
  OpKey key;                      // empty at first
  Ref<const OpContents> contents; // nullptr while the key is empty
};

void KnownOps::DeleteSlots::operator()(Slot* slots) const {
  delete[] slots;
}

const OpContents* KnownOps::find(const OpKey& key, absl::Span<const AttrValue> attrs) const {
  if (!slots_)
    return nullptr;
  const Slot& slot = slots_[key.slot(kSlotBits)];
  if (!(slot.key == key) || (!attrs.empty() && !equalAttrs(slot.contents->attrs, attrs)))
    return nullptr;
  return slot.contents.get();
}

void KnownOps::remember(const OpKey& key, const Ref<const OpContents>& contents) {
  if (!areLight(contents->attrs))
    return;
  if (!slots_)
    slots_.reset(new Slot[size_t(1) << kSlotBits]);
  Slot& slot = slots_[key.slot(kSlotBits)];
  slot.key = key;
  slot.contents = contents;
}

} // namespace lz::lazy
