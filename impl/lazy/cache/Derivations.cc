#include "lazy/cache/Derivations.h"

namespace lz::lazy {

static std::vector<LocationId> placesOf(const Encoding& encoding) {
  std::vector<LocationId> places;
  places.reserve(encoding.ops.size());
  for (const Node* op : encoding.ops)
    places.push_back(op->location);
  return places;
}

DerivationKey::DerivationKey(const Encoding& encoding, DerivationQuery query)
    : hash(encoding.hash), structure(encoding), places(placesOf(encoding)),
      query(std::move(query)) {}

bool DerivationKey::matches(const Encoding& encoding, const DerivationQuery& other,
                            const Program& program) const {
  return query == other && structure.matches(encoding, program) && places == placesOf(encoding);
}

int64_t DerivationKey::bytes() const {
  return structure.bytes() + int64_t(places.size() * sizeof(LocationId));
}

Derivations::Derivations(int64_t mostBytes, unsigned hashBits)
    : mostBytes_(mostBytes), mask_(hashBits >= 64 ? ~uint64_t(0) : (uint64_t(1) << hashBits) - 1) {}

std::shared_ptr<const Derivation> Derivations::find(const Encoding& encoding,
                                                    const DerivationQuery& query) {
  std::lock_guard lock(mutex_);
  for (auto it = recent_.begin(); it != recent_.end(); ++it) {
    const Derivation& known = *it->derivation;
    if (((known.key.hash ^ encoding.hash) & mask_) != 0 ||
        !known.key.matches(encoding, query, known.plan.program()))
      continue;
    recent_.splice(recent_.begin(), recent_, it);
    return it->derivation;
  }
  return nullptr;
}

void Derivations::insert(std::shared_ptr<const Derivation> derivation) {
  int64_t bytes = derivation->key.bytes() + derivation->plan.bytes();
  std::list<Held> gone; // freed after the lock is released
  std::lock_guard lock(mutex_);
  recent_.push_front({std::move(derivation), bytes});
  bytes_ += bytes;
  while (!recent_.empty() && (recent_.size() > kMost || bytes_ > mostBytes_)) {
    bytes_ -= recent_.back().bytes;
    gone.splice(gone.begin(), recent_, std::prev(recent_.end()));
  }
}

void Derivations::clear() {
  std::list<Held> gone;
  std::lock_guard lock(mutex_);
  gone.swap(recent_);
  bytes_ = 0;
}

size_t Derivations::size() const {
  std::lock_guard lock(mutex_);
  return recent_.size();
}

} // namespace lz::lazy
