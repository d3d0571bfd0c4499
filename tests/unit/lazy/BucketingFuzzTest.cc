// Makes random programs of every op that has a rule for batches, in all kinds of element types. The
// bucketed program must compute the values of the recorded program, whatever the elements after the
// end of the batch are. LAZULI_BUCKETS sets the number of programs.
#include "BatchProgram.h"
#include "lazy/bucket/Bucketing.h"
#include "semantics/eval/Evaluate.h"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <gtest/gtest.h>
#include <random>
#include <set>

namespace lz::test {
namespace {

using lazy::Bucketed;

int bucketedProgramsToRun() {
  const char* text = std::getenv("LAZULI_BUCKETS");
  return text ? std::atoi(text) : 200;
}

// Returns small numbers, so that products of a few are exact.
Literal anyLiteral(const TensorType& type, std::mt19937& random) {
  Literal literal(type);
  const int64_t parts = type.numElements() * (isComplex(type.dtype) ? 2 : 1);
  for (int64_t i = 0; i < parts; ++i) {
    const int number = int(random() % 9) - 4;
    if (type.dtype == DType::Pred || type.dtype == DType::U8)
      literal.mutableAs<uint8_t>()[i] = uint8_t(type.dtype == DType::Pred ? number & 1 : number);
    else if (type.dtype == DType::S32)
      literal.mutableAs<int32_t>()[i] = number;
    else
      literal.mutableAs<float>()[i] = float(number) / 4;
  }
  return literal;
}

// Adds rows after the end of the batch with arbitrary contents: NaN, infinity, or other bytes.
Literal withAnythingBehind(const Literal& from, int64_t bound, std::mt19937& random) {
  TensorType type = from.type();
  type.dims[0] = bound;
  Literal to(type);
  const int64_t known = from.type().numBytes();
  std::memcpy(to.mutableData(), from.data(), size_t(known));
  constexpr uint32_t kWords[] = {0x7fc00000, 0x7f800000, 0xff800000, 0x80000000};
  const uint32_t word = kWords[random() % std::size(kWords)];
  for (int64_t i = known; i < type.numBytes(); ++i)
    to.mutableData()[i] =
        type.dtype == DType::Pred ? std::byte(random() % 2) : std::byte(word >> (8 * (i % 4)));
  return to;
}

bool areNumbersNear(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b)) || std::abs(a - b) <= 1e-4 * (1 + std::abs(b));
}

// Compares both parts of a complex number.
bool areNearAt(const Literal& a, const Literal& b, int64_t i) {
  if (a.type().dtype != DType::C64)
    return areNumbersNear(a.toDouble(i), b.toDouble(i));
  return areNumbersNear(a.as<float>()[2 * i], b.as<float>()[2 * i]) &&
         areNumbersNear(a.as<float>()[2 * i + 1], b.as<float>()[2 * i + 1]);
}

// Returns true if every op has a rule, and then compares the values.
bool hasRuleAndAgrees(const BatchProgram& all, ValueId value, int64_t n, int64_t bound,
                      std::mt19937& random) {
  const Program program = all.of(value);
  const StatusOr<Bucketed> made = lazy::bucketed(program, all.isBatch(), bound);
  if (!made.ok()) {
    EXPECT_TRUE(absl::IsUnimplemented(made.status()) || absl::IsInvalidArgument(made.status()))
        << made.status();
    return false;
  }
  std::vector<Literal> args, larger;
  for (size_t i = 0; i < all.isBatch().size(); ++i) {
    args.push_back(anyLiteral(program.type(program.body.params[i]), random));
    larger.push_back(all.isBatch()[i] ? withAnythingBehind(args.back(), bound, random)
                                      : args.back());
  }
  larger.push_back(Literal::splatInt({DType::S32, {}}, n));
  const auto want = eval::evaluate(program, args), got = eval::evaluate(made->program, larger);
  EXPECT_TRUE(want.ok() && got.ok()) << want.status() << got.status() << print(made->program);
  if (!want.ok() || !got.ok())
    return false;
  const Literal &a = (*got)[0], &b = (*want)[0];
  for (int64_t i = 0; i < b.type().numElements(); ++i)
    if (!areNearAt(a, b, i)) {
      ADD_FAILURE() << "element " << i << ": " << a.toDouble(i) << " instead of " << b.toDouble(i)
                    << "\n"
                    << print(program) << "\n"
                    << print(made->program);
      break;
    }
  return true;
}

TEST(BucketingFuzz, EveryOpThatHasARuleGivesTheRecordedValues) {
  const std::vector<Opcode> elementwise = elementwiseOps();
  std::set<Opcode> seen;
  const int programs = bucketedProgramsToRun();
  for (int seed = 0; seed < programs && !::testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random{unsigned(seed)};
    const int64_t n = 2 + seed % 7;
    const BatchProgram all(unsigned(seed), n, elementwise[size_t(seed) % elementwise.size()]);
    ASSERT_TRUE(all.status().ok()) << all.status();
    for (ValueId value : all.values())
      if (hasRuleAndAgrees(all, value, n, lazy::bucketOf(n, 4), random))
        for (const Op& op : all.of(value).body.ops)
          if (absl::c_linear_search(op.results, value))
            seen.insert(op.opcode);
  }
  std::vector<Opcode> expected = elementwise;
  for (Opcode opcode : {Opcode::Iota, Opcode::Constant, Opcode::BroadcastInDim, Opcode::Transpose,
                        Opcode::Reshape, Opcode::Slice, Opcode::Pad, Opcode::Reverse,
                        Opcode::Concatenate, Opcode::Reduce, Opcode::DotGeneral})
    expected.push_back(opcode);
  if (programs >= int(elementwise.size()))
    for (Opcode opcode : expected)
      EXPECT_TRUE(seen.contains(opcode)) << opInfo(opcode).name << " was in no program";
}

} // namespace
} // namespace lz::test
