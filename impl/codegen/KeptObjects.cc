#include "codegen/KeptObjects.h"

namespace lz::codegen {

static size_t bytesOf(const ObjectKey& key, const KernelObject& object) {
  return sizeof key + key.plan.size() + sizeof object + object.bytes.size();
}

ObjectRef KeptObjects::find(const ObjectKey& key) {
  std::lock_guard lock(mutex_);
  auto found = entries_.find(key);
  if (found == entries_.end())
    return nullptr;
  recent_.splice(recent_.begin(), recent_, found->second.use);
  return found->second.object;
}

void KeptObjects::keep(const ObjectKey& key, ObjectRef object) {
  std::lock_guard lock(mutex_);
  auto [entry, isNew] = entries_.try_emplace(key);
  if (!isNew)
    return;
  recent_.push_front(&entry->first);
  bytes_ += bytesOf(key, *object);
  entry->second = {std::move(object), recent_.begin()};
  while (bytes_ > mostBytes_) {
    auto oldest = entries_.find(*recent_.back());
    bytes_ -= bytesOf(oldest->first, *oldest->second.object);
    recent_.pop_back();
    entries_.erase(oldest);
  }
}

} // namespace lz::codegen
