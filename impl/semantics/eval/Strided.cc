#include "semantics/eval/Strided.h"

#include <algorithm>
#include <cstring>

namespace lz::eval {
namespace {

template <typename T>
void copyRow(const T* source, int64_t sourceStride, T* target, int64_t targetStride, int64_t n) {
  if (sourceStride == 1 && targetStride == 1) {
    std::memcpy(target, source, size_t(n) * sizeof(T));
    return;
  }
  for (int64_t i = 0; i < n; ++i)
    target[i * targetStride] = source[i * sourceStride];
}

} // namespace

void copyStrided(DType dtype, absl::Span<const int64_t> dims, StridedSource source,
                 StridedTarget target) {
  if (isEmptyBox(dims))
    return;
  visitSize(dtype, [&](auto zero) {
    using T = decltype(zero);
    const T* from = reinterpret_cast<const T*>(source.data);
    T* to = reinterpret_cast<T*>(target.data);
    if (dims.empty()) {
      to[target.base] = from[source.base];
      return;
    }
    size_t last = dims.size() - 1;
    forEachStrided<2>(dims.first(last), {source.strides.first(last), target.strides.first(last)},
                      {source.base, target.base}, [&](const std::array<int64_t, 2>& at) {
                        copyRow(from + at[0], source.strides[last], to + at[1],
                                target.strides[last], dims[last]);
                      });
  });
}

int64_t clampedInt(const Literal& literal, int64_t i, int64_t lo, int64_t hi) {
  // As an int64_t a huge unsigned value would be negative, but it is an index past the end.
  if (literal.type().dtype == DType::U64 && literal.as<uint64_t>()[i] > uint64_t(hi))
    return hi;
  return std::clamp(literal.toInt(i), lo, hi);
}

} // namespace lz::eval
