#include "hlo/rewrite/WindowCount.h"

#include "base/HashMap.h"

namespace lz::hlo {
namespace {

// These numbers were measured with 204,800 f32 and two threads, AVX-512. A tap takes 0.045 ns per
// element, whether lanes run along the window or across it. Splitting costs as much as four taps
// per element: a scan computes the totals of blocks and adds them to the elements, and other
// windows need the array of short windows. A kernel costs half a microsecond. If there are enough
// results, this model splits windows of 24 elements but not of 16, and scans of 20 but not of 17.
// docs/regions.md has the times of both alternatives.
constexpr double kLevelTaps = 4, kKernelTaps = 10000;
// If lanes run along blocks, blocks of 4 take 0.39 ns per element, and blocks of 8 take 0.26 ns.
constexpr int64_t kLeastBlock = 8, kMostBlock = 64, kMostPart = 16;

struct Choice {
  double taps;
  int64_t length; // 0 if the window is not split
};

Choice scanOf(double rows, int64_t extent) {
  Choice best{kKernelTaps + rows * double(extent) * double(extent), 0};
  for (int64_t block = kLeastBlock; block <= kMostBlock && block < extent; block *= 2) {
    int64_t blocks = (extent + block - 1) / block;
    double taps = 2 * kKernelTaps + rows * double(blocks) * double(block * (block + kLevelTaps));
    if (taps >= best.taps) // larger blocks are even slower
      break;
    taps += scanOf(rows, blocks).taps;
    if (taps < best.taps)
      best = {taps, block};
  }
  return best;
}

// Finds the cheapest part size for windows, and the number of taps with it.
class RowParts {
public:
  RowParts(double rows, double results, double reach)
      : results_(rows * results), elements_(rows * (results + reach)) {}

  Choice of(int64_t size) {
    auto it = known_.find(size);
    if (it != known_.end())
      return it->second;
    Choice best{kKernelTaps + results_ * double(size), 0};
    for (int64_t part = 2; part <= kMostPart && part <= size / 2; ++part) {
      double taps =
          kKernelTaps + elements_ * double(part + kLevelTaps) + results_ * double(size % part);
      if (taps >= best.taps)
        break;
      taps += of(size / part).taps;
      if (taps < best.taps)
        best = {taps, part};
    }
    return known_.emplace(size, best).first->second;
  }

private:
  double results_, elements_;
  HashMap<int64_t, Choice> known_;
};

} // namespace

int64_t bestBlock(int64_t rows, int64_t extent) {
  return scanOf(double(rows), extent).length;
}

int64_t bestPart(int64_t rows, int64_t results, int64_t size, int64_t dilation) {
  return RowParts(double(rows), double(results), double(size) * double(dilation)).of(size).length;
}

} // namespace lz::hlo
