// Which concatenations become a call of the library; its bits are those of the interpreter.
#include "absl/strings/str_join.h"
#include "compiler/Compiler.h"
#include "hlo/eval/Evaluate.h"
#include "runtime/Runtime.h"

#include <cstring>
#include <gtest/gtest.h>

namespace lz {
namespace {

// `count` operands of `type`, made by `made` (%x and %y are arguments, %i is operand i), along dim.
std::string concatenation(int count, const std::string& made, const std::string& type, int dim,
                          const std::string& result) {
  std::vector<std::string> values, types(size_t(count), "tensor<" + type + ">");
  std::string text = "func.func @main(%x: tensor<" + type + ">, %y: tensor<" + type +
                     ">) -> tensor<" + result + "> {\n";
  for (int i = 0; i < count; ++i) {
    std::string value = i % 3 == 0 ? "%x" : "%y";
    if (!made.empty()) {
      text += "  %v" + std::to_string(i) + " = " + made + "\n";
      value = i % 5 == 0 ? value : "%v" + std::to_string(i);
    }
    values.push_back(value);
  }
  return text + "  %r = stablehlo.concatenate " + absl::StrJoin(values, ", ") +
         ", dim = " + std::to_string(dim) + " : (" + absl::StrJoin(types, ", ") + ") -> tensor<" +
         result + ">\n  return %r : tensor<" + result + ">\n}\n";
}

// The thunks, after comparing bits with the interpreter's.
std::string thunksOf(const std::string& text) {
  StatusOr<Program> program = parseModule(text, "calls.mlir");
  EXPECT_TRUE(program.ok()) << program.status();
  CompileOptions options;
  options.verify = true;
  auto executable = makeCompiler()->compile(*program, options);
  EXPECT_TRUE(executable.ok()) << executable.status();
  std::vector<Literal> inputs;
  std::vector<runtime::StorageRef> args;
  for (const TensorType& type : (*executable)->spec().inputs) {
    Literal& input = inputs.emplace_back(type);
    float* values = input.mutableAs<float>();
    for (int64_t i = 0; i < type.numElements(); ++i)
      values[i] = float(i % 100) * float(inputs.size());
  }
  for (Literal& input : inputs)
    args.push_back(runtime::Storage::borrow(input.data(), input.type().numBytes(), {}));
  std::vector<Literal> expected = *evaluate(*program, inputs);
  for (int threads : {1, 3}) {
    auto device = runtime::Device::host({.threads = threads});
    auto run = (*executable)->run(*device, args);
    EXPECT_TRUE(run.ok()) << run.status();
    EXPECT_EQ(
        std::memcmp(run->outputs[0]->data(), expected[0].data(), size_t(run->outputs[0]->bytes())),
        0);
  }
  return (*executable)->print();
}

bool isCall(const std::string& thunks) {
  return thunks.find("  call concatenate ") != std::string::npos;
}

TEST(Calls, ManyPiecesThatAreInMemory) {
  EXPECT_TRUE(isCall(thunksOf(concatenation(65, "", "5x16xf32", 0, "325x16xf32"))));
  EXPECT_TRUE(isCall(thunksOf(concatenation(65, "", "5x64xf32", 1, "5x4160xf32"))));
  EXPECT_TRUE(isCall(thunksOf(concatenation(
      100,
      "stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<64x64xf32>, "
      "tensor<64x64xf32>) -> tensor<64x64xf32>",
      "64x64xf32", 1, "64x6400xf32"))));
}

TEST(Calls, NotWhatOneKernelSelects) {
  EXPECT_FALSE(isCall(thunksOf(concatenation(64, "", "5x16xf32", 0, "320x16xf32"))));
}

TEST(Calls, NotWhatAKernelComputesOnTheWay) {
  EXPECT_FALSE(isCall(thunksOf(
      concatenation(65, "stablehlo.add %x, %y : tensor<5x16xf32>", "5x16xf32", 0, "325x16xf32"))));
}

TEST(Calls, NotShortRuns) {
  EXPECT_FALSE(isCall(thunksOf(concatenation(65, "", "5x63xf32", 1, "5x4095xf32"))));
}

} // namespace
} // namespace lz
