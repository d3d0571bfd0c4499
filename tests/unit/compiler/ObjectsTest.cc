// One compiler compiles several programs, which share code. Sharing must not change any result.
#include "compiler/Compiler.h"
#include "runtime/Runtime.h"

#include <gtest/gtest.h>

namespace lz::compiler {
namespace {

// The kernels are a tanh with a product, and a row sum. The second program has one more kernel
// between them, so the kernel of the sum has another name.
const char* kFirst = R"(
func.func @main(%x: tensor<7x33xf32>) -> (tensor<7x33xf32>, tensor<7xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %two = stablehlo.constant dense<2.0> : tensor<7x33xf32>
  %0 = stablehlo.tanh %x : tensor<7x33xf32>
  %1 = stablehlo.multiply %0, %two : tensor<7x33xf32>
  %2 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<7x33xf32>, tensor<f32>) -> tensor<7xf32>
  return %1, %2 : tensor<7x33xf32>, tensor<7xf32>
}
)";
const char* kSecond = R"(
func.func @main(%x: tensor<7x33xf32>) -> (tensor<7x33xf32>, tensor<7x33xf32>, tensor<7xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %two = stablehlo.constant dense<2.0> : tensor<7x33xf32>
  %three = stablehlo.constant dense<3.0> : tensor<7x33xf32>
  %0 = stablehlo.tanh %x : tensor<7x33xf32>
  %1 = stablehlo.multiply %0, %two : tensor<7x33xf32>
  %2 = stablehlo.multiply %0, %three : tensor<7x33xf32>
  %3 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<7x33xf32>, tensor<f32>) -> tensor<7xf32>
  return %1, %2, %3 : tensor<7x33xf32>, tensor<7x33xf32>, tensor<7xf32>
}
)";

// Runs the program and returns the bytes of all outputs.
std::string results(Compiler& compiler, const std::string& text,
                    std::vector<std::string> disabled) {
  CompileOptions options;
  options.threads = 2;
  options.disabled = std::move(disabled);
  auto executable = compiler.compile(*parseModule(text, "objects.mlir"), options);
  EXPECT_TRUE(executable.ok()) << executable.status();
  Literal x((*executable)->spec().inputs[0]);
  for (int64_t i = 0; i < x.type().numElements(); ++i)
    x.mutableAs<float>()[i] = float(i % 19 - 9) / 7;
  auto device = runtime::Device::host({});
  auto run = (*executable)->run(*device, {runtime::Storage::ofLiteral(std::move(x))});
  EXPECT_TRUE(run.ok()) << run.status();
  std::string bytes;
  for (auto& output : run->outputs)
    bytes.append(reinterpret_cast<const char*>(output->data()), size_t(output->bytes()));
  return bytes;
}

TEST(Objects, ProgramsThatShareKernelsGiveTheBitsOfFreshOnes) {
  for (const char* part : {"fusion", "vectors", "tiles", "objects", ""}) {
    std::vector<std::string> disabled;
    if (*part)
      disabled.push_back(part);
    std::unique_ptr<Compiler> one = makeCompiler();
    for (const char* text : {kFirst, kSecond, kFirst, kSecond})
      EXPECT_TRUE(results(*one, text, disabled) == results(*makeCompiler(), text, disabled))
          << part << text;
  }
}

// Vectors and single lanes add in different orders, so they must not share code.
TEST(Objects, PartsThatAreLeftOutStayOut) {
  std::unique_ptr<Compiler> one = makeCompiler();
  for (int i = 0; i < 2; ++i)
    for (const char* part : {"vectors", "tiles"})
      for (bool leftOut : {false, true}) {
        std::vector<std::string> disabled(leftOut ? 1 : 0, part);
        EXPECT_TRUE(results(*one, kFirst, disabled) == results(*makeCompiler(), kFirst, disabled));
      }
}

} // namespace
} // namespace lz::compiler
