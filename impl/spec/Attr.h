// Attributes of ops as plain data, in the order in which the op's entry declares them
// (OpInfo::attrs).
#pragma once

#include "absl/container/inlined_vector.h"
#include "base/Literal.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace lz {

using Ints = std::vector<int64_t>;

// How an attribute is stored. Each comment names the C++ type in AttrValue.
enum class AttrKind : uint8_t {
  Int,     // int64_t: dimensions, counts
  Bool,    // int64_t 0 or 1
  Float,   // double
  Enum,    // int64_t: the number of the enumerator, for example of ComparisonDirection
  Ints,    // Ints; matrices such as padding are flattened row-major: [[1,2],[3,4]] -> {1,2,3,4}
  String,  // std::string
  Literal, // Literal: the value of a constant
};

// monostate means that an optional attribute is not given.
using AttrValue = std::variant<std::monostate, int64_t, double, Ints, std::string, Literal>;

// A list of attributes. Its copy constructor copies the elements separately, because the copy
// constructor of InlinedVector leaks memory if there is no memory for an element.
class Attrs : public absl::InlinedVector<AttrValue, 1> {
public:
  using InlinedVector::InlinedVector;
  Attrs() = default;
  Attrs(const Attrs& other) : Attrs() {
    reserve(other.size());
    for (const AttrValue& value : other)
      push_back(value);
  }
  Attrs(Attrs&&) = default;
  Attrs& operator=(const Attrs& other) { return *this = Attrs(other); }
  Attrs& operator=(Attrs&&) = default;
};

inline bool isSet(const AttrValue& v) {
  return !std::holds_alternative<std::monostate>(v);
}

} // namespace lz
