// Tensors as batches of matrices. The last two dimensions are the rows and columns of a matrix.
#pragma once

#include "base/Shape.h"

namespace lz::linalg {

inline int64_t rowsOf(const TensorType& type) {
  return type.dims[type.dims.size() - 2];
}
inline int64_t columnsOf(const TensorType& type) {
  return type.dims.back();
}
inline int64_t numMatrices(const TensorType& type) {
  int64_t count = 1;
  for (size_t d = 0; d + 2 < type.dims.size(); ++d)
    count *= type.dims[d];
  return count;
}

} // namespace lz::linalg
