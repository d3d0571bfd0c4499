// Tests which inputs the kernel of a region is allowed to overwrite.
#include "region/Overwrites.h"

#include "ProgramBuilder.h"
#include "fusion/BuildPlan.h"

#include <gtest/gtest.h>

namespace lz::fusion {
namespace {

const Dims kShape = {30, 400};

// Returns whether output 0 may lie where input 0 lies.
bool mayOverwriteFirst(ProgramBuilder& b, std::vector<ValueId> results) {
  b.program.body.results = std::move(results);
  StatusOr<schedule::ChosenPlan> chosen = buildPlan(b.program, costTable(MachineClass::Avx2));
  EXPECT_TRUE(chosen.ok()) << chosen.status();
  return chosen.ok() && region::mayOverwrite(chosen->plan, 0, 0);
}

ValueId minus(ProgramBuilder& b, ValueId x, ValueId y) {
  return b.op(Opcode::Subtract, {x, y}, {DType::F32, kShape});
}

// Returns x - max(x) over a dim.
ValueId centered(ProgramBuilder& b, ValueId x, int64_t dim) {
  const ValueId m = b.reduce(x, -1e30, {dim}, Opcode::Maximum);
  return minus(b, x, b.broadcast(m, {1 - dim}, kShape));
}

TEST(Overwrites, EachElementIsLoadedBeforeItIsStored) {
  ProgramBuilder b;
  const ValueId x = b.param(DType::F32, kShape);
  EXPECT_TRUE(mayOverwriteFirst(b, {b.op(Opcode::Tanh, {x}, {DType::F32, kShape})}));
}

TEST(Overwrites, ARowIsReducedBeforeItIsStored) {
  ProgramBuilder b;
  const ValueId x = b.param(DType::F32, kShape),
                e = b.op(Opcode::Exponential, {centered(b, x, 1)}, {DType::F32, kShape}),
                s = b.reduce(e, 0, {1}, Opcode::Add);
  EXPECT_TRUE(mayOverwriteFirst(
      b, {b.op(Opcode::Divide, {e, b.broadcast(s, {0}, kShape)}, {DType::F32, kShape})}));
}

TEST(Overwrites, AColumnIsReducedBeforeItIsStored) {
  ProgramBuilder b;
  const ValueId x = b.param(DType::F32, kShape);
  EXPECT_TRUE(mayOverwriteFirst(b, {centered(b, x, 0)}));
}

// Statistics of other rows are computed again for each row.
TEST(Overwrites, OtherPointsNeedTheOldElements) {
  ProgramBuilder b;
  const ValueId x = b.param(DType::F32, {40, 40}), s = b.reduce(x, 0, {1}, Opcode::Add),
                t = b.broadcast(s, {1}, {40, 40});
  EXPECT_FALSE(mayOverwriteFirst(b, {b.op(Opcode::Subtract, {x, t}, {DType::F32, {40, 40}})}));
}

TEST(Overwrites, AnElementFromTheOtherEndOfTheRowIsNotTheSame) {
  ProgramBuilder b;
  const ValueId x = b.param(DType::F32, kShape),
                back = b.op(Opcode::Reverse, {x}, {DType::F32, kShape}, {AttrValue(Ints{1})}),
                y = centered(b, x, 1);
  EXPECT_FALSE(mayOverwriteFirst(b, {minus(b, y, back)}));
}

// The sums are stored after the differences, and could be computed after them, too.
TEST(Overwrites, OutputsWithOtherLoopsMayComeLater) {
  ProgramBuilder b;
  const ValueId x = b.param(DType::F32, kShape), y = centered(b, x, 1),
                s = b.reduce(b.op(Opcode::Multiply, {x, x}, {DType::F32, kShape}), 0, {1},
                             Opcode::Add);
  EXPECT_FALSE(mayOverwriteFirst(b, {y, s}));
}

} // namespace
} // namespace lz::fusion
