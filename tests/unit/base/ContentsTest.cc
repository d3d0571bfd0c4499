// The contents of values are numbered in the order of the program.
#include "absl/strings/str_cat.h"
#include "base/contents/NumberContents.h"
#include "gtest/gtest.h"

namespace lz {
namespace {

using enum StepKind;

enum : ValueId { In, Out, A, B, Pred, Scratch, Rows };

Steps numbered(std::vector<Step> body) {
  Steps steps;
  steps.values = {{ValueKind::Input, 64, 0}, {ValueKind::Output, 64, 0}, {ValueKind::Temp, 64},
                  {ValueKind::Temp, 64},     {ValueKind::Temp, 1},       {ValueKind::Temp, 64},
                  {ValueKind::Rows}};
  steps.body = std::move(body);
  numberContents(steps);
  return steps;
}

// Returns a text such as "2:1->0 3:0->1": value 2 is read as content 1, value 3 is written.
std::string textOf(const std::vector<ContentUse>& uses) {
  std::string text;
  for (const ContentUse& use : uses)
    absl::StrAppend(&text, text.empty() ? "" : " ", use.value, ":", use.reads, "->", use.writes);
  return text;
}

Step kernel(std::vector<ValueId> operands, std::vector<ValueId> results,
            std::vector<Alias> aliases = {}) {
  return {Kernel, "kernel", std::move(operands), std::move(results), std::move(aliases)};
}

TEST(Contents, EachWriteIsAContent) {
  const Steps steps = numbered({kernel({In}, {A}), kernel({A}, {Out})});
  EXPECT_EQ(textOf(steps.body[0].contents.uses), "0:1->0 2:0->1");
  EXPECT_EQ(textOf(steps.body[1].contents.uses), "2:1->0 1:0->1");
  EXPECT_EQ(textOf(steps.ends), "1:1->0");
}

TEST(Contents, AnUpdateReadsTheContentBefore) {
  const Steps steps = numbered(
      {kernel({In}, {Out}), kernel({In, Out}, {Out}, {{Alias::Kind::Must, Out, Out, "a test"}})});
  EXPECT_EQ(textOf(steps.body[1].contents.uses), "0:1->0 1:1->2");
  EXPECT_EQ(textOf(steps.ends), "1:2->0");
}

TEST(Contents, ALoopJoinsWhatItCarries) {
  Step loop{Loop, "while", {Pred}, {A}};
  loop.lists = {{kernel({A}, {Pred})}, {kernel({A}, {B}), kernel({B}, {A})}};
  const Steps steps = numbered({kernel({In}, {A}), loop, kernel({A}, {Out})});
  const Contents& contents = steps.body[1].contents;
  ASSERT_EQ(contents.joins.size(), 1u);
  EXPECT_EQ(contents.joins[0].to, 2);
  EXPECT_EQ(contents.joins[0].from, (std::vector<int32_t>{1, 3}));
  EXPECT_EQ(textOf(contents.after), "4:1->0");
  EXPECT_EQ(textOf(steps.body[1].lists[1][1].contents.uses), "3:1->0 2:0->3");
  EXPECT_EQ(textOf(steps.body[2].contents.uses), "2:2->0 1:0->1");
}

TEST(Contents, ABranchJoinsWhatItsListsWrite) {
  Step branch{Branch, "if", {Pred}, {Out}};
  branch.lists = {{kernel({In}, {Out})}, {kernel({A}, {Out})}};
  const Steps steps = numbered({kernel({In}, {A, Pred}), branch});
  EXPECT_EQ(steps.body[1].contents.joins[0].from, (std::vector<int32_t>{1, 2}));
  EXPECT_EQ(textOf(steps.ends), "1:3->0");
}

// A kernel of a contraction may overwrite an operand that only this kernel reads. The contents of
// arrays that exist by rows are not numbered, so they do not occur in these texts.
TEST(Contents, KernelsOfAContractionSharePlacesIfAllPermitIt) {
  for (bool second : {false, true}) {
    Step product{Contraction, "dot", {In, In}, {Rows}};
    product.scratch = Scratch;
    product.lists = {{}, {kernel({Rows, A}, {Out}, {{Alias::Kind::May, Out, A, "a test"}})}};
    if (second)
      product.lists[1].push_back(kernel({A}, {B}));
    const Steps steps = numbered({kernel({In}, {A}), product});
    const Contents& contents = steps.body[1].contents;
    EXPECT_EQ(textOf(contents.uses), second ? "0:1->0 0:1->0 2:1->0 1:0->1 2:1->0 3:0->1 5:0->1"
                                            : "0:1->0 0:1->0 2:1->0 1:0->1 5:0->1");
    EXPECT_EQ(contents.shares.size(), second ? 0u : 1u);
  }
}

} // namespace
} // namespace lz
