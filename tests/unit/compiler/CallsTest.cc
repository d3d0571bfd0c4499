// Tests ops that become calls of the library. The bits of their results must equal the
// interpreter's.
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "base/StatusDetails.h"
#include "compiler/Compiler.h"
#include "runtime/Runtime.h"
#include "semantics/eval/Evaluate.h"

#include <cstring>
#include <gtest/gtest.h>

namespace lz::compiler {
namespace {

// Concatenates `count` operands of `type` along `dim`. `made` is the text that defines each operand
// (%x and %y are arguments, %i is operand i).
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

// Compares the bits of the results with the interpreter's, and returns the printed thunks.
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
  std::vector<Literal> expected = *eval::evaluate(*program, inputs);
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

TEST(Calls, PiecesThatNoKernelReads) {
  EXPECT_TRUE(isCall(thunksOf(concatenation(9, "", "5x16xf32", 0, "45x16xf32"))));
  EXPECT_FALSE(isCall(thunksOf(concatenation(8, "", "5x16xf32", 0, "40x16xf32"))));
}

TEST(Calls, NotWhatOneKernelSelects) {
  EXPECT_FALSE(isCall(thunksOf(absl::StrReplaceAll(
      concatenation(64, "", "5x16xf32", 0, "320x16xf32"),
      {{"return %r", "%n = stablehlo.negate %r : tensor<320x16xf32>\n  return %n"}}))));
}

TEST(Calls, NotWhatAKernelComputesOnTheWay) {
  EXPECT_FALSE(isCall(thunksOf(
      concatenation(65, "stablehlo.add %x, %y : tensor<5x16xf32>", "5x16xf32", 0, "325x16xf32"))));
}

TEST(Calls, NotShortRuns) {
  EXPECT_FALSE(isCall(thunksOf(concatenation(65, "", "5x63xf32", 1, "5x4095xf32"))));
}

// Messages say what types the call takes, what it was given, and where.
TEST(Calls, OfOtherSystemsAreRefusedByTheirTypes) {
  auto expectRefusal = [](const std::string& call, const std::string& part) {
    auto program =
        parseModule("func.func @main(%x: tensor<4x3xf32>) -> tensor<4x3xf32> {\n  %0:2 = "
                    "stablehlo.custom_call " +
                        call +
                        " : (tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<4xi32>)\n  "
                        "return %0#0 : tensor<4x3xf32>\n}\n",
                    "calls.mlir");
    ASSERT_TRUE(program.ok()) << program.status();
    const Status status = makeCompiler()->compile(*program, {}).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << status;
    EXPECT_NE(status.message().find(part), absl::string_view::npos) << status;
    EXPECT_EQ(locationOf(status), "calls.mlir:2:10");
  };
  expectRefusal("@Qr(%x)", "\"Qr\" must take and return \"mn -> mn k\" of f32, but here has "
                           "(tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<4xi32>)");
  expectRefusal("@TopK(%x)", "\"TopK\" takes elements, selects along their last dimension");
}

// Sorts tensor<6x5xf32> by a comparator of %a and %b.
std::string sortBy(const std::string& comparator,
                   const std::string& attrs = "{dimension = 1 : i64}") {
  return "func.func @main(%x: tensor<6x5xf32>) -> tensor<6x5xf32> {\n"
         "  %0 = \"stablehlo.sort\"(%x) <" +
         attrs + ">({\n  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n" + comparator +
         "    stablehlo.return %p : tensor<i1>\n"
         "  }) : (tensor<6x5xf32>) -> tensor<6x5xf32>\n  return %0 : tensor<6x5xf32>\n}\n";
}

std::string comparison(const std::string& direction, const std::string& sides,
                       const std::string& type) {
  return "    %p = stablehlo.compare " + direction + ", " + sides + type +
         " : (tensor<f32>, tensor<f32>) -> tensor<i1>\n";
}

// Returns the comparator that JAX prints. `nan` is the text of the bits of a NaN.
std::string canonical(const std::string& name, const std::string& nan) {
  return "    %z" + name + " = stablehlo.constant dense<0.0> : tensor<f32>\n    %e" + name +
         " = stablehlo.compare EQ, %" + name + ", %z" + name +
         ", FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>\n    %s" + name +
         " = stablehlo.select %e" + name + ", %z" + name + ", %" + name +
         " : tensor<i1>, tensor<f32>\n    %n" + name + " = stablehlo.constant dense<" + nan +
         "> : tensor<f32>\n    %u" + name + " = stablehlo.compare NE, %" + name + ", %" + name +
         ", FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>\n    %c" + name +
         " = stablehlo.select %u" + name + ", %n" + name + ", %s" + name +
         " : tensor<i1>, tensor<f32>\n";
}

// Returns the order attribute of the sorting thunk.
std::string orderOf(const std::string& comparator) {
  std::string thunks = thunksOf(sortBy(comparator));
  size_t begin = thunks.find("keys = ");
  return begin == std::string::npos ? thunks
                                    : thunks.substr(begin, thunks.find('}', begin) - begin);
}

std::string byOne(const std::string& order, int descending) {
  return "keys = [0], orders = [\"" + order + "\"], descending = [" + std::to_string(descending) +
         "]";
}

TEST(Sorts, AreCallsThatSayTheirOrder) {
  EXPECT_EQ(orderOf(comparison("LT", "%a, %b", "")), byOne("value", 0));
  EXPECT_EQ(orderOf(comparison("GT", "%b, %a", ", FLOAT")), byOne("value", 0));
  EXPECT_EQ(orderOf(comparison("GT", "%a, %b", ", TOTALORDER")), byOne("total", 1));
  EXPECT_EQ(orderOf(comparison("LE", "%a, %b", "")), byOne("value", 0) + ", equal = \"reversed\"");
  EXPECT_EQ(orderOf(comparison("GE", "%a, %b", "")), byOne("value", 1) + ", equal = \"reversed\"");
  std::string both = canonical("a", "0x7FC00000") + canonical("b", "0x7FC00000");
  EXPECT_EQ(orderOf(both + comparison("LT", "%ca, %cb", ", TOTALORDER")), byOne("canonical", 0));
  EXPECT_EQ(orderOf(both + comparison("LT", "%cb, %ca", ", TOTALORDER")), byOne("canonical", 1));
  EXPECT_EQ(orderOf(both + comparison("LT", "%ca, %cb", ", FLOAT")), byOne("value", 0));
  EXPECT_NE(
      thunksOf(sortBy(comparison("LT", "%a, %b", ""), "{is_stable = true}"))
          .find("  call sort reads in0 writes out0 scratch tmp2 {dimension = 1, keys = [0], "),
      std::string::npos);
}

// Sorts by two inputs; the comparator compares the second input first. `answer` uses %lt, %gt, %eq
// and %ne of %c and %d, and %rest of %a and %b.
std::string twoKeys(const std::string& answer) {
  std::string text =
      "func.func @main(%x: tensor<6x5xf32>, %y: tensor<6x5xf32>) -> (tensor<6x5xf32>, "
      "tensor<6x5xf32>) {\n  %0:2 = \"stablehlo.sort\"(%x, %y) <{dimension = 1 : i64}> ({\n"
      "  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):\n";
  for (const char* direction : {"lt", "gt", "eq", "ne"})
    text +=
        absl::StrCat("    %", direction, " = stablehlo.compare ", absl::AsciiStrToUpper(direction),
                     ", %c, %d : (tensor<f32>, tensor<f32>) -> tensor<i1>\n");
  return text +
         "    %rest = stablehlo.compare GT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> "
         "tensor<i1>\n" +
         answer +
         "    stablehlo.return %p : tensor<i1>\n"
         "  }) : (tensor<6x5xf32>, tensor<6x5xf32>) -> (tensor<6x5xf32>, tensor<6x5xf32>)\n"
         "  return %0#0, %0#1 : tensor<6x5xf32>, tensor<6x5xf32>\n}\n";
}

TEST(Sorts, BySeveralKeysInEveryForm) {
  const std::string type = " : tensor<i1>\n", selected = " : tensor<i1>, tensor<i1>\n";
  const std::string forms[] = {
      "    %q = stablehlo.and %eq, %rest" + type + "    %p = stablehlo.or %lt, %q" + type,
      "    %q = stablehlo.and %rest, %eq" + type + "    %p = stablehlo.or %q, %lt" + type,
      "    %p = stablehlo.select %eq, %rest, %lt" + selected,
      "    %p = stablehlo.select %ne, %lt, %rest" + selected};
  for (const std::string& form : forms)
    EXPECT_NE(thunksOf(twoKeys(form))
                  .find("keys = [1, 0], orders = [\"value\", \"total\"], descending = [0, 1]}"),
              std::string::npos)
        << form;
}

// Expects that the comparator is no known order, so that the sort runs it as a body of one kernel.
void expectRun(const std::string& comparator) {
  std::string thunks =
      thunksOf(comparator.find("func.func") == 0 ? comparator : sortBy(comparator));
  EXPECT_NE(thunks.find("{dimension = 1}\n    body of "), std::string::npos) << thunks;
}

TEST(Sorts, WithOtherComparatorsRunThem) {
  std::string both = canonical("a", "0x7FC00000") + canonical("b", "0x7FC00000");
  expectRun(comparison("NE", "%a, %b", ""));
  expectRun(comparison("LT", "%a, %a", ""));
  expectRun(both + comparison("LT", "%ca, %b", ", TOTALORDER"));
  expectRun(both + comparison("LT", "%sa, %sb", ", TOTALORDER"));
  expectRun(canonical("a", "0xFFC00000") + canonical("b", "0xFFC00000") +
            comparison("LT", "%ca, %cb", ", TOTALORDER"));
  expectRun("    %m = stablehlo.sine %a : tensor<f32>\n    %n = stablehlo.sine %b : "
            "tensor<f32>\n" +
            comparison("LT", "%m, %n", ""));
  expectRun("    %p = stablehlo.constant dense<false> : tensor<i1>\n");
  const std::string type = " : tensor<i1>\n";
  expectRun(
      twoKeys("    %q = stablehlo.and %eq, %rest" + type + "    %p = stablehlo.or %ne, %q" + type));
  expectRun(
      twoKeys("    %q = stablehlo.and %ne, %rest" + type + "    %p = stablehlo.or %lt, %q" + type));
}

TEST(Transforms, HoldTheTablesOfTheirPlans) {
  StatusOr<Program> program = parseModule(
      "func.func @main(%x: tensor<1024xcomplex<f32>>) -> tensor<1024xcomplex<f32>> {\n"
      "  %0 = stablehlo.fft %x, type = IFFT, length = [1024] : (tensor<1024xcomplex<f32>>) -> "
      "tensor<1024xcomplex<f32>>\n"
      "  return %0 : tensor<1024xcomplex<f32>>\n}\n",
      "transforms.mlir");
  ASSERT_TRUE(program.ok()) << program.status();
  auto executable = makeCompiler()->compile(*program, {});
  ASSERT_TRUE(executable.ok()) << executable.status();
  EXPECT_NE((*executable)
                ->print()
                .find("  call fft reads in0 writes out0 scratch tmp2 {fft_type = "
                      "1, fft_length = [1024]}"),
            std::string::npos)
      << (*executable)->print();
  EXPECT_GT((*executable)->memory().constants, 0);
  EXPECT_EQ((*executable)->cost().flops, 5 * 1024 * 10);
}

} // namespace
} // namespace lz::compiler
