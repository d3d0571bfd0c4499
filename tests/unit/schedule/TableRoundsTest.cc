// The rounds over the columns of a table, and their prices.
#include "absl/strings/str_cat.h"
#include "formats/stablehlo/StableHloText.h"
#include "fusion/BuildPlan.h"
#include "schedule/cost/Cost.h"
#include "schedule/tables/TableCost.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace lz::fusion {
namespace {

using schedule::TableRound;

// The gradients of the sum of e^-|x_i - y_j|^2, of points of `numbers` numbers: w, w |x_i - y_j|^2
// and w (x_i - y_j) are summed over the rows, and the last one over the columns, too.
Program gradients(int64_t numbers) {
  const std::string pairs = "tensor<6000x6000xf32>", tail = absl::StrCat(numbers, "xf32>"),
                    points = "tensor<6000x" + tail, all = "tensor<6000x6000x" + tail;
  StatusOr<Program> program = formats::parseStableHlo(
      absl::StrCat("func.func @main(%x: ", points, ", %y: ", points,
                   ") -> (tensor<6000xf32>, tensor<6000xf32>, ", points, ", tensor<24x6000x", tail,
                   R"() {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %xs = stablehlo.broadcast_in_dim %x, dims = [0, 2] : ()",
                   points, ") -> ", all, R"(
  %ys = stablehlo.broadcast_in_dim %y, dims = [1, 2] : ()",
                   points, ") -> ", all, R"(
  %d = stablehlo.subtract %xs, %ys : )",
                   all, R"(
  %dd = stablehlo.multiply %d, %d : )",
                   all, R"(
  %r = stablehlo.reduce(%dd init: %zero) applies stablehlo.add across dimensions = [2] : ()",
                   all, ", tensor<f32>) -> ", pairs, R"(
  %n = stablehlo.negate %r : )",
                   pairs, R"(
  %w = stablehlo.exponential %n : )",
                   pairs, R"(
  %wr = stablehlo.multiply %w, %r : )",
                   pairs, R"(
  %ws = stablehlo.broadcast_in_dim %w, dims = [0, 1] : ()",
                   pairs, ") -> ", all, R"(
  %g = stablehlo.multiply %d, %ws : )",
                   all, R"(
  %0 = stablehlo.reduce(%w init: %zero) applies stablehlo.add across dimensions = [1] : ()",
                   pairs,
                   R"(, tensor<f32>) -> tensor<6000xf32>
  %1 = stablehlo.reduce(%wr init: %zero) applies stablehlo.add across dimensions = [1] : ()",
                   pairs,
                   R"(, tensor<f32>) -> tensor<6000xf32>
  %2 = stablehlo.reduce(%g init: %zero) applies stablehlo.add across dimensions = [1] : ()",
                   all, ", tensor<f32>) -> ", points, R"(
  %3 = "stablehlo.reduce_window"(%g, %zero) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 256, 1, 1>, window_strides = array<i64: 256, 1, 1>,
      padding = dense<[[0, 144], [0, 0], [0, 0]]> : tensor<3x2xi64>} : ()",
                   all, ", tensor<f32>) -> tensor<24x6000x", tail, R"(
  return %0, %1, %2, %3 : tensor<6000xf32>, tensor<6000xf32>, )",
                   points, ", tensor<24x6000x", tail, "\n}"),
      "gradients.mlir");
  EXPECT_TRUE(program.ok()) << program.status();
  return *program;
}

struct Rounds {
  schedule::ChosenPlan chosen;
  std::vector<uint64_t> deps;
  std::vector<TableRound> rounds;

  int registers(size_t round) const {
    const auto [ofRows, others] = schedule::valuesOfRound(rounds[round], chosen.plan, deps);
    return schedule::registersOfRows(256, 16) * (ofRows + others);
  }
};

Rounds roundsOf(int64_t numbers, MachineClass cpu) {
  StatusOr<schedule::ChosenPlan> chosen = buildPlan(gradients(numbers), costTable(cpu));
  EXPECT_TRUE(chosen.ok()) << chosen.status();
  std::vector<uint64_t> deps = region::dependencies(chosen->plan);
  return {*chosen, deps, schedule::tableRounds(chosen->plan, deps)};
}

// One round would have 12 sums of rows, 10 numbers of the row and 10 differences.
TEST(TableRounds, SumsThatNeedTooManyRegistersAreDivided) {
  Rounds found = roundsOf(10, MachineClass::Avx512);
  ASSERT_GT(found.rounds.size(), 1u);
  const TableRound &first = found.rounds[0], &last = found.rounds.back();
  for (size_t i = 1; i < found.rounds.size(); ++i)
    EXPECT_LE(found.registers(i), 32);
  // Differences are computed again, and do not go through memory.
  ASSERT_EQ(last.reads.size(), 1u);
  EXPECT_EQ(found.chosen.plan.nodes[size_t(last.reads[0])].opcode, Opcode::Exponential);
  EXPECT_EQ(last.computed.size(), 2 * last.outputs.size());
  EXPECT_NE(std::find(first.keeps.begin(), first.keeps.end(), last.reads[0]), first.keeps.end());
}

TEST(TableRounds, FewerRegistersMakeMoreRounds) {
  EXPECT_GT(roundsOf(10, MachineClass::Avx2).rounds.size(),
            roundsOf(10, MachineClass::Avx512).rounds.size());
}

TEST(TableRounds, BlocksHaveWholeVectorsOfRows) {
  EXPECT_EQ(schedule::registersOfRows(320, 16), 4);
  EXPECT_EQ(schedule::registersOfRows(96, 16), 2);
  EXPECT_EQ(schedule::registersOfRows(48, 16), 1);
  EXPECT_EQ(schedule::registersOfRows(320, 1), 1);
}

TEST(TableRounds, ShortSumsShareTheirValuesWithOtherSums) {
  Rounds found = roundsOf(3, MachineClass::Avx512);
  for (const region::PlanReduction& r : found.chosen.plan.reductions)
    EXPECT_EQ(r.dims, found.chosen.plan.reductions[0].dims); // the sum over coordinates is no loop
  int64_t differences = 0;
  for (const region::PlanNode& n : found.chosen.plan.nodes)
    differences += n.kind == region::NodeKind::Compute && n.opcode == Opcode::Subtract;
  EXPECT_EQ(differences, 3);
}

} // namespace
} // namespace lz::fusion
