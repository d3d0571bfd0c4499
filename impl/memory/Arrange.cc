#include "memory/Arrange.h"

#include "absl/algorithm/container.h"

#include <algorithm>
#include <utility>

namespace lz::memory {
namespace {

class Changer {
public:
  Changer(Steps& steps, const Arrangement& arrangement)
      : steps_(steps), arrangement_(arrangement) {}

  // Visits the lists in the order of the numbers that listsOf() gives them. Recurses as deep as
  // loops and branches nest.
  void change(std::vector<Step>& list) {
    const ListArrangement& how = arrangement_[next_++];
    for (size_t i = 0; i < list.size(); ++i) {
      if (!how.alternatives.empty() && how.alternatives[i] >= 0)
        take(list[i], list[i].alternatives[size_t(how.alternatives[i])]);
      if (hasStepLists(list[i]))
        for (std::vector<Step>& inside : list[i].lists)
          change(inside);
    }
    if (how.order.empty())
      return;
    std::vector<Step> ordered;
    for (int32_t step : how.order)
      ordered.push_back(std::move(list[size_t(step)]));
    list = std::move(ordered);
  }

private:
  void take(Step& step, const Alternative& alternative) {
    steps_.values[size_t(step.scratch)].bytes = alternative.scratchBytes;
    step.threads = alternative.threads;
    step.alternatives.clear();
  }

  Steps& steps_;
  const Arrangement& arrangement_;
  size_t next_ = 0;
};

} // namespace

bool changesOrder(const Arrangement& arrangement) {
  return absl::c_any_of(arrangement,
                        [](const ListArrangement& list) { return !list.order.empty(); });
}

Steps arranged(Steps steps, const Arrangement& arrangement) {
  if (!arrangement.empty())
    Changer(steps, arrangement).change(steps.body);
  return steps;
}

Arranger::Arranger(const Steps& steps) : steps_(steps), lists_(listsOf(steps)) {}

void Arranger::forEachAlternative(
    const Arrangement& arrangement,
    absl::FunctionRef<void(const Step&, const Alternative&)> visit) const {
  for (size_t list = 0; list < arrangement.size(); ++list)
    for (size_t i = 0; i < arrangement[list].alternatives.size(); ++i)
      if (const int32_t taken = arrangement[list].alternatives[i]; taken >= 0) {
        const Step& step = (*lists_[list].steps)[i];
        visit(step, step.alternatives[size_t(taken)]);
      }
}

int64_t Arranger::numSteps() const {
  int64_t steps = 0;
  for (const StepList& list : lists_)
    steps += int64_t(list.steps->size());
  return steps;
}

bool Arranger::hasAlternatives() const {
  return absl::c_any_of(lists_, [](const StepList& list) {
    return absl::c_any_of(*list.steps, [](const Step& step) { return !step.alternatives.empty(); });
  });
}

int64_t Arranger::scratchOf(const Step& step, Scratch scratch) const {
  if (step.scratch < 0)
    return 0;
  return alignedBytes(scratch == Scratch::Least && !step.alternatives.empty()
                          ? step.alternatives.back().scratchBytes
                          : steps_.values[size_t(step.scratch)].bytes);
}

// The lists of a step run one after another, so their temporaries share places.
int64_t Arranger::insideOf(size_t list, size_t step, const std::vector<int64_t>& peaks) const {
  int64_t most = 0;
  for (int32_t inner : lists_[list].lists[step])
    most = std::max(most, peaks[size_t(inner)]);
  return most;
}

void Arranger::setInside(size_t list, Scratch scratch, const std::vector<int64_t>& peaks) {
  StepGraph& graph = lists_[list].graph;
  for (size_t i = 0; i < graph.nodes.size(); ++i)
    graph.nodes[i].inside = scratchOf((*lists_[list].steps)[i], scratch) + insideOf(list, i, peaks);
}

// A list that is inside of another list has the larger number. The loop begins with the largest
// number, so the peaks of inner lists are known first.
int64_t Arranger::ownPeak() {
  std::vector<int64_t> peaks(lists_.size());
  for (size_t list = lists_.size(); list-- > 0;) {
    setInside(list, Scratch::Full, peaks);
    peaks[list] = peakOf(lists_[list].graph, ownOrder(lists_[list].graph));
  }
  return peaks[0];
}

BestOrders Arranger::bestOrders(Scratch scratch, Work work, const BestOrders* candidates) {
  BestOrders best{scratch, std::vector<Order>(lists_.size()), std::vector<int64_t>(lists_.size())};
  for (size_t list = lists_.size(); list-- > 0;) {
    setInside(list, scratch, best.peaks);
    best.orders[list] =
        bestOrder(lists_[list].graph, work, candidates ? &candidates->orders[list] : nullptr);
    best.peaks[list] = peakOf(lists_[list].graph, best.orders[list]);
  }
  return best;
}

// Returns the number of the first alternative that needs at most `bytes`, or -1 if the step fits as
// it is. If no alternative fits, returns the last one.
int32_t Arranger::alternativeFor(const Step& step, int64_t bytes) const {
  if (step.alternatives.empty() || scratchOf(step, Scratch::Full) <= bytes)
    return -1;
  const auto fits = absl::c_find_if(step.alternatives, [&](const Alternative& alternative) {
    return alignedBytes(alternative.scratchBytes) <= bytes;
  });
  return int32_t(
      std::min<size_t>(size_t(fits - step.alternatives.begin()), step.alternatives.size() - 1));
}

Arrangement Arranger::arrangementFor(const BestOrders& best, int64_t peak) {
  Arrangement result(lists_.size());
  std::vector<int64_t> room(lists_.size()); // the bytes that each list may have
  room[0] = peak;
  for (size_t list = 0; list < lists_.size(); ++list) {
    setInside(list, best.scratch, best.peaks);
    const StepGraph& graph = lists_[list].graph;
    const std::vector<Step>& steps = *lists_[list].steps;
    Order order = ownOrder(graph);
    if (peakOf(graph, order) > room[list])
      result[list].order = order = best.orders[list];
    std::vector<int32_t> alternatives(steps.size(), -1);
    const std::vector<int64_t> timeline = timelineOf(graph, order);
    for (size_t i = 0; i < order.size(); ++i) {
      const auto step = size_t(order[i]);
      const int64_t free = room[list] - (timeline[i] - graph.nodes[step].inside);
      if (best.scratch == Scratch::Least)
        alternatives[step] = alternativeFor(steps[step], free - insideOf(list, step, best.peaks));
      const int32_t taken = alternatives[step];
      const int64_t scratch =
          taken < 0 ? scratchOf(steps[step], Scratch::Full)
                    : alignedBytes(steps[step].alternatives[size_t(taken)].scratchBytes);
      for (int32_t inner : lists_[list].lists[step])
        room[size_t(inner)] = free - scratch;
    }
    if (absl::c_any_of(alternatives, [](int32_t alternative) { return alternative >= 0; }))
      result[list].alternatives = std::move(alternatives);
  }
  return result;
}

} // namespace lz::memory
