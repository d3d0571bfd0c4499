#include "linalg/lanes/Group.h"

namespace lz::linalg {
namespace {

// Nanoseconds, fitted to 1 to 64 rows: of a call, of a number of each matrix that is turned, in f32
// and in f64, and of a vector that is read or written, where all that a group works on is in the
// first cache, in the second one, and beyond. Of V2, Avx2 and Avx512.
struct Prices {
  double call, turnedSingle, turnedDouble, moved, movedBehindFirst, movedBehindSecond;
};
constexpr Prices kPrices[] = {{50, 0.4, 0.4, 0.125, 0.13, 0.25},
                              {60, 0.45, 0.45, 0.14, 0.16, 0.5},
                              {80, 1, 0.6, 0.165, 0.27, 1}};

constexpr int64_t kFirstCache = 40 << 10, kSecondCache = 768 << 10; // bytes, about

} // namespace

LaneNeeds needsOf(MachineClass cpu, int64_t bytesOfNumber, const LaneWork& work,
                  const Scratch& scratch) {
  const Prices& prices = kPrices[stepOf(cpu)];
  const int64_t bytes = scratch.bytes();
  const double moved = bytes <= kFirstCache    ? prices.moved
                       : bytes <= kSecondCache ? prices.movedBehindFirst
                                               : prices.movedBehindSecond;
  const double turned = bytesOfNumber == 8 ? prices.turnedDouble : prices.turnedSingle;
  return {bytes, prices.call + turned * work.turned + moved * work.moved};
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
