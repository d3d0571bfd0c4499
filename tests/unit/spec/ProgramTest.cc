#include "spec/Program.h"

#include "gtest/gtest.h"

namespace lz {
namespace {

TEST(PrintProgram, OpsAttributesAndRegions) {
  Program p;
  ValueId x = p.addValue({DType::F32, {2, 3}});
  p.body.params = {x};
  p.donated = {true};
  ValueId zero = p.addValue({DType::F32, {}});
  p.body.ops.push_back(
      {Opcode::Constant, {}, {zero}, {AttrValue(Literal::splat({DType::F32, {}}, 0))}, {}});
  Region add;
  ValueId a = p.addValue({DType::F32, {}}), b = p.addValue({DType::F32, {}});
  add.params = {a, b};
  ValueId sum = p.addValue({DType::F32, {}});
  add.ops.push_back({Opcode::Add, {a, b}, {sum}, {}, {}});
  add.results = {sum};
  ValueId rows = p.addValue({DType::F32, {2}});
  p.body.ops.push_back({Opcode::Reduce, {x, zero}, {rows}, {AttrValue(Ints{1})}, {add}});
  p.body.results = {rows};
  EXPECT_EQ(print(p),
            "program(%0: tensor<2x3xf32> donated) {\n"
            "  %1 = constant {value = 0} : tensor<f32>\n"
            "  %5 = reduce %0, %1 {dimensions = [1]} (%2: tensor<f32>, %3: tensor<f32>) {\n"
            "    %4 = add %2, %3 : tensor<f32>\n"
            "    return %4\n"
            "  } : tensor<2xf32>\n"
            "  return %5\n"
            "}\n");
}

TEST(PrintProgram, Constants) {
  Program p;
  int32_t numbers[12] = {1, -2, 3, 4, 5, 6, 7, 8, 9};
  ValueId v = p.addValue({DType::S32, {12}}), e = p.addValue({DType::U64, {0}});
  p.body.ops.push_back(
      {Opcode::Constant, {}, {v}, {AttrValue(Literal::copyOf({DType::S32, {12}}, numbers))}, {}});
  p.body.ops.push_back({Opcode::Constant, {}, {e}, {AttrValue(Literal({DType::U64, {0}}))}, {}});
  EXPECT_EQ(print(p), "program() {\n"
                      "  %0 = constant {value = [1, -2, 3, 4, 5, 6, 7, 8, ...]} : tensor<12xi32>\n"
                      "  %1 = constant {value = []} : tensor<0xui64>\n"
                      "  return \n"
                      "}\n");
}

} // namespace
} // namespace lz
