#include "TestProgram.h"

namespace lz::test {
namespace {

constexpr int64_t kLess = 5;

// i = 0; while (i < limit) { i += step; } with limit and step captured.
TestProgram counting() {
  TestProgram p;
  ValueId start = p.param({DType::S32, {}}), limit = p.param({DType::S32, {}}),
          step = p.param({DType::S32, {}});
  Region condition, body;
  ValueId i = p.param(condition, {DType::S32, {}});
  condition.results = {p.op(condition, Opcode::Compare, {i, limit}, {DType::Pred, {}},
                            {{"comparison_direction", kLess}})};
  ValueId j = p.param(body, {DType::S32, {}});
  body.results = {p.op(body, Opcode::Add, {j, step}, {DType::S32, {}})};
  p.program.body.results = {
      p.op(p.program.body, Opcode::While, {start}, {DType::S32, {}}, {}, {condition, body})};
  return p;
}

TEST(While, Captures) {
  TestProgram p = counting();
  auto y = p.run({scalarOf<int32_t>(0), scalarOf<int32_t>(10), scalarOf<int32_t>(3)});
  ASSERT_TRUE(y.ok()) << y.status();
  EXPECT_EQ((*y)[0].toInt(0), 12);
}

TEST(While, NoIteration) {
  TestProgram p = counting();
  EXPECT_EQ(
      (*p.run({scalarOf<int32_t>(10), scalarOf<int32_t>(10), scalarOf<int32_t>(3)}))[0].toInt(0),
      10);
}

TEST(While, LimitIsAnError) {
  TestProgram p = counting();
  p.program.locations = {"loop.c:7"};
  p.program.body.ops[0].location = 0;
  auto y = p.run({scalarOf<int32_t>(0), scalarOf<int32_t>(10), scalarOf<int32_t>(0)},
                 {.maxIterations = 50});
  EXPECT_EQ(y.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(opOf(y.status()), "while");
  EXPECT_EQ(locationOf(y.status()), "loop.c:7");
}

Region constantRegion(TestProgram& p, int32_t value) {
  Region region;
  region.results = {
      p.op(region, Opcode::Constant, {}, {DType::S32, {}}, {{"value", scalarOf<int32_t>(value)}})};
  return region;
}

TEST(If, PicksTheBranch) {
  for (bool pred : {true, false}) {
    TestProgram p;
    Literal y = runOne(p, Opcode::If, {scalarOf<bool>(pred)}, {DType::S32, {}}, {},
                       {constantRegion(p, 1), constantRegion(p, 2)});
    EXPECT_EQ(y.toInt(0), pred ? 1 : 2);
  }
}

TEST(Case, OutOfRangeIsTheLast) {
  for (auto [index, expected] : {std::pair{0, 10}, {1, 11}, {2, 12}, {-1, 12}, {9, 12}}) {
    TestProgram p;
    Literal y = runOne(p, Opcode::Case, {scalarOf<int32_t>(index)}, {DType::S32, {}}, {},
                       {constantRegion(p, 10), constantRegion(p, 11), constantRegion(p, 12)});
    EXPECT_EQ(y.toInt(0), expected);
  }
}

TEST(Evaluate, WrongArgumentsAreRefused) {
  TestProgram p = counting();
  EXPECT_FALSE(p.run({}).ok());
  EXPECT_FALSE(p.run({scalarOf<float>(0), scalarOf<int32_t>(10), scalarOf<int32_t>(3)}).ok());
}

// A value that a region uses lives until the op with the region has run. Results may be unused, and
// a value may be a result twice.
TEST(Evaluate, ValuesLiveAsLongAsNeeded) {
  TestProgram p;
  Region& body = p.program.body;
  ValueId x = p.param({DType::F32, {2}});
  ValueId y = p.op(body, Opcode::Add, {x, x}, {DType::F32, {2}});
  p.op(body, Opcode::Add, {y, y}, {DType::F32, {2}});
  ValueId pred = p.op(body, Opcode::Constant, {}, {DType::Pred, {}}, {{"value", scalarOf(true)}});
  Region yes, no;
  yes.results = no.results = {y};
  ValueId z = p.op(body, Opcode::If, {pred}, {DType::F32, {2}}, {}, {yes, no});
  body.results = {z, z, x};
  auto results = p.run({tensorOf<float>({2}, {1, 2})});
  ASSERT_TRUE(results.ok()) << results.status();
  EXPECT_EQ(valuesOf<float>((*results)[1]), (std::vector<float>{2, 4}));
  EXPECT_EQ(valuesOf<float>((*results)[2]), (std::vector<float>{1, 2}));
}

// 200,000 values of 4 kB would be 800 MB; only two may be alive at a time.
TEST(Evaluate, LongChainsReleaseMemory) {
  TestProgram p;
  TensorType type{DType::F32, {1000}};
  ValueId x = p.param(type), y = x;
  for (int i = 0; i < 200000; ++i)
    y = p.op(p.program.body, Opcode::Add, {y, x}, type);
  p.program.body.results = {y};
  auto results = p.run({Literal::splat(type, 1)});
  ASSERT_TRUE(results.ok()) << results.status();
  EXPECT_EQ((*results)[0].toDouble(999), 200001);
}

TEST(Evaluate, OneOpAlone) {
  Literal x = tensorOf<float>({2}, {1, 2});
  auto y = eval::evaluateOp(Opcode::Add, {x, x}, {}, x.type());
  ASSERT_TRUE(y.ok()) << y.status();
  EXPECT_EQ(valuesOf<float>(*y), (std::vector<float>{2, 4}));
  EXPECT_FALSE(eval::evaluateOp(Opcode::Reduce, {x, x}, {}, x.type()).ok());
}

StatusOr<std::vector<Literal>> check(const std::string& target, float actual, float expected) {
  TestProgram p;
  return runOp(p, Opcode::CustomCall, {scalarOf(actual), scalarOf(expected)}, {},
               {{"call_target_name", target}});
}

TEST(CustomCall, Checks) {
  EXPECT_TRUE(check("check.expect_eq", 1, 1).ok());
  EXPECT_EQ(check("check.expect_eq", 1, 1.0000001f).status().code(),
            absl::StatusCode::kFailedPrecondition);
  EXPECT_TRUE(check("check.expect_close", 1, 1.0000001f).ok());
  EXPECT_FALSE(check("check.expect_close", 1, 1.00001f).ok());
  EXPECT_TRUE(check("check.expect_almost_eq", 1, 1.00001f).ok());
  EXPECT_FALSE(check("check.expect_almost_eq", 1, 1.01f).ok());
  EXPECT_EQ(check("nowhere", 1, 1).status().code(), absl::StatusCode::kUnimplemented);
}

} // namespace
} // namespace lz::test
