// Tests the printed loop trees of schedules. tests/ops/StageLoopsTest.cc tests with the kernels of
// the bench that the code of a kernel has the loops of its tree.
#include "PlanTesting.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "schedule/LoopForms.h"
#include "schedule/Schedule.h"

namespace lz::testing {
using region::NodeId;

namespace {

constexpr region::DimKind kStageReduction = region::DimKind::Reduction,
                          kStageInner = region::DimKind::Inner;
constexpr DType kF32 = DType::F32;

// Returns the printed tree without the line of the kernel, and without the part of the line of
// units that depends on costs.
std::string treeOf(const schedule::ChosenPlan& chosen, const schedule::VectorTarget& target = {}) {
  EXPECT_TRUE(verify(chosen.plan, chosen.choice).ok());
  std::vector<std::string> lines =
      absl::StrSplit(print(schedule::Schedule(chosen.plan, chosen.choice, target)), '\n');
  lines.erase(lines.begin());
  for (std::string& line : lines)
    if (size_t costs = line.find("; "); costs != std::string::npos)
      line.resize(costs);
  return absl::StrJoin(lines, "\n");
}

TEST(Stages, OfARow) {
  PlanBuilder b(schedule::LaneMode::RowLanes);
  addNormalized(b, Opcode::Exponential, 64, 1024, kF32);
  schedule::KeptRow kept = schedule::LoopForms(b.plan, b.choice).kept.at(0);
  EXPECT_EQ(treeOf(b), absl::StrCat("  units: 64 of a point of d0\n"
                                    "    lane reduction0 over d1: 64 vectors in 4 chains\n"
                                    "    lane reduction1 over d2: 64 vectors, keeps %",
                                    kept.made,
                                    "\n"
                                    "    stores out0 over d3: 64 vectors, reads %",
                                    kept.made, " as %", kept.used, "\n"));
}

// A stage whose values are the same in all units runs once per call.
TEST(Stages, OfNoUnit) {
  PlanBuilder b(schedule::LaneMode::GridLanes);
  region::IndexExpr d0 = b.dim(20), d1 = b.dim(50, kStageReduction);
  NodeId sum = b.reduce(Opcode::Add, b.load(b.input(kF32, 50), d1), b.constant(kF32, 0), {1});
  NodeId x = b.load(b.input(kF32, 20), d0);
  b.store(b.compute(Opcode::Add, kF32, {x, sum}), kF32, 20, d0, {0});
  EXPECT_EQ(treeOf(b), "  reduction0 over d1: point by point\n"
                       "  units: 1 of 20 points of d0\n"
                       "    map over d0: 1 vector and 4 lanes\n"
                       "      stores out0\n");
}

// out0[d0] = sum over d1 and d2 of (sum over d3 of x[d0, d1, d3]) * y[d1, d2]. The inner sum
// depends only on the outer one of the two loops.
schedule::ChosenPlan nested(int64_t outer, int64_t inner) {
  PlanBuilder b(schedule::LaneMode::GridLanes);
  region::IndexExpr d0 = b.dim(64), d1 = b.dim(outer, kStageReduction),
                    d2 = b.dim(40, kStageReduction), d3 = b.dim(inner, kStageReduction);
  NodeId x = b.load(b.input(kF32, 64 * outer * inner), d0 + d1 * (64 * inner) + d3 * 64);
  NodeId y = b.load(b.input(kF32, outer * 40), d1 * 40 + d2);
  NodeId sum = b.reduce(Opcode::Add, x, b.constant(kF32, 0), {3});
  NodeId product = b.compute(Opcode::Multiply, kF32, {sum, y});
  b.store(b.reduce(Opcode::Add, product, b.constant(kF32, 0), {1, 2}), kF32, 64, d0, {0});
  return b;
}

TEST(Stages, InsideOfTheLoopsThatTheyNeed) {
  EXPECT_EQ(treeOf(nested(20, 3)), "  units: 1 of 64 points of d0\n"
                                   "    map over d0: 4 vectors\n"
                                   "      reduction1 over d1 d2: point by point in each lane\n"
                                   "        reduction0 over d3 at a point of d1: written out in "
                                   "each lane\n"
                                   "      stores out0\n");
}

// 6 copies of 7 copies would be 42 copies, which are too many.
TEST(Stages, CopiesOfCopiesAreLoopsWhereTheyAreMany) {
  auto sums = [](int64_t outer, int64_t inner) {
    PlanBuilder b(schedule::LaneMode::GridLanes);
    region::IndexExpr d0 = b.dim(64), d1 = b.dim(outer, kStageReduction),
                      d2 = b.dim(inner, kStageReduction);
    NodeId x = b.load(b.input(kF32, 64 * outer * inner), d0 + d1 * (64 * inner) + d2 * 64);
    NodeId least = b.reduce(Opcode::Minimum, x, b.constant(kF32, 0), {2});
    b.store(b.reduce(Opcode::Add, least, b.constant(kF32, 0), {1}), kF32, 64, d0, {0});
    return treeOf(b);
  };
  EXPECT_EQ(sums(4, 7), "  units: 1 of 64 points of d0\n"
                        "    map over d0: 4 vectors\n"
                        "      reduction1 over d1: written out in each lane\n"
                        "        reduction0 over d2: written out in each lane\n"
                        "      stores out0\n");
  EXPECT_EQ(sums(6, 7), "  units: 1 of 64 points of d0\n"
                        "    map over d0: 4 vectors\n"
                        "      reduction1 over d1: written out in each lane\n"
                        "        reduction0 over d2: point by point in each lane\n"
                        "      stores out0\n");
}

// The sums of the columns after the last vector are in registers.
TEST(Stages, OfColumns) {
  PlanBuilder b(schedule::LaneMode::GridLanes);
  region::IndexExpr d0 = b.dim(2005), d1 = b.dim(1000, kStageReduction), d2 = b.dim(3, kStageInner);
  NodeId x = b.load(b.input(kF32, 2005 * 1000), d0 + d1 * 2005);
  NodeId sum = b.reduce(Opcode::Add, x, b.constant(kF32, 0), {1});
  NodeId y = b.load(b.input(kF32, 3), d2);
  b.store(b.compute(Opcode::Add, kF32, {sum, y}), kF32, 3 * 2005, d0 + d2 * 2005, {0, 2});
  EXPECT_EQ(treeOf(b), "  units: 4 of 512 points of d0\n"
                       "    columns over d0: up to 8 vectors, their sums in memory\n"
                       "      sums of reduction0 over d1: 8 rows at a time\n"
                       "      stores out0 over d2: point by point\n"
                       "    map over d0: the last 21 lanes\n"
                       "      reduction0 over d1: point by point in each lane, fetches %0 ahead\n"
                       "      stores out0 over d2: point by point\n");
}

// Each entry of the table reduces a row of x and a row of y.
TEST(Stages, OfATableOfPairs) {
  PlanBuilder b(schedule::LaneMode::GridLanes);
  region::IndexExpr d0 = b.dim(40), d1 = b.dim(9, kStageInner), d2 = b.dim(48, kStageReduction);
  NodeId x = b.load(b.input(kF32, 40 * 48), d0 * 48 + d2);
  NodeId y = b.load(b.input(kF32, 9 * 48), d1 * 48 + d2);
  NodeId product = b.compute(Opcode::Multiply, kF32, {x, y});
  NodeId dot = b.reduce(Opcode::Add, product, b.constant(kF32, 0), {2});
  b.store(dot, kF32, 9 * 40, d0 + d1 * 40, {0, 1});
  EXPECT_EQ(treeOf(b), "  units: 2 of 32 points of d0\n"
                       "    map over d0: up to 2 vectors, at last 8 lanes\n"
                       "      stores out0 over d1: 4 points at a time\n"
                       "        side by side reduction0 over d2: 3 vectors, 4 rows of 4 points at "
                       "a time\n");
}

TEST(Stages, OfRowsSideBySide) {
  PlanBuilder b(schedule::LaneMode::GridLanes);
  region::IndexExpr d0 = b.dim(40), d1 = b.dim(90, kStageReduction),
                    d2 = b.dim(48, kStageReduction);
  NodeId x = b.load(b.input(kF32, 40 * 48), d0 * 48 + d2);
  NodeId y = b.load(b.input(kF32, 90 * 48), d1 * 48 + d2);
  NodeId zero = b.constant(kF32, 0);
  NodeId product = b.compute(Opcode::Multiply, kF32, {x, y});
  NodeId dot = b.reduce(Opcode::Add, product, zero, {2});
  b.store(b.reduce(Opcode::Maximum, dot, zero, {1}), kF32, 40, d0, {0});
  EXPECT_EQ(treeOf(b), "  units: 3 of 16 points of d0\n"
                       "    map over d0: 1 vector, at last 8 lanes\n"
                       "      reduction1 over d1: 4 points at a time in each lane\n"
                       "        side by side reduction0 over d2: 3 vectors, 4 rows of 4 points at "
                       "a time\n"
                       "      stores out0\n");
  // At level strict, numbers are added in the order of the interpreter.
  EXPECT_EQ(treeOf(b, {.strict = true}), "  units: 3 of 16 points of d0\n"
                                         "    map over d0: 1 vector, at last 8 lanes\n"
                                         "      reduction1 over d1: point by point in each lane\n"
                                         "        reduction0 over d2: point by point in each lane\n"
                                         "      stores out0\n");
}

TEST(Stages, PrintIsTheWholeTree) {
  const schedule::ChosenPlan chosen = nested(20, 3);
  schedule::Schedule schedule(chosen.plan, chosen.choice, {});
  for (size_t i = 0; i < schedule.stages.size(); ++i) {
    const schedule::Stage& stage = schedule.stages[i];
    EXPECT_LE(stage.parent, i);
    for (size_t child : stage.children)
      EXPECT_EQ(schedule.stages[child].parent, i);
  }
  std::vector<std::string> lines = absl::StrSplit(print(schedule), '\n', absl::SkipEmpty());
  EXPECT_EQ(lines.size(), schedule.stages.size());
}

} // namespace
} // namespace lz::testing
