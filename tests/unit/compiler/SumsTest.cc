// Sums of 16-bit floats that are made in two steps (pass lz-split-reductions).
#include "compiler/Compiler.h"
#include "runtime/Runtime.h"

#include <gtest/gtest.h>

namespace lz::compiler {
namespace {

constexpr int64_t kRows = 1024, kLength = 2048;

// Returns rows whose sums are 2731, -2731, 2731, ...; the last sum is larger by 77. These sums need
// 12 significant bits, but bf16 has 8 and f16 has 11.
template <typename T> Literal alternatingRows(DType dtype) {
  Literal x({dtype, {kRows, kLength}});
  for (int64_t i = 0; i < kRows * kLength; ++i) {
    int64_t row = i / kLength, at = i % kLength;
    int64_t extra = row == kRows - 1 && at < 77;
    x.mutableAs<T>()[i] = T(float((row % 2 == 0 ? 1 : -1) * (1 + int(at % 3 == 0)) + extra));
  }
  return x;
}

template <typename T> float sumOf(const Literal& x) {
  std::string name(dtypeName(x.type().dtype)), type = x.type().str(),
                                               scalar = "tensor<" + name + ">";
  StatusOr<Program> program = parseModule(
      "func.func @main(%x: " + type + ") -> " + scalar +
          " {\n  %z = stablehlo.constant dense<0.0> : " + scalar +
          "\n  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across "
          "dimensions = [0, 1] : (" +
          type + ", " + scalar + ") -> " + scalar + "\n  return %0 : " + scalar + "\n}\n",
      "sums.mlir");
  EXPECT_TRUE(program.ok()) << program.status();
  auto executable = makeCompiler()->compile(*program, {});
  EXPECT_TRUE(executable.ok()) << executable.status();
  EXPECT_EQ((*executable)->spec().body.thunks.size(), 2u);
  auto device = runtime::Device::host({});
  auto run = (*executable)->run(*device, {runtime::Storage::ofLiteral(x)});
  EXPECT_TRUE(run.ok()) << run.status();
  return float(run->outputs[0]->as<T>()[0]);
}

TEST(Sums, PartsThatCancelKeepTheirDigits) {
  EXPECT_EQ(sumOf<BF16>(alternatingRows<BF16>(DType::BF16)), 77);
  EXPECT_EQ(sumOf<F16>(alternatingRows<F16>(DType::F16)), 77);
}

} // namespace
} // namespace lz::compiler
