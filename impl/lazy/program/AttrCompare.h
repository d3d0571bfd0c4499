// Structural equality and hashes of programs as plain data. The cache compares programs with these
// functions on every hit.
#pragma once

#include "spec/Program.h"

namespace lz::lazy {

// All hashes in this file are the same in every process.
uint64_t hashAttrs(absl::Span<const AttrValue> attrs);
uint64_t hashRegion(const Region& region);
uint64_t hashType(const TensorType& type);

// Mixes `value` into `hash`. The order of calls matters.
inline uint64_t mixHash(uint64_t hash, uint64_t value) {
  __uint128_t product = __uint128_t(hash ^ (value + 0x9e3779b97f4a7c15)) * 0xd6e8feb86659fd93;
  return uint64_t(product) ^ uint64_t(product >> 64);
}

// Returns true if the values are equal. Literals are compared by type and bytes, so -0.0 differs
// from 0.0 and a NaN equals itself.
bool equalAttrs(absl::Span<const AttrValue> a, absl::Span<const AttrValue> b);
// Returns true if each literal, list or text takes at most 64 bytes, as much as 8 dimensions. Such
// attributes are small enough to be kept longer than their program.
bool areLight(absl::Span<const AttrValue> attrs);
// Returns true if both have the same opcodes, value numbers and attributes. Locations may differ.
// The recursion is as deep as the regions are nested.
bool equalRegions(const Region& a, const Region& b);

} // namespace lz::lazy
