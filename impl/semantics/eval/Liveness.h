// When the values of a region are used for the last time, so that an evaluation can drop them.
#pragma once

#include "base/HashMap.h"
#include "spec/Program.h"

#include <vector>

namespace lz::eval {

// Which values defined in one region die after which of its ops. A use inside a nested region
// counts as a use by the op that holds it; the region's results never die.
class DeathTable {
public:
  absl::Span<const ValueId> after(size_t op) const {
    size_t begin = begins_[op];
    return absl::MakeConstSpan(values_).subspan(begin, begins_[op + 1] - begin);
  }

private:
  friend class LivenessAnalysis;
  std::vector<ValueId> values_;
  std::vector<size_t> begins_; // one more than ops
};

using Liveness = HashMap<const Region*, DeathTable>;

// Of every region of the program; linear in its size. Keyed by address: valid while the program
// stays put.
Liveness analyzeLiveness(const Program& program);

} // namespace lz::eval
