#include "exec/tables/TableWriter.h"

namespace lz::exec {

using flatbuffers::Offset;
using flatbuffers::Vector;

Offset<flatbuffers::String> TableWriter::text(std::string_view value) {
  return builder_.CreateString(value.data(), value.size());
}

Offset<fb::TensorType> TableWriter::type(const TensorType& type) {
  const auto dims = builder_.CreateVector(type.dims.data(), type.dims.size());
  return fb::CreateTensorType(builder_, int32_t(type.dtype), dims);
}

Offset<Vector<Offset<fb::TensorType>>> TableWriter::types(const std::vector<TensorType>& types) {
  return list(types, [&](const TensorType& t) { return type(t); });
}

} // namespace lz::exec
