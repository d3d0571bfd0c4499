// The base of the writers of all tables of a file.
#pragma once

#include "base/Shape.h"
#include "exec/tables/Executable_generated.h"

#include <string_view>
#include <vector>

namespace lz::exec {

class TableWriter {
public:
  flatbuffers::FlatBufferBuilder& builder() { return builder_; }

  // Writes a list. make(value) writes one element.
  template <typename List, typename Make> auto list(const List& values, Make make) {
    std::vector<decltype(make(*values.begin()))> made;
    for (const auto& value : values)
      made.push_back(make(value));
    return builder_.CreateVector(made);
  }
  flatbuffers::Offset<flatbuffers::String> text(std::string_view value);
  flatbuffers::Offset<fb::TensorType> type(const TensorType& type);
  flatbuffers::Offset<flatbuffers::Vector<flatbuffers::Offset<fb::TensorType>>>
  types(const std::vector<TensorType>& types);

private:
  flatbuffers::FlatBufferBuilder builder_;
};

} // namespace lz::exec
