// Walks through boxes in row-major order, with any strides.
#pragma once

#include "base/Literal.h"
#include "base/VisitSize.h"

#include <array>
#include <cstddef>

namespace lz::eval {

// Advances `index` to the next multi-index of `dims` in row-major order. Returns false after the
// last one.
inline bool nextIndex(Dims& index, absl::Span<const int64_t> dims) {
  for (size_t d = dims.size(); d-- > 0;) {
    if (++index[d] < dims[d])
      return true;
    index[d] = 0;
  }
  return false;
}

inline bool isEmptyBox(absl::Span<const int64_t> dims) {
  for (int64_t d : dims)
    if (d <= 0)
      return true;
  return false;
}

// Calls fn(offsets) for every index of the box `dims` in row-major order. offsets[k] is base[k]
// plus the scalar product of the index and strides[k]. Strides are counted in elements, and can be
// zero or negative.
template <size_t N, typename Fn>
void forEachStrided(absl::Span<const int64_t> dims,
                    const std::array<absl::Span<const int64_t>, N>& strides,
                    std::array<int64_t, N> offsets, Fn&& fn) {
  if (isEmptyBox(dims))
    return;
  Dims index(dims.size());
  while (true) {
    fn(offsets);
    size_t d = dims.size();
    while (d-- > 0) {
      if (++index[d] < dims[d]) {
        for (size_t k = 0; k < N; ++k)
          offsets[k] += strides[k][d];
        break;
      }
      index[d] = 0;
      for (size_t k = 0; k < N; ++k)
        offsets[k] -= strides[k][d] * (dims[d] - 1);
    }
    if (d == size_t(-1))
      return;
  }
}

// The source of a strided copy. `base` is the offset of element 0 of the box, in elements.
struct StridedSource {
  const std::byte* data;
  int64_t base;
  absl::Span<const int64_t> strides;
};
struct StridedTarget {
  std::byte* data;
  int64_t base;
  absl::Span<const int64_t> strides;
};

// Copies target[index] = source[index] for each index of the box `dims`. The elements of source and
// target have the type `dtype`.
void copyStrided(DType dtype, absl::Span<const int64_t> dims, StridedSource source,
                 StridedTarget target);

// Returns element `i` of a literal of integers, such as start indices, clamped to [lo, hi].
int64_t clampedInt(const Literal& literal, int64_t i, int64_t lo, int64_t hi);

} // namespace lz::eval
