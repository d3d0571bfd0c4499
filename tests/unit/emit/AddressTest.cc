#include "PlanTesting.h"

#include <limits>

namespace lz::testing {
using region::IndexExpr;
using region::NodeId;
using schedule::LaneMode;

namespace {

constexpr DType f32 = DType::F32, s32 = DType::S32;
constexpr int64_t kNoClamp = std::numeric_limits<int64_t>::max();

TEST(Address, BroadcastAndTranspose) {
  for (int64_t n : {1, 5, 16, 37}) {
    PlanBuilder b(LaneMode::GridLanes);
    IndexExpr d0 = b.dim(3), d1 = b.dim(n);
    NodeId row = b.load(b.input(f32, n), d1), column = b.load(b.input(f32, 3), d0);
    NodeId turned = b.load(b.input(f32, 3 * n), d1 * 3 + d0);
    NodeId sum = b.compute(Opcode::Add, f32, {b.compute(Opcode::Add, f32, {row, column}), turned});
    b.store(sum, f32, 3 * n, d0 * n + d1, {0, 1});
    b.store(turned, f32, 3 * n, d1 * 3 + d0, {0, 1});
    expectPlanRuns(b, {sampleArray(f32, n, 1), sampleArray(f32, 3, 2), sampleArray(f32, 3 * n, 3)});
  }
}

TEST(Address, EveryTypeMoves) {
  for (DType dtype :
       {DType::Pred, DType::S8, DType::U8, DType::S16, DType::U16, DType::S32, DType::U32,
        DType::S64, DType::U64, DType::F16, DType::BF16, DType::F32, DType::F64})
    for (int64_t stride : {1, 2, 3, 4, 5, -1, -2, -4}) {
      constexpr int64_t n = 37;
      PlanBuilder b(LaneMode::GridLanes);
      IndexExpr d0 = b.dim(n);
      int64_t size = (n - 1) * std::abs(stride) + 1; // there is no element after the last one
      IndexExpr from = d0 * stride + IndexExpr(stride < 0 ? size - 1 : 0);
      NodeId x = b.load(b.input(dtype, size), from);
      b.store(x, dtype, n, d0, {0});
      // With a stride, the elements in between must stay as they are.
      b.store(x, dtype, size, from, {0}).initial = b.input(dtype, size);
      expectPlanRuns(b, {sampleArray(dtype, size, 1), sampleArray(dtype, size, 2)});
    }
}

// Lanes read neighbouring elements, each element twice or under a mask. First x and y are
// interleaved, then elements are read from the end.
TEST(Address, NeighboursAreReadTogether) {
  for (DType dtype : {f32, DType::F64, DType::BF16, DType::S8, DType::Pred})
    for (int64_t n : {1, 2, 16, 33, 64, 70}) {
      PlanBuilder b(LaneMode::GridLanes);
      std::vector<int64_t> extents = {2 * n};
      IndexExpr d0 = b.dim(2 * n), half = d0.floorDiv(2, extents), parity = d0.mod(2, extents);
      NodeId odd = b.inRange(parity, 1, 1);
      NodeId x = b.load(b.input(dtype, n), half, b.inRange(parity, 0, 0)),
             y = b.load(b.input(dtype, n), half, odd);
      b.store(b.compute(Opcode::Select, dtype, {odd, y, x}), dtype, 2 * n, d0, {0});
      // The second half of the lanes has nothing to read.
      NodeId end = b.load(b.input(dtype, n), d0 * -1 + IndexExpr(n - 1), b.inRange(d0, 0, n - 1));
      b.store(end, dtype, 2 * n, d0, {0});
      expectPlanRuns(
          b, {sampleArray(dtype, n, 1), sampleArray(dtype, n, 2), sampleArray(dtype, n, 3)});
    }
}

// x[d0 floordiv 3 + 4 * (d0 mod 3)], and quotients that are equal in all lanes.
TEST(Address, QuotientsAndRests) {
  for (int64_t divisor : {3, 16, 48}) {
    PlanBuilder b(LaneMode::GridLanes);
    int64_t n = divisor * 5;
    IndexExpr d0 = b.dim(n);
    std::vector<int64_t> extents = {n};
    IndexExpr from = d0.floorDiv(divisor, extents) + d0.mod(divisor, extents) * 5;
    b.store(b.load(b.input(s32, n), from), s32, n, d0, {0});
    expectPlanRuns(b, {sampleArray(s32, n)});
  }
}

TEST(Address, NegativeNumbersAreDividedTowardMinusInfinity) {
  PlanBuilder b(LaneMode::GridLanes);
  IndexExpr d0 = b.dim(40);
  std::vector<int64_t> extents = {40};
  IndexExpr shifted = d0 + IndexExpr(-17);
  b.store(b.index(shifted.floorDiv(5, extents), s32), s32, 40, d0, {0});
  b.store(b.index(shifted.mod(5, extents), DType::F32), DType::F32, 40, d0, {0});
  expectPlanRuns(b, {});
}

// The loads of a pad read nothing outside of the operand, where the result is zero.
TEST(Address, MaskedLoadsStayInside) {
  for (LaneMode lanes : {LaneMode::Scalar, LaneMode::GridLanes})
    for (int64_t n : {1, 3, 16, 33}) {
      PlanBuilder b(lanes);
      IndexExpr d0 = b.dim(2), d1 = b.dim(n + 50);
      IndexExpr inner = d1 + IndexExpr(-20);
      NodeId inside = b.inRange(inner, 0, n - 1);
      NodeId x = b.load(b.input(f32, 2 * n), d0 * n + inner, inside);
      NodeId padded = b.compute(Opcode::Select, f32, {inside, x, b.constant(f32, 7)});
      b.store(padded, f32, 2 * (n + 50), d0 * (n + 50) + d1, {0, 1});
      expectPlanRuns(b, {sampleArray(f32, 2 * n)});
    }
}

TEST(Address, OneElementForLanesUnderAMaskThatDiffers) {
  PlanBuilder b(LaneMode::GridLanes);
  IndexExpr d0 = b.dim(3), d1 = b.dim(21);
  NodeId x = b.load(b.input(f32, 3), d0, b.inRange(d1, 4, 17));
  b.store(x, f32, 63, d0 * 21 + d1, {0, 1});
  expectPlanRuns(b, {sampleArray(f32, 3)});
}

// Gathers rows of a table at clamped indices: out[d0, d1] = table[clamp(i[d0]), d1]
TEST(Address, Gather) {
  for (LaneMode lanes : {LaneMode::Scalar, LaneMode::GridLanes})
    for (DType indexType : {DType::S32, DType::S64, DType::U8, DType::U64}) {
      PlanBuilder b(lanes);
      IndexExpr d0 = b.dim(9), d1 = b.dim(21);
      NodeId at = b.load(b.input(indexType, 9), d0);
      NodeId x = b.load(b.input(f32, 30 * 21), d1, -1, {{at, 29, 21}});
      b.store(x, f32, 9 * 21, d0 * 21 + d1, {0, 1});
      Literal indices = sampleArray(indexType, 9, 1, 50);
      expectPlanRuns(b, {indices, sampleArray(f32, 30 * 21)});
    }
}

TEST(Address, GatherAlongTheLanes) {
  for (DType dtype : {DType::F32, DType::U8, DType::F64, DType::BF16}) {
    PlanBuilder b(LaneMode::GridLanes);
    IndexExpr d0 = b.dim(37);
    NodeId at = b.load(b.input(s32, 37), d0);
    NodeId shifted = b.compute(Opcode::Subtract, s32, {at, b.constant(s32, 10)});
    b.store(b.load(b.input(dtype, 30), IndexExpr(0), -1, {{shifted, 29, 1}}), dtype, 37, d0, {0});
    expectPlanRuns(b, {sampleArray(s32, 37, 1, 60), sampleArray(dtype, 30)});
  }
}

// Returns a predicate: `at` is less than 6.
NodeId isInside(PlanBuilder& b, NodeId at) {
  return b.compute(Opcode::Compare, DType::Pred, {at, b.constant(s32, 6)},
                   {AttrValue(int64_t(5)), AttrValue()});
}

// out[i[d0] * 5 + d1] += u[d0, d1] where i[d0] < 6
TEST(Address, ScatterCombines) {
  for (Opcode op : {Opcode::Add, Opcode::Maximum}) {
    PlanBuilder b(LaneMode::Scalar);
    IndexExpr d0 = b.dim(40, region::DimKind::Ordered), d1 = b.dim(5, region::DimKind::Ordered);
    NodeId at = b.load(b.input(s32, 40), d0);
    NodeId x = b.load(b.input(f32, 200), d0 * 5 + d1);
    NodeId inside = isInside(b, at);
    region::PlanOutput& out = b.store(x, f32, 30, d1, {0, 1});
    out.dynamic = {{at, kNoClamp, 5}};
    out.mask = inside;
    b.plan.combiner = PlanBuilder::combiner(op, f32);
    expectPlanRuns(b, {sampleArray(s32, 40, 1, 8), sampleArray(f32, 200)});
  }
}

// out[i[d1] * width + d0] = out[...] - u[d1, d0] where i[d1] < 6. Rows are shorter than a vector,
// or have whole vectors, or several units. Some rows are updated twice or more.
TEST(Address, ScatterOfRows) {
  for (DType dtype : {DType::F32, DType::F64, DType::BF16, DType::S8, DType::S64})
    for (int64_t width : {1, 3, 16, 21, 64, 71, 300})
      for (int64_t updates : {0, 1, 700}) {
        SCOPED_TRACE(absl::StrCat(std::string(dtypeName(dtype)), " ", updates, " of ", width));
        PlanBuilder b(LaneMode::GridLanes);
        IndexExpr d0 = b.dim(width), d1 = b.dim(updates, region::DimKind::Ordered);
        NodeId at = b.load(b.input(s32, updates), d1);
        NodeId x = b.load(b.input(dtype, updates * width), d1 * width + d0);
        NodeId inside = isInside(b, at);
        region::PlanOutput& out = b.store(x, dtype, 6 * width, d0, {0, 1});
        out.dynamic = {{at, kNoClamp, width}};
        out.mask = inside;
        b.plan.combiner = PlanBuilder::combiner(Opcode::Subtract, dtype);
        expectPlanRuns(b, {sampleArray(s32, updates, 1, 8), sampleArray(dtype, updates * width)});
      }
}

// out[d0, i[d0, d1]] = max(out[...], u[d0, d1]) where i < 6: each lane updates another row.
TEST(Address, ScatterInEachLane) {
  for (LaneMode lanes : {LaneMode::Scalar, LaneMode::GridLanes})
    for (DType dtype : {DType::F32, DType::U8, DType::F64, DType::F16}) {
      PlanBuilder b(lanes);
      IndexExpr d0 = b.dim(37), d1 = b.dim(9, region::DimKind::Ordered);
      NodeId at = b.load(b.input(s32, 333), d0 * 9 + d1);
      NodeId x = b.load(b.input(dtype, 333), d0 * 9 + d1);
      NodeId inside = isInside(b, at);
      region::PlanOutput& out = b.store(x, dtype, 37 * 6, d0 * 6, {0, 1});
      out.dynamic = {{at, kNoClamp, 1}};
      out.mask = inside;
      b.plan.combiner = PlanBuilder::combiner(Opcode::Maximum, dtype);
      expectPlanRuns(b, {sampleArray(s32, 333, 1, 8), sampleArray(dtype, 333)});
    }
}

// out[i[d0] * 21 + d1] += u[d0, d1], where i is a permutation, so no element is updated twice.
TEST(Address, ScatterWithoutAnOrder) {
  for (LaneMode lanes : {LaneMode::Scalar, LaneMode::GridLanes}) {
    PlanBuilder b(lanes);
    IndexExpr d0 = b.dim(37), d1 = b.dim(21);
    NodeId at = b.load(b.input(s32, 37), d0);
    region::PlanOutput& out =
        b.store(b.load(b.input(f32, 777), d0 * 21 + d1), f32, 777, d1, {0, 1});
    out.dynamic = {{at, 36, 21}};
    b.plan.combiner = PlanBuilder::combiner(Opcode::Add, f32);
    Literal permutation({s32, {37}});
    for (int i = 0; i < 37; ++i)
      permutation.mutableAs<int32_t>()[i] = i * 10 % 37;
    expectPlanRuns(b, {permutation, sampleArray(f32, 777)});
  }
}

// (out0, out1)[i[d0]] = (out1 + u, out0 - v): the old elements of both are read before the first
// store.
TEST(Address, ScatterOfTwoCombinesThemTogether) {
  PlanBuilder b(LaneMode::Scalar);
  IndexExpr d0 = b.dim(37, region::DimKind::Ordered);
  NodeId at = b.load(b.input(s32, 37), d0);
  NodeId inside = isInside(b, at);
  for (NodeId update : {b.load(b.input(f32, 37), d0), b.load(b.input(f32, 37), d0)}) {
    region::PlanOutput& out = b.store(update, f32, 6, IndexExpr(0), {0});
    out.dynamic = {{at, kNoClamp, 1}};
    out.mask = inside;
  }
  region::PlanBody& body = b.plan.combiner;
  for (int32_t i = 0; i < 4; ++i) {
    body.nodes.push_back({region::NodeKind::Arg, f32});
    body.nodes.back().component = i;
  }
  body.nodes.push_back({region::NodeKind::Compute, f32, {1, 2}, Opcode::Add});
  body.nodes.push_back({region::NodeKind::Compute, f32, {0, 3}, Opcode::Subtract});
  body.results = {4, 5};
  expectPlanRuns(b, {sampleArray(s32, 37, 1, 8), sampleArray(f32, 37), sampleArray(f32, 37, 2)});
}

TEST(Address, ScatterAlongTheLanes) {
  PlanBuilder b(LaneMode::GridLanes);
  IndexExpr d0 = b.dim(37);
  NodeId at = b.load(b.input(s32, 37), d0);
  region::PlanOutput& out = b.store(b.load(b.input(f32, 37), d0), f32, 37, IndexExpr(0), {0});
  out.dynamic = {{at, 36, 1}};
  Literal permutation({s32, {37}});
  for (int i = 0; i < 37; ++i)
    permutation.mutableAs<int32_t>()[i] = i * 10 % 37;
  expectPlanRuns(b, {permutation, sampleArray(f32, 37)});
}

TEST(Address, IotaOfEveryType) {
  for (DType dtype :
       {DType::S8, DType::U16, DType::S32, DType::U64, DType::F16, DType::BF16, DType::F64}) {
    PlanBuilder b(LaneMode::GridLanes);
    IndexExpr d0 = b.dim(3), d1 = b.dim(19);
    b.store(b.index(d1, dtype), dtype, 57, d0 * 19 + d1, {0, 1});
    b.store(b.index(d0, dtype), dtype, 57, d0 * 19 + d1, {0, 1});
    expectPlanRuns(b, {});
  }
}

} // namespace
} // namespace lz::testing
