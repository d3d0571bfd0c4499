#include "ShapeTesting.h"

namespace lz::shape {
namespace {

TEST(While, CarriesValues) {
  Query(Opcode::While)
      .in("i32")
      .in("2xf32")
      .region({"i32", "2xf32"}, {"i1"})
      .region({"i32", "2xf32"}, {"i32", "2xf32"})
      .gives("i32", "2xf32");
}

TEST(While, Refuses) {
  Query(Opcode::While)
      .in("i32")
      .region({"i32"}, {"i32"})
      .region({"i32"}, {"i32"})
      .refused("cond must return one scalar i1");
  Query(Opcode::While)
      .in("i32")
      .region({"i32"}, {"i1"})
      .region({"i32"}, {"i64"})
      .refused("body must return the carried values (tensor<i32>), but returns (tensor<i64>)");
  Query(Opcode::While)
      .in("i32")
      .region({"i64"}, {"i1"})
      .region({"i32"}, {"i32"})
      .refused("cond and body must take the carried values");
  Query(Opcode::While).in("i32").region({"i32"}, {"i1"}).refused("takes 2 regions, but got 1");
}

TEST(Branches, ResultsAreTheBranches) {
  Query(Opcode::If)
      .in("i1")
      .region({}, {"f32", "2xi8"})
      .region({}, {"f32", "2xi8"})
      .gives("f32", "2xi8");
  Query(Opcode::Case)
      .in("i32")
      .region({}, {"f32"})
      .region({}, {"f32"})
      .region({}, {"f32"})
      .gives("f32");
  Query(Opcode::Case).in("i32").region({}, {"f32"}).region({}, {"f32"}).gives("f32");
}

TEST(Branches, Refuses) {
  Query(Opcode::If).in("i32").region({}, {"f32"}).region({}, {"f32"}).refused("scalar of type i1");
  Query(Opcode::If).in("2xi1").region({}, {"f32"}).region({}, {"f32"}).refused("got tensor<2xi1>");
  Query(Opcode::If)
      .in("i1")
      .region({}, {"f32"})
      .region({}, {"f64"})
      .refused("must return the same types");
  Query(Opcode::If)
      .in("i1")
      .region({"f32"}, {"f32"})
      .region({}, {"f32"})
      .refused("must take no values");
  Query(Opcode::Case).in("i32").refused("at least one branch");
  Query(Opcode::Case).in("i1").region({}, {"f32"}).refused("scalar of type i32");
}

TEST(CustomCall, ResultsAreClaimed) {
  std::vector<TensorType> results = parseTypes({"2xf32", "i1"});
  Attrs attrs(opInfo(Opcode::CustomCall).attrs.size());
  attrs[0] = std::string("somebody's");
  auto types = inferTypes({Opcode::CustomCall, {}, attrs, {}, nullptr, results});
  ASSERT_TRUE(types.ok()) << types.status();
  EXPECT_EQ(std::vector<TensorType>(types->begin(), types->end()), results);
}

// Without operands, each op must be refused because operands are missing, and not because it has no
// rule.
TEST(EveryOp, HasARule) {
  for (size_t i = 0; i < kNumOpcodes; ++i) {
    Query query{Opcode(i)};
    StatusOr<TypeList> results = query.infer();
    EXPECT_NE(results.status().code(), absl::StatusCode::kUnimplemented) << results.status();
  }
}

} // namespace
} // namespace lz::shape
