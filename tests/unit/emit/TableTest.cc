// Tests kernels that compute sums of the rows of a table. They also compute sums of its columns,
// over blocks of rows.
#include "PlanTesting.h"

namespace lz::testing {
using region::IndexExpr;
using region::NodeId;

namespace {

struct Size {
  int64_t rows, columns, block = 32;
};
// The sizes give one block or several blocks of rows, and tiles of columns, each with and without a
// rest. A vector of rows is one, two or four registers. The rest of the rows is a part of a
// register, whole registers, or both.
constexpr Size kTableSizes[] = {{1, 5},        {7, 1},       {16, 2},      {32, 7},
                                {33, 300},     {64, 64},     {97, 3},      {128, 0},
                                {0, 128},      {131, 257},   {160, 17},    {40, 9, 16},
                                {200, 30, 64}, {112, 5, 64}, {64, 11, 64}, {150, 20, 128}};

region::PlanOutput& storeBlocks(PlanBuilder& b, NodeId value, DType dtype, Size size, IndexExpr row,
                                IndexExpr column) {
  const int64_t blocks = (size.rows + size.block - 1) / size.block;
  IndexExpr block = row.floorDiv(size.block, b.plan.extents());
  region::PlanOutput& o =
      b.store(value, dtype, blocks * size.columns, block * size.columns + column, {0, 1});
  o.block = size.block;
  return o;
}

// The table is e^(x[3*d0 + k] * y[d1]) * c[d0] / z[0], for k = 0 and 1. The rows are gathered, and
// the quotients are products with a value that is computed once.
schedule::ChosenPlan sumsOfTable(DType dtype, Size size) {
  PlanBuilder b(schedule::LaneMode::GridLanes);
  IndexExpr row = b.dim(size.rows), column = b.dim(size.columns, region::DimKind::Reduction);
  int32_t x = b.input(dtype, 3 * size.rows), y = b.input(dtype, size.columns),
          c = b.input(dtype, size.rows), z = b.input(dtype, 1);
  std::vector<NodeId> entries;
  for (int64_t k : {0, 1}) {
    NodeId product =
        b.compute(Opcode::Multiply, dtype, {b.load(x, row * 3 + IndexExpr(k)), b.load(y, column)});
    NodeId e = b.compute(Opcode::Exponential, dtype, {product});
    NodeId weighted = b.compute(Opcode::Multiply, dtype, {e, b.load(c, row)});
    entries.push_back(b.compute(Opcode::Divide, dtype, {weighted, b.load(z, IndexExpr(0))}));
  }
  NodeId sum = b.reduce(Opcode::Add, entries[0], b.constant(dtype, 0.5), {1});
  b.store(sum, dtype, size.rows, row, {0});
  for (NodeId entry : entries)
    storeBlocks(b, entry, dtype, size, row, column);
  return b;
}

std::vector<Literal> inputsOf(DType dtype, Size size) {
  return {sampleArray(dtype, 3 * size.rows, 1), sampleArray(dtype, size.columns, 2),
          sampleArray(dtype, size.rows, 3), Literal::splat({dtype, {1}}, 1.75)};
}

TEST(Table, SumsOfRowsAndColumns) {
  for (Size size : kTableSizes) {
    SCOPED_TRACE(::testing::Message() << size.rows << " x " << size.columns);
    expectPlanRuns(sumsOfTable(DType::F32, size), inputsOf(DType::F32, size), {4096, 1e-4});
    expectPlanRuns(sumsOfTable(DType::F64, size), inputsOf(DType::F64, size), {4096, 1e-12});
  }
}

// Two rounds over the columns of a tile. The first round keeps e^(x[3*d0] * y[d1]) for the second
// round, which adds products with this value to the sums of rows and of columns.
schedule::ChosenPlan sumsInRounds(DType dtype, Size size) {
  PlanBuilder b(schedule::LaneMode::GridLanes);
  IndexExpr row = b.dim(size.rows), column = b.dim(size.columns, region::DimKind::Reduction);
  int32_t x = b.input(dtype, 3 * size.rows), y = b.input(dtype, size.columns);
  NodeId first = b.load(x, row * 3), ofColumn = b.load(y, column);
  NodeId e = b.compute(Opcode::Exponential, dtype,
                       {b.compute(Opcode::Multiply, dtype, {first, ofColumn})});
  NodeId zero = b.constant(dtype, 0);
  b.store(b.reduce(Opcode::Maximum, e, zero, {1}), dtype, size.rows, row, {0});
  NodeId apart = b.compute(Opcode::Subtract, dtype, {b.load(x, row * 3 + IndexExpr(1)), ofColumn});
  NodeId product = b.compute(Opcode::Multiply, dtype, {apart, e});
  b.store(b.reduce(Opcode::Add, product, zero, {1}), dtype, size.rows, row, {0});
  storeBlocks(b, b.compute(Opcode::Negate, dtype, {e}), dtype, size, row, column);
  storeBlocks(b, product, dtype, size, row, column);
  return b;
}

TEST(Table, SumsInRounds) {
  for (Size size : kTableSizes) {
    SCOPED_TRACE(::testing::Message() << size.rows << " x " << size.columns);
    for (auto [dtype, error] : {std::pair(DType::F32, 1e-4), std::pair(DType::F64, 1e-12)})
      expectPlanRuns(sumsInRounds(dtype, size),
                     {sampleArray(dtype, 3 * size.rows, 1), sampleArray(dtype, size.columns, 2)},
                     {4096, error});
  }
}

// The values that lanes after the last row compute must not be added to a sum.
TEST(Table, LanesAfterTheLastRowDoNotCount) {
  for (int64_t rows : {1, 31, 33, 40}) {
    Size size{rows, 20};
    PlanBuilder b(schedule::LaneMode::GridLanes);
    IndexExpr row = b.dim(size.rows), column = b.dim(size.columns, region::DimKind::Reduction);
    NodeId x = b.load(b.input(DType::F32, rows), row);
    NodeId y = b.load(b.input(DType::F32, size.columns), column);
    NodeId quotient = b.compute(Opcode::Divide, DType::F32, {y, x}); // infinite where x is 0
    b.store(b.reduce(Opcode::Add, quotient, b.constant(DType::F32, 0), {1}), DType::F32, rows, row,
            {0});
    storeBlocks(b, quotient, DType::F32, size, row, column);
    Literal ones = Literal::splat({DType::F32, {rows}}, 2);
    expectPlanRuns(b, {ones, sampleArray(DType::F32, size.columns)}, {64, 1e-5});
  }
}

} // namespace
} // namespace lz::testing
