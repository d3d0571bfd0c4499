// Tests every op with every combination of element types that shape inference accepts. The result
// must be right, or a status must name the op and the types. LAZULI_TEST_TYPES=all tests all
// combinations instead of a few per op.
#include "Harness.h"
#include "TypeCases.h"
#include "absl/algorithm/container.h"
#include "gtest/gtest.h"
#include "lz-run/Arguments.h"

#include <algorithm>
#include <cstdlib>
#include <map>

namespace lz::test {
namespace {

bool runsAll() {
  const char* variable = std::getenv("LAZULI_TEST_TYPES");
  return variable && std::string_view(variable) == "all";
}

// Returns false for foreign code, whose types the library does not know, and for calls, which have
// the types of their functions.
bool hasTypesOfItsOwn(const OpInfo& info) {
  return info.kind != OpKind::Opaque && info.opcode != Opcode::CustomCall &&
         info.opcode != Opcode::Call;
}

std::vector<Opcode> allOpcodes() {
  std::vector<Opcode> opcodes;
  for (size_t i = 0; i < kNumOpcodes; ++i)
    if (hasTypesOfItsOwn(opInfo(Opcode(i))))
      opcodes.push_back(Opcode(i));
  return opcodes;
}

// Another test runs elementwise ops with every type.
size_t sampleSize(Opcode opcode) {
  return opInfo(opcode).kind == OpKind::Elementwise ? 1 : 6;
}

constexpr size_t kSmallSamples = 2;

std::vector<TypeCase> sampled(std::vector<TypeCase> cases, size_t count) {
  if (runsAll() || cases.size() <= count)
    return cases;
  std::vector<TypeCase> few;
  for (size_t i = 0; i < count; ++i)
    few.push_back(std::move(cases[(2 * i + 1) * cases.size() / (2 * count)]));
  return few;
}

// Returns integers, which include their limits and have exact sums, and floats in [-1, 1).
std::vector<Literal> argumentsOf(const Program& program) {
  StatusOr<std::vector<Literal>> args = run::loadArguments(program, {});
  for (size_t i = 0; args.ok() && i < args->size(); ++i)
    if (const TensorType& type = program.type(program.body.params[i]);
        !isDifferentiable(type.dtype))
      (*args)[i] = specialLiteral(type, i + 1);
  return args.value();
}

Bounds boundsOf(const Program& program) {
  const Op& op = program.body.ops.back();
  Bounds bounds{.ulps = std::max<uint64_t>(4, opInfo(op.opcode).ulp), .relative = 1e-6};
  for (const TensorType& type : program.types)
    if (isFloat(type.dtype) && storageBits(type.dtype) <= 16) // because sums round more coarsely
      bounds.relative = 0.02;
  return bounds;
}

bool isRefusalByName(const std::string& text, const Program& program) {
  const Op& op = program.body.ops.back();
  std::string refusal = absl::StrCat("UNIMPLEMENTED: [", std::string(opInfo(op.opcode).name), "]");
  auto isNamed = [&](ValueId value) {
    return text.find(dtypeName(program.type(value).dtype)) != std::string::npos;
  };
  return text.find(refusal) != std::string::npos && isNamed(op.operands[0]) &&
         isNamed(op.results[0]);
}

class Types : public testing::TestWithParam<Opcode> {};

TEST_P(Types, EveryAcceptedCombinationIsRightOrRefusedByName) {
  std::vector<TypeCase> cases = typeCasesOf(GetParam(), runsAll());
  ASSERT_FALSE(cases.empty()) << "tests/ops/cases has no program of this op to vary";
  // Cases whose bodies combine one operand, and those whose bodies combine two.
  std::vector<TypeCase> singles, pairs;
  for (TypeCase& c : cases)
    (c.program.body.results.size() < 2 ? singles : pairs).push_back(std::move(c));
  cases = sampled(std::move(singles), sampleSize(GetParam()));
  for (TypeCase& c : sampled(std::move(pairs), sampleSize(GetParam())))
    cases.push_back(std::move(c));
  for (const TypeCase& c : cases) {
    std::string text = disagreement(c.program, argumentsOf(c.program), boundsOf(c.program));
    EXPECT_TRUE(text.empty() || isRefusalByName(text, c.program)) << c.name << ": " << text;
  }
}

// Tests a few cases of each op. The small type differs from op to op and from case to case.
TEST_P(Types, SmallTypesAreRightOrRefusedByName) {
  for (const TypeCase& c : sampled(smallTypeCasesOf(GetParam()), kSmallSamples)) {
    std::string text = disagreement(c.program, argumentsOf(c.program), boundsOf(c.program));
    EXPECT_TRUE(text.empty() || isRefusalByName(text, c.program)) << c.name << ": " << text;
  }
}

// The cases include reductions and contractions whose results are wider than their operands.
TEST(TypeCases, HoldPromotions) {
  std::map<Opcode, std::vector<TypeCase>> casesOf;
  auto has = [&](Opcode opcode, std::string_view name) {
    auto [cases, isNew] = casesOf.try_emplace(opcode);
    if (isNew)
      cases->second = typeCasesOf(opcode, runsAll());
    return absl::c_any_of(cases->second, [&](const TypeCase& c) { return c.name == name; });
  };
  EXPECT_TRUE(has(Opcode::Reduce, "i8,i8|i32->i32"));
  EXPECT_TRUE(has(Opcode::Reduce, "bf16,f32|f32->f32"));
  EXPECT_TRUE(has(Opcode::ReduceWindow, "f32,f32|f64->f64"));
  EXPECT_TRUE(has(Opcode::Scatter, "i8,i64,i8|i32->i32"));
  EXPECT_TRUE(has(Opcode::Reduce, "i8,f32,i8,f32|i32,f64->i32,f64"));
  EXPECT_TRUE(has(Opcode::ReduceWindow, "bf16,i8,bf16,i8|f32,i32->f32,i32"));
  EXPECT_TRUE(has(Opcode::Scatter, "i8,f32,i32,i8,f32|i32,f64->i32,f64"));
  EXPECT_TRUE(has(Opcode::SelectAndScatter, "bf16,bf16,f32|bf16,f32->f32"));
  EXPECT_TRUE(has(Opcode::DotGeneral, "i8,i8->i32"));
  EXPECT_TRUE(has(Opcode::DotGeneral, "complex<f32>,complex<f32>->complex<f64>"));
  EXPECT_TRUE(has(Opcode::Real, "complex<f64>->f64"));
  EXPECT_TRUE(has(Opcode::BitcastConvert, "ui8->f64"));
  EXPECT_FALSE(has(Opcode::Reduce, "i32,i32|i8->i8"));
}

INSTANTIATE_TEST_SUITE_P(AllOps, Types, testing::ValuesIn(allOpcodes()),
                         [](const auto& info) { return std::string(opInfo(info.param).name); });

} // namespace
} // namespace lz::test
