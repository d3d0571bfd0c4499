// Structural equality and hashing of plain-data programs: what the cache compares on every hit.
#pragma once

#include "spec/Program.h"

namespace lz::lazy {

// The same in every process, as all hashes here.
uint64_t hashAttrs(absl::Span<const AttrValue> attrs);
uint64_t hashRegion(const Region& region);
uint64_t hashType(const TensorType& type);

// Mixes `value` into `hash`; the order of calls matters.
inline uint64_t mixHash(uint64_t hash, uint64_t value) {
  __uint128_t product = __uint128_t(hash ^ (value + 0x9e3779b97f4a7c15)) * 0xd6e8feb86659fd93;
  return uint64_t(product) ^ uint64_t(product >> 64);
}

// Compares by value; literals by type and bytes, so -0.0 differs from 0.0 and a NaN equals itself.
bool equalAttrs(absl::Span<const AttrValue> a, absl::Span<const AttrValue> b);
// Whether what has them may be remembered when its program is gone: no literal, list or text takes
// more than 64 bytes, as many as 8 dimensions.
bool areLight(absl::Span<const AttrValue> attrs);
// Same opcodes, value numbers and attributes, locations aside. Recursion depth is that of nested
// regions.
bool equalRegions(const Region& a, const Region& b);

} // namespace lz::lazy
