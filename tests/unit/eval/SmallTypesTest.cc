// Computes programs of small types in two ways: in wider types, and in the arithmetic on bytes that
// compiled programs use.
#include "base/elements/SmallTypes.h"

#include "TestProgram.h"
#include "absl/strings/match.h"
#include "spec/small/Small.h"

#include <bit>
#include <cmath>

namespace lz::test {
namespace {

constexpr DType kSmall[] = {
    DType::F8E5M2,        DType::F8E4M3FN,   DType::F8E4M3,    DType::F8E3M4,   DType::F8E4M3FNUZ,
    DType::F8E4M3B11FNUZ, DType::F8E5M2FNUZ, DType::F8E8M0FNU, DType::F4E2M1FN, DType::F6E2M3FN,
    DType::F6E3M2FN,      DType::S4,         DType::U4,        DType::S2,       DType::U2};

Literal codesOf(DType dtype, int64_t count = 256) {
  Literal literal(TensorType{dtype, {count}});
  for (int64_t i = 0; i < count; ++i)
    storeCode(dtype, literal.mutableData(), i, uint8_t(i));
  return literal;
}

Program programOf(Opcode opcode, std::vector<TensorType> operands, TensorType result,
                  Attrs attrs = {}) {
  Program program;
  Op op{opcode, {}, {}, std::move(attrs)};
  op.attrs.resize(opInfo(opcode).attrs.size());
  for (TensorType& type : operands)
    op.operands.push_back(program.addValue(std::move(type)));
  program.body.params.assign(op.operands.begin(), op.operands.end());
  op.results.push_back(program.addValue(std::move(result)));
  program.body.results = {op.results[0]};
  program.body.ops.push_back(std::move(op));
  return program;
}

Literal run(const Program& program, const std::vector<Literal>& args) {
  StatusOr<std::vector<Literal>> results = eval::evaluate(program, args);
  EXPECT_TRUE(results.ok()) << results.status();
  return results.ok() ? (*results)[0] : Literal();
}

// Runs the program without small types, on lists of bytes.
Literal runExpanded(const Program& program, std::vector<Literal> args) {
  StatusOr<Program> expanded = small::expand(program);
  EXPECT_TRUE(expanded.ok()) << expanded.status();
  EXPECT_FALSE(small::hasSmallTypes(*expanded));
  for (size_t i = 0; i < args.size(); ++i)
    args[i] = Literal::copyOf(expanded->type(expanded->body.params[i]), args[i].data());
  return run(*expanded, args);
}

void expectSame(const Literal& expected, const Literal& bytes, const std::string& what) {
  const DType dtype = expected.type().dtype;
  for (int64_t i = 0; i < expected.type().numElements(); ++i) {
    if (isSmall(dtype)) {
      const int x = loadCode(dtype, expected.data(), i), y = loadCode(dtype, bytes.data(), i);
      const bool areNan = isSmallFloat(dtype) && floatFormat(dtype).isNan(uint8_t(x)) &&
                          floatFormat(dtype).isNan(uint8_t(y));
      ASSERT_TRUE(x == y || areNan) << what << " at " << i << ": " << x << ", bytes " << y;
    } else {
      const double x = expected.toDouble(i), y = bytes.toDouble(i);
      ASSERT_TRUE(x == y || (std::isnan(x) && std::isnan(y)))
          << what << " at " << i << ": " << x << ", bytes " << y;
      ASSERT_TRUE(std::isnan(x) || std::signbit(x) == std::signbit(y)) << what << " at " << i;
    }
  }
}

void expectBytesAgree(const Program& program, const std::vector<Literal>& args,
                      const std::string& what) {
  expectSame(run(program, args), runExpanded(program, args), what);
}

// Returns the numbers of all codes, the numbers halfway between neighbours, and numbers that are
// out of range of each format.
template <typename T> std::vector<T> numbersFor(DType dtype) {
  constexpr T kInf = std::numeric_limits<T>::infinity();
  std::vector<T> numbers = {0,    -T(0), kInf,    -kInf, std::numeric_limits<T>::quiet_NaN(),
                            1e30, -1e30, T(1e-30)};
  for (int code = 0; code < 1 << bitWidth(dtype); ++code) {
    const T value = T(smallToDouble(dtype, uint8_t(code)));
    const T next = T(smallToDouble(dtype, uint8_t(code + 1)));
    const T middle = (value + next) / 2;
    for (T x : {value, middle, std::nextafter(middle, -kInf), std::nextafter(middle, kInf)})
      numbers.push_back(x);
  }
  return numbers;
}

template <typename T> Literal literalOf(DType dtype, const std::vector<T>& values) {
  return Literal::copyOf(TensorType{dtype, {int64_t(values.size())}}, values.data());
}

TEST(SmallTypes, EveryCodeIsConverted) {
  for (DType dtype : kSmall)
    for (DType to : {DType::F32, DType::F64, DType::S8, DType::Pred, DType::BF16}) {
      Literal codes = codesOf(dtype);
      TensorType result{to, codes.type().dims};
      Program program = programOf(Opcode::Convert, {codes.type()}, result);
      Literal values = run(program, {codes});
      if (to == DType::F32)
        for (int64_t i = 0; i < 256; ++i) {
          const double expected = smallToDouble(dtype, uint8_t(i));
          EXPECT_TRUE(values.toDouble(i) == expected || std::isnan(expected));
        }
      expectBytesAgree(program, {codes}, std::string(dtypeName(dtype)));
    }
}

TEST(SmallTypes, FloatsAreRoundedOnce) {
  for (DType dtype : kSmall) {
    auto narrow = numbersFor<float>(dtype);
    auto wide = numbersFor<double>(dtype);
    for (const Literal& x : {literalOf(DType::F32, narrow), literalOf(DType::F64, wide)}) {
      Program program = programOf(Opcode::Convert, {x.type()}, {dtype, x.type().dims});
      Literal codes = run(program, {x});
      if (isSmallFloat(dtype))
        for (int64_t i = 0; i < x.type().numElements(); ++i)
          ASSERT_EQ(loadCode(dtype, codes.data(), i),
                    toSmallFloat(floatFormat(dtype), x.toDouble(i)));
      expectBytesAgree(program, {x}, std::string(dtypeName(dtype)));
    }
  }
}

TEST(SmallTypes, IntegersAreRoundedOnceOrWrap) {
  std::vector<int64_t> numbers = {0,
                                  1,
                                  -1,
                                  INT64_MAX,
                                  INT64_MIN,
                                  int64_t(3) << 61,
                                  (int64_t(3) << 61) - 1,
                                  (int64_t(3) << 61) + 1};
  for (int64_t i = -300; i < 300; ++i)
    numbers.push_back(i);
  for (DType dtype : kSmall)
    for (DType from : {DType::S64, DType::U64}) {
      Literal x = literalOf(from, numbers);
      Program program = programOf(Opcode::Convert, {x.type()}, {dtype, x.type().dims});
      expectBytesAgree(program, {x}, std::string(dtypeName(dtype)));
    }
}

// Fills x and y with all pairs of codes of the type.
void pairsOf(DType dtype, Literal& x, Literal& y) {
  const int64_t codes = int64_t(1) << bitWidth(dtype);
  x = y = Literal();
  x = Literal(TensorType{dtype, {codes * codes}});
  y = Literal(x.type());
  for (int64_t i = 0; i < codes * codes; ++i) {
    storeCode(dtype, x.mutableData(), i, uint8_t(i / codes));
    storeCode(dtype, y.mutableData(), i, uint8_t(i % codes));
  }
}

TEST(SmallTypes, SmallIntegersHaveTheirOwnWidth) {
  struct Law {
    Opcode opcode;
    int (*of)(int x, int y, int bits); // x and y have the bits of the type and its sign
  };
  auto amount = [](int y, int bits) { return y & ((1 << bits) - 1); };
  static auto low = amount;
  const Law laws[] = {
      {Opcode::Add, [](int x, int y, int) { return x + y; }},
      {Opcode::Multiply, [](int x, int y, int) { return x * y; }},
      {Opcode::Popcnt, [](int x, int, int bits) { return std::popcount(unsigned(low(x, bits))); }},
      {Opcode::CountLeadingZeros,
       [](int x, int, int bits) { return bits - int(std::bit_width(unsigned(low(x, bits)))); }},
      {Opcode::Not, [](int x, int, int) { return ~x; }},
      {Opcode::ShiftLeft,
       [](int x, int y, int bits) { return low(y, bits) < bits ? x << low(y, bits) : 0; }},
      {Opcode::ShiftRightLogical,
       [](int x, int y, int bits) {
         return low(y, bits) < bits ? low(x, bits) >> low(y, bits) : 0;
       }},
      {Opcode::ShiftRightArithmetic,
       [](int x, int y, int bits) {
         int topped = int(unsigned(x) << (32 - bits)) >> (32 - bits);
         return topped >> std::min(low(y, bits), bits - 1);
       }},
      {Opcode::Mulhi, [](int x, int y, int bits) { return (x * y) >> bits; }},
  };
  for (DType dtype : {DType::S4, DType::U4, DType::S2, DType::U2})
    for (const Law& law : laws) {
      Literal x, y;
      pairsOf(dtype, x, y);
      std::vector<Literal> args = {x, y};
      args.resize(size_t(opInfo(law.opcode).numOperands));
      std::vector<TensorType> types(args.size(), x.type());
      Program program = programOf(law.opcode, types, x.type());
      Literal result = run(program, args);
      for (int64_t i = 0; i < x.type().numElements(); ++i) {
        const int expected = law.of(int(x.toInt(i)), int(y.toInt(i)), int(bitWidth(dtype)));
        const auto code = uint8_t(expected & ((1 << bitWidth(dtype)) - 1));
        ASSERT_EQ(loadCode(dtype, result.data(), i), code)
            << opInfo(law.opcode).name << dtypeName(dtype) << x.toInt(i) << " " << y.toInt(i);
      }
      expectSame(result, runExpanded(program, args), std::string(opInfo(law.opcode).name));
    }
}

TEST(SmallTypes, ArithmeticIsRounded) {
  for (DType dtype : kSmall)
    for (Opcode opcode : {Opcode::Add, Opcode::Multiply, Opcode::Divide, Opcode::Maximum}) {
      Literal x, y;
      pairsOf(dtype, x, y);
      Program program = programOf(opcode, {x.type(), x.type()}, x.type());
      expectBytesAgree(program, {x, y}, std::string(dtypeName(dtype)));
    }
}

// The 4 exponent bits of f8E4M3FN reach from 2^-6 to 2^8; below there are denormal numbers.
TEST(SmallTypes, ReducedToTheirOwnFormatTheyStay) {
  for (DType dtype : kSmall) {
    if (!isSmallFloat(dtype))
      continue;
    const FloatFormat& format = floatFormat(dtype);
    const Literal codes = codesOf(dtype, int64_t(1) << bitWidth(dtype));
    for (int64_t more : {0, 1, 30}) {
      Program program = programOf(Opcode::ReducePrecision, {codes.type()}, codes.type(),
                                  {format.exponentBits + more, format.mantissaBits + more});
      expectSame(codes, run(program, {codes}), std::string(dtypeName(dtype)));
      expectBytesAgree(program, {codes}, std::string(dtypeName(dtype)));
    }
    Program coarse =
        programOf(Opcode::ReducePrecision, {codes.type()}, codes.type(), {int64_t(1), int64_t(0)});
    expectBytesAgree(coarse, {codes}, std::string(dtypeName(dtype)));
  }
}

// A cast keeps all bits, even those of elements that share bytes.
TEST(SmallTypes, BitsAreCast) {
  Literal bytes = iotaOf<uint8_t>({6});
  Program toPairs = programOf(Opcode::BitcastConvert, {bytes.type()}, {DType::S4, {6, 2}});
  Literal pairs = run(toPairs, {bytes});
  EXPECT_EQ(std::memcmp(pairs.data(), bytes.data(), 6), 0);
  expectBytesAgree(toPairs, {bytes}, "ui8 to i4");
  Literal words = iotaOf<int32_t>({3});
  Program toEighths = programOf(Opcode::BitcastConvert, {words.type()}, {DType::F4E2M1FN, {3, 8}});
  expectBytesAgree(toEighths, {words}, "i32 to f4");
  Program back = programOf(Opcode::BitcastConvert, {{DType::F4E2M1FN, {3, 8}}}, words.type());
  expectBytesAgree(back, {run(toEighths, {words})}, "f4 to i32");
  Program same = programOf(Opcode::BitcastConvert, {{DType::F8E5M2, {6}}}, {DType::S8, {6}});
  expectBytesAgree(same, {codesOf(DType::F8E5M2, 6)}, "f8 to i8");
}

TEST(SmallTypes, OpsWithoutMeaningAreRefusedByName) {
  TensorType type{DType::F8E4M3, {4}};
  StatusOr<Program> program =
      small::widen(programOf(Opcode::CustomCall, {type}, type, {AttrValue(std::string("solve"))}));
  EXPECT_TRUE(absl::IsUnimplemented(program.status()));
  EXPECT_TRUE(absl::StrContains(program.status().message(), "[custom_call]"));
  EXPECT_TRUE(absl::StrContains(program.status().message(), "f8E4M3"));
}

} // namespace
} // namespace lz::test
