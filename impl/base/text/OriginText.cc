#include "base/text/OriginText.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <set>

namespace lz {

std::string locationAt(LocationTexts locations, int32_t id) {
  return id >= 0 && size_t(id) < locations.size() ? locations[size_t(id)] : "";
}

std::string firstLocation(LocationTexts locations, const LocationIds& ids) {
  return ids.empty() ? "" : locationAt(locations, ids[0]);
}

std::string originText(const std::string& what, const LocationIds& ids, LocationTexts locations) {
  constexpr size_t kListed = 3;
  const std::string own = firstLocation(locations, ids);
  std::set<std::string> seen = {"", own};
  std::vector<std::string> others;
  for (int32_t id : ids)
    if (std::string place = locationAt(locations, id); seen.insert(place).second)
      others.push_back(std::move(place));
  std::string text = own.empty() ? what : absl::StrCat(what, " at ", own);
  for (size_t i = 0; i < std::min(kListed, others.size()); ++i)
    absl::StrAppend(&text, i == 0 ? " with " : ", ", others[i]);
  if (others.size() > kListed)
    absl::StrAppend(&text, " and ", others.size() - kListed, " more");
  return text;
}

} // namespace lz
