// Hash tables for code that must outlive a lack of memory. Those of Abseil are faster, but one that
// cannot grow is in pieces: its destructor frees what was never allocated.
#pragma once

#include <unordered_map>
#include <unordered_set>

namespace lz {

template <typename Key, typename Value, typename Hash = std::hash<Key>>
using HashMap = std::unordered_map<Key, Value, Hash>;
template <typename Key> using HashSet = std::unordered_set<Key>;

} // namespace lz
