// Program -> IR -> Program is the identity, for programs that use every kind of attribute and
// region.
#include "hlo/build/Bridge.h"

#include "formats/stablehlo/StableHloText.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Verifier.h"

#include <gtest/gtest.h>

namespace lz::formats {
namespace {

void expectSame(const Region& a, const Region& b);

void expectSame(const Op& a, const Op& b) {
  EXPECT_EQ(a.opcode, b.opcode);
  EXPECT_EQ(a.operands, b.operands);
  EXPECT_EQ(a.results, b.results);
  EXPECT_TRUE(a.attrs == b.attrs) << "attributes of " << opInfo(a.opcode).name;
  EXPECT_EQ(a.location, b.location);
  ASSERT_EQ(a.regions.size(), b.regions.size());
  for (size_t i = 0; i < a.regions.size(); ++i)
    expectSame(a.regions[i], b.regions[i]);
}

void expectSame(const Region& a, const Region& b) {
  EXPECT_EQ(a.params, b.params);
  EXPECT_EQ(a.results, b.results);
  ASSERT_EQ(a.ops.size(), b.ops.size());
  for (size_t i = 0; i < a.ops.size(); ++i)
    expectSame(a.ops[i], b.ops[i]);
}

void expectRoundTrip(const Program& program) {
  std::unique_ptr<mlir::MLIRContext> context = hlo::makeContext();
  auto module = hlo::importProgram(*context, program);
  ASSERT_TRUE(succeeded(mlir::verify(*module))) << printStableHlo(program);
  auto again = hlo::exportProgram(*module->getOps<mlir::func::FuncOp>().begin());
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(program.types, again->types);
  EXPECT_EQ(program.locations, again->locations);
  EXPECT_EQ(program.donated, again->donated);
  expectSame(program.body, again->body);
}

void expectTextRoundTrip(const std::string& params, const std::string& result,
                         const std::string& body) {
  auto program = parseStableHlo(
      "func.func @main(" + params + ") -> " + result + " {\n" + body + "\n}\n", "t.mlir");
  ASSERT_TRUE(program.ok()) << program.status();
  expectRoundTrip(*program);
}

TEST(Bridge, EnumsListsAndLiterals) {
  expectTextRoundTrip(
      "%x: tensor<4x6xf32> {jax.buffer_donor = true}, %y: tensor<4x6xf32>", "tensor<2x2xi1>",
      "%c = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>\n"
      "%p = stablehlo.constant dense<[[true, false], [true, true]]> : tensor<2x2xi1>\n"
      "%0 = stablehlo.compare GE, %x, %y, TOTALORDER : (tensor<4x6xf32>, tensor<4x6xf32>) -> "
      "tensor<4x6xi1>\n"
      "%1 = stablehlo.slice %0 [0:2, 1:6:3] : (tensor<4x6xi1>) -> tensor<2x2xi1>\n"
      "%2 = stablehlo.and %1, %p : tensor<2x2xi1>\n"
      "return %2 : tensor<2x2xi1>");
}

TEST(Bridge, StructAttributes) {
  expectTextRoundTrip(
      "%x: tensor<2x3x4xf32>, %y: tensor<2x4x5xf32>, %i: tensor<3x1xi32>, %u: tensor<3x3x4xf32>",
      "(tensor<2x3x5xf32>, tensor<3x3x4xf32>, tensor<2x3x4xf32>)",
      "%0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] "
      ": "
      "(tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>\n"
      "%1 = \"stablehlo.gather\"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, "
      "2], "
      "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, "
      "slice_sizes = array<i64: 1, 3, 4>}> : (tensor<2x3x4xf32>, tensor<3x1xi32>) -> "
      "tensor<3x3x4xf32>\n"
      "%2 = \"stablehlo.scatter\"(%x, %i, %u) <{indices_are_sorted = true, "
      "scatter_dimension_numbers = "
      "#stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [0], "
      "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n"
      "^bb0(%a: tensor<f32>, %b: tensor<f32>):\n  %3 = stablehlo.add %a, %b : tensor<f32>\n"
      "  stablehlo.return %3 : tensor<f32>\n"
      "}) : (tensor<2x3x4xf32>, tensor<3x1xi32>, tensor<3x3x4xf32>) -> tensor<2x3x4xf32>\n"
      "return %0, %1, %2 : tensor<2x3x5xf32>, tensor<3x3x4xf32>, tensor<2x3x4xf32>");
}

TEST(Bridge, Windows) {
  expectTextRoundTrip(
      "%x: tensor<1x4x4x1xf32>, %k: tensor<3x3x1x2xf32>",
      "(tensor<1x4x3x2xf32>, tensor<1x2x2x1xf32>)",
      "%c = stablehlo.constant dense<0.0> : tensor<f32>\n"
      "%0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], "
      "window = {pad = [[1, 1], [1, 0]], reverse = [true, false]} {batch_group_count = 1 : i64, "
      "feature_group_count = 1 : i64} : (tensor<1x4x4x1xf32>, tensor<3x3x1x2xf32>) -> "
      "tensor<1x4x3x2xf32>\n"
      "%1 = \"stablehlo.reduce_window\"(%x, %c) <{window_dimensions = array<i64: 1, 2, 2, 1>, "
      "window_strides = array<i64: 1, 2, 2, 1>}> ({\n^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
      "  %3 = stablehlo.maximum %a, %b : tensor<f32>\n  stablehlo.return %3 : tensor<f32>\n"
      "}) : (tensor<1x4x4x1xf32>, tensor<f32>) -> tensor<1x2x2x1xf32>\n"
      "return %0, %1 : tensor<1x4x3x2xf32>, tensor<1x2x2x1xf32>");
}

TEST(Bridge, NestedRegionsCapture) {
  expectTextRoundTrip(
      "%n: tensor<i32>, %x: tensor<3xf32>", "tensor<3xf32>",
      "%c = stablehlo.constant dense<1> : tensor<i32>\n"
      "%0:2 = stablehlo.while(%i = %c, %v = %x) : tensor<i32>, tensor<3xf32>\n"
      "cond {\n  %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
      "  stablehlo.return %1 : tensor<i1>\n} do {\n"
      "  %1 = stablehlo.add %i, %c : tensor<i32>\n"
      "  %2 = \"stablehlo.case\"(%i) ({\n    %3 = stablehlo.add %v, %x : tensor<3xf32>\n"
      "    stablehlo.return %3 : tensor<3xf32>\n  }, {\n    stablehlo.return %v : tensor<3xf32>\n  "
      "}) "
      ": (tensor<i32>) -> tensor<3xf32>\n"
      "  stablehlo.return %1, %2 : tensor<i32>, tensor<3xf32>\n}\n"
      "return %0#1 : tensor<3xf32>");
}

TEST(Bridge, LongChainsNeedNoStack) {
  constexpr int kOps = 100000;
  Program program;
  ValueId value = program.addValue({DType::F32, {2}});
  program.body.params = {value};
  Opcode negate = findOp("negate")->opcode;
  for (int i = 0; i < kOps; ++i) {
    ValueId next = program.addValue({DType::F32, {2}});
    Op op;
    op.opcode = negate;
    op.operands = {value};
    op.results = {next};
    program.body.ops.push_back(std::move(op));
    value = next;
  }
  program.body.results = {value};
  expectRoundTrip(program);
}

TEST(Bridge, CallsAreInlined) {
  // %1 = call(%0) { (%2) -> %3 = negate %2 }
  Program program;
  for (int i = 0; i < 4; ++i)
    program.addValue({DType::F32, {2}});
  Op negate;
  negate.opcode = findOp("negate")->opcode;
  negate.operands = {2};
  negate.results = {3};
  Op call;
  call.opcode = findOp("call")->opcode;
  call.operands = {0};
  call.results = {1};
  call.regions.push_back({{2}, {negate}, {3}});
  program.body = {{0}, {call}, {1}};
  std::unique_ptr<mlir::MLIRContext> context = hlo::makeContext();
  auto module = hlo::importProgram(*context, program);
  ASSERT_TRUE(succeeded(mlir::verify(*module)));
  auto again = hlo::exportProgram(*module->getOps<mlir::func::FuncOp>().begin());
  ASSERT_TRUE(again.ok()) << again.status();
  ASSERT_EQ(again->body.ops.size(), 1u);
  EXPECT_EQ(again->body.ops[0].operands[0], again->body.params[0]);
  EXPECT_EQ(again->body.results[0], again->body.ops[0].results[0]);
}

TEST(Bridge, CalleesMayCapture) {
  // %1 = call(%0) { (%2) -> %3 = call(%2) { (%4) -> %5 = add %4, %0 } }; %6 = negate %0
  Program program;
  for (int i = 0; i < 7; ++i)
    program.addValue({DType::F32, {2}});
  Op add{findOp("add")->opcode, {4, 0}, {5}};
  Op inner{findOp("call")->opcode, {2}, {3}};
  inner.regions.push_back({{4}, {add}, {5}});
  Op outer{findOp("call")->opcode, {0}, {1}};
  outer.regions.push_back({{2}, {inner}, {3}});
  Op negate{findOp("negate")->opcode, {0}, {6}};
  program.body = {{0}, {outer, negate}, {1, 6}};
  std::unique_ptr<mlir::MLIRContext> context = hlo::makeContext();
  auto module = hlo::importProgram(*context, program);
  ASSERT_TRUE(succeeded(mlir::verify(*module)));
  auto again = hlo::exportProgram(*module->getOps<mlir::func::FuncOp>().begin());
  ASSERT_TRUE(again.ok()) << again.status();
  ValueId x = again->body.params[0];
  ASSERT_EQ(again->body.ops.size(), 2u);
  EXPECT_EQ(again->body.ops[0].operands, (ValueIds{x, x}));
  EXPECT_EQ(again->body.ops[1].operands, ValueIds{x});
}

TEST(Bridge, Locations) {
  std::unique_ptr<mlir::MLIRContext> context = hlo::makeContext();
  for (const char* text : {"", "model.c:12", "net.mlir:3:10", "C:\\a.c:3", "a name"})
    EXPECT_EQ(hlo::locationFromIr(hlo::locationToIr(context.get(), text)), text);
}

TEST(Bridge, ExportsRegions) {
  std::unique_ptr<mlir::MLIRContext> context = hlo::makeContext();
  mlir::OpBuilder builder(context.get());
  mlir::Location loc = builder.getUnknownLoc();
  mlir::Type type = hlo::toIr(context.get(), {DType::F32, {2}});
  auto module = mlir::OwningOpRef<mlir::ModuleOp>(mlir::ModuleOp::create(loc));
  builder.setInsertionPointToEnd(module->getBody());
  auto main =
      builder.create<mlir::func::FuncOp>(loc, "main", builder.getFunctionType({type}, {type}));
  mlir::Block* block = main.addEntryBlock();
  builder.setInsertionPointToEnd(block);
  auto region = builder.create<ir::RegionOp>(loc, mlir::TypeRange{type}, block->getArguments());
  builder.create<mlir::func::ReturnOp>(loc, region.getResults());
  mlir::Block& body = region.getBody().emplaceBlock();
  body.addArgument(type, loc);
  builder.setInsertionPointToEnd(&body);
  auto tanh = builder.create<hlo::TanhOp>(loc, type, body.getArgument(0), nullptr);
  builder.create<ir::ReturnOp>(loc, tanh->getResults());
  ASSERT_TRUE(succeeded(mlir::verify(*module)));

  auto alone = hlo::exportRegion(region);
  ASSERT_TRUE(alone.ok()) << alone.status();
  EXPECT_EQ(alone->body.params.size(), 1u);
  EXPECT_EQ(alone->body.ops.size(), 1u);
  auto whole = hlo::exportProgram(main);
  ASSERT_TRUE(whole.ok()) << whole.status();
  EXPECT_EQ(whole->body.ops.size(), 1u);
}

} // namespace
} // namespace lz::formats
