// Threads divide the updates of a scatter among themselves by their target rows, or by columns
// (schedule/units/ScatterUnits.h). Tests which one is chosen, and that each update is still applied
// once and in its order.
#include "Harness.h"
#include "RegionPlans.h"
#include "absl/strings/str_replace.h"
#include "codegen/LlvmTarget.h"
#include "formats/stablehlo/StableHloText.h"
#include "gtest/gtest.h"
#include "schedule/Schedule.h"

namespace lz::test {
namespace {

struct ScatterCase {
  const char* name;
  const char* operand; // shapes; T stands for the element type
  const char* indices;
  const char* updates;
  const char* dimensions; // attributes of stablehlo.scatter
  int64_t bound;          // most indices are below this
  bool isByPlace;
};

constexpr char kRows[] = "update_window_dims = [1], inserted_window_dims = [0], "
                         "scatter_dims_to_operand_dims = [0], index_vector_dim = 1";

const ScatterCase kCases[] = {
    {"rows", "1000x64xT", "9000x1xi32", "9000x64xT", kRows, 1000, true},
    {"rows of no whole vectors", "1000x77xT", "9000x1xi32", "9000x77xT", kRows, 1000, true},
    {"all to one place", "1000x64xT", "9000x1xui8", "9000x64xT", kRows, 1, true},
    {"numbers of places beyond 64 bits", "1000x64xT", "9000x1xui64", "9000x64xT", kRows, 1000,
     true},
    {"two indices", "40x30x64xT", "9000x2xi32", "9000x64xT",
     "update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1, "
     "0], index_vector_dim = 1",
     40, true},
    {"updates in two dims", "1000x64xT", "90x100x1xi64", "90x100x64xT",
     "update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], "
     "index_vector_dim = 2",
     1000, true},
    {"a row of each batch", "4x300x64xT", "4x2000x1xi32", "4x2000x64xT",
     "update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], "
     "scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = "
     "2",
     300, false}, // each batch element is a unit
    {"short rows", "1000x8xT", "90000x1xi32", "90000x8xT", kRows, 1000, true},
    {"one long row", "3x500000xT", "1x1xi32", "1x500000xT", kRows, 3,
     false}, // one thread would get all updates
    {"two places", "2x1024xT", "900x1xi32", "900x1024xT", kRows, 2, false},
    {"windows of three rows, which overlap", "1000x64xT", "3000x1xi32", "3000x3x64xT",
     "update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0], index_vector_dim = 1", 1000,
     false},
    {"starts within rows", "1000x96xT", "9000x2xi32", "9000x64xT",
     "update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0, 1], "
     "index_vector_dim = 1",
     32, false}, // different columns may have the same target, so they cannot be lanes
};

Program programOf(const ScatterCase& c, const std::string& dtype) {
  constexpr char kText[] = R"(
func.func @main(%x: tensor<OPERAND>, %k: tensor<INDICES>, %u: tensor<UPDATES>) -> tensor<OPERAND> {
  %0 = "stablehlo.scatter"(%x, %k, %u) ({
  ^bb0(%a: tensor<T>, %b: tensor<T>):
    %1 = stablehlo.subtract %b, %a : tensor<T>
    stablehlo.return %1 : tensor<T>
  }) {scatter_dimension_numbers = #stablehlo.scatter<DIMENSIONS>} : (tensor<OPERAND>, tensor<INDICES>, tensor<UPDATES>) -> tensor<OPERAND>
  return %0 : tensor<OPERAND>
})";
  std::string text = absl::StrReplaceAll(kText, {{"OPERAND", c.operand},
                                                 {"INDICES", c.indices},
                                                 {"UPDATES", c.updates},
                                                 {"DIMENSIONS", c.dimensions}});
  StatusOr<Program> program = formats::parseStableHlo(
      absl::StrReplaceAll(text, {{"xT>", "x" + dtype + ">"}, {"<T>", "<" + dtype + ">"}}), c.name);
  EXPECT_TRUE(program.ok()) << program.status().ToString();
  return *std::move(program);
}

// The last of 97 indices is outside.
Literal indicesOf(const TensorType& type, int64_t bound) {
  Literal literal(type);
  visitDType(type.dtype, [&](auto zero) {
    using T = decltype(zero);
    for (int64_t i = 0; i < type.numElements(); ++i)
      literal.mutableAs<T>()[i] = i % 97 == 96 ? T(-1) : T(i * 7919 % 10007 % bound);
  });
  return literal;
}

Literal numbersOf(const TensorType& type) {
  Literal literal(type);
  visitDType(type.dtype, [&](auto zero) {
    using T = decltype(zero);
    for (int64_t i = 0; i < type.numElements(); ++i)
      literal.mutableAs<T>()[i] = T(float(i * 7919 % 251) / 3);
  });
  return literal;
}

Arguments argumentsOf(const ScatterCase& c, const Program& program) {
  auto type = [&](size_t i) { return program.type(program.body.params[i]); };
  return {numbersOf(type(0)), indicesOf(type(1), c.bound), numbersOf(type(2))};
}

class ScatterUnitsTest : public testing::TestWithParam<ScatterCase> {};

TEST_P(ScatterUnitsTest, AreDecided) {
  for (MachineClass cpu : {MachineClass::X86V2, MachineClass::Avx2, MachineClass::Avx512}) {
    int64_t shares = 1;
    for (const schedule::ChosenPlan& chosen : regionPlans(programOf(GetParam(), "f32"), cpu))
      if (chosen.plan.scatters())
        shares = schedule::Schedule(chosen.plan, chosen.choice, codegen::targetInfo(cpu).vector)
                     .grid.scatter.shares;
    EXPECT_EQ(shares > 1, GetParam().isByPlace) << shares;
  }
}

// The body subtracts, so the result shows the order.
TEST_P(ScatterUnitsTest, TakeEachUpdateOnceAndInItsOrder) {
  for (const char* dtype : {"f32", "f64", "i32", "bf16", "ui8"}) {
    Program program = programOf(GetParam(), dtype);
    EXPECT_EQ(disagreement(program, argumentsOf(GetParam(), program), {.sameBits = true},
                           compiler::Numerics::Strict),
              "")
        << dtype;
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, ScatterUnitsTest, testing::ValuesIn(kCases),
                         [](const testing::TestParamInfo<ScatterCase>& info) {
                           return absl::StrReplaceAll(info.param.name, {{" ", "_"}, {",", ""}});
                         });

} // namespace
} // namespace lz::test
