// What a table of a file has: a field that is missing is an empty one.
#pragma once

#include "base/Shape.h"
#include "exec/file/Executable_generated.h"

#include <string>
#include <vector>

namespace lz::exec {

inline std::string textOf(const flatbuffers::String* text) {
  return text ? text->str() : std::string();
}

template <typename T>
std::vector<typename flatbuffers::IndirectHelper<T>::return_type>
elementsOf(const flatbuffers::Vector<T>* list) {
  std::vector<typename flatbuffers::IndirectHelper<T>::return_type> elements;
  if (list)
    elements.assign(list->begin(), list->end());
  return elements;
}

template <typename... Parts> Status damaged(const Parts&... parts) {
  return absl::DataLossError(
      absl::StrCat("[load] the executable is damaged: ", detail::piece(parts)...));
}

// Error: not a valid type.
StatusOr<TensorType> readType(const fb::TensorType* table);

} // namespace lz::exec
