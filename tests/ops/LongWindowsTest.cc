// Tests windows for which the interpreter would need hours. The million elements of a result are
// compared with those of loops that are written here.
#include "Harness.h"
#include "absl/strings/substitute.h"
#include "formats/stablehlo/StableHloText.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <numeric>

namespace lz::test {
namespace {

constexpr int64_t kCount = 1000000;

std::string windows(int64_t size, int64_t low, int64_t high, const std::string& combiner) {
  return absl::Substitute(R"(
func.func @main(%x: tensor<$0xi32>) -> tensor<$1xi32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %0 = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: $2>, padding = dense<[[$3, $4]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = stablehlo.$5 %a, %b : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) : (tensor<$0xi32>, tensor<i32>) -> tensor<$1xi32>
  return %0 : tensor<$1xi32>
})",
                          kCount, kCount + low + high - size + 1, size, low, high, combiner);
}

std::vector<int32_t> compiled(const std::string& text, const std::vector<int32_t>& x) {
  StatusOr<Program> program = formats::parseStableHlo(text, "t");
  EXPECT_TRUE(program.ok()) << program.status();
  Literal argument = Literal::copyOf({DType::S32, {kCount}}, x.data());
  auto results = runCompiled(*program, {argument}, modeOptions());
  EXPECT_TRUE(results.ok()) << results.status();
  if (!results.ok())
    return {};
  const Literal& y = results->front();
  return {y.as<int32_t>(), y.as<int32_t>() + y.type().numElements()};
}

std::vector<int32_t> someNumbers() {
  std::vector<int32_t> x;
  for (int64_t i = 0; i < kCount; ++i)
    x.push_back(int32_t(i * 7919 % 10007 - 5000));
  return x;
}

TEST(LongWindows, OfAMillionElementsAreScans) {
  std::vector<int32_t> x = someNumbers(), sums(kCount), best(kCount);
  std::inclusive_scan(x.begin(), x.end(), sums.begin());
  EXPECT_TRUE(compiled(windows(kCount, kCount - 1, 0, "add"), x) == sums);
  std::inclusive_scan(x.rbegin(), x.rend(), best.rbegin(),
                      [](int32_t a, int32_t b) { return std::max({a, b, 0}); });
  best.back() = std::max(x.back(), 0);
  EXPECT_TRUE(compiled(windows(kCount, 0, kCount - 1, "maximum"), x) == best);
}

TEST(LongWindows, OfHundredThousandElementsSlide) {
  constexpr int64_t kSize = 99991;
  std::vector<int32_t> x = someNumbers(), sums;
  int32_t sum = 0;
  for (int64_t i = 0; i < kCount; ++i) {
    sum += x[size_t(i)] - (i >= kSize ? x[size_t(i - kSize)] : 0);
    if (i >= kSize - 1)
      sums.push_back(sum);
  }
  EXPECT_TRUE(compiled(windows(kSize, 0, 0, "add"), x) == sums);
}

} // namespace
} // namespace lz::test
