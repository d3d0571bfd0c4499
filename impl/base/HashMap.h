// Hash tables for code that must survive a lack of memory. Abseil's tables are faster, but they do
// not survive a lack of memory: if a table cannot grow, its destructor frees memory that was never
// allocated.
#pragma once

#include <unordered_map>
#include <unordered_set>

namespace lz {

template <typename Key, typename Value, typename Hash = std::hash<Key>>
using HashMap = std::unordered_map<Key, Value, Hash>;
template <typename Key> using HashSet = std::unordered_set<Key>;

} // namespace lz
