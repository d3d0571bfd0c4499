#include "lazy/program/AttrCompare.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace lz::lazy {

namespace {

// absl's hash differs from process to process. These hashes also decide where a long recording is
// divided into programs, so they must be the same in all processes.
uint64_t hashBytes(const void* data, size_t size) {
  const auto* bytes = static_cast<const char*>(data);
  uint64_t hash = size;
  for (; size >= sizeof(uint64_t); size -= sizeof(uint64_t), bytes += sizeof(uint64_t)) {
    uint64_t word;
    std::memcpy(&word, bytes, sizeof word);
    hash = mixHash(hash, word);
  }
  uint64_t rest = 0;
  std::memcpy(&rest, bytes, size);
  return mixHash(hash, rest);
}

struct AttrHasher {
  uint64_t operator()(std::monostate) const { return 1; }
  uint64_t operator()(int64_t v) const { return mixHash(2, uint64_t(v)); }
  uint64_t operator()(double v) const { return mixHash(3, std::bit_cast<uint64_t>(v)); }
  uint64_t operator()(const Ints& v) const {
    uint64_t hash = mixHash(4, v.size());
    for (int64_t i : v)
      hash = mixHash(hash, uint64_t(i));
    return hash;
  }
  uint64_t operator()(const std::string& v) const {
    return mixHash(5, hashBytes(v.data(), v.size()));
  }
  uint64_t operator()(const Literal& v) const {
    const uint64_t bytes = v.valid() ? hashBytes(v.data(), size_t(v.type().numBytes())) : 0;
    return mixHash(mixHash(6, hashType(v.type())), bytes);
  }
};

bool equalAttr(const AttrValue& a, const AttrValue& b) {
  if (a.index() != b.index())
    return false;
  // Compares the bits, so a NaN equals itself and the two zeros differ.
  if (const double* x = std::get_if<double>(&a))
    return std::bit_cast<uint64_t>(*x) == std::bit_cast<uint64_t>(std::get<double>(b));
  return a == b;
}

bool isLight(const AttrValue& value) {
  constexpr size_t kMostBytes = 64;
  if (const auto* literal = std::get_if<Literal>(&value))
    return !literal->valid() || size_t(literal->type().numBytes()) <= kMostBytes;
  if (const auto* list = std::get_if<Ints>(&value))
    return list->size() * sizeof(int64_t) <= kMostBytes;
  const auto* text = std::get_if<std::string>(&value);
  return !text || text->size() <= kMostBytes;
}

bool equalOps(const Op& a, const Op& b) {
  if (a.opcode != b.opcode || a.operands != b.operands || a.results != b.results ||
      a.regions.size() != b.regions.size() || !equalAttrs(a.attrs, b.attrs))
    return false;
  for (size_t i = 0; i < a.regions.size(); ++i)
    if (!equalRegions(a.regions[i], b.regions[i]))
      return false;
  return true;
}

template <typename Ids> uint64_t hashIds(uint64_t hash, const Ids& ids) {
  hash = mixHash(hash, ids.size());
  for (ValueId id : ids)
    hash = mixHash(hash, uint64_t(id));
  return hash;
}

} // namespace

uint64_t hashType(const TensorType& type) {
  uint64_t hash = mixHash(uint64_t(type.dtype), type.dims.size());
  for (int64_t d : type.dims)
    hash = mixHash(hash, uint64_t(d));
  return hash;
}

uint64_t hashAttrs(absl::Span<const AttrValue> attrs) {
  uint64_t hash = attrs.size();
  for (const AttrValue& attr : attrs)
    hash = mixHash(hash, std::visit(AttrHasher{}, attr));
  return hash;
}

uint64_t hashRegion(const Region& region) {
  uint64_t hash = hashIds(hashIds(7, region.params), region.results);
  for (const Op& op : region.ops) {
    hash = mixHash(hash, uint64_t(op.opcode));
    hash = hashIds(hashIds(hash, op.operands), op.results);
    hash = mixHash(hash, hashAttrs(op.attrs));
    for (const Region& inner : op.regions)
      hash = mixHash(hash, hashRegion(inner));
  }
  return hash;
}

bool equalAttrs(absl::Span<const AttrValue> a, absl::Span<const AttrValue> b) {
  if (a.size() != b.size())
    return false;
  for (size_t i = 0; i < a.size(); ++i)
    if (!equalAttr(a[i], b[i]))
      return false;
  return true;
}

bool equalRegions(const Region& a, const Region& b) {
  if (a.params != b.params || a.results != b.results || a.ops.size() != b.ops.size())
    return false;
  for (size_t i = 0; i < a.ops.size(); ++i)
    if (!equalOps(a.ops[i], b.ops[i]))
      return false;
  return true;
}

bool areLight(absl::Span<const AttrValue> attrs) {
  return std::all_of(attrs.begin(), attrs.end(), isLight);
}

} // namespace lz::lazy
