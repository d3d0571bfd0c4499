// Tests how steps are printed, and that verify finds errors in them.
#include "base/Steps.h"

#include <gtest/gtest.h>

namespace lz {
namespace {

using enum StepKind;

// out0 = tanh(dot(in0, const1)), with scratch for the dot.
Steps layer() {
  Steps steps;
  steps.values = {{ValueKind::Input, 4096, 0},
                  {ValueKind::Output, 4096, 0},
                  {ValueKind::Constant, 64, 0},
                  {ValueKind::Temp, 4096, -1, false, "dot_general at net.c:12"},
                  {ValueKind::Temp, 256}};
  Step dot{Contraction, "dot_general", {0, 2}, {3}};
  dot.scratch = 4;
  dot.lists.resize(2);
  Step tanh{Kernel, "loop_tanh_0", {3}, {1}};
  tanh.ns = 1500;
  steps.body = {dot, tanh};
  return steps;
}

// for (tmp1 = in0; condition(tmp1) -> tmp2; tmp1 = body(tmp1)); out4 = tmp1
Steps loop() {
  Steps steps;
  steps.values = {{ValueKind::Input, 8, 0},
                  {ValueKind::Temp, 8},
                  {ValueKind::Temp, 1},
                  {ValueKind::Temp, 8},
                  {ValueKind::Output, 8, 0}};
  Step step{Loop, "while", {2}, {1}};
  step.lists = {{{Kernel, "less", {1}, {2}}}, {{Kernel, "next", {1}, {3}}, copyStep(steps, 3, 1)}};
  steps.body = {copyStep(steps, 0, 1), step, copyStep(steps, 1, 4)};
  return steps;
}

// out2 = in0 ? in1 : in1
Steps choice() {
  Steps steps;
  steps.values = {{ValueKind::Input, 1, 0}, {ValueKind::Input, 8, 1}, {ValueKind::Output, 8, 0}};
  Step step{Branch, "if", {0}, {2}};
  step.lists = {{copyStep(steps, 1, 2)}, {copyStep(steps, 1, 2)}};
  steps.body = {step};
  return steps;
}

// out1 = in0, sorted by less(tmp2, tmp3) -> tmp4.
Steps sorting() {
  Steps steps;
  steps.values = {{ValueKind::Input, 40, 0},
                  {ValueKind::Output, 40, 0},
                  {ValueKind::Temp, 4},
                  {ValueKind::Temp, 4},
                  {ValueKind::Temp, 1}};
  Step step{Call, "sort", {0}, {1}};
  step.lists = {{{Kernel, "less", {2, 3}, {4}}}};
  step.bodyParams = {2, 3}, step.bodyResults = {4};
  steps.body = {step};
  return steps;
}

void expectWrong(const Steps& steps, const std::string& why) {
  Status status = verify(steps);
  EXPECT_EQ(status.code(), absl::StatusCode::kInternal) << status;
  EXPECT_NE(status.message().find(why), absl::string_view::npos) << status;
}

TEST(Steps, ArePrintedOneALine) {
  EXPECT_EQ(print(layer()), "values\n"
                            "  in0 4096 B\n"
                            "  out0 4096 B\n"
                            "  const2 64 B\n"
                            "  tmp3 4096 B: dot_general at net.c:12\n"
                            "  tmp4 256 B\n"
                            "steps\n"
                            "  contraction dot_general reads in0 const2 writes tmp3 scratch tmp4\n"
                            "  kernel loop_tanh_0 reads tmp3 writes out0, 1.5e+03 ns\n");
}

TEST(Steps, ArePrintedWithListsAndAliases) {
  EXPECT_EQ(print(loop()), "values\n"
                           "  in0 8 B\n"
                           "  tmp1 8 B\n"
                           "  tmp2 1 B\n"
                           "  tmp3 8 B\n"
                           "  out0 8 B\n"
                           "steps\n"
                           "  copy reads in0 writes tmp1, 0.64 ns\n"
                           "  loop while reads tmp2 writes tmp1\n"
                           "    condition\n"
                           "      kernel less reads tmp1 writes tmp2\n"
                           "    body\n"
                           "      kernel next reads tmp1 writes tmp3\n"
                           "      copy reads tmp3 writes tmp1, 0.64 ns\n"
                           "          tmp1 may lie where tmp3 lay: a copy to itself is nothing\n"
                           "  copy reads tmp1 writes out0, 0.64 ns\n");
}

TEST(Steps, ArePrintedWithTheBodyOfACall) {
  const std::string text = print(sorting());
  EXPECT_EQ(text.substr(text.find("steps")), "steps\n"
                                             "  call sort reads in0 writes out0\n"
                                             "    body of tmp2 tmp3 gives tmp4\n"
                                             "      kernel less reads tmp2 tmp3 writes tmp4\n");
}

TEST(Steps, ThoseThatAreRightAreVerified) {
  EXPECT_TRUE(verify(sorting()).ok()) << verify(sorting());
  EXPECT_TRUE(verify(layer()).ok()) << verify(layer());
  EXPECT_TRUE(verify(loop()).ok()) << verify(loop());
  EXPECT_TRUE(verify(choice()).ok()) << verify(choice());
}

// view3 = a slice of in0; out1 = dot(view3, const2)
Steps slice() {
  Steps steps;
  steps.values = {{ValueKind::Input, 4096, 0},
                  {ValueKind::Output, 4096, 0},
                  {ValueKind::Constant, 64, 0},
                  {ValueKind::View, 1024}};
  steps.values[3].viewOf = 0;
  Step view{View, "view", {0}, {3}};
  view.attrs = print(ViewPlace{512, {}}, {});
  Step dot{Contraction, "dot_general", {3, 2}, {1}};
  dot.lists.resize(2);
  steps.body = {view, dot};
  return steps;
}

TEST(Steps, OnlyProductsReadSlicesInPlace) {
  EXPECT_EQ(print(slice()), "values\n"
                            "  in0 4096 B\n"
                            "  out0 4096 B\n"
                            "  const2 64 B\n"
                            "  view3 1024 B\n"
                            "steps\n"
                            "  view reads in0 writes view3 at 512\n"
                            "  contraction dot_general reads view3 const2 writes out0\n");
  EXPECT_TRUE(verify(slice()).ok()) << verify(slice());
  Steps steps = slice();
  steps.body[1] = {Kernel, "tanh", {3}, {1}};
  expectWrong(steps, "step tanh: it is no product, but uses a slice in place");
  steps = slice();
  steps.body[1].results = {3};
  expectWrong(steps, "it is no product, but uses a slice in place");
  steps = slice();
  steps.body[0].operands = {2};
  expectWrong(steps, "step view: view3 is no slice of const2");
  steps = slice();
  steps.values[3].bytes = 5000;
  expectWrong(steps, "step view: view3 is no slice of in0");
  steps = slice();
  std::swap(steps.body[0], steps.body[1]);
  expectWrong(steps, "it reads view3, which nothing wrote before");
}

TEST(Steps, AViewCanBeginAtAStart) {
  EXPECT_EQ(print(ViewPlace{16, {{7, 256}}}, {"tmp3"}), "at 16 + 256 * tmp3");
}

TEST(Steps, AValueIsWrittenBeforeItIsRead) {
  Steps steps = layer();
  std::swap(steps.body[0], steps.body[1]);
  expectWrong(steps, "step loop_tanh_0: it reads tmp3, which nothing wrote before");
}

TEST(Steps, AValueIsWrittenByOneStep) {
  Steps steps = layer();
  steps.body.push_back(steps.body.back());
  expectWrong(steps, "it writes out0, which was written before");
  steps.body.back() = {Kernel, "add", {3}, {0}};
  expectWrong(steps, "it writes in0, which is an input or a constant");
}

TEST(Steps, AnUpdateWritesAgainIfItSaysSo) {
  Steps steps = layer();
  Step update{Kernel, "scatter", {1, 0}, {1}};
  steps.body.push_back(update);
  expectWrong(steps, "it writes out0, which was written before");
  steps.body.back().aliases = {{Alias::Kind::Must, 1, 1, "a part of it is written"}};
  EXPECT_TRUE(verify(steps).ok()) << verify(steps);
  steps.body.back().aliases[0].kind = Alias::Kind::May;
  expectWrong(steps,
              "out0 is an operand and a result of the step, so its alias must be of kind Must");
}

TEST(Steps, EveryOutputIsWritten) {
  Steps steps = layer();
  steps.body.pop_back();
  expectWrong(steps, "nothing writes out0");
}

TEST(Steps, SizesAgree) {
  Steps steps = layer();
  steps.body.push_back({Copy, "copy", {2}, {4}});
  expectWrong(steps, "it copies a value of 64 bytes to a value of 256 bytes");
  steps = layer();
  steps.body[1].aliases = {{Alias::Kind::May, 1, 3, "it is a test"}};
  expectWrong(steps, "out0 of 4096 bytes cannot take over tmp3 of 4096");
}

TEST(Steps, AnAliasSpeaksOfItsStep) {
  Steps steps = layer();
  steps.body[1].aliases = {{Alias::Kind::May, 1, 0, "it is a test"}};
  expectWrong(steps, "an alias names a value that is not its operand and its result");
}

TEST(Steps, NamesAreThoseOfValues) {
  Steps steps = layer();
  steps.body[1].operands = {17};
  expectWrong(steps, "a value that it names does not exist");
  steps = layer();
  steps.body[0].scratch = 0;
  expectWrong(steps, "its scratch in0 is not a temporary");
}

TEST(Steps, ListsBelongToTheirKinds) {
  Steps steps = layer();
  steps.body[1].lists.resize(1);
  expectWrong(steps, "it has 1 lists of steps, not 0");
  steps = layer();
  steps.body[0].lists[1] = {{Kernel, "tanh", {3}, {1}}};
  expectWrong(steps, "its lists contain tanh, which is not a kernel that has rows");
}

// A sweep of two products. A kernel on rows of the first product makes a value that a kernel on
// rows of the second product reads.
Steps sweep() {
  Steps steps;
  steps.values = {{ValueKind::Input, 80, 0}, {ValueKind::Output, 80, 0}, {ValueKind::Rows},
                  {ValueKind::Rows},         {ValueKind::Rows},          {ValueKind::Rows}};
  Step step{Sweep, "dot_general", {0, 0, 3, 0}, {2, 4}};
  step.kept = {5};
  Step makes{Kernel, "makes", {2}, {3, 5}}, uses{Kernel, "uses", {4, 5}, {1}};
  makes.rows = uses.rows = 4;
  step.lists = {{}, {makes}, {}, {uses}};
  steps.body = {step};
  return steps;
}

TEST(Steps, ASweepKeepsValuesThatExistByRows) {
  Steps steps = sweep();
  EXPECT_TRUE(verify(steps).ok()) << verify(steps);
  EXPECT_NE(print(steps).find("writes rows2 rows4 keeps rows5\n"), std::string::npos)
      << print(steps);
  for (ValueId id : {-1, 0, 1, 6}) {
    steps.body[0].kept = {id};
    EXPECT_NE(verify(steps).message().find("keeps rows of a value of which no rows exist"),
              std::string::npos)
        << id;
  }
}

TEST(Steps, OnlyTheBodyWritesWhatALoopCarries) {
  Steps steps = loop();
  Step& step = steps.body[1];
  step.lists[0].push_back(copyStep(steps, 0, 1));
  expectWrong(steps, "it writes tmp1, which was written before");
  steps = loop();
  steps.body.erase(steps.body.begin());
  expectWrong(steps, "it carries tmp1, which nothing wrote before");
  steps = loop();
  steps.body[1].lists[0].clear();
  expectWrong(steps, "it reads tmp2, which nothing wrote before");
}

TEST(Steps, WhatALoopMakesExistsInsideOnly) {
  Steps steps = loop();
  steps.body[2] = copyStep(steps, 3, 4);
  expectWrong(steps, "it reads tmp3, which nothing wrote before");
}

TEST(Steps, TheBodyOfACallHasWhatItIsGivenAndGivesItsResults) {
  Steps steps = sorting();
  steps.body[0].bodyParams = {2};
  expectWrong(steps, "step less: it reads tmp3, which nothing wrote before");
  steps = sorting();
  steps.body[0].lists[0].clear();
  expectWrong(steps, "its body does not write tmp4");
  steps = sorting();
  steps.body.push_back({Kernel, "copy", {4}, {2}});
  expectWrong(steps, "it reads tmp4, which nothing wrote before");
}

TEST(Steps, EveryListOfABranchWritesItsResults) {
  Steps steps = choice();
  steps.body[0].lists[1].clear();
  expectWrong(steps, "list 1 does not write out0");
}

} // namespace
} // namespace lz
