// The maximum of -0 and +0 is +0, their minimum is -0, and a maximum or minimum with NaN is NaN.
// This must hold for every op that selects a greatest or least number, in vectors and in the
// elements after the last vector, on every CPU class. All bits must be those of the interpreter.
#include "Harness.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gtest/gtest.h"
#include "semantics/eval/Evaluate.h"

#include <cmath>
#include <cstring>
#include <random>

namespace lz::test {
namespace {

constexpr Bounds kSameZeros = {.sameBits = true};

Program parse(const std::string& text, const std::string& type) {
  std::string typed = absl::StrReplaceAll(text, {{"$T", type}});
  StatusOr<Program> program = compiler::parseModule(typed, "zeros.mlir");
  EXPECT_TRUE(program.ok()) << program.status() << typed;
  return program.ok() ? *std::move(program) : Program();
}

// Draws the elements of each parameter from `values`; integers stay 0.
Arguments drawn(const Program& program, absl::Span<const double> values, uint64_t seed) {
  std::mt19937_64 random(seed);
  Arguments args;
  for (ValueId param : program.body.params) {
    const TensorType& type = program.type(param);
    Literal literal(type);
    size_t size = isFloat(type.dtype) ? byteSize(type.dtype) : 0;
    for (int64_t i = 0; size > 0 && i < type.numElements(); ++i) {
      Literal value = Literal::splat({type.dtype, {}}, values[random() % values.size()]);
      std::memcpy(literal.mutableData() + size_t(i) * size, value.data(), size);
    }
    args.push_back(std::move(literal));
  }
  return args;
}

class Zeros : public testing::TestWithParam<const char*> {
protected:
  // Expects the interpreter's bits at both numerics levels. The operands are zeros, and zeros with
  // other numbers, each with and without NaN.
  static void expectExact(const std::string& text, bool hasNan = true) {
    Program program = parse(text, GetParam());
    std::vector<Arguments> sets = {drawn(program, {-0.0, 0.0}, 1),
                                   drawn(program, {-0.0, -0.0, -0.0, 0.0}, 2),
                                   drawn(program, {-0.0, 0.0, 1, -1, INFINITY, -INFINITY}, 3)};
    if (hasNan) {
      sets.push_back(drawn(program, {-0.0, 0.0, -0.0, 0.0, 0.0, NAN}, 4));
      sets.push_back(drawn(program, {-0.0, 0.0, 2, -3, NAN, INFINITY, -INFINITY}, 5));
    }
    for (compiler::Numerics numerics : {compiler::Numerics::Standard, compiler::Numerics::Strict})
      EXPECT_EQ(disagreement(program, sets, kSameZeros, numerics), "") << text;
  }
};

TEST_P(Zeros, OfTwo) {
  for (const char* dims : {"", "3x", "37x", "1003x"})
    expectExact(absl::StrReplaceAll(R"(
func.func @main(%x: tensor<$D$T>, %y: tensor<$D$T>, %z: tensor<$D$T>) -> (tensor<$D$T>, tensor<$D$T>, tensor<$D$T>) {
  %0 = stablehlo.maximum %x, %y : tensor<$D$T>
  %1 = stablehlo.minimum %x, %y : tensor<$D$T>
  %2 = stablehlo.clamp %x, %y, %z : tensor<$D$T>
  return %0, %1, %2 : tensor<$D$T>, tensor<$D$T>, tensor<$D$T>
})",
                                    {{"$D", dims}}));
}

// One operand is a constant, on either side. For clamp it is the lower or the upper bound.
TEST_P(Zeros, OfOneAndAConstant) {
  for (const char* constant : {"0.0", "-0.0", "1.0", "-1.0"})
    expectExact(absl::StrReplaceAll(R"(
func.func @main(%x: tensor<37x$T>) -> (tensor<37x$T>, tensor<37x$T>, tensor<37x$T>, tensor<37x$T>, tensor<37x$T>, tensor<37x$T>) {
  %c = stablehlo.constant dense<$C> : tensor<37x$T>
  %z = stablehlo.constant dense<-0.0> : tensor<37x$T>
  %0 = stablehlo.maximum %x, %c : tensor<37x$T>
  %1 = stablehlo.maximum %c, %x : tensor<37x$T>
  %2 = stablehlo.minimum %x, %c : tensor<37x$T>
  %3 = stablehlo.minimum %c, %x : tensor<37x$T>
  %4 = stablehlo.clamp %c, %x, %z : tensor<37x$T>
  %5 = stablehlo.clamp %z, %x, %c : tensor<37x$T>
  return %0, %1, %2, %3, %4, %5 : tensor<37x$T>, tensor<37x$T>, tensor<37x$T>, tensor<37x$T>, tensor<37x$T>, tensor<37x$T>
})",
                                    {{"$C", constant}}));
}

// The kernel that computes the zeros also reads their signs, as bits.
TEST_P(Zeros, ReadAsBits) {
  const std::string bits = std::string(GetParam()) == "f64"   ? "i64"
                           : std::string(GetParam()) == "f32" ? "i32"
                                                              : "i16";
  expectExact(absl::StrReplaceAll(R"(
func.func @main(%x: tensor<37x$T>, %y: tensor<37x$T>) -> (tensor<37x$B>, tensor<37x$B>) {
  %0 = stablehlo.maximum %x, %y : tensor<37x$T>
  %1 = stablehlo.bitcast_convert %0 : (tensor<37x$T>) -> tensor<37x$B>
  %2 = stablehlo.minimum %y, %x : tensor<37x$T>
  %3 = stablehlo.bitcast_convert %2 : (tensor<37x$T>) -> tensor<37x$B>
  return %1, %3 : tensor<37x$B>, tensor<37x$B>
})",
                                  {{"$B", bits}}),
              /*hasNan=*/false);
}

// Reduces rows, columns and entire arrays. There are short rows, long rows in several chains, and
// elements after the last vector.
TEST_P(Zeros, Reductions) {
  struct {
    int rows, columns;
  } const shapes[] = {{7, 65}, {300, 10}, {3, 1003}, {65, 40}};
  for (auto [rows, columns] : shapes)
    expectExact(absl::StrReplaceAll(
        R"(
func.func @main(%x: tensor<$Rx$Kx$T>, %i: tensor<$T>) -> (tensor<$Rx$T>, tensor<$Kx$T>, tensor<$T>, tensor<$Rx$T>, tensor<$Kx$T>, tensor<$T>) {
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.maximum across dimensions = [1] : (tensor<$Rx$Kx$T>, tensor<$T>) -> tensor<$Rx$T>
  %1 = stablehlo.reduce(%x init: %i) applies stablehlo.maximum across dimensions = [0] : (tensor<$Rx$Kx$T>, tensor<$T>) -> tensor<$Kx$T>
  %2 = stablehlo.reduce(%x init: %i) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<$Rx$Kx$T>, tensor<$T>) -> tensor<$T>
  %3 = stablehlo.reduce(%x init: %i) applies stablehlo.minimum across dimensions = [1] : (tensor<$Rx$Kx$T>, tensor<$T>) -> tensor<$Rx$T>
  %4 = stablehlo.reduce(%x init: %i) applies stablehlo.minimum across dimensions = [0] : (tensor<$Rx$Kx$T>, tensor<$T>) -> tensor<$Kx$T>
  %5 = stablehlo.reduce(%x init: %i) applies stablehlo.minimum across dimensions = [0, 1] : (tensor<$Rx$Kx$T>, tensor<$T>) -> tensor<$T>
  return %0, %1, %2, %3, %4, %5 : tensor<$Rx$T>, tensor<$Kx$T>, tensor<$T>, tensor<$Rx$T>, tensor<$Kx$T>, tensor<$T>
})",
        {{"$R", absl::StrCat(rows)}, {"$K", absl::StrCat(columns)}}));
}

// The program has three results: a cumulative maximum or minimum, which is a scan; a pooling; and
// windows that overlap.
TEST_P(Zeros, Windows) {
  for (const char* op : {"maximum", "minimum"})
    expectExact(absl::StrReplaceAll(
        R"(
func.func @main(%x: tensor<1003x$T>, %y: tensor<34x38x$T>, %i: tensor<$T>) -> (tensor<1003x$T>, tensor<17x19x$T>, tensor<32x36x$T>) {
  %0 = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 1003>, padding = dense<[[1002, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %3 = stablehlo.$O %a, %b : tensor<$T>
    stablehlo.return %3 : tensor<$T>
  }) : (tensor<1003x$T>, tensor<$T>) -> tensor<1003x$T>
  %1 = "stablehlo.reduce_window"(%y, %i) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %3 = stablehlo.$O %a, %b : tensor<$T>
    stablehlo.return %3 : tensor<$T>
  }) : (tensor<34x38x$T>, tensor<$T>) -> tensor<17x19x$T>
  %2 = "stablehlo.reduce_window"(%y, %i) <{window_dimensions = array<i64: 3, 3>}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %3 = stablehlo.$O %b, %a : tensor<$T>
    stablehlo.return %3 : tensor<$T>
  }) : (tensor<34x38x$T>, tensor<$T>) -> tensor<32x36x$T>
  return %0, %1, %2 : tensor<1003x$T>, tensor<17x19x$T>, tensor<32x36x$T>
})",
        {{"$O", op}}));
}

// The reduction gives the greatest value and its first place.
TEST_P(Zeros, ReductionsToAPlace) {
  expectExact(R"(
func.func @main(%x: tensor<5x200x$T>) -> (tensor<5x$T>, tensor<5xi32>) {
  %p = stablehlo.iota dim = 1 : tensor<5x200xi32>
  %i = stablehlo.constant dense<-2.0> : tensor<$T>
  %j = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.reduce(%x init: %i), (%p init: %j) across dimensions = [1] : (tensor<5x200x$T>, tensor<5x200xi32>, tensor<$T>, tensor<i32>) -> (tensor<5x$T>, tensor<5xi32>)
   reducer(%a: tensor<$T>, %b: tensor<$T>) (%c: tensor<i32>, %d: tensor<i32>) {
    %1 = stablehlo.compare GE, %a, %b : (tensor<$T>, tensor<$T>) -> tensor<i1>
    %2 = stablehlo.compare NE, %a, %a : (tensor<$T>, tensor<$T>) -> tensor<i1>
    %3 = stablehlo.or %1, %2 : tensor<i1>
    %4 = stablehlo.select %3, %a, %b : tensor<i1>, tensor<$T>
    %5 = stablehlo.select %3, %c, %d : tensor<i1>, tensor<i32>
    stablehlo.return %4, %5 : tensor<$T>, tensor<i32>
  }
  return %0#0, %0#1 : tensor<5x$T>, tensor<5xi32>
})");
}

TEST_P(Zeros, RowsOfAContraction) {
  expectExact(R"(
func.func @main(%x: tensor<40x24x$T>, %y: tensor<24x70x$T>, %b: tensor<40x70x$T>) -> (tensor<40x70x$T>, tensor<40x70x$T>) {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<40x24x$T>, tensor<24x70x$T>) -> tensor<40x70x$T>
  %n = stablehlo.negate %0 : tensor<40x70x$T>
  %z = stablehlo.constant dense<0.0> : tensor<40x70x$T>
  %1 = stablehlo.maximum %n, %z : tensor<40x70x$T>
  %2 = stablehlo.maximum %n, %b : tensor<40x70x$T>
  return %1, %2 : tensor<40x70x$T>, tensor<40x70x$T>
})");
}

// Zeros are equal, whatever their signs, so the first of several zeros is selected.
TEST_P(Zeros, ScattersAndSelectedPlaces) {
  expectExact(R"(
func.func @main(%x: tensor<9x6x$T>, %i: tensor<7x1xi32>, %u: tensor<7x6x$T>, %s: tensor<3x2x$T>, %t: tensor<8x5x$T>) -> (tensor<9x6x$T>, tensor<9x6x$T>, tensor<9x6x$T>) {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %3 = stablehlo.maximum %a, %b : tensor<$T>
    stablehlo.return %3 : tensor<$T>
  }) : (tensor<9x6x$T>, tensor<7x1xi32>, tensor<7x6x$T>) -> tensor<9x6x$T>
  %z = stablehlo.constant dense<-0.0> : tensor<$T>
  %1 = "stablehlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = array<i64: 3, 3>, window_strides = array<i64: 3, 3>}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %3 = stablehlo.compare GE, %a, %b : (tensor<$T>, tensor<$T>) -> tensor<i1>
    stablehlo.return %3 : tensor<i1>
  }, {
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %3 = stablehlo.add %a, %b : tensor<$T>
    stablehlo.return %3 : tensor<$T>
  }) : (tensor<9x6x$T>, tensor<3x2x$T>, tensor<$T>) -> tensor<9x6x$T>
  %2 = "stablehlo.select_and_scatter"(%x, %t, %z) <{window_dimensions = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %3 = stablehlo.compare GE, %a, %b : (tensor<$T>, tensor<$T>) -> tensor<i1>
    stablehlo.return %3 : tensor<i1>
  }, {
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %3 = stablehlo.maximum %a, %b : tensor<$T>
    stablehlo.return %3 : tensor<$T>
  }) : (tensor<9x6x$T>, tensor<8x5x$T>, tensor<$T>) -> tensor<9x6x$T>
  return %0, %1, %2 : tensor<9x6x$T>, tensor<9x6x$T>, tensor<9x6x$T>
})");
}

INSTANTIATE_TEST_SUITE_P(Floats, Zeros, testing::Values("f16", "bf16", "f32", "f64"),
                         [](const auto& info) { return std::string(info.param); });

// The tests above compare compiled code with the interpreter, so the order of zeros in the
// interpreter itself is tested here.
TEST(InterpretedZeros, HaveAnOrder) {
  Program program = parse(R"(
func.func @main(%x: tensor<4x$T>, %y: tensor<4x$T>) -> (tensor<4x$T>, tensor<4x$T>) {
  %0 = stablehlo.maximum %x, %y : tensor<4x$T>
  %1 = stablehlo.minimum %x, %y : tensor<4x$T>
  return %0, %1 : tensor<4x$T>, tensor<4x$T>
})",
                          "f32");
  const float x[] = {-0.0f, 0.0f, -0.0f, 0.0f}, y[] = {0.0f, -0.0f, -0.0f, 0.0f};
  StatusOr<std::vector<Literal>> results = eval::evaluate(
      program, {Literal::copyOf({DType::F32, {4}}, x), Literal::copyOf({DType::F32, {4}}, y)});
  ASSERT_TRUE(results.ok()) << results.status();
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(std::signbit((*results)[0].as<float>()[i]), i == 2);
    EXPECT_EQ(std::signbit((*results)[1].as<float>()[i]), i != 3);
  }
}

// Small types are computed in f32, and their zeros have signs too.
TEST(SmallZeros, OfTwo) {
  for (const char* type : {"f8E5M2", "f8E4M3FN", "f8E4M3", "f8E3M4"}) {
    Program program = parse(R"(
func.func @main(%x: tensor<37x$T>, %y: tensor<37x$T>) -> (tensor<37x$T>, tensor<37x$T>, tensor<$T>) {
  %i = stablehlo.constant dense<-0.0> : tensor<$T>
  %0 = stablehlo.maximum %x, %y : tensor<37x$T>
  %1 = stablehlo.minimum %x, %y : tensor<37x$T>
  %2 = stablehlo.reduce(%x init: %i) applies stablehlo.maximum across dimensions = [0] : (tensor<37x$T>, tensor<$T>) -> tensor<$T>
  return %0, %1, %2 : tensor<37x$T>, tensor<37x$T>, tensor<$T>
})",
                            type);
    std::vector<Literal> args;
    for (uint8_t shift : {0, 1}) {
      Literal literal(program.type(program.body.params[shift]));
      for (int i = 0; i < 37; ++i)
        literal.mutableAs<uint8_t>()[i] = (i >> shift) % 2 == 0 ? 0x80 : 0x00;
      args.push_back(std::move(literal));
    }
    StatusOr<std::vector<Literal>> expected = eval::evaluate(program, args);
    StatusOr<std::vector<Literal>> compiled = runCompiled(program, args, modeOptions());
    ASSERT_TRUE(expected.ok() && compiled.ok()) << expected.status() << compiled.status();
    EXPECT_TRUE(*compiled == *expected) << type;
  }
}

} // namespace
} // namespace lz::test
