// Quantized tensors run as arithmetic on integers. Scales are powers of two where results are
// exact, so that only the ops of StableHLO round.
#include "CheckedText.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "formats/stablehlo/StableHloText.h"

namespace lz::formats {
namespace {

// Returns the text "%name = a constant of a quantized type".
std::string quantized(const std::string& name, const std::string& values, const std::string& shape,
                      const std::string& type, const std::string& storage) {
  return absl::StrCat("  ", name, " = stablehlo.constant() <{value = dense<", values, "> : tensor<",
                      shape, storage, ">}> : () -> tensor<", shape, type, ">\n");
}

// Compares the integers of a quantized value.
std::string checkIntegers(const std::string& value, const std::string& expected,
                          const std::string& shape, const std::string& type,
                          const std::string& storage) {
  const std::string integers = absl::StrCat("tensor<", shape, storage, ">");
  return absl::StrCat("  ", value, "_i = stablehlo.bitcast_convert ", value, " : (tensor<", shape,
                      type, ">) -> ", integers, "\n") +
         check(value + "_i", expected, integers);
}

void expectRuns(const std::string& body) {
  const Status status = runBody(body);
  EXPECT_TRUE(status.ok()) << status << "\n" << body;
}

// Expects that the value equals these floats after uniform_quantize.
void expectQuantized(const std::string& floats, const std::string& count, const std::string& type,
                     const std::string& storage, const std::string& integers) {
  const std::string shape = count + "x";
  expectRuns(absl::StrCat("  %x = stablehlo.constant dense<", floats, "> : tensor<", shape,
                          "f32>\n  %q = stablehlo.uniform_quantize %x : (tensor<", shape,
                          "f32>) -> tensor<", shape, type, ">\n") +
             checkIntegers("%q", integers, shape, type, storage));
}

TEST(Quantized, RoundsToEvenAndClamps) {
  expectQuantized("[0.0, 0.25, 0.75, -0.25, 1.0e9, -1.0e9]", "6", "!quant.uniform<i8:f32, 0.5:3>",
                  "i8", "[3, 4, 4, 2, 127, -128]");
  expectQuantized("[0x7F800000, 0xFF800000, 0x7FC00000]", "3", "!quant.uniform<i8:f32, 0.5:3>",
                  "i8", "[127, -128, 0]");
  expectQuantized("[-1.0, 127.0, 300.0]", "3", "!quant.uniform<u8:f32, 1.0>", "ui8",
                  "[0, 127, 255]");
  expectQuantized("[-9.0, 2.0, 9.0]", "3", "!quant.uniform<i8<-4:5>:f32, 1.0:1>", "i8",
                  "[-4, 3, 5]");
  expectQuantized("[-9.0, 2.0, 9.0]", "3", "!quant.uniform<i4:f32, 1.0>", "i4", "[-8, 2, 7]");
  expectQuantized("[1.0e20, -1.0e20, 1.0]", "3", "!quant.uniform<i32:f32, 0.5>", "i32",
                  "[2147483647, -2147483648, 2]");
}

// These are the examples of the specification.
TEST(Quantized, ScalesOfSlices) {
  expectQuantized("[4.0, 15.0]", "2", "!quant.uniform<i8:f32:0, {0.1:-30, 0.5:-20}>", "i8",
                  "[10, 10]");
  const std::string from = "!quant.uniform<i8:f32:0, {0.1:-30, 0.5:-20}>",
                    to = "!quant.uniform<i8:f32:0, {0.1:-20, 0.2:-30}>";
  expectRuns(quantized("%x", "10", "2x", from, "i8") +
             absl::StrCat("  %q = stablehlo.uniform_quantize %x : (tensor<2x", from,
                          ">) -> tensor<2x", to, ">\n") +
             checkIntegers("%q", "[20, 45]", "2x", to, "i8"));
}

TEST(Quantized, NoElements) {
  expectQuantized("", "0", "!quant.uniform<i8:f32:0, {}>", "i8", "");
  expectQuantized("", "0", "!quant.uniform<i8:f32, 0.5>", "i8", "");
}

// The difference between the integer and the zero point takes more bits than either of them.
TEST(Quantized, DequantizesWithoutWrapping) {
  const std::string type = "!quant.uniform<i8:f32, 0.5:-128>";
  expectRuns(quantized("%x", "[127, -128, 0]", "3x", type, "i8") +
             "  %f = stablehlo.uniform_dequantize %x : (tensor<3x" + type +
             ">) -> tensor<3xf32>\n" + check("%f", "[127.5, 0.0, 64.0]", "tensor<3xf32>"));
  const std::string wide = "!quant.uniform<i32:f64, 1.0:-2147483648>";
  expectRuns(quantized("%x", "[2147483647, 1]", "2x", wide, "i32") +
             "  %f = stablehlo.uniform_dequantize %x : (tensor<2x" + wide +
             ">) -> tensor<2xf64>\n" +
             check("%f", "[4294967295.0, 2147483649.0]", "tensor<2xf64>"));
}

TEST(Quantized, OpsComputeWithFloats) {
  const std::string a = "!quant.uniform<i8:f32, 0.5:1>", b = "!quant.uniform<i8:f32, 0.25:-2>";
  const std::string ab = "(tensor<3x" + a + ">, tensor<3x" + b + ">) -> tensor<3x";
  // These stand for 0, 1, 2.
  const std::string operands = quantized("%x", "[1, 3, 5]", "3x", a, "i8") +
                               // These stand for 1, 0, -1.
                               quantized("%y", "[2, -2, -6]", "3x", b, "i8");
  expectRuns(operands + "  %r = stablehlo.add %x, %y : " + ab + a + ">\n" +
             checkIntegers("%r", "[3, 3, 3]", "3x", a, "i8"));
  expectRuns(operands + "  %r = stablehlo.multiply %x, %y : " + ab + b + ">\n" +
             checkIntegers("%r", "[-2, -2, -10]", "3x", b, "i8"));
  expectRuns(operands + "  %r = stablehlo.compare GT, %x, %y : " + ab + "i1>\n" +
             check("%r", "[false, true, true]", "tensor<3xi1>"));
  expectRuns(operands + "  %p = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>\n" +
             "  %r = stablehlo.select %p, %x, %y : (tensor<3xi1>, tensor<3x" + a + ">, tensor<3x" +
             b + ">) -> tensor<3x" + b + ">\n" + checkIntegers("%r", "[-2, -2, 6]", "3x", b, "i8"));
  expectRuns("  %r = stablehlo.iota dim = 0 : tensor<3x" + a + ">\n" +
             checkIntegers("%r", "[1, 3, 5]", "3x", a, "i8"));
}

TEST(Quantized, OpsMoveIntegers) {
  const std::string q = "!quant.uniform<i8:f32, 0.3:1>";
  expectRuns(
      quantized("%x", "[[1, 2], [3, 4]]", "2x2x", q, "i8") + quantized("%p", "9", "", q, "i8") +
      "  %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x2x" + q + ">) -> tensor<2x2x" + q +
      ">\n" + "  %s = stablehlo.slice %t [0:1, 0:2] : (tensor<2x2x" + q + ">) -> tensor<1x2x" + q +
      ">\n" + "  %r = stablehlo.pad %s, %p, low = [0, 1], high = [0, 0], interior = [0, 0] " +
      ": (tensor<1x2x" + q + ">, tensor<" + q + ">) -> tensor<1x3x" + q + ">\n" +
      checkIntegers("%r", "[[9, 1, 3]]", "1x3x", q, "i8"));
}

TEST(Quantized, Contractions) {
  const std::string a = "!quant.uniform<i8:f32, 0.5:-1>",
                    b = "!quant.uniform<i8:f32:1, {0.25, 2.0}>",
                    r = "!quant.uniform<i32:f32:1, {0.125, 1.0}>";
  // These stand for 1 0, 2 3.
  const std::string operands = quantized("%x", "[[1, -1], [3, 5]]", "2x2x", a, "i8") +
                               // These stand for 1 2, 2 4.
                               quantized("%y", "[[4, 1], [8, 2]]", "2x2x", b, "i8");
  const std::string dot =
      "stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x2x";
  expectRuns(operands + "  %r = " + dot + a + ">, tensor<2x2x" + b + ">) -> tensor<2x2x" + r +
             ">\n" + checkIntegers("%r", "[[8, 2], [64, 16]]", "2x2x", r, "i32"));
  // Only the weights are quantized.
  expectRuns(quantized("%y", "[[4, 1], [8, 2]]", "2x2x", b, "i8") +
             "  %x = stablehlo.constant dense<[[1.0, 0.0], [2.0, 3.0]]> : tensor<2x2xf32>\n" +
             "  %r = " + dot + "f32>, tensor<2x2x" + b + ">) -> tensor<2x2xf32>\n" +
             check("%r", "[[1.0, 2.0], [8.0, 16.0]]", "tensor<2x2xf32>"));
}

// A convolution pads with the float 0, which is the zero point.
TEST(Quantized, ConvolutionPadsWithZeroPoints) {
  const std::string a = "!quant.uniform<i8:f32, 0.5:7>", b = "!quant.uniform<i8:f32, 1.0:1>";
  expectRuns(quantized("%x", "[[[9], [11]]]", "1x2x1x", a, "i8") +  // these stand for 1, 2
             quantized("%w", "[[[2]], [[3]]]", "2x1x1x", b, "i8") + // these stand for 1, 2
             "  %r = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], "
             "window = {pad = [[1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : "
             "i64} : (tensor<1x2x1x" +
             a + ">, tensor<2x1x1x" + b + ">) -> tensor<1x2x1x" + a + ">\n" +
             checkIntegers("%r", "[[[11], [17]]]", "1x2x1x", a, "i8"));
}

TEST(Quantized, Regions) {
  const std::string q = "!quant.uniform<i8:f32, 0.5:1>", scalar = "tensor<" + q + ">";
  const std::string body = absl::StrReplaceAll(R"(
  %r = "stablehlo.reduce"(%x, %z) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: $T, %b: $T):
    %s = stablehlo.add %a, %b : $T
    stablehlo.return %s : $T
  }) : (tensor<3x$Q>, $T) -> $T
  %n = stablehlo.constant dense<0> : tensor<i32>
  %w:2 = stablehlo.while(%i = %n, %v = %r) : tensor<i32>, $T
   cond {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %go = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %u = stablehlo.add %v, %v : $T
    stablehlo.return %j, %u : tensor<i32>, $T
  }
  %k = stablehlo.optimization_barrier %w#1 : $T
)",
                                               {{"$T", scalar}, {"$Q", q}});
  // 1 + 0.5 - 0.5 + 0 = 1, doubled three times
  expectRuns(quantized("%x", "[3, 2, 0]", "3x", q, "i8") + quantized("%z", "1", "", q, "i8") +
             body + checkIntegers("%k", "17", "", q, "i8"));
}

TEST(Quantized, ReductionsIntoWiderTypes) {
  const std::string q = "!quant.uniform<i8:f32, 0.5>", r = "!quant.uniform<i32:f32, 0.25:1>";
  const std::string body = absl::StrReplaceAll(R"(
  %r = "stablehlo.reduce"(%x, %z) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: $R, %b: $R):
    %s = stablehlo.add %a, %b : $R
    stablehlo.return %s : $R
  }) : (tensor<3x$Q>, tensor<$Q>) -> $R
)",
                                               {{"$R", "tensor<" + r + ">"}, {"$Q", q}});
  expectRuns(quantized("%x", "100", "3x", q, "i8") + quantized("%z", "2", "", q, "i8") + body +
             checkIntegers("%r", "605", "", r, "i32"));
}

TEST(Quantized, FunctionsTakeAndGiveIntegers) {
  StatusOr<Program> program = parseStableHlo(
      R"(!q = !quant.uniform<u8:f32, 0.5>
func.func @main(%x: tensor<2x!q>) -> tensor<2x!q> {
  %0 = call @twice(%x) : (tensor<2x!q>) -> tensor<2x!q>
  return %0 : tensor<2x!q>
}
func.func private @twice(%x: tensor<2x!q>) -> tensor<2x!q> {
  %0 = stablehlo.add %x, %x : tensor<2x!q>
  return %0 : tensor<2x!q>
})",
      "t.mlir");
  ASSERT_TRUE(program.ok()) << program.status();
  const TensorType type{DType::U8, {2}};
  EXPECT_EQ(program->type(program->body.params[0]), type);
  EXPECT_EQ(program->type(program->body.results[0]), type);
  const uint8_t values[] = {3, 200};
  auto results = eval::evaluate(*program, {Literal::copyOf(type, values)});
  ASSERT_TRUE(results.ok()) << results.status();
  EXPECT_EQ(results->front().toInt(0), 6);
  EXPECT_EQ(results->front().toInt(1), 255);
}

TEST(Quantized, Refused) {
  const std::string q = "!quant.uniform<i8:f32, 0.5>";
  expectRefused("func.func @main(%x: tensor<2x!quant.uniform<i8:f32, 0.0>>) { return }",
                absl::StatusCode::kInvalidArgument, "[quant.uniform] scale");
  expectRefused("func.func @main(%x: tensor<2x!quant.uniform<i8:f32:0, {0.5}>>) { return }",
                absl::StatusCode::kInvalidArgument, "1 scales for the 2 slices");
  expectRefused("func.func @main(%x: tensor<?x" + q + ">) { return }",
                absl::StatusCode::kUnimplemented, "dynamic shape");
  expectRefused("func.func @main(%x: tensor<2x" + q + ">, %s: tensor<1xi32>) {\n" +
                    "  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<2x" + q +
                    ">, tensor<1xi32>) -> tensor<?x" + q + ">\n  return\n}",
                absl::StatusCode::kUnimplemented, "use static shapes");
  // Both types have the same storage type, but they differ.
  expectRefused("func.func @main(%x: tensor<2x" + q + ">) {\n" +
                    "  %0 = \"stablehlo.collective_permute\"(%x) {source_target_pairs = "
                    "dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<2x" +
                    q + ">) -> tensor<2x!quant.uniform<i8:f32, 0.25>>\n  return\n}",
                absl::StatusCode::kInvalidArgument, "quantized alike");
  expectRefused("func.func @main(%x: tensor<2x" + q + ">) {\n" +
                    "  %0 = chlo.broadcast_add %x, %x : (tensor<2x" + q + ">, tensor<2x" + q +
                    ">) -> tensor<2x" + q + ">\n  return\n}",
                absl::StatusCode::kInvalidArgument,
                "[broadcast_add] cannot take quantized tensors");
}

} // namespace
} // namespace lz::formats
