#include "memory/StepGraph.h"

#include "absl/algorithm/container.h"
#include "absl/functional/function_ref.h"
#include "base/HashMap.h"

#include <algorithm>

namespace lz::memory {
namespace {

using Visitor = absl::FunctionRef<void(ValueId, bool writes)>;

void visitReads(const Steps& steps, const std::vector<ValueId>& values, Visitor visit) {
  for (ValueId used : values)
    for (ValueId value = used; value >= 0; value = steps.values[size_t(value)].viewOf)
      visit(value, false);
}

// Visits the values that the step itself uses, except its scratch. The values of a product include
// those that the kernels on its rows use.
void visitUses(const Steps& steps, const Step& step, Visitor visit) {
  visitReads(steps, step.operands, visit);
  visitReads(steps, step.bodyResults, visit);
  for (const auto* values : {&step.results, &step.bodyParams})
    for (ValueId value : *values)
      visit(value, true);
  if (!hasStepLists(step))
    for (const std::vector<Step>& kernels : step.lists)
      for (const Step& kernel : kernels)
        visitUses(steps, kernel, visit);
}

// A step, given as the number of its list and its position in this list.
struct Place {
  int32_t list = -1, step = -1;
};

class Builder {
public:
  explicit Builder(const Steps& steps) : steps_(steps), homes_(steps.values.size(), kNowhere) {
    number(steps.body, {});
  }

  std::vector<StepList> run() {
    forEachUse([&](Place at, ValueId value, bool) { widenHome(value, at.list); });
    forEachUse([&](Place at, ValueId value, bool writes) { addUse(at, value, writes); });
    for (size_t i = 0; i < lists_.size(); ++i) {
      addValues(i);
      addEdges(i);
      addShares(i);
    }
    return std::move(lists_);
  }

private:
  static constexpr int32_t kNowhere = -1;

  struct Use {
    ValueId value;
    bool writes;
  };
  struct Around {
    Place place; // the step that has the list
    int32_t depth = 0;
  };

  // Recurses as deep as loops and branches nest.
  int32_t number(const std::vector<Step>& steps, Place place) {
    const auto list = int32_t(lists_.size());
    lists_.push_back({&steps, {}, {}});
    lists_.back().lists.resize(steps.size());
    lists_.back().graph.nodes.resize(steps.size());
    uses_.emplace_back(steps.size());
    hasEffects_.emplace_back(steps.size());
    around_.push_back({place, place.list < 0 ? 0 : around_[size_t(place.list)].depth + 1});
    for (size_t i = 0; i < steps.size(); ++i) {
      if (steps[i].hasEffects)
        markEffects({list, int32_t(i)});
      if (!hasStepLists(steps[i]))
        continue;
      for (const std::vector<Step>& inside : steps[i].lists) {
        const int32_t inner = number(inside, {list, int32_t(i)});
        lists_[size_t(list)].lists[i].push_back(inner);
      }
    }
    return list;
  }

  void markEffects(Place at) {
    for (; at.list >= 0; at = around_[size_t(at.list)].place)
      hasEffects_[size_t(at.list)][size_t(at.step)] = true;
  }

  void forEachUse(absl::FunctionRef<void(Place, ValueId, bool)> visit) const {
    for (size_t list = 0; list < lists_.size(); ++list)
      for (size_t i = 0; i < lists_[list].steps->size(); ++i)
        visitUses(steps_, (*lists_[list].steps)[i], [&](ValueId value, bool writes) {
          visit({int32_t(list), int32_t(i)}, value, writes);
        });
  }

  // The home of a value is the innermost list that has all uses of the value.
  void widenHome(ValueId value, int32_t list) {
    int32_t& home = homes_[size_t(value)];
    if (home == kNowhere) {
      home = list;
      return;
    }
    while (home != list) {
      int32_t& deeper = around_[size_t(home)].depth > around_[size_t(list)].depth ? home : list;
      deeper = around_[size_t(deeper)].place.list;
    }
  }

  // If a value is used inside of a loop or branch, the step of the loop or branch uses it, too.
  void addUse(Place at, ValueId value, bool writes) {
    const ValueKind kind = steps_.values[size_t(value)].kind;
    if (kind == ValueKind::Input || kind == ValueKind::Constant || kind == ValueKind::Rows)
      return;
    while (true) {
      uses_[size_t(at.list)][size_t(at.step)].push_back({value, writes});
      if (at.list == homes_[size_t(value)])
        return;
      at = around_[size_t(at.list)].place;
    }
  }

  void addValues(size_t list) {
    StepGraph& graph = lists_[list].graph;
    numbers_.clear();
    for (size_t i = 0; i < uses_[list].size(); ++i) {
      std::vector<Use>& uses = uses_[list][i];
      absl::c_sort(uses, [](const Use& a, const Use& b) {
        return std::pair(a.value, !a.writes) < std::pair(b.value, !b.writes);
      });
      uses.erase(std::unique(uses.begin(), uses.end(),
                             [](const Use& a, const Use& b) { return a.value == b.value; }),
                 uses.end()); // if a step reads and writes a value, only the write stays
      for (const Use& use : uses) {
        const StepValue& value = steps_.values[size_t(use.value)];
        if (value.kind != ValueKind::Temp || homes_[size_t(use.value)] != int32_t(list))
          continue;
        auto [it, isNew] = numbers_.try_emplace(use.value, int32_t(graph.values.size()));
        if (isNew)
          graph.values.push_back({alignedBytes(value.bytes), 0});
        ++graph.values[size_t(it->second)].users;
        graph.nodes[i].values.push_back(it->second);
      }
    }
  }

  void addEdges(size_t list) {
    struct Last {
      int32_t writer = -1;
      std::vector<int32_t> readers{};
    };
    HashMap<ValueId, Last> lasts;
    std::vector<StepGraph::Node>& nodes = lists_[list].graph.nodes;
    int32_t lastEffect = -1;
    for (int32_t i = 0; i < int32_t(nodes.size()); ++i) {
      std::vector<int32_t>& before = nodes[size_t(i)].before;
      for (const Use& use : uses_[list][size_t(i)]) {
        Last& last = lasts[use.value];
        before.push_back(last.writer);
        if (use.writes) {
          before.insert(before.end(), last.readers.begin(), last.readers.end());
          last = {i};
        } else {
          last.readers.push_back(i);
        }
      }
      if (hasEffects_[list][size_t(i)])
        before.push_back(std::exchange(lastEffect, i));
      absl::c_sort(before);
      before.erase(std::unique(before.begin(), before.end()), before.end());
      std::erase(before, -1);
      for (int32_t earlier : before)
        nodes[size_t(earlier)].after.push_back(i);
    }
  }

  // A result may take over the place of an operand if all parts of the step that use the operand
  // permit it (Sharing.h).
  void addShares(size_t list) {
    for (size_t i = 0; i < lists_[list].steps->size(); ++i) {
      const Step& step = (*lists_[list].steps)[i];
      if (hasStepLists(step))
        continue;
      std::vector<const Step*> parts{&step};
      for (const std::vector<Step>& kernels : step.lists)
        for (const Step& kernel : kernels)
          parts.push_back(&kernel);
      for (const Step* part : parts)
        for (const Alias& alias : part->aliases)
          if (alias.kind == Alias::Kind::May && permit(parts, alias))
            lists_[list].graph.nodes[i].shares.push_back(
                {numbers_.at(alias.result), numbers_.at(alias.operand)});
    }
  }

  bool permit(const std::vector<const Step*>& parts, const Alias& alias) const {
    return numbers_.contains(alias.result) && numbers_.contains(alias.operand) &&
           absl::c_all_of(parts, [&](const Step* part) {
             return !readsViewOf(steps_, *part, alias.operand) &&
                    (!uses(*part, alias.operand) || mayAlias(*part, alias.operand, alias.result));
           });
  }

  const Steps& steps_;
  std::vector<StepList> lists_;
  std::vector<Around> around_;                      // by list
  std::vector<std::vector<std::vector<Use>>> uses_; // by list and step
  std::vector<std::vector<bool>> hasEffects_;       // by list and step
  std::vector<int32_t> homes_;                      // by value
  HashMap<ValueId, int32_t> numbers_;               // of the values of the list that is built
};

} // namespace

int64_t alignedBytes(int64_t bytes) {
  constexpr int64_t kAlignment = 64;
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

bool hasStepLists(const Step& step) {
  return step.kind == StepKind::Loop || step.kind == StepKind::Branch ||
         step.kind == StepKind::Call;
}

std::vector<StepList> listsOf(const Steps& steps) {
  return Builder(steps).run();
}

} // namespace lz::memory
