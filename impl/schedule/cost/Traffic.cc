#include "schedule/cost/Traffic.h"

#include "base/ElementStorage.h"
#include "base/machine/CacheSets.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <numeric>
#include <utility>

namespace lz::schedule {
namespace {

// If no cache of the core holds the data, a cache line that is far from the previous line takes
// kJump times as long as a line in order. Lines that are written 3,200 bytes apart, down the
// columns of 1 to 32 MB, take 2 to 4 times the time of lines in order (AMD Zen 3). Reading 8 MB
// takes 1.1 ms if lines are 8 KiB apart, and 0.15 ms in order. With a value of 2, two-sides-f64 of
// the bench takes 1.4 times as long. With 8, all plans of the bench's 258 programs stay the same.
constexpr double kJump = 4;
constexpr size_t kOwnCaches = 1; // index of the last cache that belongs to one core

double bytesOfElement(DType dtype) {
  return double(storageBits(dtype)) / 8;
}

class Traffic {
public:
  Traffic(const region::RegionPlan& plan, const Choice& choice, const LoopForms& forms,
          const PlanFacts& facts, const CostTable& table)
      : plan_(plan), choice_(choice), forms_(forms), facts_(facts), table_(table) {
    for (size_t d = 0; d < plan.dims.size(); ++d)
      order_.push_back(int32_t(d));
    // The outer loops come first, since they are inside of fewer loops.
    auto depth = [&](int32_t d) { return std::popcount(facts.loopsAround(uint64_t(1) << d)); };
    std::sort(order_.begin(), order_.end(), [&](int32_t a, int32_t b) {
      return std::pair(depth(a), a) < std::pair(depth(b), b);
    });
    for (size_t i = 0; i < plan.nodes.size(); ++i)
      if (plan.nodes[i].kind == region::NodeKind::Load &&
          facts.roles[i] == PlanFacts::Role::Computed)
        loads_.push_back(i);
  }

  std::array<double, 4> run() const {
    uint64_t all = ~uint64_t(0);
    size_t home = levelOf(bytesIn(all) + bytesWritten());
    std::array<double, 4> bytes{};
    std::vector<bool> seen(plan_.inputs.size());
    size_t near = std::min(home, levelOf(bytesIn(~facts_.grid())));
    for (size_t i : loads_) {
      double first = bytesOf(i, all);
      // If an earlier load of the unit reads the same input, this load finds the element in the
      // cache level where the earlier load left it.
      size_t input = size_t(plan_.nodes[i].input);
      bytes[seen[input] ? near : home] += first;
      seen[input] = true;
      again(i, first, home, bytes);
    }
    bytes[home] += bytesWritten();
    if (home > kOwnCaches && choice_.lanes == LaneMode::GridLanes)
      bytes[home] += (kJump - 1) * (bytesReadDownColumns() + bytesWrittenDownColumns());
    if (choice_.lanes != LaneMode::GridLanes) {
      addLinesOfUnits(bytes);
      addLinesReadAgain(bytes);
    }
    return bytes;
  }

private:
  double bytesOf(size_t load, uint64_t dims) const {
    const region::PlanNode& n = plan_.nodes[load];
    return bytesOfElement(n.dtype) * facts_.elements(n.expr, n.dynamic,
                                                     plan_.inputSizes[size_t(n.input)],
                                                     dims & facts_.loops[load]);
  }

  // Returns how many bytes of all inputs together are touched while the loops over `dims` run. If
  // an input has several loads, only the load that touches the most bytes counts.
  double bytesIn(uint64_t dims) const {
    std::vector<double> ofInputs(plan_.inputs.size());
    for (size_t i : loads_) {
      double& most = ofInputs[size_t(plan_.nodes[i].input)];
      most = std::max(most, bytesOf(i, dims));
    }
    return std::accumulate(ofInputs.begin(), ofInputs.end(), 0.0);
  }

  double bytesWritten() const {
    double bytes = 0;
    for (size_t i = 0; i < plan_.outputs.size(); ++i) {
      const region::PlanOutput& o = plan_.outputs[i];
      size_t buffer = size_t(o.buffer);
      bytes +=
          bytesOfElement(plan_.outputTypes[buffer]) *
          facts_.elements(o.expr, o.dynamic, plan_.outputSizes[buffer], region::bitsOf(o.dims));
    }
    return bytes;
  }

  // Returns whether the load goes to another row in each iteration of the reduction's loop, while
  // the lanes run along the row.
  bool readsDownColumns(size_t load, const region::PlanReduction& r) const {
    const region::IndexExpr& expr = plan_.nodes[load].expr;
    return !r.dims.empty() && expr.dependsOn(r.dims.back()) &&
           expr.coefficient(lastGridDim(plan_)) == 1;
  }

  bool readsDownColumns(size_t load) const {
    return std::any_of(plan_.reductions.begin(), plan_.reductions.end(),
                       [&](const region::PlanReduction& r) { return readsDownColumns(load, r); });
  }

  // Returns the bytes that reductions down columns read inside the loop of another reduction.
  // Reductions that are not nested do not count, because their units read about a page of each row
  // (emit/stages/Columns.cc).
  double bytesReadDownColumns() const {
    uint64_t reduced = 0;
    for (const region::PlanReduction& r : plan_.reductions)
      reduced |= region::bitsOf(r.dims);
    double bytes = 0;
    for (size_t i = 0; i < plan_.nodes.size(); ++i) {
      const region::PlanNode& n = plan_.nodes[i];
      if (n.kind != region::NodeKind::Reduce || n.component != 0 || (facts_.deps[i] & reduced) == 0)
        continue;
      const region::PlanReduction& inner = plan_.reductions[size_t(n.reduction)];
      for (size_t load : loads_)
        if (double own = bytesOf(load, ~uint64_t(0)); readsDownColumns(load, inner) &&
                                                      levelOf(own) > kOwnCaches &&
                                                      !forms_.isWrittenOut[size_t(n.reduction)])
          bytes += own;
    }
    return bytes;
  }

  double bytesWrittenDownColumns() const {
    double bytes = 0;
    if (std::any_of(loads_.begin(), loads_.end(), [&](size_t i) { return readsDownColumns(i); }))
      return bytes;
    for (const region::PlanOutput& o : plan_.outputs)
      if (writesDownColumns(plan_, choice_, o))
        bytes += bytesOfElement(plan_.outputTypes[size_t(o.buffer)]) *
                 facts_.points(region::bitsOf(o.dims));
    return bytes;
  }

  // An inner loop of a unit can write each element to a different cache line. Then the unit must
  // fetch all these lines from the cache level where the previous unit left them. Writing rows as
  // columns of 2000 x 100 f64 takes 0.59 ns for each element, if each element needs a line from the
  // second-level cache (AMD Zen 4). Scattered stores to lines in the first-level cache take 0.3 ns.
  void addLinesOfUnits(std::array<double, 4>& bytes) const {
    for (const region::PlanOutput& o : plan_.outputs) {
      uint64_t inner = region::bitsOf(o.dims) & ~facts_.grid();
      if (inner == 0 || storageBytes(plan_.outputTypes[size_t(o.buffer)],
                                     std::abs(o.expr.coefficient(o.dims.back()))) < kCacheLineBytes)
        continue;
      size_t level = levelOf(double(kCacheLineBytes) * facts_.points(inner));
      if (level > 0)
        bytes[level] += double(kCacheLineBytes) * facts_.points(region::bitsOf(o.dims));
    }
  }

  // A reduction can read each element from a different cache line, while an inner loop around it,
  // or the next unit, goes along the lines. Then each iteration of the inner loop, or each unit,
  // fetches all these lines again. Weighted sums of 12 times 65,536 rows of 64 f32 take 65 ms in
  // this way, and 10 ms with lanes along the rows (AMD Zen 3, two threads).
  void addLinesReadAgain(std::array<double, 4>& bytes) const {
    for (size_t i : loads_)
      for (int32_t d : order_)
        if ((plan_.dims[size_t(d)].kind == region::DimKind::Inner || d == lastGridDim(plan_)) &&
            isInLine(i, d)) {
          const uint64_t inside = loopsInside(i, d);
          const double lines = facts_.points(inside & facts_.deps[i]);
          const size_t level = levelOf(double(kCacheLineBytes) * lines);
          if (inside != 0 && level > 0 && isApart(i, inside))
            bytes[level] += double(kCacheLineBytes) * facts_.points(facts_.loops[i]);
        }
  }

  int64_t bytesBetween(size_t load, int32_t d) const {
    const region::PlanNode& n = plan_.nodes[load];
    return storageBytes(n.dtype, std::abs(n.expr.coefficient(d)));
  }
  bool isInLine(size_t load, int32_t d) const {
    return plan_.nodes[load].expr.dependsOn(d) && bytesBetween(load, d) < kCacheLineBytes;
  }
  // Returns whether all loops go from one cache line to another.
  bool isApart(size_t load, uint64_t loops) const {
    return std::none_of(order_.begin(), order_.end(),
                        [&](int32_t d) { return (loops >> d & 1) != 0 && isInLine(load, d); });
  }
  // Returns the loops around the load that are inside of the loop over `d`.
  uint64_t loopsInside(size_t load, int32_t d) const {
    uint64_t inside = 0;
    for (int32_t other : order_) {
      const uint64_t bit = uint64_t(1) << other;
      if (other != d && (facts_.loops[load] & bit) != 0 && (facts_.loopsAround(bit) >> d & 1) != 0)
        inside |= bit;
    }
    return inside;
  }

  size_t levelOf(double bytes) const {
    size_t level = 0;
    while (level < table_.caches.size() && bytes > table_.caches[level])
      ++level;
    return level;
  }

  // Adds the bytes of repeated reads, from the innermost loop to the outermost. If the address does
  // not depend on a loop, the loop repeats the reads of the loops inside it.
  void again(size_t load, double first, size_t home, std::array<double, 4>& bytes) const {
    uint64_t inside = 0, moving = facts_.deps[load];
    double trips = first;
    for (size_t k = order_.size(); k-- > 0;) {
      int32_t d = order_[k];
      uint64_t bit = uint64_t(1) << d;
      if ((facts_.loops[load] & bit) == 0)
        continue;
      if ((moving & bit) == 0 && inside != 0) {
        double more = trips * (double(plan_.dims[size_t(d)].extent) - 1);
        bytes[std::min(home, levelOf(bytesIn(inside)))] += more;
        trips += more;
      }
      inside |= bit;
    }
  }

  const region::RegionPlan& plan_;
  const Choice& choice_;
  const LoopForms& forms_;
  const PlanFacts& facts_;
  const CostTable& table_;
  std::vector<int32_t> order_; // dims, outer loops first
  std::vector<size_t> loads_;
};

} // namespace

bool writesDownColumns(const region::RegionPlan& plan, const Choice& choice,
                       const region::PlanOutput& output) {
  auto isInner = [&](int32_t d) { return plan.dims[size_t(d)].kind == region::DimKind::Inner; };
  return choice.lanes == LaneMode::GridLanes && !choice.shortRows &&
         output.expr.coefficient(lastGridDim(plan)) == 1 &&
         std::any_of(output.dims.begin(), output.dims.end(), isInner);
}

std::array<double, 4> bytesMoved(const region::RegionPlan& plan, const Choice& choice,
                                 const LoopForms& forms, const PlanFacts& facts,
                                 const CostTable& table) {
  return Traffic(plan, choice, forms, facts, table).run();
}

} // namespace lz::schedule
