// Orders of steps: what must come before what, the bytes at each step, and the best order.
#include "memory/Order.h"

#include "memory/Window.h"

#include <gtest/gtest.h>
#include <limits>
#include <numeric>

namespace lz::memory {
namespace {

using enum StepKind;

StepValue tempOf(int64_t bytes) {
  return {ValueKind::Temp, bytes};
}

Step kernelStep(std::vector<ValueId> operands, std::vector<ValueId> results) {
  return {Kernel, "kernel", std::move(operands), std::move(results)};
}

StepGraph graphOf(const Steps& steps) {
  return listsOf(steps).front().graph;
}

std::vector<int32_t> before(const Steps& steps, size_t step) {
  return graphOf(steps).nodes[step].before;
}

Work enoughWork() {
  return Work(std::numeric_limits<int64_t>::max());
}

// in0 -> tmp2 -> tmp3 -> out1
Steps chainOfThree() {
  Steps steps;
  steps.values = {{ValueKind::Input, 64, 0}, {ValueKind::Output, 64, 0}, tempOf(100), tempOf(200)};
  steps.body = {kernelStep({0}, {2}), kernelStep({2}, {3}), kernelStep({3}, {1})};
  return steps;
}

TEST(Timeline, AValueIsAliveFromItsFirstToItsLastUse) {
  const StepGraph graph = graphOf(chainOfThree());
  EXPECT_EQ(timelineOf(graph, {0, 1, 2}), (std::vector<int64_t>{128, 128 + 256, 256}));
  EXPECT_EQ(peakOf(graph, {0, 1, 2}), 384);
  EXPECT_EQ(leastPeakOf(graph), 384);
}

TEST(Timeline, AResultMayTakeOverThePlaceOfAnOperand) {
  Steps steps = chainOfThree();
  steps.values[2].bytes = 200;
  steps.body[1].aliases = {{Alias::Kind::May, 3, 2, "it is a test"}};
  EXPECT_EQ(timelineOf(graphOf(steps), {0, 1, 2}), (std::vector<int64_t>{256, 256, 256}));
  steps.body[2].operands.push_back(2); // it is read later
  EXPECT_EQ(timelineOf(graphOf(steps), {0, 1, 2}), (std::vector<int64_t>{256, 512, 512}));
}

TEST(StepGraph, AStepComesAfterWhatItReads) {
  EXPECT_EQ(before(chainOfThree(), 0), std::vector<int32_t>{});
  EXPECT_EQ(before(chainOfThree(), 1), std::vector<int32_t>{0});
  EXPECT_EQ(before(chainOfThree(), 2), std::vector<int32_t>{1});
}

// The second step reads out1 before the third one updates it, and the fourth reads it afterwards.
TEST(StepGraph, UpdatesComeAfterWhatReadsTheOldValue) {
  Steps steps;
  steps.values = {{ValueKind::Input, 64, 0}, {ValueKind::Output, 64, 0}, tempOf(64), tempOf(64)};
  Step update = kernelStep({0, 1}, {1});
  update.aliases = {{Alias::Kind::Must, 1, 1, "it is a test"}};
  steps.body = {kernelStep({0}, {1}), kernelStep({1}, {2}), update, kernelStep({1}, {3})};
  EXPECT_EQ(before(steps, 2), (std::vector<int32_t>{0, 1}));
  EXPECT_EQ(before(steps, 3), std::vector<int32_t>{2});
}

// Nothing writes the array before the product has read its view.
TEST(StepGraph, AViewIsReadTogetherWithItsArray) {
  Steps steps;
  steps.values = {{ValueKind::Input, 64, 0},
                  {ValueKind::Output, 64, 0},
                  tempOf(64),
                  {ValueKind::View, 64},
                  tempOf(64)};
  steps.values[3].viewOf = 2;
  Step dot{Contraction, "dot", {3, 3}, {1}};
  dot.scratch = 4;
  dot.lists.resize(2);
  Step update = kernelStep({0, 2}, {2});
  update.aliases = {{Alias::Kind::Must, 2, 2, "it is a test"}};
  steps.body = {kernelStep({0}, {2}), {View, "view", {2}, {3}}, dot, update};
  EXPECT_EQ(before(steps, 2), (std::vector<int32_t>{0, 1}));
  EXPECT_EQ(before(steps, 3), (std::vector<int32_t>{0, 1, 2}));
}

TEST(StepGraph, StepsWithEffectsKeepTheirOrder) {
  Steps steps = chainOfThree();
  steps.body = {kernelStep({0}, {2}), kernelStep({0}, {3}), kernelStep({0}, {1})};
  EXPECT_EQ(before(steps, 2), std::vector<int32_t>{});
  steps.body[0].hasEffects = steps.body[2].hasEffects = true;
  EXPECT_EQ(before(steps, 2), std::vector<int32_t>{0});
  EXPECT_EQ(before(steps, 1), std::vector<int32_t>{});
}

// tmp2 is used inside of the loop only, tmp3 also after it.
TEST(StepGraph, AValueBelongsToTheInnermostListWithAllItsUses) {
  Steps steps;
  steps.values = {
      {ValueKind::Input, 64, 0}, {ValueKind::Output, 64, 0}, tempOf(64), tempOf(64), tempOf(1)};
  Step loop{Loop, "while", {4}, {3}};
  loop.lists = {{kernelStep({3}, {4})}, {kernelStep({3}, {2}), kernelStep({2}, {3})}};
  loop.lists[1][1].hasEffects = true;
  steps.body = {kernelStep({0}, {3}), loop, kernelStep({3}, {1}), kernelStep({0}, {1})};
  steps.body[3].hasEffects = true;
  const std::vector<StepList> lists = listsOf(steps);
  ASSERT_EQ(lists.size(), 3u);
  EXPECT_EQ(lists[0].lists[1], (std::vector<int32_t>{1, 2}));
  EXPECT_EQ(lists[0].graph.values.size(), 2u); // tmp3 and the predicate
  EXPECT_EQ(lists[2].graph.values.size(), 1u); // tmp2
  EXPECT_EQ(lists[2].graph.nodes[1].before, std::vector<int32_t>{0});
  EXPECT_EQ(lists[0].graph.nodes[3].before, (std::vector<int32_t>{1, 2}))
      << "the loop has an effect, and out1 is written twice";
}

// The program has `width` branches. Each branch makes a large value, and then a small one from it.
// All large values come first.
StepGraph wideGraph(size_t width) {
  StepGraph graph;
  graph.nodes.resize(2 * width + 1);
  for (size_t i = 0; i < width; ++i) {
    graph.values.push_back({1024, 2});
    graph.values.push_back({64, 2});
    graph.nodes[i].values = {int32_t(2 * i)};
    graph.nodes[width + i].values = {int32_t(2 * i), int32_t(2 * i + 1)};
    graph.nodes[2 * width].values.push_back(int32_t(2 * i + 1));
    auto edge = [&](size_t from, size_t to) {
      graph.nodes[from].after.push_back(int32_t(to));
      graph.nodes[to].before.push_back(int32_t(from));
    };
    edge(i, width + i);
    edge(width + i, 2 * width);
  }
  return graph;
}

TEST(Order, BranchesAreComputedOneAfterAnother) {
  for (size_t width : {2u, 5u, 100u}) {
    const StepGraph graph = wideGraph(width);
    Work work = enoughWork();
    const Order order = bestOrder(graph, work);
    EXPECT_EQ(peakOf(graph, order), int64_t(1024 + 64 * width)) << width;
    Work none(0);
    EXPECT_EQ(bestOrder(graph, none), ownOrder(graph));
  }
}

// A training step of `layers` layers: each keeps an array of 1024 bytes until the gradient of its
// weights is known. These gradients, of 64 bytes, are computed after all other steps.
StepGraph training(int32_t layers) {
  StepGraph graph;
  graph.nodes.resize(size_t(3 * layers + 1));
  auto use = [&](int32_t writer, int64_t bytes, const std::vector<int32_t>& readers) {
    const auto value = int32_t(graph.values.size());
    graph.values.push_back({bytes, int32_t(readers.size()) + 1});
    graph.nodes[size_t(writer)].values.push_back(value);
    for (int32_t reader : readers) {
      graph.nodes[size_t(reader)].values.push_back(value);
      graph.nodes[size_t(writer)].after.push_back(reader);
      graph.nodes[size_t(reader)].before.push_back(writer);
    }
  };
  for (int32_t i = 0; i < layers; ++i) {
    const int32_t forward = i, backward = 2 * layers - 1 - i, weights = 2 * layers + i;
    std::vector<int32_t> readers = {backward, weights};
    if (i + 1 < layers)
      readers.push_back(forward + 1);
    use(forward, 1024, readers);
    use(backward, 1024, {i > 0 ? backward + 1 : 3 * layers, weights});
    use(weights, 64, {3 * layers});
  }
  return graph;
}

TEST(Order, ALongTrainingStepComputesGradientsOfWeightsEarly) {
  for (int32_t layers : {5, 40, 400}) {
    const StepGraph graph = training(layers);
    EXPECT_GE(peakOf(graph, ownOrder(graph)), int64_t(2 * 1024 * layers)) << layers;
    Work work(int64_t(1'000 * graph.nodes.size()));
    EXPECT_LE(peakOf(graph, bestOrder(graph, work)), int64_t(1024 * (layers + 2))) << layers;
  }
}

TEST(Order, TheOrderOfTheProgramStaysIfNoneIsBetter) {
  const StepGraph graph = graphOf(chainOfThree());
  Work work = enoughWork();
  EXPECT_EQ(bestOrder(graph, work), (Order{0, 1, 2}));
}

// The window begins when large values are alive already, and ends before the small ones are read.
TEST(Window, WhatLivesBeforeAndAfterItCounts) {
  const StepGraph graph = wideGraph(5);
  Work work = enoughWork();
  const Order own = ownOrder(graph);
  const std::optional<Order> changed = reorderWindow(graph, own, 2, 6, work);
  ASSERT_TRUE(changed);
  // The values of the first two steps become small before the others are made.
  EXPECT_EQ(*changed, (Order{0, 1, 5, 6, 2, 7, 3, 4, 8, 9, 10}));
  EXPECT_FALSE(reorderWindow(graph, own, 0, 4, work)) << "these have only one order that counts";
}

} // namespace
} // namespace lz::memory
