// Arg max and similar reductions. Tests which of them may have partial results, and the results
// that these give.
#include "region/ArgReduction.h"

#include "PlanTesting.h"
#include "spec/Enums.inc.h"

#include <cmath>

namespace lz::testing {
using region::NodeId;
using region::PlanBody;
using schedule::LaneMode;

namespace {

using Direction = ComparisonDirection;

// Nodes of a combiner of (value, place) pairs.
struct BodyBuilder {
  PlanBody body;
  NodeId a, place, b, nextPlace;

  explicit BodyBuilder(DType dtype, DType placeType = DType::S32) {
    a = argument(dtype, 0), place = argument(placeType, 1);
    b = argument(dtype, 2), nextPlace = argument(placeType, 3);
  }
  NodeId add(region::PlanNode node) {
    body.nodes.push_back(std::move(node));
    return NodeId(body.nodes.size()) - 1;
  }
  NodeId argument(DType dtype, int32_t ordinal) {
    region::PlanNode n{region::NodeKind::Arg, dtype};
    n.component = ordinal;
    return add(std::move(n));
  }
  NodeId op(Opcode opcode, DType dtype, std::vector<NodeId> operands) {
    region::PlanNode n{region::NodeKind::Compute, dtype};
    n.opcode = opcode;
    n.operands.assign(operands.begin(), operands.end());
    n.attrs.resize(opcode == Opcode::Compare ? 2 : 0);
    return add(std::move(n));
  }
  NodeId compare(Direction direction, NodeId x, NodeId y) {
    NodeId id = op(Opcode::Compare, DType::Pred, {x, y});
    body.nodes[size_t(id)].attrs[0] = int64_t(direction);
    return id;
  }
  NodeId both(NodeId x, NodeId y) { return op(Opcode::And, DType::Pred, {x, y}); }
  NodeId either(NodeId x, NodeId y) { return op(Opcode::Or, DType::Pred, {x, y}); }
  DType typeOf(NodeId id) const { return body.nodes[size_t(id)].dtype; }
  PlanBody results(NodeId keepsValue, NodeId keepsPlace) {
    body.results = {op(Opcode::Select, typeOf(a), {keepsValue, a, b}),
                    op(Opcode::Select, typeOf(place), {keepsPlace, place, nextPlace})};
    return body;
  }
};

// The body that JAX prints: the first of equal values wins, and a NaN wins over all numbers.
PlanBody first(Direction better, DType dtype) {
  BodyBuilder b(dtype);
  NodeId isBetter = b.compare(better, b.a, b.b), isNan = b.compare(Direction::NE, b.a, b.a);
  NodeId keeps = b.either(isBetter, isNan);
  NodeId isTie =
      b.both(b.compare(Direction::EQ, b.a, b.b), b.compare(Direction::LT, b.place, b.nextPlace));
  return b.results(keeps, b.either(keeps, isTie));
}

// Takes a if it compares with b as `direction` says, else b.
PlanBody plain(Direction direction, DType dtype) {
  BodyBuilder b(dtype);
  NodeId keeps = b.compare(direction, b.a, b.b);
  return b.results(keeps, keeps);
}

// Takes b if a and b have a common bit and each has a bit that the other lacks. Otherwise takes the
// greater value. Example: takes 5 of a = 6 and b = 5. Two values below 4 never have such bits.
PlanBody greaterByBits() {
  BodyBuilder b(DType::S32);
  auto bits = [&](NodeId x, NodeId y) { return b.op(Opcode::And, DType::S32, {x, y}); };
  NodeId notA = b.op(Opcode::Not, DType::S32, {b.a}), notB = b.op(Opcode::Not, DType::S32, {b.b});
  NodeId none = bits(b.a, notA);
  auto isNone = [&](NodeId x) { return b.compare(Direction::EQ, x, none); };
  NodeId isNested = b.either(isNone(bits(b.a, notB)), isNone(bits(b.b, notA)));
  NodeId keeps =
      b.both(b.compare(Direction::GT, b.a, b.b), b.either(isNested, isNone(bits(b.a, b.b))));
  return b.results(keeps, keeps);
}

// Takes a if place < a < b < nextPlace. Otherwise takes the greater value.
PlanBody greaterOrBetween() {
  BodyBuilder b(DType::U32, DType::U32);
  NodeId isBetween =
      b.both(b.both(b.compare(Direction::LT, b.place, b.a), b.compare(Direction::LT, b.a, b.b)),
             b.compare(Direction::LT, b.b, b.nextPlace));
  NodeId keeps = b.either(b.compare(Direction::GT, b.a, b.b), isBetween);
  return b.results(keeps, keeps);
}

// Takes the greater value. If the values are equal, takes the last one. But for -0 and +0 it takes
// the first one.
PlanBody greaterByBitsOfZeros() {
  BodyBuilder b(DType::F32);
  NodeId differs = b.compare(Direction::NE, b.a, b.b);
  b.body.nodes[size_t(differs)].attrs[1] = int64_t(ComparisonType::TOTALORDER);
  NodeId isTie = b.both(b.compare(Direction::EQ, b.a, b.b), differs);
  NodeId isNan = b.compare(Direction::NE, b.a, b.a);
  NodeId keeps = b.either(b.either(b.compare(Direction::GT, b.a, b.b), isNan), isTie);
  return b.results(keeps, keeps);
}

// Computes, for each of `rows` rows of n, the best value and its index.
schedule::ChosenPlan bestOfRows(LaneMode lanes, DType dtype, int64_t rows, int64_t n, PlanBody body,
                                double init, int64_t step = 1) {
  PlanBuilder b(lanes);
  region::IndexExpr d0 = b.dim(rows), d1 = b.dim(n, region::DimKind::Reduction);
  DType placeType = body.nodes[1].dtype;
  NodeId x = b.load(b.input(dtype, rows * n), d0 * n + d1), place = b.index(d1 * step, placeType);
  NodeId start = b.constant(dtype, init), none = b.constant(placeType, 0);
  b.plan.reductions.push_back({{1}, {x, place}, {start, none}, std::move(body)});
  for (int32_t component : {0, 1}) {
    DType resultType = component == 0 ? dtype : placeType;
    region::PlanNode n{region::NodeKind::Reduce, resultType};
    n.reduction = 0;
    n.component = component;
    b.plan.nodes.push_back(std::move(n));
    b.store(NodeId(b.plan.nodes.size()) - 1, resultType, rows, d0, {0}).buffer = component;
  }
  return b;
}

int placeIn(const schedule::ChosenPlan& chosen) {
  return placeOf(chosen.plan, chosen.plan.reductions[0]);
}

TEST(ArgReduction, WhichMayHavePartialResults) {
  auto of = [](DType dtype, PlanBody body, int64_t step = 1) {
    return placeIn(bestOfRows(LaneMode::RowLanes, dtype, 2, 20, std::move(body), 0, step));
  };
  EXPECT_EQ(of(DType::F32, first(Direction::GT, DType::F32)), 1);
  EXPECT_EQ(of(DType::BF16, first(Direction::LT, DType::BF16)), 1);
  EXPECT_EQ(of(DType::S32, first(Direction::GT, DType::S32)), 1);
  // Without a NaN, a reduction may take the first or the last of equal values.
  EXPECT_EQ(of(DType::S32, plain(Direction::GE, DType::S32)), 1);
  EXPECT_EQ(of(DType::S32, plain(Direction::GT, DType::S32)), 1);
  // A NaN loses against later values, and earlier values lose against the NaN, so the result
  // depends on the order.
  EXPECT_EQ(of(DType::F32, plain(Direction::GE, DType::F32)), -1);
  EXPECT_EQ(of(DType::S32, plain(Direction::NE, DType::S32)), -1);
  // Indices that do not increase, or do not fit their type, allow no partial results.
  EXPECT_EQ(of(DType::F32, first(Direction::GT, DType::F32), -1), -1);
  schedule::ChosenPlan chosen =
      bestOfRows(LaneMode::RowLanes, DType::F32, 2, 200, first(Direction::GT, DType::F32), 0);
  EXPECT_EQ(placeIn(chosen), 1);
  for (region::PlanNode& n : chosen.plan.nodes)
    if (n.kind == region::NodeKind::Index)
      n.dtype = DType::S8;
  EXPECT_EQ(placeIn(chosen), -1);
}

// The results of these bodies depend on more than the order of the values and the order of the
// indices.
TEST(ArgReduction, OneAccumulatorWhereBitsOrPlacesDecide) {
  constexpr int64_t kPoints = 100;
  Literal rising = sampleArray(DType::U32, kPoints), zeros = sampleArray(DType::F32, kPoints);
  for (int64_t i = 0; i < kPoints; ++i) {
    rising.mutableAs<uint32_t>()[i] = uint32_t(i + 1) % 21;
    zeros.mutableAs<float>()[i] = i % 3 == 1 ? -0.0f : 0.0f;
  }
  auto expectInOrder = [&](const PlanBody& body, const Literal& values, double init) {
    DType dtype = body.nodes[0].dtype;
    schedule::ChosenPlan chosen = bestOfRows(LaneMode::RowLanes, dtype, 1, kPoints, body, init);
    EXPECT_EQ(placeIn(chosen), -1);
    expectPlanRuns(chosen, {values});
  };
  expectInOrder(greaterByBits(), sampleArray(DType::S32, kPoints, 3, 64), 0);
  expectInOrder(greaterOrBetween(), rising, 0);
  expectInOrder(greaterByBitsOfZeros(), zeros, -1);
}

TEST(ArgReduction, TheFirstOfEqualsAndOfNans) {
  for (int64_t n : {4, 17, 64, 129, 1000}) {
    Literal x = sampleArray(DType::F32, 5 * n, 1, 7), y = x;
    for (int64_t i = 0; i < 5 * n; ++i)
      y.mutableAs<float>()[i] = std::floor(x.as<float>()[i] * 4);
    Literal z = y;
    for (int64_t i = n / 3; i < 3 * n; i += 1 + n / 5)
      z.mutableAs<float>()[i] = NAN;
    for (LaneMode lanes : {LaneMode::RowLanes, LaneMode::GridLanes, LaneMode::Scalar})
      for (Direction better : {Direction::GT, Direction::LT})
        for (const Literal& values : {x, y, z}) {
          double init = better == Direction::GT ? -INFINITY : INFINITY;
          expectPlanRuns(bestOfRows(lanes, DType::F32, 5, n, first(better, DType::F32), init),
                         {values});
        }
    expectPlanRuns(
        bestOfRows(LaneMode::RowLanes, DType::S32, 3, n, plain(Direction::GT, DType::S32), -1),
        {sampleArray(DType::S32, 3 * n, 2, 9)});
  }
}

} // namespace
} // namespace lz::testing
