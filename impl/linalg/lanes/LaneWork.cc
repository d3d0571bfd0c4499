#include "linalg/lanes/LaneWork.h"

#include "base/machine/CostTable.h"
#include "base/machine/LibraryCosts.h"
#include "linalg/lanes/Factors.h"

namespace lz::linalg {

// Takes the sizes of caches from the cost table instead of the machine: the predicted times decide
// about bits, so they must not depend on the machine.
LaneNeeds needsOf(MachineClass cpu, int64_t bytesOfNumber, const LaneWork& work,
                  int64_t scratchBytes, double looks) {
  const LaneCosts& costs = libraryCosts(cpu).lanes;
  const std::array<double, 3>& caches = costTable(cpu).caches;
  const auto bytes = double(scratchBytes);
  const size_t level = bytes <= caches[0] ? 0 : bytes <= caches[1] ? 1 : 2;
  const size_t type = bytesOfNumber == 8 ? 1 : 0;
  const double ns = costs.group + costs.turned[type] * work.turned +
                    costs.placed * work.placed * double(lanesOf(cpu, bytesOfNumber)) +
                    costs.moved[level] * work.moved + costs.product * work.products +
                    costs.root[type] * work.roots;
  return {scratchBytes, ns, ns / looks, work};
}

StepSums stepSums(int64_t steps, int64_t m, int64_t n) {
  StepSums sums{};
  for (int64_t j = 0; j < steps; ++j) {
    const auto below = double(m - j - 1);
    sums.below += below;
    sums.both += below * double(n - j - 1);
  }
  return sums;
}

} // namespace lz::linalg
