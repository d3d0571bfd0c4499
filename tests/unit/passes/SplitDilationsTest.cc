// Random convolutions of operands with holes (dilation). After the pass most of them have no holes,
// and the results are the same.
#include "Testing.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include <algorithm>

namespace lz::hlo {
namespace {

struct Convolution {
  std::string text;
  bool isDilated = false;
};

std::string typeText(const std::vector<int64_t>& dims) {
  return absl::StrCat("tensor<", absl::StrJoin(dims, "x"), "xf32>");
}

// The names and sizes of features and spatial dimensions, in any order.
class Shape {
public:
  void add(std::string name, int64_t size) { dims_.emplace_back(std::move(name), size); }
  void shuffle(std::mt19937& random) { std::shuffle(dims_.begin(), dims_.end(), random); }
  std::string type() const {
    std::vector<int64_t> sizes;
    for (const auto& dim : dims_)
      sizes.push_back(dim.second);
    return typeText(sizes);
  }
  std::string names() const {
    std::vector<std::string> all;
    for (const auto& dim : dims_)
      all.push_back(dim.first);
    return absl::StrCat("[", absl::StrJoin(all, ", "), "]");
  }

private:
  std::vector<std::pair<std::string, int64_t>> dims_;
};

Convolution randomConvolution(std::mt19937& random) {
  const auto below = [&](int n) { return int64_t(random() % unsigned(n)); };
  Shape input, kernel, result;
  const int64_t batch = 1 + below(2);
  input.add("b", batch), input.add("f", 2);
  kernel.add("i", 2), kernel.add("o", 3);
  std::vector<std::string> pads, dilations;
  Convolution made;
  const int64_t rank = 1 + below(3);
  for (int64_t d = 0; d < rank; ++d) {
    const std::string name = absl::StrCat(d);
    const int64_t size = 1 + below(5), taps = 1 + below(5), dilation = 1 + below(4);
    const int64_t low = below(6) - 1, least = taps - low - ((size - 1) * dilation + 1);
    const int64_t high = std::max(below(6) - 1, least);
    input.add(name, size), kernel.add(name, taps);
    result.add(name, (size - 1) * dilation + 1 + low + high - taps + 1);
    pads.push_back(absl::StrCat("[", low, ", ", high, "]"));
    dilations.push_back(absl::StrCat(dilation));
    made.isDilated |= dilation > 1;
  }
  result.add("b", batch), result.add("f", 3);
  input.shuffle(random), kernel.shuffle(random), result.shuffle(random);
  made.text = absl::StrCat(
      "func.func @main(%x: ", input.type(), ", %k: ", kernel.type(), ") -> ", result.type(),
      " {\n  %0 = stablehlo.convolution(%x, %k) dim_numbers = ", input.names(), "x", kernel.names(),
      "->", result.names(), ", window = {pad = [", absl::StrJoin(pads, ", "), "], lhs_dilate = [",
      absl::StrJoin(dilations, ", "),
      "]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (", input.type(), ", ",
      kernel.type(), ") -> ", result.type(), "\n  return %0 : ", result.type(), "\n}");
  return made;
}

// Returns small integers, whose sums are exact in any order.
Literal smallIntegers(const TensorType& type, std::mt19937& random) {
  Literal literal(type);
  for (int64_t i = 0; i < type.numElements(); ++i)
    literal.mutableAs<float>()[i] = float(int(random() % 9) - 4);
  return literal;
}

std::vector<Literal> evaluated(const Program& program, std::mt19937 random) {
  std::vector<Literal> args;
  for (ValueId param : program.body.params)
    args.push_back(smallIntegers(program.type(param), random));
  const auto results = eval::evaluate(program, args);
  EXPECT_TRUE(results.ok()) << results.status();
  return results.ok() ? *results : std::vector<Literal>();
}

TEST(SplitDilations, SameNumbersWithoutHoles) {
  std::mt19937 random(1);
  int dilated = 0, split = 0;
  for (int i = 0; i < 400 && !::testing::Test::HasFailure(); ++i) {
    const Convolution convolution = randomConvolution(random);
    Module m(convolution.text);
    ASSERT_TRUE(m.module) << convolution.text;
    const Program before = m.program();
    ASSERT_TRUE(runVerified(m, {}).ok()) << convolution.text;
    const std::vector<Literal> want = evaluated(before, random),
                               got = evaluated(m.program(), random);
    ASSERT_TRUE(!want.empty() && want.size() == got.size());
    const Literal &a = want[0], &b = got[0];
    ASSERT_EQ(a.type(), b.type());
    for (int64_t e = 0; e < a.type().numElements(); ++e)
      EXPECT_EQ(a.as<float>()[e], b.as<float>()[e]) << "element " << e << " of\n"
                                                    << convolution.text << "\n"
                                                    << m.str();
    dilated += convolution.isDilated;
    split += convolution.isDilated && !absl::StrContains(m.str(), "lhs_dilate");
  }
  EXPECT_GT(split * 2, dilated); // the others have so few results that a split is not worth it
}

// The first dilation is larger than the result. For the second one, making the kernels of all
// phases would take longer than the multiplications by zeros.
TEST(SplitDilations, HugeDilationsStay) {
  for (const char* dilation : {"1000000000", "4000"}) {
    Module m(absl::StrCat(
        R"(
func.func @main(%x: tensor<1x1x64xf32>, %k: tensor<3x64x64xf32>) -> tensor<1x3x64xf32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[2, 2]], lhs_dilate = [)",
        dilation,
        R"(]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x64xf32>, tensor<3x64x64xf32>) -> tensor<1x3x64xf32>
  return %0 : tensor<1x3x64xf32>
})"));
    ASSERT_TRUE(m.module);
    ASSERT_TRUE(runVerified(m, {}).ok());
    EXPECT_NE(m.str().find(dilation), std::string::npos) << m.str();
  }
}

// At level strict, products with padded zeros count. So the pass does not change the convolution.
TEST(SplitDilations, NotAtTheLevelStrict) {
  std::mt19937 random(2);
  Convolution convolution = randomConvolution(random);
  while (!convolution.isDilated)
    convolution = randomConvolution(random);
  Module m(convolution.text);
  PipelineOptions options;
  options.strict = true;
  ASSERT_TRUE(runVerified(m, options).ok());
  EXPECT_NE(m.str().find("lhs_dilate"), std::string::npos);
}

} // namespace
} // namespace lz::hlo
