// Reads the tables of a file. A missing field counts as an empty one.
#pragma once

#include "base/Shape.h"
#include "exec/tables/Executable_generated.h"

#include <cstring>
#include <string>
#include <vector>

namespace lz::exec {

inline std::string textOf(const flatbuffers::String* text) {
  return text ? text->str() : std::string();
}

// Copies numbers byte by byte, because their addresses in a damaged file can be unaligned. The
// verifier of FlatBuffers permits such addresses.
template <typename T>
std::vector<typename flatbuffers::IndirectHelper<T>::return_type>
elementsOf(const flatbuffers::Vector<T>* list) {
  std::vector<typename flatbuffers::IndirectHelper<T>::return_type> elements;
  if (!list || list->size() == 0)
    return elements;
  if constexpr (std::is_arithmetic_v<T>) {
    static_assert(FLATBUFFERS_LITTLEENDIAN, "a file has the order of bytes of x86");
    elements.resize(list->size());
    std::memcpy(elements.data(), list->Data(), elements.size() * sizeof(T));
  } else {
    elements.assign(list->begin(), list->end());
  }
  return elements;
}

// Copies a struct byte by byte, because its address in a damaged file can be unaligned.
template <typename T> T structOf(const T& there) {
  T copy;
  std::memcpy(static_cast<void*>(&copy), static_cast<const void*>(&there), sizeof copy);
  return copy;
}

template <typename T> std::vector<T> structsOf(const flatbuffers::Vector<const T*>* list) {
  std::vector<T> copies(list ? list->size() : 0);
  if (!copies.empty())
    std::memcpy(static_cast<void*>(copies.data()), list->Data(), copies.size() * sizeof(T));
  return copies;
}

template <typename... Parts> Status damaged(const Parts&... parts) {
  return absl::DataLossError(
      absl::StrCat("[load] the executable is damaged: ", detail::piece(parts)...));
}

// Fails if the table is not a valid type.
StatusOr<TensorType> readType(const fb::TensorType* table);
StatusOr<std::vector<TensorType>>
readTypes(const flatbuffers::Vector<flatbuffers::Offset<fb::TensorType>>* tables);

} // namespace lz::exec
