// Attributes of an op by their names in the op's entry.
#pragma once

#include "spec/Program.h"

#include <string_view>

namespace lz {

// The named attribute; the name must be one of OpInfo::attrs.
inline const AttrValue& attrOf(const Op& op, std::string_view name) {
  absl::Span<const AttrInfo> infos = opInfo(op.opcode).attrs;
  for (size_t i = 0; i < infos.size() && i < op.attrs.size(); ++i)
    if (infos[i].name == name)
      return op.attrs[i];
  static const AttrValue unset;
  return unset;
}

// An Ints attribute; empty when it is not given.
inline absl::Span<const int64_t> intsOf(const Op& op, std::string_view name) {
  const Ints* ints = std::get_if<Ints>(&attrOf(op, name));
  return ints ? absl::Span<const int64_t>(*ints) : absl::Span<const int64_t>();
}

inline int64_t intOf(const Op& op, std::string_view name, int64_t otherwise = 0) {
  const int64_t* value = std::get_if<int64_t>(&attrOf(op, name));
  return value ? *value : otherwise;
}

// Element `i` of an optional list such as window_strides, which defaults to the same number
// everywhere.
inline int64_t elementOr(absl::Span<const int64_t> list, size_t i, int64_t otherwise) {
  return i < list.size() ? list[i] : otherwise;
}

} // namespace lz
