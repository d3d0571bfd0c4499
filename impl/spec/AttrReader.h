// Attributes of one op by name, with the specification's default when an optional one is not given.
#pragma once

#include "absl/types/span.h"
#include "spec/Attr.h"
#include "spec/OpInfo.h"

#include <cassert>
#include <string_view>

namespace lz {

class AttrReader {
public:
  AttrReader(Opcode opcode, absl::Span<const AttrValue> values)
      : info_(&opInfo(opcode)), values_(values) {}

  int64_t getInt(std::string_view name, int64_t otherwise = 0) const {
    const AttrValue* v = find(name);
    return v ? std::get<int64_t>(*v) : otherwise;
  }
  // Empty when not given.
  absl::Span<const int64_t> getInts(std::string_view name) const {
    const AttrValue* v = find(name);
    return v ? absl::Span<const int64_t>(std::get<Ints>(*v)) : absl::Span<const int64_t>();
  }
  // `count` times `otherwise` when not given: strides and dilations of windows.
  Ints getInts(std::string_view name, size_t count, int64_t otherwise) const {
    const AttrValue* v = find(name);
    return v ? std::get<Ints>(*v) : Ints(count, otherwise);
  }
  std::string getString(std::string_view name) const {
    const AttrValue* v = find(name);
    return v ? std::get<std::string>(*v) : std::string();
  }
  const Literal& getLiteral(std::string_view name) const { return std::get<Literal>(*find(name)); }
  absl::Span<const AttrValue> all() const { return values_; }

private:
  // nullptr when not given. The name must be one of the op's entry.
  const AttrValue* find(std::string_view name) const {
    for (size_t i = 0; i < info_->attrs.size(); ++i)
      if (info_->attrs[i].name == name)
        return i < values_.size() && isSet(values_[i]) ? &values_[i] : nullptr;
    assert(false && "the op's entry has no attribute of this name");
    return nullptr;
  }

  const OpInfo* info_;
  absl::Span<const AttrValue> values_;
};

} // namespace lz
