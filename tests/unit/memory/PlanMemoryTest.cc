// Values of steps get places. With a budget, steps change so that they fit.
#include "memory/PlanMemory.h"

#include <gtest/gtest.h>
#include <limits>
#include <set>

namespace lz::memory {
namespace {

using enum StepKind;

StepValue temp(int64_t bytes, std::string origin = "") {
  return {ValueKind::Temp, bytes, -1, false, std::move(origin)};
}

Step kernel(std::vector<ValueId> operands, std::vector<ValueId> results, bool inPlace) {
  Step step{Kernel, "kernel", operands, results};
  if (inPlace)
    step.aliases = {{Alias::Kind::May, results[0], operands[0], "it is a test"}};
  return step;
}

// in0 -> tmp2 -> tmp3 -> tmp4 -> out0, each of `bytes`. The steps that make the values in `inPlace`
// list an alias.
Steps chain(int64_t bytes, std::vector<ValueId> inPlace) {
  Steps steps;
  steps.values = {{ValueKind::Input, bytes, 0},
                  {ValueKind::Output, bytes, 0},
                  temp(bytes),
                  temp(bytes),
                  temp(bytes)};
  ValueId last = 0;
  for (ValueId next : {2, 3, 4, 1}) {
    steps.body.push_back(
        kernel({last}, {next}, std::find(inPlace.begin(), inPlace.end(), next) != inPlace.end()));
    last = next;
  }
  return steps;
}

MemoryPlan planned(const Steps& steps) {
  StatusOr<MemoryPlan> memory = plan(steps);
  EXPECT_TRUE(memory.ok()) << memory.status();
  return *memory;
}

TEST(PlanMemory, WhatLivesTogetherLiesApart) {
  MemoryPlan memory = planned(chain(100, {}));
  EXPECT_EQ(memory.arenaBytes, 256);
  EXPECT_EQ(memory.peakBytes, 256);
  EXPECT_EQ(memory.offsets[2], memory.offsets[4]);
  EXPECT_NE(memory.offsets[2], memory.offsets[3]);
}

TEST(PlanMemory, PrintsWhereEachValueLies) {
  Steps steps = chain(100, {3});
  steps.values[0].donated = true;
  EXPECT_EQ(print(steps, planned(steps)), "arena 256 B, of which 256 B are alive at once\n"
                                          "  out0 100 B may lie in in0\n"
                                          "  tmp2 100 B at 0\n"
                                          "  tmp3 100 B at 0, where tmp2 lay\n"
                                          "  tmp4 100 B at 128\n");
}

// tmp2 = in0; view3 = a slice of tmp2; tmp4 = kernel(tmp2); out1 = dot(view3, tmp4)
Steps readInPlace(bool inPlace) {
  Steps steps;
  steps.values = {{ValueKind::Input, 128, 0},
                  {ValueKind::Output, 64, 0},
                  temp(128),
                  {ValueKind::View, 64},
                  temp(128),
                  temp(64)};
  steps.values[3].viewOf = 2;
  Step dot{Contraction, "dot", {3, 4}, {1}};
  dot.scratch = 5;
  dot.lists.resize(2);
  steps.body = {kernel({0}, {2}, false), {View, "view", {2}, {3}}, kernel({2}, {4}, inPlace), dot};
  return steps;
}

TEST(PlanMemory, WhatIsReadInPlaceLivesUntilItWasRead) {
  for (bool inPlace : {false, true}) {
    const Steps steps = readInPlace(inPlace);
    EXPECT_TRUE(verify(steps).ok()) << verify(steps);
    MemoryPlan memory = planned(steps);
    EXPECT_NE(memory.offsets[2], memory.offsets[4]);
    EXPECT_NE(memory.offsets[2], memory.offsets[5]);
    EXPECT_EQ(memory.takesOver[4], -1);
  }
}

// The epilogue of the product is allowed to overwrite tmp2, but another part of tmp2 is read in
// place by other threads.
TEST(PlanMemory, WhatIsReadInPlaceIsNotOverwrittenMeanwhile) {
  Steps steps = readInPlace(false);
  steps.body[2].operands = {0}; // nothing but the product reads tmp2
  steps.values.push_back(temp(128));
  Step epilogue = kernel({2, 1}, {6}, false);
  epilogue.aliases = {{Alias::Kind::May, 6, 2, "it is a test"}};
  epilogue.rows = 4;
  steps.body[3].lists[1] = {epilogue};
  EXPECT_TRUE(verify(steps).ok()) << verify(steps);
  EXPECT_EQ(planned(steps).takesOver[6], -1);
  steps.body[3].operands[0] = 4;
  EXPECT_EQ(planned(steps).takesOver[6], 2);
}

TEST(PlanMemory, AChainOfAliasesHasOnePlace) {
  MemoryPlan memory = planned(chain(100, {3, 4}));
  EXPECT_EQ(memory.arenaBytes, 128);
  EXPECT_EQ(memory.takesOver, (std::vector<ValueId>{-1, -1, -1, 2, 3}));
}

// tmp5 lives from the first kernel to the last, so it cannot share the place of the chain.
TEST(PlanMemory, AChainHasItsPlaceThroughItsLife) {
  Steps steps = chain(64, {3, 4});
  steps.values.push_back(temp(64));
  steps.body.front().results.push_back(5);
  steps.body.back().operands.push_back(5);
  MemoryPlan memory = planned(steps);
  EXPECT_EQ(memory.arenaBytes, 128);
  EXPECT_EQ(memory.offsets[2], memory.offsets[3]);
  EXPECT_EQ(memory.offsets[2], memory.offsets[4]);
  EXPECT_NE(memory.offsets[2], memory.offsets[5]);
}

TEST(PlanMemory, AnAliasNeedsTheLastReader) {
  Steps steps = chain(100, {3});
  steps.body[2].operands.push_back(2);
  EXPECT_EQ(planned(steps).takesOver[3], -1);
}

// Two results list an alias of the same operand; only the first one takes over its place.
TEST(PlanMemory, NobodysPlaceIsTakenOverTwice) {
  Steps steps = chain(100, {3});
  Step& both = steps.body[1];
  both.results = {3, 4};
  both.aliases.push_back({Alias::Kind::May, 4, 2, "it is a test"});
  steps.body[2] = kernel({3, 4}, {1}, false);
  steps.body.pop_back();
  MemoryPlan memory = planned(steps);
  EXPECT_EQ(memory.takesOver, (std::vector<ValueId>{-1, -1, -1, 2, -1}));
  EXPECT_EQ(memory.arenaBytes, 256);
}

// A contraction reads its operands while the kernels on its rows write.
TEST(PlanMemory, NothingTakesOverWhatItsContractionReads) {
  for (bool contractionReads : {false, true}) {
    Steps steps;
    steps.values = {{ValueKind::Input, 100, 0},
                    {ValueKind::Output, 100, 0},
                    temp(100),
                    temp(100),
                    {ValueKind::Rows}};
    Step dot{Contraction, "dot_general", {0, contractionReads ? 2 : 0}, {4}};
    dot.lists = {{}, {kernel({2, 4}, {3}, true)}};
    steps.body = {kernel({0}, {2}, false), dot, kernel({3}, {1}, false)};
    EXPECT_EQ(planned(steps).takesOver[3], contractionReads ? -1 : 2);
  }
}

TEST(PlanMemory, ACopyTakesOverThePlaceOfWhatItCopiesLast) {
  Steps steps = chain(100, {});
  steps.body[1] = copyStep(steps, 2, 3);
  EXPECT_EQ(planned(steps).takesOver[3], 2);
  steps.body[2] = kernel({2, 3}, {4}, false);
  EXPECT_EQ(planned(steps).takesOver[3], -1);
}

TEST(PlanMemory, AScratchLivesInItsStepOnly) {
  Steps steps = chain(64, {});
  steps.values.push_back(temp(640));
  steps.body[0].scratch = 5;
  EXPECT_EQ(planned(steps).arenaBytes, 640 + 64);
}

// tmp2 is made before the loop and read in each iteration, so tmp4 of the body must not share its
// place.
TEST(PlanMemory, WhatALoopReadsLivesThroughAllOfIt) {
  Steps steps;
  steps.values = {
      {ValueKind::Input, 64, 0}, {ValueKind::Output, 64, 0}, temp(64), temp(64), temp(64), temp(1)};
  Step loop{Loop, "while", {5}, {3}};
  loop.lists = {{kernel({3}, {5}, false)}, {kernel({2, 3}, {4}, false), kernel({4}, {3}, false)}};
  steps.body = {kernel({0}, {2}, false), copyStep(steps, 0, 3), loop, copyStep(steps, 3, 1)};
  MemoryPlan memory = planned(steps);
  EXPECT_NE(memory.offsets[4], memory.offsets[2]);
  EXPECT_NE(memory.offsets[5], memory.offsets[2]);
  EXPECT_EQ(memory.arenaBytes, 4 * 64);
}

// The call reads and writes its buffers between the runs of its body, so these and the temporaries
// of the body must not overlap. The same holds for tmp2, which each run reads.
TEST(PlanMemory, ACallAndWhatItsBodyUsesLieApart) {
  Steps steps;
  steps.values = {{ValueKind::Input, 64, 0},
                  {ValueKind::Output, 64, 0},
                  temp(64),
                  temp(64),
                  temp(64),
                  temp(64),
                  temp(64),
                  temp(64)};
  Step call{Call, "sort", {3}, {4}};
  call.lists = {{kernel({5, 2}, {6}, true), kernel({6}, {7}, true)}};
  call.bodyParams = {5}, call.bodyResults = {7};
  steps.body = {kernel({0}, {2}, false), kernel({2}, {3}, true), call, copyStep(steps, 4, 1)};
  MemoryPlan memory = planned(steps);
  std::set<int64_t> apart;
  for (ValueId value : {2, 3, 4, 5, 7})
    apart.insert(memory.offsets[size_t(value)]);
  EXPECT_EQ(apart.size(), 5u);
  for (ValueId value : {2, 3, 4, 5})
    EXPECT_NE(memory.offsets[6], memory.offsets[size_t(value)]);
}

// Only one of the lists runs, so the temporaries of all lists share one place. The result has
// another place.
TEST(PlanMemory, ListsOfABranchShareTheirPlaces) {
  Steps steps;
  steps.values = {
      {ValueKind::Input, 1, 0}, {ValueKind::Output, 64, 0}, temp(64), temp(64), temp(64)};
  Step branch{Branch, "if", {0}, {2}};
  for (ValueId inside : {3, 4})
    branch.lists.push_back({kernel({0}, {inside}, false), kernel({inside}, {2}, false)});
  steps.body = {branch, copyStep(steps, 2, 1)};
  MemoryPlan memory = planned(steps);
  EXPECT_EQ(memory.offsets[3], memory.offsets[4]);
  EXPECT_NE(memory.offsets[3], memory.offsets[2]);
}

TEST(PlanMemory, AnOutputGetsADonatedInput) {
  Steps steps = chain(100, {});
  EXPECT_EQ(planned(steps).aliasOf, std::vector<int32_t>{-1});
  steps.values[0].donated = true;
  EXPECT_EQ(planned(steps).aliasOf, std::vector<int32_t>{0});
  steps.body.back().operands.push_back(0);
  EXPECT_EQ(planned(steps).aliasOf, std::vector<int32_t>{-1}) << "it is read while out0 is written";
  steps.body.back().aliases = {{Alias::Kind::May, 1, 0, "it is a test"}};
  EXPECT_EQ(planned(steps).aliasOf, std::vector<int32_t>{0});
}

// Two branches need many bytes while they run, but their results are small. In the program, the
// steps with many bytes come first: tmp3, tmp4 -> tmp5, tmp6 -> out1.
Steps wide() {
  Steps steps;
  steps.values = {{ValueKind::Input, 64, 0},
                  {ValueKind::Output, 64, 0},
                  temp(64),
                  temp(1024),
                  temp(1024),
                  temp(64),
                  temp(64)};
  steps.body = {kernel({0}, {3}, false), kernel({0}, {4}, false), kernel({3}, {5}, false),
                kernel({4}, {6}, false), kernel({5, 6}, {1}, false)};
  return steps;
}

MemoryPlan plannedIn(const Steps& steps, int64_t budget) {
  StatusOr<MemoryPlan> memory = plan(steps, {.budget = budget});
  EXPECT_TRUE(memory.ok()) << memory.status();
  return *memory;
}

TEST(PlanMemory, StepsKeepTheirOrderIfThatFits) {
  for (int64_t budget : {std::numeric_limits<int64_t>::max(), int64_t(2 * 1024 + 64)}) {
    MemoryPlan memory = plannedIn(wide(), budget);
    EXPECT_TRUE(memory.arrangement.empty());
    EXPECT_TRUE(memory.moves.empty());
    EXPECT_EQ(memory.arenaBytes, 2 * 1024 + 64);
    EXPECT_EQ(memory.smallestArena, 1024 + 2 * 64);
  }
}

TEST(PlanMemory, StepsGetAnotherOrderIfTheirOwnDoesNotFit) {
  const Steps steps = wide();
  MemoryPlan memory = plannedIn(steps, 2 * 1024);
  EXPECT_EQ(memory.arenaBytes, 1024 + 2 * 64);
  const Steps changed = arranged(steps, memory.arrangement);
  EXPECT_TRUE(verify(changed).ok()) << verify(changed);
  ASSERT_EQ(memory.moves.size(), 1u);
  EXPECT_EQ(print(memory.moves[0]), "order changed: -960 bytes");
  EXPECT_EQ(print(changed, memory)
                .find("arena 1152 B, of which 1152 B are alive at once\n"
                      "  order changed: -960 bytes\n"
                      "  tmp2 64 B at "),
            0u);
}

TEST(PlanMemory, WithoutAPlanThatFitsItReturnsTheSmallest) {
  MemoryPlan memory = plannedIn(wide(), 100);
  EXPECT_EQ(memory.arenaBytes, 1024 + 2 * 64);
  EXPECT_EQ(memory.smallestArena, 1024 + 2 * 64);
}

// One step has much scratch, the other little. Only the first one runs on fewer threads.
TEST(PlanMemory, OnlyTheStepsThatNeedMostGetLessScratch) {
  Steps steps = chain(64, {});
  for (int64_t bytes : {4096, 256}) {
    Step& step = steps.body[bytes == 4096 ? 1 : 2];
    step.name = "dot";
    step.scratch = ValueId(steps.values.size());
    steps.values.push_back(temp(bytes));
    steps.locations = {"net.c:3"};
    steps.values.back().locations = {0};
    step.alternatives = {{2, bytes / 2, 1e6}, {1, bytes / 4, 3e6}};
  }
  EXPECT_EQ(planned(steps).arenaBytes, 4096 + 128);
  EXPECT_EQ(planned(steps).smallestArena, 1024 + 128);
  MemoryPlan half = plannedIn(steps, 4096);
  EXPECT_EQ(half.arenaBytes, 2048 + 128);
  ASSERT_EQ(half.moves.size(), 1u);
  EXPECT_EQ(print(half.moves[0]), "dot at net.c:3 with scratch for 2 threads: -2048 bytes, +1 ms");
  MemoryPlan least = plannedIn(steps, 1024 + 128);
  EXPECT_EQ(least.arenaBytes, 1024 + 128);
  ASSERT_EQ(least.moves.size(), 1u);
  EXPECT_EQ(least.moves[0].ns, 3e6);
  const Steps changed = arranged(steps, least.arrangement);
  EXPECT_EQ(changed.body[1].threads, 1);
  EXPECT_EQ(changed.values[5].bytes, 1024);
  EXPECT_EQ(changed.body[2].threads, 0);
}

// The steps of the body are in a bad order, and so are those of a branch inside of the body.
TEST(PlanMemory, ListsOfLoopsAndBranchesAreOrderedToo) {
  Steps inner = wide(), steps;
  steps.values = {{ValueKind::Input, 64, 0}, {ValueKind::Output, 64, 0}, temp(64), temp(1)};
  const auto first = ValueId(steps.values.size());
  steps.values.insert(steps.values.end(), inner.values.begin() + 3, inner.values.end());
  for (Step& step : inner.body)
    for (auto* values : {&step.operands, &step.results})
      for (ValueId& value : *values)
        value = value == 0 ? 2 : value == 1 ? 2 : value - 3 + first;
  Step branch{Branch, "if", {0}, {2}};
  branch.lists = {inner.body, {kernel({0}, {2}, false)}};
  branch.lists[0].back().operands.push_back(2);
  branch.lists[0].back().aliases = {{Alias::Kind::Must, 2, 2, "it is a test"}};
  Step loop{Loop, "while", {3}, {2}};
  loop.lists = {{kernel({2}, {3}, false)}, {branch}};
  steps.body = {copyStep(steps, 0, 2), loop, copyStep(steps, 2, 1)};
  ASSERT_TRUE(verify(steps).ok()) << verify(steps);
  const MemoryPlan own = planned(steps);
  EXPECT_GT(own.arenaBytes, 2 * 1024);
  const MemoryPlan memory = plannedIn(steps, 2 * 1024);
  EXPECT_EQ(memory.arenaBytes, own.smallestArena);
  EXPECT_EQ(memory.arenaBytes, own.arenaBytes - 960);
  const Steps changed = arranged(steps, memory.arrangement);
  EXPECT_TRUE(verify(changed).ok()) << verify(changed);
}

TEST(PlanMemory, AProgramWithoutStepsNeedsNothing) {
  EXPECT_EQ(planned({}).arenaBytes, 0);
}

} // namespace
} // namespace lz::memory
