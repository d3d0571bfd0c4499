#include "exec/tables/Tables.h"

namespace lz::exec {

StatusOr<TensorType> readType(const fb::TensorType* table) {
  if (!table)
    return damaged("a type is missing");
  const auto dims = elementsOf(table->dims());
  TensorType type{DType(table->dtype()), Dims(dims.begin(), dims.end())};
  if (const Status status = checkType(type); !status.ok())
    return damaged(status.message());
  return type;
}

StatusOr<std::vector<TensorType>>
readTypes(const flatbuffers::Vector<flatbuffers::Offset<fb::TensorType>>* tables) {
  std::vector<TensorType> types;
  for (const fb::TensorType* table : elementsOf(tables)) {
    LZ_ASSIGN_OR_RETURN(TensorType type, readType(table));
    types.push_back(std::move(type));
  }
  return types;
}

} // namespace lz::exec
