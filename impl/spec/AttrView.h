// A view of the attributes of one op, by position. The generated views of spec/OpAttrs.inc.h derive
// from it and give access by name. A view does not own the attributes. Example:
//
//   ConvolutionAttrs attrs(op.attrs);
//   attrs.featureGroupCount()     1 if it is not given, as the op's entry says
//   attrs.windowStrides()[d]      1 if the list is not given
#pragma once

#include "absl/types/span.h"
#include "spec/Attr.h"

#include <string_view>

namespace lz {

// A list attribute that may be left out. In that case each element has the same default.
class OptionalInts {
public:
  OptionalInts(absl::Span<const int64_t> given, int64_t otherwise)
      : given_(given), otherwise_(otherwise) {}

  absl::Span<const int64_t> given() const { return given_; } // empty if it is left out
  int64_t operator[](size_t i) const { return i < given_.size() ? given_[i] : otherwise_; }
  Ints first(size_t count) const {
    Ints all(given_.begin(), given_.end());
    all.resize(count, otherwise_);
    return all;
  }

private:
  absl::Span<const int64_t> given_;
  int64_t otherwise_;
};

class AttrView {
public:
  // `values` are the attributes of the op, in the order of OpInfo::attrs. The op must be one for
  // which the view is made.
  explicit AttrView(absl::Span<const AttrValue> values) : values_(values) {}

protected:
  int64_t number(size_t i, int64_t otherwise) const {
    const int64_t* held = find<int64_t>(i);
    return held ? *held : otherwise;
  }
  double real(size_t i, double otherwise) const {
    const double* held = find<double>(i);
    return held ? *held : otherwise;
  }
  absl::Span<const int64_t> list(size_t i) const {
    const Ints* held = find<Ints>(i);
    return held ? absl::Span<const int64_t>(*held) : absl::Span<const int64_t>();
  }
  std::string_view text(size_t i) const {
    const std::string* held = find<std::string>(i);
    return held ? std::string_view(*held) : std::string_view();
  }
  // Returns an invalid literal if the attribute is not given.
  const Literal& literal(size_t i) const {
    static const Literal none;
    const Literal* held = find<Literal>(i);
    return held ? *held : none;
  }

private:
  // Returns nullptr if the attribute is not given.
  template <typename T> const T* find(size_t i) const {
    return i < values_.size() ? std::get_if<T>(&values_[i]) : nullptr;
  }

  absl::Span<const AttrValue> values_;
};

} // namespace lz
