#include "lazy/cache/Promotions.h"

#include <utility>

namespace lz::lazy {

Promotions::Places Promotions::placesFor(const Encoding& encoding) {
  if (encoding.constants.empty())
    return {};
  std::vector<uint64_t> constants;
  constants.reserve(encoding.constants.size());
  for (const Node* node : encoding.constants)
    constants.push_back(node->localHash);
  std::lock_guard lock(mutex_);
  if (programs_.size() >= kMostPrograms)
    programs_.clear();
  Known& known = programs_[encoding.skeleton];
  if (known.constants.size() != constants.size()) {
    known = {std::move(constants), Places(encoding.constants.size()), false};
    return {};
  }
  for (size_t i = 0; i < constants.size(); ++i)
    if (constants[i] != known.constants[i])
      known.places[i] = known.areAny = true;
  known.constants = std::move(constants);
  return known.areAny ? known.places : Places();
}

} // namespace lz::lazy
