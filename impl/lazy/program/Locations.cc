#include "lazy/program/Locations.h"

#include "absl/strings/str_cat.h"

#include <cstring>

namespace lz::lazy {

static const std::string kUnknown;

static std::string render(const SourceLocation& location) {
  std::string text;
  if (location.file)
    text = location.line > 0 ? absl::StrCat(location.file, ":", location.line) : location.file;
  if (location.name && *location.name)
    absl::StrAppend(&text, text.empty() ? "(" : " (", location.name, ")");
  return text;
}

LocationId Locations::intern(const SourceLocation& location) {
  if (location.interned >= 0)
    return location.interned;
  std::string text = render(location);
  if (text.empty())
    return -1;
  std::lock_guard lock(mutex_);
  auto it = ids_.find(text);
  if (it != ids_.end())
    return it->second;
  if (texts_.size() >= kMaxLocations)
    return -1;
  LocationId id = LocationId(texts_.size());
  // Adds the text first. If the rest fails, the text stays without an entry, and only an id is
  // wasted.
  texts_.push_back(std::make_unique<const std::string>(text));
  ids_.emplace(std::move(text), id);
  return id;
}

const std::string& Locations::text(LocationId id) const {
  if (id < 0)
    return kUnknown;
  std::lock_guard lock(mutex_);
  return *texts_[size_t(id)];
}

LocationId LocationCache::look(const SourceLocation& location, Locations& table) {
  size_t hash = (reinterpret_cast<uintptr_t>(location.file) >> 4) * 31 + size_t(location.line) * 7 +
                (reinterpret_cast<uintptr_t>(location.name) >> 4);
  Slot& slot = slots_[hash % kSlots];
  bool same = slot.file == location.file && slot.line == location.line &&
              slot.name == location.name && (!location.file || slot.fileText == location.file) &&
              (!location.name || slot.nameText == location.name);
  if (same)
    return slot.id;
  LocationId id = table.intern(location);
  std::string file = location.file ? location.file : "", name = location.name ? location.name : "";
  slot.file = location.file;
  slot.name = location.name;
  slot.line = location.line;
  slot.fileText = std::move(file);
  slot.nameText = std::move(name);
  slot.id = id;
  return id;
}

} // namespace lz::lazy
