#include "exec/verify/Owners.h"

#include <algorithm>

namespace lz::exec {

void Owners::split(int64_t address) {
  const auto after = from_.upper_bound(address);
  from_.emplace_hint(after, address, std::prev(after)->second);
}

void Owners::set(Bytes bytes, Owner owner) {
  split(bytes.begin);
  split(bytes.end);
  from_.erase(from_.upper_bound(bytes.begin), from_.find(bytes.end));
  from_[bytes.begin] = owner;
}

void Owners::give(Bytes bytes, Owner owner) {
  if (bytes.isEmpty())
    return;
  if (marks_ > 0)
    for (const Owned& owned : of(bytes))
      before_.push_back(owned);
  set(bytes, owner);
}

std::vector<Owners::Owned> Owners::of(Bytes bytes) const {
  std::vector<Owned> owned;
  for (auto it = std::prev(from_.upper_bound(bytes.begin));
       it != from_.end() && it->first < bytes.end; ++it) {
    const auto next = std::next(it);
    const int64_t end = next == from_.end() ? bytes.end : std::min(bytes.end, next->first);
    owned.push_back({{std::max(bytes.begin, it->first), end}, it->second});
  }
  return owned;
}

std::optional<Owners::Owned> Owners::firstNotOf(Bytes bytes, Owner owner) const {
  if (!bytes.isEmpty())
    for (const Owned& owned : of(bytes))
      if (owned.owner != owner)
        return owned;
  return std::nullopt;
}

size_t Owners::mark() {
  ++marks_;
  return before_.size();
}

void Owners::undo(size_t mark) {
  --marks_;
  for (; before_.size() > mark; before_.pop_back())
    set(before_.back().bytes, before_.back().owner);
}

} // namespace lz::exec
