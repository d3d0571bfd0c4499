#include "memory/PlanMemory.h"

#include "absl/strings/str_cat.h"
#include "base/Checked.h"
#include "base/Exhausted.h"
#include "memory/PlaceBuffers.h"
#include "memory/Sharing.h"

#include <optional>
#include <utility>

namespace lz::memory {
namespace {

// Temporaries that use the same place, one after another. Each temporary takes over the place from
// the one before it.
struct Chain {
  std::vector<ValueId> values;
  Lifetime lifetime;
};

std::vector<Chain> chainsOf(const Steps& steps, const Lifetimes& lifetimes,
                            const std::vector<ValueId>& takesOver) {
  const size_t count = steps.values.size();
  std::vector<ValueId> next(count, -1);
  for (size_t v = 0; v < count; ++v)
    if (takesOver[v] >= 0)
      next[size_t(takesOver[v])] = ValueId(v);
  std::vector<Chain> chains;
  for (size_t v = 0; v < count; ++v) {
    const StepValue& value = steps.values[v];
    const Life& life = lifetimes.lives[v];
    if (value.kind != ValueKind::Temp || life.first < 0 || takesOver[v] >= 0)
      continue;
    Chain chain{{}, {value.bytes, life.first, life.last}};
    for (ValueId at = ValueId(v); at >= 0; at = next[size_t(at)]) {
      chain.values.push_back(at);
      chain.lifetime.last = lifetimes.lives[size_t(at)].last;
    }
    chains.push_back(std::move(chain));
  }
  return chains;
}

Status checkAddressable(const std::vector<Chain>& chains) {
  CheckedInt bytes = 0;
  for (const Chain& chain : chains)
    bytes = checkedAdd(bytes, checkedRoundUp(chain.lifetime.bytes, 64));
  if (bytes)
    return okStatus();
  return exhausted(
      "compile", std::numeric_limits<int64_t>::max(), kMostAddressable,
      "the temporary values of the program need more memory than a process can address: use "
      "smaller shapes");
}

// Places the values of steps that run in this order.
StatusOr<MemoryPlan> placed(const Steps& steps) {
  const Lifetimes lifetimes = lifetimesOf(steps);
  MemoryPlan result;
  result.takesOver = placesTakenOver(steps, lifetimes);
  result.aliasOf = donatedAliases(steps, lifetimes);
  const std::vector<Chain> chains = chainsOf(steps, lifetimes, result.takesOver);
  LZ_RETURN_IF_ERROR(checkAddressable(chains));
  std::vector<Lifetime> lives;
  for (const Chain& chain : chains)
    lives.push_back(chain.lifetime);
  const Placement placement = placeBuffers(lives);
  result.offsets.assign(steps.values.size(), 0);
  for (size_t i = 0; i < chains.size(); ++i)
    for (ValueId value : chains[i].values)
      result.offsets[size_t(value)] = placement.offsets[i];
  result.arenaBytes = placement.arenaBytes;
  result.peakBytes = placement.peakBytes;
  return result;
}

// Tries plans, from the fastest to the smallest.
class PlanSearch {
public:
  PlanSearch(const Steps& steps, int64_t budget)
      : steps_(steps), budget_(budget), arranger_(steps) {}

  StatusOr<MemoryPlan> run() {
    LZ_ASSIGN_OR_RETURN(MemoryPlan own, placed(steps_));
    ownArena_ = own.arenaBytes;
    keepSmallest(own);
    const BestOrders best = arranger_.bestOrders(Scratch::Full, work());
    const int64_t peak = best.peaks[0];
    std::optional<MemoryPlan> ordered;
    if (peak < arranger_.ownPeak()) {
      LZ_ASSIGN_OR_RETURN(ordered, planFor(best, peak));
      keepSmallest(*ordered);
    }
    std::optional<BestOrders> least;
    if (arranger_.hasAlternatives())
      least = arranger_.bestOrders(Scratch::Least, work(), &best);
    if (least && least->peaks[0] >= peak)
      least.reset();
    if (least) {
      LZ_ASSIGN_OR_RETURN(const MemoryPlan plan, planFor(*least, least->peaks[0]));
      keepSmallest(plan);
    }
    if (fits(own))
      return finished(std::move(own));
    if (ordered && fits(*ordered))
      return finished(*std::move(ordered));
    if (least && fits(smallest_)) {
      LZ_ASSIGN_OR_RETURN(std::optional<MemoryPlan> plan, fastestThatFits(*least, peak));
      if (plan)
        return finished(*std::move(plan));
    }
    return finished(smallest_);
  }

private:
  // The search of orders looks at no more than this many uses of values for each step.
  Work work() const {
    constexpr int64_t kUsesOfStep = 1'000;
    return Work(kUsesOfStep * arranger_.numSteps());
  }

  bool fits(const MemoryPlan& plan) const { return plan.arenaBytes <= budget_; }

  void keepSmallest(const MemoryPlan& plan) {
    if (!hasSmallest_ || plan.arenaBytes < smallest_.arenaBytes)
      smallest_ = plan;
    hasSmallest_ = true;
  }

  StatusOr<MemoryPlan> planFor(const BestOrders& best, int64_t peak) {
    Arrangement arrangement = arranger_.arrangementFor(best, peak);
    LZ_ASSIGN_OR_RETURN(MemoryPlan plan, placed(arranged(steps_, arrangement)));
    plan.arrangement = std::move(arrangement);
    return plan;
  }

  // Tries peaks between `most` and the least possible peak. Larger peaks are tried first.
  StatusOr<std::optional<MemoryPlan>> fastestThatFits(const BestOrders& best, int64_t most) {
    constexpr int64_t kTries = 8;
    const int64_t least = best.peaks[0];
    for (int64_t i = kTries - 1; i > 0; --i) {
      LZ_ASSIGN_OR_RETURN(MemoryPlan plan, planFor(best, least + (most - least) / kTries * i));
      if (fits(plan))
        return std::optional(std::move(plan));
    }
    return std::optional<MemoryPlan>();
  }

  StatusOr<MemoryPlan> finished(MemoryPlan plan) {
    plan.smallestArena = smallest_.arenaBytes;
    if (changesOrder(plan.arrangement)) {
      Arrangement orders = plan.arrangement;
      for (ListArrangement& list : orders)
        list.alternatives.clear();
      LZ_ASSIGN_OR_RETURN(const MemoryPlan ordered, placed(arranged(steps_, orders)));
      plan.moves.push_back({"order changed", ownArena_ - ordered.arenaBytes});
    }
    arranger_.forEachAlternative(
        plan.arrangement, [&](const Step& step, const Alternative& alternative) {
          const StepValue& scratch = steps_.values[size_t(step.scratch)];
          const std::string place = firstLocation(steps_.locations, scratch.locations);
          plan.moves.push_back(
              {absl::StrCat(step.name, place.empty() ? "" : " at ", place, " with scratch for ",
                            alternative.threads, alternative.threads == 1 ? " thread" : " threads"),
               scratch.bytes - alternative.scratchBytes, alternative.ns});
        });
    return plan;
  }

  const Steps& steps_;
  const int64_t budget_;
  Arranger arranger_;
  int64_t ownArena_ = 0;
  MemoryPlan smallest_;
  bool hasSmallest_ = false;
};

} // namespace

StatusOr<MemoryPlan> plan(const Steps& steps, const PlanOptions& options) {
  return PlanSearch(steps, options.budget).run();
}

} // namespace lz::memory
