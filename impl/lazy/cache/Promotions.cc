#include "lazy/cache/Promotions.h"

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"

#include <utility>

namespace lz::lazy {

// Returns the reason why a program is compiled again if this constant has changed.
static Miss missOf(const Encoding& encoding, const Node& constant, const Locations& locations) {
  const int64_t op = absl::c_find(encoding.ops, &constant) - encoding.ops.begin();
  const std::string& place = locations.text(constant.location);
  return {absl::StrCat("op ", op, " [constant]", place.empty() ? "" : " at ", place,
                       ": has another value than before; it is an input from now on"),
          op};
}

Promotions::Answer Promotions::promote(const Encoding& encoding, const Locations& locations) {
  if (encoding.constants.empty())
    return {};
  std::vector<uint64_t> constants;
  constants.reserve(encoding.constants.size());
  for (const Node* node : encoding.constants)
    constants.push_back(node->contents->localHash);
  std::lock_guard lock(mutex_);
  auto it = programs_.find(encoding.skeleton);
  if (it == programs_.end() && programs_.size() >= kMostPrograms)
    // Removes an arbitrary entry. This costs at most one more compilation of its program.
    programs_.erase(programs_.begin());
  Known& known = it == programs_.end() ? programs_[encoding.skeleton] : it->second;
  if (known.constants.size() != constants.size()) {
    known = {std::move(constants), std::vector<uint8_t>(encoding.constants.size()), false};
    return {};
  }
  Answer answer;
  for (size_t i = constants.size(); i-- > 0;)
    if (constants[i] != known.constants[i] && !known.places[i] &&
        encoding.constants[i]->result(0).type.numBytes() <= kMostBytes) {
      known.places[i] = known.areAny = true;
      answer.why = missOf(encoding, *encoding.constants[i], locations);
    }
  known.constants = std::move(constants);
  if (known.areAny)
    answer.places = known.places;
  return answer;
}

} // namespace lz::lazy
