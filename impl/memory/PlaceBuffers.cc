#include "memory/PlaceBuffers.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace lz::memory {
namespace {

constexpr int64_t kAlignment = 64;

int64_t aligned(int64_t bytes) {
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

bool overlap(const Lifetime& a, const Lifetime& b) {
  return a.first <= b.last && b.first <= a.last;
}

int64_t peakOf(const std::vector<Lifetime>& lifetimes) {
  std::map<int64_t, int64_t> change;
  for (const Lifetime& l : lifetimes) {
    change[l.first] += aligned(l.bytes);
    change[l.last + 1] -= aligned(l.bytes);
  }
  int64_t alive = 0, peak = 0;
  for (auto [step, delta] : change)
    peak = std::max(peak, alive += delta);
  return peak;
}

} // namespace

Placement placeBuffers(const std::vector<Lifetime>& lifetimes) {
  Placement result;
  result.offsets.assign(lifetimes.size(), 0);
  std::vector<size_t> order(lifetimes.size());
  std::iota(order.begin(), order.end(), size_t(0));
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return std::pair(-lifetimes[a].bytes, a) < std::pair(-lifetimes[b].bytes, b);
  });
  std::vector<size_t> placed;
  for (size_t i : order) {
    std::vector<std::pair<int64_t, int64_t>> taken; // [begin, end) of what lives at the same time
    for (size_t j : placed)
      if (overlap(lifetimes[i], lifetimes[j]))
        taken.emplace_back(result.offsets[j], result.offsets[j] + aligned(lifetimes[j].bytes));
    std::sort(taken.begin(), taken.end());
    int64_t offset = 0;
    for (auto [begin, end] : taken) {
      if (offset + aligned(lifetimes[i].bytes) <= begin)
        break;
      offset = std::max(offset, end);
    }
    result.offsets[i] = offset;
    result.arenaBytes = std::max(result.arenaBytes, offset + aligned(lifetimes[i].bytes));
    placed.push_back(i);
  }
  result.peakBytes = peakOf(lifetimes);
  return result;
}

} // namespace lz::memory
