#include "memory/PlaceBuffers.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>
#include <utility>

namespace lz::memory {
namespace {

constexpr int64_t kAlignment = 64;

int64_t aligned(int64_t bytes) {
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
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

// Buffers that begin at the same offset, one after another in time, are the tenants of this offset.
// The key of a tenant is its first step, `last` is its last step, and `end` is the offset at which
// the buffer ends.
struct Tenant {
  int64_t last, end;
};
using Tenants = std::map<int64_t, Tenant>;
using Arena = std::map<int64_t, Tenants>; // key: the offset

// Returns the largest `end` of the tenants that are live at some step of the lifetime, or 0 if
// there is none.
int64_t endOf(const Tenants& tenants, const Lifetime& life) {
  int64_t end = 0;
  for (auto it = tenants.upper_bound(life.last); it != tenants.begin();) {
    --it;
    if (it->second.last < life.first)
      break;
    end = std::max(end, it->second.end);
  }
  return end;
}

// Keeps a height for each step. A height is an offset below which all memory is taken, so no buffer
// that is live at the step can begin lower. The heights are in a binary tree over the steps. A node
// of the tree has the maximum of the heights of its steps. raise() only changes the highest steps
// of a range. So when a node gets a new height, only those of its children that had the node's old
// height get the new height.
class TakenBelow {
public:
  explicit TakenBelow(size_t steps) : leaves_(std::bit_ceil(steps)), heights_(2 * leaves_, 0) {}

  int64_t highest(size_t first, size_t last) {
    int64_t result = 0;
    visit({1, 0, leaves_}, first, last,
          [&](int64_t& height) { result = std::max(result, height); });
    return result;
  }

  // Raises the steps of the range whose height is `from` to height `to`. No step of the range may
  // be higher than `from`.
  void raise(size_t first, size_t last, int64_t from, int64_t to) {
    visit({1, 0, leaves_}, first, last,
          [&](int64_t& height) { height = height == from ? to : height; });
  }

private:
  struct Node {
    size_t index, begin, end;
  };

  template <typename Visitor> void visit(Node n, size_t first, size_t last, Visitor at) {
    if (last < n.begin || n.end <= first)
      return;
    int64_t& height = heights_[n.index];
    if (first <= n.begin && n.end - 1 <= last)
      return at(height);
    int64_t &left = heights_[2 * n.index], &right = heights_[2 * n.index + 1];
    int64_t before = std::max(left, right);
    for (int64_t* child : {&left, &right})
      if (*child == before)
        *child = height;
    size_t middle = (n.begin + n.end) / 2;
    visit({2 * n.index, n.begin, middle}, first, last, at);
    visit({2 * n.index + 1, middle, n.end}, first, last, at);
    height = std::max(left, right);
  }

  size_t leaves_;
  std::vector<int64_t> heights_;
};

// The steps at which a lifetime begins or ends, sorted.
class LifetimeEnds {
public:
  explicit LifetimeEnds(const std::vector<Lifetime>& lifetimes) {
    for (const Lifetime& life : lifetimes)
      steps_.insert(steps_.end(), {life.first, life.last});
    std::sort(steps_.begin(), steps_.end());
    steps_.erase(std::unique(steps_.begin(), steps_.end()), steps_.end());
  }
  size_t count() const { return steps_.size(); }
  size_t indexOf(int64_t step) const {
    return size_t(std::lower_bound(steps_.begin(), steps_.end(), step) - steps_.begin());
  }

private:
  std::vector<int64_t> steps_;
};

// Returns the lowest offset from `offset` on that is free during the lifetime. No buffer is larger
// than `largest`, so tenants that begin below `offset - largest` are not looked at.
int64_t freePlace(const Arena& arena, const Lifetime& life, int64_t offset, int64_t largest) {
  for (auto place = arena.lower_bound(offset - largest);
       place != arena.end() && place->first < offset + aligned(life.bytes); ++place)
    offset = std::max(offset, endOf(place->second, life));
  return offset;
}

} // namespace

Placement placeInOrder(const std::vector<Lifetime>& lifetimes, const std::vector<size_t>& order) {
  Placement result;
  result.offsets.assign(lifetimes.size(), 0);
  int64_t largest = 0;
  for (const Lifetime& life : lifetimes)
    largest = std::max(largest, aligned(life.bytes));
  Arena arena;
  LifetimeEnds steps(lifetimes);
  TakenBelow taken(std::max<size_t>(1, steps.count()));
  for (size_t i : order) {
    const Lifetime& life = lifetimes[i];
    if (life.bytes == 0)
      continue;
    size_t first = steps.indexOf(life.first), last = steps.indexOf(life.last);
    int64_t offset = freePlace(arena, life, taken.highest(first, last), largest),
            end = offset + aligned(life.bytes);
    taken.raise(first, last, offset, end);
    arena[offset][life.first] = {life.last, end};
    result.offsets[i] = offset;
    result.arenaBytes = std::max(result.arenaBytes, end);
  }
  result.peakBytes = peakOf(lifetimes);
  return result;
}

Placement placeBuffers(const std::vector<Lifetime>& lifetimes) {
  std::vector<size_t> order(lifetimes.size());
  std::iota(order.begin(), order.end(), size_t(0));
  auto sortBy = [&](auto key) {
    std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
      return std::pair(key(lifetimes[a]), a) < std::pair(key(lifetimes[b]), b);
    });
  };
  sortBy([](const Lifetime& life) { return -life.bytes; });
  Placement best = placeInOrder(lifetimes, order);
  Placement last = best;
  auto tryOrder = [&] {
    last = placeInOrder(lifetimes, order);
    if (last.arenaBytes < best.arenaBytes)
      best = last;
  };
  auto isBest = [&] { return best.arenaBytes == best.peakBytes; };
  if (isBest())
    return best;
  sortBy([](const Lifetime& life) { return std::pair(-life.last, -life.bytes); });
  tryOrder();
  sortBy([](const Lifetime& life) { return std::pair(life.first, -life.bytes); });
  if (!isBest())
    tryOrder();
  // The highest buffers give the arena its size, so they are placed first in the next try.
  constexpr int kMostTries = 8;
  for (int i = 0; i < kMostTries && !isBest(); ++i) {
    auto isHighest = [&](size_t buffer) {
      return last.offsets[buffer] + aligned(lifetimes[buffer].bytes) == last.arenaBytes;
    };
    std::vector<size_t> next;
    std::copy_if(order.begin(), order.end(), std::back_inserter(next), isHighest);
    std::copy_if(order.begin(), order.end(), std::back_inserter(next), std::not_fn(isHighest));
    order = std::move(next);
    tryOrder();
  }
  return best;
}

} // namespace lz::memory
