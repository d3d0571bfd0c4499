#include "lazy/bucket/Rungs.h"

#include <algorithm>
#include <bit>

namespace lz::lazy {

int64_t rungWithin(int64_t bytes, int64_t least) {
  if (bytes < std::max<int64_t>(least, 1))
    return least;
  constexpr double kRootOf2 = 1.4142135623730951;
  const auto power = int64_t(std::bit_floor(uint64_t(bytes)));
  const auto higher = int64_t(double(power) * kRootOf2);
  return std::max(higher <= bytes ? higher : power, least);
}

StatusOr<Rungs::Plan> Rungs::at(int64_t budget, Compile compile) {
  std::lock_guard lock(mutex_);
  Plan& plan = plans_[budget];
  if (!plan) {
    LZ_ASSIGN_OR_RETURN(plan, compile(budget));
  }
  return plan;
}

} // namespace lz::lazy
