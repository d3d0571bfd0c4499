// Finds the last uses of the values of a region, so that an evaluation can drop them.
#pragma once

#include "base/HashMap.h"
#include "spec/Program.h"

#include <vector>

namespace lz::eval {

// The values of one region that die after each of its ops. A use inside a nested region counts as a
// use by the op that contains the region. The region's results never die.
class DeathTable {
public:
  absl::Span<const ValueId> after(size_t op) const {
    size_t begin = begins_[op];
    return absl::MakeConstSpan(values_).subspan(begin, begins_[op + 1] - begin);
  }

private:
  friend class LivenessAnalysis;
  std::vector<ValueId> values_;
  std::vector<size_t> begins_; // one entry more than there are ops
};

using Liveness = HashMap<const Region*, DeathTable>;

// Analyzes every region of the program in linear time. The keys are addresses, so the result is
// valid only while the program does not move.
Liveness analyzeLiveness(const Program& program);

} // namespace lz::eval
