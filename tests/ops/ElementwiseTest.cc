// Tests every elementwise op on every dtype that its entry allows. Most ops are taken from the op
// table. This file only names ops whose result type is stated, or whose operands have different
// types.
#include "Harness.h"
#include "absl/strings/str_replace.h"
#include "gtest/gtest.h"
#include "semantics/shape/Infer.h"
#include "spec/Accuracy.h"

#include <algorithm>
#include <cctype>
#include <iterator>

namespace lz::test {
namespace {

constexpr DType kDTypes[] = {DType::Pred, DType::S8,  DType::S16, DType::S32, DType::S64,
                             DType::U8,   DType::U16, DType::U32, DType::U64, DType::F16,
                             DType::BF16, DType::F32, DType::F64, DType::C64, DType::C128};

struct OpCase {
  Opcode opcode;
  DType dtype;
  DType result = DType::Invalid; // the stated type, for ResultSpec::DType
  Attrs attrs = {};
};

void PrintTo(const OpCase& c, std::ostream* out) {
  *out << opInfo(c.opcode).name;
}

void addCases(const OpInfo& info, DType dtype, std::vector<OpCase>& cases) {
  if (info.resultSpec == ResultSpec::DType) {
    bool bits = info.opcode == Opcode::BitcastConvert;
    for (DType result : kDTypes)
      if (!bits || (byteSize(result) == byteSize(dtype) &&
                    (result == DType::Pred) == (dtype == DType::Pred) &&
                    isComplex(result) == isComplex(dtype)))
        cases.push_back({info.opcode, dtype, result});
  } else if (info.opcode == Opcode::Compare) {
    constexpr int64_t kDirections = 6, kTotalOrder = 2;
    for (int64_t direction = 0; direction < kDirections; ++direction)
      cases.push_back({info.opcode, dtype, DType::Invalid, {direction, std::monostate()}});
    if (isFloat(dtype))
      cases.push_back({info.opcode, dtype, DType::Invalid, {int64_t(5), kTotalOrder}});
  } else if (info.opcode == Opcode::ReducePrecision) {
    constexpr int64_t kFormats[][2] = {{1, 0}, {2, 1}, {4, 3},  {5, 2},  {5, 10},
                                       {8, 0}, {8, 7}, {8, 23}, {11, 9}, {64, 64}};
    for (auto [exponentBits, mantissaBits] : kFormats)
      cases.push_back({info.opcode, dtype, DType::Invalid, {exponentBits, mantissaBits}});
  } else {
    cases.push_back({info.opcode, dtype, DType::Invalid, Attrs(info.attrs.size())});
  }
}

std::vector<OpCase> allOpCases() {
  std::vector<OpCase> cases;
  for (size_t i = 0; i < kNumOpcodes; ++i) {
    const OpInfo& info = opInfo(Opcode(i));
    if (info.kind != OpKind::Elementwise)
      continue;
    std::vector<DType> dtypes;
    std::copy_if(std::begin(kDTypes), std::end(kDTypes), std::back_inserter(dtypes),
                 [&](DType dtype) { return accepts(info, dtype); });
    for (DType dtype : sampledTypes(dtypes, i))
      addCases(info, dtype, cases);
  }
  return cases;
}

// Returns the unit in the last place of 1, in the type in which kernels compute.
double ulpOfOne(DType dtype) {
  return !isFloat(dtype) ? 0 : dtype == DType::F64 ? 0x1p-52 : 0x1p-23;
}

class Elementwise : public testing::TestWithParam<OpCase> {};

// Appends the op to the program. Its operands are new parameters with these dims.
absl::Status append(const OpCase& c, const Dims& dims, Program& program) {
  const OpInfo& info = opInfo(c.opcode);
  Op op{c.opcode, {}, {}, c.attrs};
  for (int i = 0; i < info.numOperands; ++i) {
    bool isPredicate = c.opcode == Opcode::Select && i == 0;
    op.operands.push_back(program.addValue({isPredicate ? DType::Pred : c.dtype, dims}));
  }
  absl::InlinedVector<const TensorType*, 3> types;
  for (ValueId id : op.operands)
    types.push_back(&program.type(id));
  TensorType stated{c.result, dims};
  LZ_ASSIGN_OR_RETURN(
      shape::TypeList results,
      shape::inferTypes(
          {c.opcode, types, op.attrs, {}, c.result == DType::Invalid ? nullptr : &stated}));
  program.body.params.insert(program.body.params.end(), op.operands.begin(), op.operands.end());
  op.results = {program.addValue(results[0])};
  program.body.results.push_back(op.results[0]);
  program.body.ops.push_back(std::move(op));
  return absl::OkStatus();
}

// Returns the bound in ulp. Complex ops have larger bounds, because their formulas round a few
// times. Complex powers have the largest bounds, because they multiply the angle by a large number.
uint64_t ulpsOf(const OpCase& c) {
  constexpr uint64_t kFormula = 16, kPower = 4096;
  if (!isComplex(c.dtype))
    return opInfo(c.opcode).ulp;
  return c.opcode == Opcode::Power ? kPower : kFormula;
}

// All shapes are in one program, with a kernel for each, because each compilation has a high fixed
// cost.
TEST_P(Elementwise, CompiledAgreesWithReference) {
  Program program;
  std::vector<Literal> args;
  for (const Dims& dims : {Dims{}, Dims{0}, Dims{1}, Dims{3, 11}, Dims{5, 7, 29}}) {
    const size_t first = args.size();
    const absl::Status status = append(GetParam(), dims, program);
    ASSERT_TRUE(status.ok()) << status;
    for (size_t i = first; i < program.body.params.size(); ++i)
      args.push_back(specialLiteral(program.type(program.body.params[i]), i - first + 1));
  }
  uint64_t ulps = ulpsOf(GetParam());
  double place = cancellingTerms(GetParam().opcode) * ulpOfOne(GetParam().dtype);
  bool isExact = ulps == 0; // then zeros must have the right sign too
  Bounds bounds = {.ulps = ulps, .absolute = double(ulps) * place, .sameBits = isExact};
  EXPECT_EQ(disagreement(program, args, bounds), "") << print(program);
}

std::string opName(const testing::TestParamInfo<OpCase>& info) {
  const OpCase& c = info.param;
  std::string name =
      absl::StrCat(std::string(opInfo(c.opcode).name), "_", std::string(dtypeName(c.dtype)));
  if (c.result != DType::Invalid)
    absl::StrAppend(&name, "_to_", std::string(dtypeName(c.result)));
  return absl::StrReplaceAll(absl::StrCat(name, "_", info.index), {{"<", "_"}, {">", ""}});
}

INSTANTIATE_TEST_SUITE_P(AllOps, Elementwise, testing::ValuesIn(allOpCases()), opName);

} // namespace
} // namespace lz::test
