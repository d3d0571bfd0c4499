// Parses types from short texts.
#pragma once

#include "base/Shape.h"

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace lz::shape {

// Parses a type like "2x3xf32"; "f32" is a scalar.
inline TensorType parseType(std::string_view text) {
  TensorType type;
  while (text[0] == '-' || (text[0] >= '0' && text[0] <= '9')) {
    size_t x = text.find('x');
    type.dims.push_back(std::stoll(std::string(text.substr(0, x))));
    text.remove_prefix(x + 1);
  }
  type.dtype = *parseDType(text);
  return type;
}

inline std::vector<TensorType> parseTypes(std::initializer_list<std::string_view> texts) {
  std::vector<TensorType> types;
  for (std::string_view text : texts)
    types.push_back(parseType(text));
  return types;
}

} // namespace lz::shape
