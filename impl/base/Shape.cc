#include "base/Shape.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/Checked.h"
#include "base/ElementStorage.h"

namespace lz {

int64_t TensorType::numElements() const {
  int64_t n = 1;
  for (int64_t d : dims)
    n *= d;
  return n;
}

std::string TensorType::str() const {
  std::string s = "tensor<";
  for (int64_t d : dims)
    absl::StrAppend(&s, d, "x");
  absl::StrAppend(&s, std::string(dtypeName(dtype)), ">");
  return s;
}

Status checkType(const TensorType& type) {
  if (!isValid(type.dtype))
    return invalidArgument("unknown dtype ", int32_t(type.dtype));
  for (int64_t d : type.dims) {
    if (d < 0)
      return invalidArgument("negative dimension in shape ", dimsStr(type.dims));
  }
  // Dims of 0 are not multiplied. So this check also shows that strides, which are products of some
  // dims, do not overflow.
  CheckedInt elements = 1;
  for (int64_t d : type.dims)
    if (d != 0)
      elements = checkedMultiply(elements, d);
  if (!checkedStorageBytes(type.dtype, elements))
    return invalidArgument("shape ", dimsStr(type.dims), " of ", std::string(dtypeName(type.dtype)),
                           " is too large: its size in bytes does not fit into 63 bits");
  return okStatus();
}

Dims rowMajorStrides(absl::Span<const int64_t> dims) {
  Dims strides(dims.size());
  int64_t stride = 1;
  for (size_t i = dims.size(); i-- > 0;) {
    strides[i] = stride;
    stride *= dims[i];
  }
  return strides;
}

std::string dimsStr(absl::Span<const int64_t> dims) {
  return absl::StrCat("[", absl::StrJoin(dims, ","), "]");
}

} // namespace lz
