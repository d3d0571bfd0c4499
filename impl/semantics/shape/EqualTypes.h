// Compares types quickly, for the checks of every recorded op. The comparison operators of the
// vectors would call memcmp, whose masked loads wait 3 ns for dimensions that have just been
// written.
#pragma once

#include "base/Shape.h"

namespace lz::shape {

inline bool equalTypes(const TensorType& a, const TensorType& b) {
  const size_t rank = a.dims.size();
  if (a.dtype != b.dtype || rank != b.dims.size())
    return false;
  const int64_t *x = a.dims.data(), *y = b.dims.data();
  for (size_t i = 0; i < rank; ++i)
    if (x[i] != y[i])
      return false;
  return true;
}

} // namespace lz::shape
