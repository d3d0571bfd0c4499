// Compiled and interpreted sorts of all element types and orders must give the result of std::sort
// on tuples of values and places.
#include "Harness.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "formats/stablehlo/StableHloText.h"
#include "gtest/gtest.h"
#include "semantics/eval/Evaluate.h"

#include <algorithm>
#include <cmath>
#include <compare>
#include <cstring>
#include <limits>
#include <random>

namespace lz::test {
namespace {

enum class Order { Value, Total, Canonical };

struct SortCase {
  DType dtype;
  Order order;
  bool descending;
};

// Makes "x" or "y" canonical in the comparator.
std::string canonical(const std::string& x, DType dtype) {
  const std::string nan = dtype == DType::F64    ? "0x7FF8000000000000"
                          : dtype == DType::F32  ? "0x7FC00000"
                          : dtype == DType::BF16 ? "0x7FC0"
                                                 : "0x7E00";
  return absl::StrReplaceAll(R"(
    %$xz = stablehlo.constant dense<0.000000e+00> : tensor<$T>
    %$xe = stablehlo.compare  EQ, %$x, %$xz,  FLOAT : (tensor<$T>, tensor<$T>) -> tensor<i1>
    %$xs = stablehlo.select %$xe, %$xz, %$x : tensor<i1>, tensor<$T>
    %$xu = stablehlo.compare  NE, %$x, %$x,  FLOAT : (tensor<$T>, tensor<$T>) -> tensor<i1>
    %$xn = stablehlo.constant dense<$NAN> : tensor<$T>
    %$xc = stablehlo.select %$xu, %$xn, %$xs : tensor<i1>, tensor<$T>)",
                             {{"$x", x}, {"$NAN", nan}});
}

// Sorts the operand alone, or together with places.
std::string textOf(const SortCase& c, const Dims& dims, int64_t dimension) {
  const std::string compare = absl::StrCat(
      c.order == Order::Canonical ? canonical("x", c.dtype) + canonical("y", c.dtype) : "",
      "\n    %p = stablehlo.compare ", c.descending ? "GT" : "LT",
      c.order == Order::Canonical ? ", %xc, %yc" : ", %x, %y",
      c.order == Order::Value ? "" : ", TOTALORDER",
      " : (tensor<$T>, tensor<$T>) -> tensor<i1>\n    stablehlo.return %p : "
      "tensor<i1>\n");
  std::string shape;
  for (int64_t d : dims)
    absl::StrAppend(&shape, d, "x");
  return absl::StrReplaceAll(
      R"(
func.func @main(%v: tensor<$S$T>, %i: tensor<$Si32>) -> (tensor<$S$T>, tensor<$S$T>, tensor<$Si32>) {
  %0 = "stablehlo.sort"(%v) <{dimension = $D : i64}> ({
  ^bb0(%x: tensor<$T>, %y: tensor<$T>):$C  }) : (tensor<$S$T>) -> tensor<$S$T>
  %1:2 = "stablehlo.sort"(%v, %i) <{dimension = $D : i64, is_stable = true}> ({
  ^bb0(%x: tensor<$T>, %y: tensor<$T>, %j: tensor<i32>, %k: tensor<i32>):$C  }) : (tensor<$S$T>, tensor<$Si32>) -> (tensor<$S$T>, tensor<$Si32>)
  return %0, %1#0, %1#1 : tensor<$S$T>, tensor<$S$T>, tensor<$Si32>
})",
      {{"$S", shape},
       {"$D", absl::StrCat(dimension)},
       {"$C", absl::StrReplaceAll(compare, {{"$T", std::string(dtypeName(c.dtype))}})},
       {"$T", std::string(dtypeName(c.dtype))}});
}

// Returns random values. Few of them are different, so that some are equal. Floats include both
// zeros and infinities. With `nans` they also include NaN of both signs.
Literal valuesOf(const SortCase& c, const Dims& dims, bool nans, uint64_t seed) {
  Literal literal(TensorType{c.dtype, dims});
  std::mt19937_64 random(seed);
  visitDType(c.dtype, [&](auto zero) {
    using T = decltype(zero);
    for (int64_t i = 0; i < literal.type().numElements(); ++i) {
      T& value = literal.mutableAs<T>()[i];
      uint64_t bits = random();
      if constexpr (std::is_same_v<T, bool>) {
        value = bits % 2 == 0;
      } else if constexpr (std::is_integral_v<T>) {
        value = bits % 3 == 0 ? T(bits >> 8) : T(int64_t(bits >> 8 & 15) - 6);
      } else {
        constexpr float kNan = std::numeric_limits<float>::quiet_NaN(), kInf = HUGE_VALF;
        const float specials[] = {0.0f, -0.0f, kInf, -kInf, kNan, -kNan};
        value = bits % 3 != 0 ? T(float(int64_t(bits >> 8 & 15) - 6))
                : bits % 2    ? T(specials[(bits >> 8) % (nans ? 6 : 4)])
                              : T(float(bits >> 8) * 1e-15f - 3);
      }
    }
  });
  return literal;
}

template <typename T> auto plain(T x) {
  if constexpr (std::is_same_v<T, F16> || std::is_same_v<T, BF16>)
    return float(x);
  else
    return x;
}

// Returns true if `left` comes before `right` in the order of the case.
template <typename T> bool comesFirst(const SortCase& c, T left, T right) {
  auto a = plain(left), b = plain(right);
  if (c.descending)
    std::swap(a, b);
  if constexpr (std::is_floating_point_v<decltype(a)>) {
    if (c.order == Order::Value)
      return a < b;
    for (auto* x : {&a, &b})
      if (c.order == Order::Canonical && (*x == 0 || *x != *x))
        *x = *x == 0 ? 0 : std::abs(*x);
    return std::strong_order(a, b) < 0;
  }
  return a < b;
}

// Returns the values and places that a sort of tuples gives. If values are equal, the one with the
// smaller place comes first.
std::vector<Literal> expectedOf(const SortCase& c, const Literal& values, const Literal& places,
                                int64_t dimension) {
  const Dims& dims = values.type().dims;
  int64_t inner = 1, length = dims[size_t(dimension)];
  for (size_t d = size_t(dimension) + 1; d < dims.size(); ++d)
    inner *= dims[d];
  Literal sorted(values.type()), order(places.type());
  visitDType(c.dtype, [&](auto zero) {
    using T = decltype(zero);
    for (int64_t at = 0; at < values.type().numElements(); ++at) {
      if (at / inner % length != 0)
        continue;
      std::vector<std::pair<T, int32_t>> slice;
      for (int64_t k = 0; k < length; ++k)
        slice.emplace_back(values.as<T>()[at + k * inner], places.as<int32_t>()[at + k * inner]);
      std::sort(slice.begin(), slice.end(), [&](const auto& a, const auto& b) {
        return comesFirst(c, a.first, b.first) ||
               (!comesFirst(c, b.first, a.first) && a.second < b.second);
      });
      for (int64_t k = 0; k < length; ++k) {
        sorted.mutableAs<T>()[at + k * inner] = slice[size_t(k)].first;
        order.mutableAs<int32_t>()[at + k * inner] = slice[size_t(k)].second;
      }
    }
  });
  return {sorted, sorted, order};
}

Literal placesOf(const Dims& dims) {
  Literal places(TensorType{DType::S32, dims});
  for (int64_t i = 0; i < places.type().numElements(); ++i)
    places.mutableAs<int32_t>()[i] = int32_t(i);
  return places;
}

void expectSame(const std::vector<Literal>& actual, const std::vector<Literal>& expected,
                const std::string& what) {
  ASSERT_EQ(actual.size(), expected.size());
  for (size_t i = 0; i < expected.size(); ++i)
    EXPECT_EQ(
        std::memcmp(actual[i].data(), expected[i].data(), size_t(expected[i].type().numBytes())), 0)
        << "output " << i << " of " << expected[i].type().str() << ' ' << what;
}

std::vector<Literal> runOn(const exec::Executable& executable, const Arguments& args, int threads) {
  auto device = runtime::Device::host({.threads = threads});
  std::vector<runtime::StorageRef> storages;
  for (const Literal& arg : args)
    storages.push_back(runtime::Storage::borrow(arg.data(), arg.type().numBytes(), {}));
  auto result = executable.run(*device, storages);
  EXPECT_TRUE(result.ok()) << result.status();
  std::vector<Literal> outputs;
  for (size_t i = 0; result.ok() && i < result->outputs.size(); ++i)
    outputs.push_back(Literal::copyOf(executable.spec().outputs[i], result->outputs[i]->data()));
  return outputs;
}

// Order::Value does not define an order of NaNs. So if there are `nans`, the results are compared
// with those of the interpreter, but not with expectedOf().
void check(const SortCase& c, const Dims& dims, int64_t dimension, bool nans) {
  StatusOr<Program> program = formats::parseStableHlo(textOf(c, dims, dimension), "sort.mlir");
  ASSERT_TRUE(program.ok()) << program.status();
  Literal values = valuesOf(c, dims, nans, uint64_t(dims[0]) + 7), places = placesOf(dims);
  auto interpreted = eval::evaluate(*program, {values, places});
  ASSERT_TRUE(interpreted.ok()) << interpreted.status();
  std::vector<Literal> expected =
      nans && c.order == Order::Value ? *interpreted : expectedOf(c, values, places, dimension);
  expectSame(*interpreted, expected, "interpreted");
  compiler::CompileOptions options = modeOptions();
  options.threads = options.threads == 1 ? 1 : 4;
  auto executable = compiler::makeCompiler()->compile(*program, options);
  ASSERT_TRUE(executable.ok()) << executable.status();
  for (int threads = 1; threads <= 4; ++threads)
    expectSame(runOn(**executable, {values, places}, threads), expected,
               absl::StrCat("on ", threads, " threads, dimension ", dimension));
}

class Sort : public testing::TestWithParam<SortCase> {};

TEST_P(Sort, CompiledInterpretedAndAsTuples) {
  const bool nans = isFloat(GetParam().dtype);
  for (int64_t n = 0; n <= 17; ++n)
    check(GetParam(), {n}, 0, nans);
  for (Dims dims : {Dims{3, 17, 2}, Dims{2, 1, 70}, Dims{65, 2, 1}})
    for (int64_t dimension = 0; dimension < 3; ++dimension)
      check(GetParam(), dims, dimension, nans);
  check(GetParam(), {2, 999}, 1, nans);
  check(GetParam(), {999, 2}, 0, false);
}

std::vector<SortCase> allSorts() {
  std::vector<SortCase> cases;
  for (DType dtype :
       {DType::Pred, DType::S8, DType::S16, DType::S32, DType::S64, DType::U8, DType::U16,
        DType::U32, DType::U64, DType::F16, DType::BF16, DType::F32, DType::F64})
    for (Order order : {Order::Value, Order::Total, Order::Canonical})
      for (bool descending : {false, true})
        if (isFloat(dtype) || order == Order::Value)
          cases.push_back({dtype, order, descending});
  return cases;
}

std::string sortName(const testing::TestParamInfo<SortCase>& info) {
  const SortCase& c = info.param;
  const char* orders[] = {"Value", "Total", "Canonical"};
  return absl::StrCat(std::string(dtypeName(c.dtype)), orders[size_t(c.order)],
                      c.descending ? "Descending" : "");
}

INSTANTIATE_TEST_SUITE_P(Orders, Sort, testing::ValuesIn(allSorts()), sortName);

// Returns a comparator of several keys, as a chain in one of three forms. Each key is an operand
// with a case of its own. "%x0" and "%y0" are elements of the first key, and so on.
std::string lexicographic(const std::vector<SortCase>& keys, uint64_t seed, bool reversed) {
  std::string text, answer;
  for (size_t i = keys.size(); i-- > 0;) {
    const SortCase& c = keys[i];
    const std::string x = absl::StrCat("x", i), y = absl::StrCat("y", i),
                      suffix = c.order == Order::Canonical ? "c" : "";
    std::string key = suffix.empty() ? "" : canonical(x, c.dtype) + canonical(y, c.dtype);
    auto compare = [&](const char* name, const char* direction) {
      absl::StrAppend(&key, "\n    %", name, i, " = stablehlo.compare ", direction, ", %", x,
                      suffix, ", %", y, suffix, c.order == Order::Value ? "" : ", TOTALORDER",
                      " : (tensor<$T>, tensor<$T>) -> tensor<i1>");
    };
    const bool isLast = i + 1 == keys.size();
    compare("p", c.descending         ? isLast && reversed ? "GE" : "GT"
                 : isLast && reversed ? "LE"
                                      : "LT");
    const std::string less = absl::StrCat("%p", i),
                      form = absl::StrCat("\n    %r", i, " = stablehlo.");
    if (!isLast) {
      const uint64_t kind = seed / (i + 1) % 3;
      compare("e", kind == 2 ? "NE" : "EQ");
      if (kind == 0)
        absl::StrAppend(&key, "\n    %a", i, " = stablehlo.and %e", i, ", ", answer,
                        " : tensor<i1>", form, "or ", less, ", %a", i, " : tensor<i1>");
      else
        absl::StrAppend(&key, form, "select %e", i, ", ", kind == 1 ? answer : less, ", ",
                        kind == 1 ? less : answer, " : tensor<i1>, tensor<i1>");
    }
    answer = absl::StrCat(isLast ? "%p" : "%r", i);
    absl::StrAppend(&text, absl::StrReplaceAll(key, {{"$T", std::string(dtypeName(c.dtype))}}));
  }
  return absl::StrCat(text, "\n    stablehlo.return ", answer, " : tensor<i1>\n");
}

// Returns a program that sorts vectors of keys, and a vector of places together with them.
std::string textOf(const std::vector<SortCase>& keys, int64_t length, uint64_t seed,
                   bool reversed) {
  std::vector<std::string> params, names, types, elements;
  for (size_t i = 0; i <= keys.size(); ++i) {
    const std::string dtype = i < keys.size() ? std::string(dtypeName(keys[i].dtype)) : "i32";
    names.push_back(absl::StrCat("%v", i));
    types.push_back(absl::StrCat("tensor<", length, "x", dtype, ">"));
    params.push_back(absl::StrCat(names.back(), ": ", types.back()));
    for (const char* side : {"x", "y"})
      elements.push_back(absl::StrCat("%", side, i, ": tensor<", dtype, ">"));
  }
  const std::string all = absl::StrJoin(types, ", ");
  return absl::StrCat(
      "func.func @main(", absl::StrJoin(params, ", "), ") -> ", types.back(), " {\n",
      "  %0:", names.size(), " = \"stablehlo.sort\"(", absl::StrJoin(names, ", "),
      ") <{dimension = 0 : i64, is_stable = true}> ({\n  ^bb0(", absl::StrJoin(elements, ", "),
      "):", lexicographic(keys, seed, reversed), "  }) : (", all, ") -> (", all, ")\n  return %0#",
      keys.size(), " : ", types.back(), "\n}\n");
}

// Returns the places that a sort of tuples of all keys gives.
Literal expectedOf(const std::vector<SortCase>& keys, const std::vector<Literal>& values,
                   const Literal& places, bool reversed) {
  // Compares elements a and b of `key`, and returns -1, 0 or 1.
  auto compared = [&](size_t key, int32_t a, int32_t b) {
    return visitDType(keys[key].dtype, [&](auto zero) {
      const auto* x = values[key].as<decltype(zero)>();
      return int(comesFirst(keys[key], x[b], x[a])) - int(comesFirst(keys[key], x[a], x[b]));
    });
  };
  Literal sorted = Literal::copyOf(places.type(), places.data());
  auto* begin = sorted.mutableAs<int32_t>();
  std::sort(begin, begin + places.type().numElements(), [&](int32_t a, int32_t b) {
    for (size_t key = 0; key < keys.size(); ++key)
      if (int order = compared(key, a, b); order != 0)
        return order < 0;
    return reversed ? a > b : a < b;
  });
  return sorted;
}

void checkSeveral(uint64_t seed) {
  std::mt19937_64 random(seed);
  const std::vector<SortCase> all = allSorts();
  std::vector<SortCase> keys;
  for (uint64_t i = 0, count = 1 + random() % 4; i < count; ++i)
    keys.push_back(all[random() % all.size()]);
  const bool reversed = random() % 4 == 0;
  constexpr int64_t kLengths[] = {0, 1, 2, 17, 64, 65, 300, 3000};
  const int64_t length = kLengths[random() % std::size(kLengths)];
  const std::string text = textOf(keys, length, seed, reversed);
  StatusOr<Program> program = formats::parseStableHlo(text, "sort.mlir");
  ASSERT_TRUE(program.ok()) << program.status() << text;
  std::vector<Literal> values;
  bool isOrder = true; // because NaN makes Order::Value no order
  for (const SortCase& c : keys) {
    const bool nans = c.order != Order::Value || seed % 8 == 0;
    isOrder &= !nans || c.order != Order::Value || !isFloat(c.dtype);
    values.push_back(valuesOf(c, {length}, nans, random()));
  }
  Arguments args(values.begin(), values.end());
  args.push_back(placesOf({length}));
  auto interpreted = eval::evaluate(*program, args);
  ASSERT_TRUE(interpreted.ok()) << interpreted.status();
  if (isOrder)
    expectSame(*interpreted, {expectedOf(keys, values, args.back(), reversed)}, "interpreted");
  auto executable = compiler::makeCompiler()->compile(*program, modeOptions());
  ASSERT_TRUE(executable.ok()) << executable.status();
  if (length > 1) // otherwise there is nothing to sort
    EXPECT_NE((*executable)->print().find("keys = ["), std::string::npos) << text;
  for (int threads : {1, 3})
    expectSame(runOn(**executable, args, threads), *interpreted,
               absl::StrCat("seed ", seed, " on ", threads, " threads:\n", text));
}

TEST(SortBySeveralKeys, CompiledInterpretedAndAsTuples) {
  for (uint64_t seed = 0; seed < 100; ++seed)
    checkSeveral(seed);
}

TEST(LongSort, OfManyElements) {
  check({DType::F32, Order::Canonical, false}, {100000}, 0, true);
  check({DType::S64, Order::Value, true}, {50000, 2}, 0, false);
  check({DType::F16, Order::Value, false}, {3, 20000}, 1, true);
}

} // namespace
} // namespace lz::test
