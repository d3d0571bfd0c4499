// Finds the last uses of the values of a region, so that an evaluation can drop them.
#pragma once

#include "base/HashMap.h"
#include "spec/Program.h"

#include <vector>

namespace lz::eval {

// For each op of one region, the values of the region that can be freed after the op. A use inside
// of a nested region counts as a use by the op that contains the nested region. The results of the
// region are in no list.
class DeathTable {
public:
  absl::Span<const ValueId> after(size_t op) const {
    size_t begin = begins_[op];
    return absl::MakeConstSpan(values_).subspan(begin, begins_[op + 1] - begin);
  }

private:
  friend class LivenessAnalysis;
  std::vector<ValueId> values_;
  std::vector<size_t> begins_; // one entry more than the region has ops
};

using Liveness = HashMap<const Region*, DeathTable>;

// Analyzes every region of the program in linear time. The keys of the result are addresses of
// regions, so the program must not be moved afterwards.
Liveness analyzeLiveness(const Program& program);

} // namespace lz::eval
