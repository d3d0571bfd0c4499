// Compares the smallest plan of small random programs with the best of all orders. LAZULI_GRAPHS
// sets the number of programs, and LAZULI_SEED selects other ones.
#include "memory/PlanMemory.h"

#include <cstdio>
#include <cstdlib>
#include <gtest/gtest.h>
#include <map>
#include <random>

namespace lz::memory {
namespace {

int64_t environmentNumber(const char* name, int64_t otherwise) {
  const char* text = std::getenv(name);
  return text ? std::strtoll(text, nullptr, 10) : otherwise;
}

// Makes programs of at most 8 steps. Each step reads some earlier values, and makes one or two
// values. Few different sizes are drawn, so that results can often use the places of operands. The
// last step reads all values that no other step reads.
class DrawSteps {
public:
  explicit DrawSteps(uint64_t seed) : random_(seed) {}

  Steps run() {
    steps_.values = {{ValueKind::Input, 64, 0}, {ValueKind::Output, 64, 0}};
    const int64_t count = 3 + below(5);
    for (int64_t i = 0; i < count; ++i)
      addStep();
    Step last{StepKind::Kernel, "last", {0}, {1}};
    for (ValueId value : made_)
      if (!isRead_[value])
        last.operands.push_back(value);
    steps_.body.push_back(std::move(last));
    return std::move(steps_);
  }

private:
  int64_t below(int64_t n) { return int64_t(random_() % uint64_t(n)); }

  ValueId newValue() {
    steps_.values.push_back({ValueKind::Temp, int64_t(64) << below(6)});
    return ValueId(steps_.values.size()) - 1;
  }

  void addStep() {
    Step step{StepKind::Kernel, "kernel"};
    for (int64_t reads = below(3); reads >= 0 && !made_.empty(); --reads)
      if (const ValueId value = made_[size_t(below(int64_t(made_.size())))];
          std::find(step.operands.begin(), step.operands.end(), value) == step.operands.end())
        step.operands.push_back(value), isRead_[value] = true;
    if (below(3) == 0) {
      step.scratch = newValue();
      if (below(2) == 0)
        step.alternatives = {{1, steps_.values.back().bytes / 2, 1000}};
    }
    for (int64_t results = below(5) == 0 ? 2 : 1; results > 0; --results)
      step.results.push_back(newValue());
    for (ValueId result : step.results)
      for (ValueId operand : step.operands)
        if (couldTakeOver(steps_.values[size_t(result)], steps_.values[size_t(operand)]) &&
            below(2) == 0)
          step.aliases.push_back({Alias::Kind::May, result, operand, "it is a test"});
    made_.insert(made_.end(), step.results.begin(), step.results.end());
    steps_.body.push_back(std::move(step));
  }

  std::mt19937_64 random_;
  Steps steps_;
  std::vector<ValueId> made_;
  std::map<ValueId, bool> isRead_;
};

// Goes through all orders. It shares no code with the planner.
class Exhaustive {
public:
  explicit Exhaustive(const Steps& steps) : steps_(steps), best_(1 << 30) {
    for (const Step& step : steps.body) {
      for (ValueId value : step.operands)
        ++readers_[value];
    }
  }

  int64_t run() {
    visit(0, 0, 0);
    return best_;
  }

private:
  int64_t bytesOf(ValueId value) const {
    const StepValue& v = steps_.values[size_t(value)];
    return v.kind == ValueKind::Temp ? v.bytes : 0;
  }

  // `done` has a bit for each step.
  void visit(unsigned done, int64_t alive, int64_t peak) {
    if (peak >= best_)
      return;
    if (done + 1 == 1u << steps_.body.size()) {
      best_ = peak;
      return;
    }
    for (size_t i = 0; i < steps_.body.size(); ++i)
      if ((done & 1u << i) == 0 && canRun(steps_.body[i], done))
        run(i, done, alive, peak);
  }

  bool canRun(const Step& step, unsigned done) const {
    for (size_t i = 0; i < steps_.body.size(); ++i)
      for (ValueId made : steps_.body[i].results)
        if ((done & 1u << i) == 0 &&
            std::find(step.operands.begin(), step.operands.end(), made) != step.operands.end())
          return false;
    return true;
  }

  void run(size_t i, unsigned done, int64_t alive, int64_t peak) {
    const Step& step = steps_.body[i];
    int64_t during = alive, after = alive;
    std::vector<ValueId> dead;
    for (ValueId value : step.operands)
      if (--readers_[value] == 0)
        dead.push_back(value), after -= bytesOf(value);
    for (ValueId value : step.results) {
      during += bytesOf(value);
      after += readers_[value] > 0 ? bytesOf(value) : 0;
    }
    if (step.scratch >= 0)
      during +=
          step.alternatives.empty() ? bytesOf(step.scratch) : step.alternatives.back().scratchBytes;
    visit(done | 1u << i, after, std::max(peak, during - mostShared(step, dead, 0)));
    for (ValueId value : step.operands)
      ++readers_[value];
  }

  // Returns the most bytes that results can share with dead operands.
  int64_t mostShared(const Step& step, const std::vector<ValueId>& dead, size_t first) const {
    if (first == step.results.size())
      return 0;
    int64_t most = mostShared(step, dead, first + 1);
    for (size_t d = 0; d < dead.size(); ++d)
      if (mayAlias(step, dead[d], step.results[first])) {
        std::vector<ValueId> rest = dead;
        rest.erase(rest.begin() + int64_t(d));
        most = std::max(most, bytesOf(step.results[first]) + mostShared(step, rest, first + 1));
      }
    return most;
  }

  const Steps& steps_;
  std::map<ValueId, int> readers_;
  int64_t best_;
};

TEST(NearOptimum, TheSmallestPlanIsHardlyLargerThanTheBestOfAllOrders) {
  const int64_t count = environmentNumber("LAZULI_GRAPHS", 200);
  const auto first = uint64_t(environmentNumber("LAZULI_SEED", 1)) * 1'000'000;
  int64_t near = 0, exact = 0;
  double worst = 1;
  for (uint64_t seed = first; seed < first + uint64_t(count); ++seed) {
    const Steps steps = DrawSteps(seed).run();
    ASSERT_TRUE(verify(steps).ok()) << verify(steps) << "seed " << seed;
    const StatusOr<MemoryPlan> smallest = plan(steps, {.budget = 0});
    ASSERT_TRUE(smallest.ok()) << smallest.status();
    const Steps changed = arranged(steps, smallest->arrangement);
    ASSERT_TRUE(verify(changed).ok()) << verify(changed) << "seed " << seed;
    const int64_t optimum = Exhaustive(steps).run();
    ASSERT_GE(smallest->arenaBytes, optimum) << "seed " << seed << "\n" << print(steps);
    const double ratio = double(smallest->arenaBytes) / double(std::max<int64_t>(optimum, 1));
    exact += ratio == 1;
    near += ratio <= 1.1;
    worst = std::max(worst, ratio);
    EXPECT_LE(ratio, 1.25) << "seed " << seed << ": " << smallest->arenaBytes << " instead of "
                           << optimum << "\n"
                           << print(steps);
    const StatusOr<MemoryPlan> again = plan(steps, {.budget = smallest->smallestArena});
    ASSERT_TRUE(again.ok()) << again.status();
    EXPECT_LE(again->arenaBytes, smallest->smallestArena);
  }
  EXPECT_GE(double(near), 0.95 * double(count));
  std::printf("%lld programs: %lld exact, %lld within 1.1, worst %.3f\n",
              static_cast<long long>(count), static_cast<long long>(exact),
              static_cast<long long>(near), worst);
}

} // namespace
} // namespace lz::memory
