#include "../codegen/CompilePlans.h"
#include "PlanTesting.h"
#include "spec/Accuracy.h"

#include <cmath>
#include <limits>
#include <random>

namespace lz::testing {
using region::NodeId;

namespace {

constexpr DType kTypes[] = {DType::Pred, DType::S8,   DType::S16, DType::S32, DType::S64,
                            DType::U8,   DType::U16,  DType::U32, DType::U64, DType::F16,
                            DType::F32,  DType::BF16, DType::F64};

schedule::ChosenPlan addPlan(DType dtype, int64_t n) {
  PlanBuilder b(schedule::LaneMode::GridLanes);
  region::IndexExpr d0 = b.dim(n);
  int32_t x = b.input(dtype, n), y = b.input(dtype, n);
  NodeId sum = b.compute(Opcode::Add, dtype, {b.load(x, d0), b.load(y, d0)});
  b.store(sum, dtype, n, d0, {0});
  return b;
}

TEST(Elementwise, AddsAnyNumberOfElements) {
  for (int64_t n : {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 70, 100000})
    expectPlanRuns(addPlan(DType::F32, n),
                   {sampleArray(DType::F32, n, 1), sampleArray(DType::F32, n, 2)});
  expectPlanRuns(addPlan(DType::F32, 0), {sampleArray(DType::F32, 0), sampleArray(DType::F32, 0)});
}

// Returns the numbers that ops treat in a special way, and some others. Their order depends on
// `shift`, so two calls give many pairs.
Literal edgeValues(DType dtype, int64_t shift) {
  constexpr int64_t n = 61;
  Literal array = sampleArray(dtype, n, uint64_t(shift));
  visitDType(dtype, [&](auto zero) {
    using T = decltype(zero);
    std::vector<T> edges = {T(0), T(1), T(2), T(3), T(7)};
    if constexpr (std::is_same_v<T, bool>) {
      edges = {false, true};
    } else if constexpr (std::is_integral_v<T>) {
      edges.insert(edges.end(), {std::numeric_limits<T>::min(), std::numeric_limits<T>::max(),
                                 T(-1), T(-3), T(8 * sizeof(T)), T(8 * sizeof(T) - 1)});
    } else {
      for (float edge :
           {-0.0f, INFINITY, -INFINITY, NAN, -1.5f, 0.5f, 2.5f, -2.5f, 65504.0f, 1e-7f, 300.0f})
        edges.push_back(T(edge));
    }
    for (int64_t i = 0; i < n; ++i)
      if (i % 5 != 4)
        array.mutableAs<T>()[i] = edges[size_t(i * shift) % edges.size()];
  });
  return array;
}

// Ops whose operands and result have one type, and ops that give a predicate.
TEST(Elementwise, EveryOpOnEveryTypeAndItsEdges) {
  for (size_t i = 0; i < kNumOpcodes; ++i) {
    const OpInfo& info = opInfo(Opcode(i));
    if (info.kind != OpKind::Elementwise || !info.attrs.empty() ||
        info.resultSpec != ResultSpec::Inferred || info.opcode == Opcode::Select ||
        info.opcode == Opcode::Complex) // kernels compute with real and imaginary parts
      continue;
    for (DType dtype : kTypes) {
      if (!accepts(info.types, dtype))
        continue;
      PlanBuilder b(schedule::LaneMode::GridLanes);
      constexpr int64_t n = 61;
      region::IndexExpr d0 = b.dim(n);
      std::vector<NodeId> operands;
      std::vector<Literal> inputs;
      for (int k = 0; k < info.numOperands; ++k) {
        operands.push_back(b.load(b.input(dtype, n), d0));
        inputs.push_back(edgeValues(dtype, 2 * k + 1));
      }
      DType result = info.givesPredicate ? DType::Pred : dtype;
      b.store(b.compute(info.opcode, result, operands), result, n, d0, {0});
      // The oracle computes 16-bit floats in f32, as kernels do. But the last bits of these f32
      // values can differ from those of kernels.
      bool narrow = dtype == DType::F16 || dtype == DType::BF16;
      double ulps = isFloat(dtype) ? narrow ? (info.ulp > 0) : info.ulp : 0;
      // The unit in the last place of 1, in the type of the register.
      double place = dtype == DType::F64 ? 0x1p-52 : 0x1p-23;
      expectPlanRuns(b, inputs, {ulps, ulps * place * cancellingTerms(info.opcode)});
      if (HasFailure())
        return;
    }
  }
}

// There is only one kernel per type, because compiling takes most of the time.
TEST(Elementwise, ConvertsBetweenAllTypes) {
  for (DType from : kTypes) {
    PlanBuilder b(schedule::LaneMode::GridLanes);
    region::IndexExpr d0 = b.dim(61);
    NodeId x = b.load(b.input(from, 61), d0);
    for (DType to : kTypes) {
      b.store(b.compute(Opcode::Convert, to, {x}), to, 61, d0, {0});
      if (bitWidth(from) == bitWidth(to))
        b.store(b.compute(Opcode::BitcastConvert, to, {x}), to, 61, d0, {0});
    }
    expectPlanRuns(b, {edgeValues(from, 3)});
  }
}

TEST(Elementwise, ComparesInEveryDirectionAndOrder) {
  for (DType dtype : kTypes) {
    PlanBuilder b(schedule::LaneMode::GridLanes);
    region::IndexExpr d0 = b.dim(61);
    NodeId x = b.load(b.input(dtype, 61), d0), y = b.load(b.input(dtype, 61), d0);
    for (int64_t direction = 0; direction < 6; ++direction) {
      Attrs attrs = {AttrValue(direction), AttrValue()};
      NodeId plain = b.compute(Opcode::Compare, DType::Pred, {x, y}, attrs);
      b.store(plain, DType::Pred, 61, d0, {0});
      NodeId smaller = b.compute(Opcode::Select, dtype, {plain, x, y});
      b.store(smaller, dtype, 61, d0, {0});
      if (isFloat(dtype)) {
        attrs[1] = int64_t(2);
        b.store(b.compute(Opcode::Compare, DType::Pred, {x, y}, attrs), DType::Pred, 61, d0, {0});
      }
    }
    expectPlanRuns(b, {edgeValues(dtype, 1), edgeValues(dtype, 3)});
  }
}

// At level strict, values of 16-bit floats are rounded after each op, on every CPU class.
TEST(Elementwise, SixteenBitFloatsRoundAfterEachOpWhereStrict) {
  for (DType dtype : {DType::F16, DType::BF16}) {
    PlanBuilder b(schedule::LaneMode::GridLanes);
    constexpr int64_t n = 1000;
    region::IndexExpr d0 = b.dim(n);
    NodeId x = b.load(b.input(dtype, n), d0), y = b.load(b.input(dtype, n), d0);
    NodeId product = b.compute(Opcode::Multiply, dtype, {x, y});
    b.store(b.compute(Opcode::Add, dtype, {product, x}), dtype, n, d0, {0});
    expectPlanRuns(b, {sampleArray(dtype, n, 1), sampleArray(dtype, n, 2)}, 0, true);
  }
}

// At other levels, values of 16-bit floats are rounded only where they are stored or change their
// type. So x / 3 * 3 is x again, and the conversion to f32 and the comparison see 16 bits.
TEST(Elementwise, SixteenBitFloatsRoundWhereTheyLeave) {
  for (DType dtype : {DType::F16, DType::BF16}) {
    PlanBuilder b(schedule::LaneMode::GridLanes);
    constexpr int64_t n = 1000;
    region::IndexExpr d0 = b.dim(n);
    NodeId x = b.load(b.input(dtype, n), d0), three = b.constant(dtype, 3);
    NodeId third = b.compute(Opcode::Divide, dtype, {x, three});
    NodeId whole = b.compute(Opcode::Multiply, dtype, {third, three});
    b.store(whole, dtype, n, d0, {0});
    b.store(b.compute(Opcode::Convert, DType::F32, {third}), DType::F32, n, d0, {0});
    Attrs equal = {AttrValue(int64_t(0)), AttrValue()};
    b.store(b.compute(Opcode::Compare, DType::Pred, {whole, x}, equal), DType::Pred, n, d0, {0});
    // The interpreter rounds as at level strict, so only the bits of the conversion are equal.
    schedule::ChosenPlan converted = b;
    converted.plan.outputs = {b.plan.outputs[1]};
    converted.plan.outputs[0].buffer = 0;
    converted.plan.outputTypes = {DType::F32};
    converted.plan.outputSizes = {n};
    expectPlanRuns(converted, {sampleArray(dtype, n)});
    Literal input = sampleArray(dtype, n), same({dtype, {n}}), all({DType::Pred, {n}});
    codegen::JitOptions options;
    for (MachineClass cpu : hostMachineClasses()) {
      options.cpu = cpu;
      auto library = codegen::compilePlans({{"kernel", &b}}, options);
      ASSERT_TRUE(library.ok()) << library.status();
      Literal floats({DType::F32, {n}});
      const codegen::CallableKernel kernel = library->kernel(0);
      void* buffers[] = {input.mutableData(), same.mutableData(), floats.mutableData(),
                         all.mutableData()};
      kernel.fn(buffers, 0, kernel.units);
      for (int64_t i = 0; i < n; ++i) {
        EXPECT_EQ(same.as<uint16_t>()[i], input.as<uint16_t>()[i]) << i;
        EXPECT_TRUE(all.as<bool>()[i]) << i;
      }
    }
  }
}

// The inputs are numbers halfway between two bf16, infinities, NaN, and denormal numbers. There are
// vectors of denormal numbers only, and vectors in which they are mixed with normal ones.
TEST(Elementwise, ConversionsToBf16AreRight) {
  constexpr int64_t n = 4096;
  PlanBuilder b(schedule::LaneMode::GridLanes);
  region::IndexExpr d0 = b.dim(n);
  NodeId x = b.load(b.input(DType::F32, n), d0);
  b.store(b.compute(Opcode::Convert, DType::BF16, {x}), DType::BF16, n, d0, {0});
  Literal input({DType::F32, {n}});
  std::mt19937 random(5);
  for (int64_t i = 0; i < n; ++i) {
    uint32_t bits = uint32_t(random());
    if (i % 3 == 0)
      bits = (bits & 0xffff0000) | 0x8000;
    if (i / 64 % 2 == 0 && i % 16 < 4)
      bits &= 0x807fffff;
    input.mutableAs<uint32_t>()[i] = bits;
  }
  input.mutableAs<uint32_t>()[7] = 0x7f800001; // a NaN whose high bits are those of infinity
  expectPlanRuns(b, {input});
}

} // namespace
} // namespace lz::testing
