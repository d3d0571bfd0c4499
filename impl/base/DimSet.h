// A set of dimensions of a shape, for any rank. Looking up a dimension takes constant time.
//
//   DimSet reduced(4, {dims});   // dims = {1, 3}
//   reduced.contains(3)          // true
#pragma once

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"

#include <cstdint>
#include <initializer_list>

namespace lz {

class DimSet {
public:
  // Dimensions outside of [0, rank) are ignored.
  explicit DimSet(int64_t rank, std::initializer_list<absl::Span<const int64_t>> lists = {})
      : has_(size_t(rank)) {
    for (absl::Span<const int64_t> list : lists)
      for (int64_t d : list)
        insert(d);
  }

  // Returns false if the set already has the dimension, or if it is outside of [0, rank).
  bool insert(int64_t d) {
    if (!isInside(d) || has_[size_t(d)])
      return false;
    return has_[size_t(d)] = true;
  }

  bool contains(int64_t d) const { return isInside(d) && has_[size_t(d)]; }

private:
  bool isInside(int64_t d) const { return d >= 0 && size_t(d) < has_.size(); }

  absl::InlinedVector<bool, 16> has_;
};

} // namespace lz
