// Values of steps get places, or the error says why the budget is too small.
#include "memory/PlanMemory.h"

#include "base/Exhausted.h"

#include <gtest/gtest.h>
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

TEST(PlanMemory, ABudgetThatIsKeptIsNoMatter) {
  EXPECT_TRUE(plan(chain(100, {}), {.budget = 256}).ok());
}

TEST(PlanMemory, ABudgetThatCannotBeKeptIsRefusedWithWhatIsNeeded) {
  Steps steps = chain(100, {});
  steps.values[3].origin = "dot_general at net.c:12";
  steps.values[3].op = "dot_general";
  steps.values[3].place = "net.c:12";
  steps.values[3].bytes = 1000;
  Status status = plan(steps, {.budget = 255}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted) << status;
  EXPECT_EQ(bytesWanted(status), 1152);
  EXPECT_EQ(bytesAvailable(status), 255);
  EXPECT_EQ(
      status.message(),
      "[compile] out of memory: 1152 bytes wanted, 255 available; the temporary values of the "
      "program do not fit; the largest at one time are tmp3 of 1000 bytes (dot_general at "
      "net.c:12), tmp2 of 100 bytes: use smaller shapes or a larger budget");
  EXPECT_EQ(opOf(status), "dot_general");
  EXPECT_EQ(locationOf(status), "net.c:12");
}

TEST(PlanMemory, AProgramWithoutStepsNeedsNothing) {
  EXPECT_EQ(planned({}).arenaBytes, 0);
}

} // namespace
} // namespace lz::memory
