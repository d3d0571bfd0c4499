// Custom calls of other systems that the library adopts. Tests their results, and which calls are
// refused.
#include "CheckedText.h"
#include "base/StatusDetails.h"

namespace lz::formats {
namespace {

std::string almost(const std::string& value, const std::string& expected, const std::string& type) {
  return "  %expected = stablehlo.constant dense<" + expected + "> : " + type +
         "\n  stablehlo.custom_call @check.expect_almost_eq(" + value +
         ", %expected) {has_side_effect = true} : (" + type + ", " + type + ") -> ()\n";
}

// Expects that the body is refused, and that the status names the call and its line.
void expectRefusal(const std::string& body, absl::StatusCode code, const std::string& part) {
  const Status status = runBody(body);
  EXPECT_EQ(status.code(), code) << status;
  EXPECT_NE(status.message().find(part), absl::string_view::npos) << status;
  EXPECT_EQ(opOf(status), "custom_call");
  EXPECT_EQ(locationOf(status).substr(0, 9), "t.mlir:3:");
}

const std::string kMatrix = "  %a = stablehlo.constant dense<1.0> : ";

// LAPACK's reflector 1 - tau v v^T of the column [3, 4] has v = [1, 0.5] and tau = 1.6. It turns
// the column into [-5, 0].
TEST(ForeignCalls, ReflectorsAreThoseOfLapack) {
  EXPECT_EQ(runBody(R"(
  %a = stablehlo.constant dense<[[3.0], [4.0]]> : tensor<2x1xf64>
  %0:2 = stablehlo.custom_call @Qr(%a) : (tensor<2x1xf64>) -> (tensor<2x1xf64>, tensor<1xf64>)
)" + check("%0#0", "[[-5.0], [0.5]]", "tensor<2x1xf64>") +
                    check("%0#1", "[1.6]", "tensor<1xf64>")),
            okStatus());
}

TEST(ForeignCalls, QTimesRIsA) {
  EXPECT_EQ(runBody(R"(
  %a = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 10.0], [2.0, 0.0, 1.0]]> : tensor<4x3xf64>
  %0:2 = stablehlo.custom_call @Qr(%a) : (tensor<4x3xf64>) -> (tensor<4x3xf64>, tensor<3xf64>)
  %q = stablehlo.custom_call @ProductOfElementaryHouseholderReflectors(%0#0, %0#1) : (tensor<4x3xf64>, tensor<3xf64>) -> tensor<4x3xf64>
  %top = stablehlo.slice %0#0 [0:3, 0:3] : (tensor<4x3xf64>) -> tensor<3x3xf64>
  %row = stablehlo.iota dim = 0 : tensor<3x3xi32>
  %column = stablehlo.iota dim = 1 : tensor<3x3xi32>
  %above = stablehlo.compare LE, %row, %column : (tensor<3x3xi32>, tensor<3x3xi32>) -> tensor<3x3xi1>
  %zero = stablehlo.constant dense<0.0> : tensor<3x3xf64>
  %r = stablehlo.select %above, %top, %zero : tensor<3x3xi1>, tensor<3x3xf64>
  %qr = stablehlo.dot_general %q, %r, contracting_dims = [1] x [0] : (tensor<4x3xf64>, tensor<3x3xf64>) -> tensor<4x3xf64>
  stablehlo.custom_call @check.expect_almost_eq(%qr, %a) {has_side_effect = true} : (tensor<4x3xf64>, tensor<4x3xf64>) -> ()
  %one = stablehlo.dot_general %q, %q, contracting_dims = [0] x [0] : (tensor<4x3xf64>, tensor<4x3xf64>) -> tensor<3x3xf64>
)" + almost("%one", "[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]", "tensor<3x3xf64>")),
            okStatus());
}

// Rows 1, 2 and 0 of the operand, in this order, are l u.
TEST(ForeignCalls, RowsOfLuCountFromZero) {
  EXPECT_EQ(runBody(R"(
  %a = stablehlo.constant dense<[[1.0, 2.0], [4.0, 2.0], [2.0, 4.0]]> : tensor<3x2xf32>
  %0:3 = stablehlo.custom_call @LuDecomposition(%a) {api_version = 2 : i32} : (tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<2xi32>, tensor<3xi32>)
)" + check("%0#0", "[[4.0, 2.0], [0.5, 3.0], [0.25, 0.5]]", "tensor<3x2xf32>") +
                    check("%0#1", "[1, 2]", "tensor<2xi32>") +
                    check("%0#2", "[1, 2, 0]", "tensor<3xi32>")),
            okStatus());
}

TEST(ForeignCalls, EigenvaluesAreOfTheTriangleThatIsSaid) {
  auto eigenvalues = [](const std::string& matrix, const std::string& config) {
    return runBody("  %a = stablehlo.constant dense<" + matrix +
                   "> : tensor<2x2xf32>\n  %0:2 = stablehlo.custom_call @Eigh(%a) {backend_config "
                   "= \"" +
                   config + "\"} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>)\n" +
                   almost("%0#1", "[-1.0, 1.0]", "tensor<2xf32>"));
  };
  EXPECT_EQ(eigenvalues("[[0.0, 99.0], [1.0, 0.0]]", "1,1,100,1e-6"), okStatus());
  EXPECT_EQ(eigenvalues("[[0.0, 1.0], [99.0, 0.0]]", "0,1,100,1e-6"), okStatus());
}

TEST(ForeignCalls, FactorsAreRefusedByTheirTypes) {
  constexpr auto kWrong = absl::StatusCode::kInvalidArgument;
  expectRefusal(
      kMatrix + "tensor<4x3xf32>\n  %0:2 = stablehlo.custom_call @Qr(%a) : "
                "(tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<4xf32>)",
      kWrong,
      "\"Qr\" must take and return \"mn -> mn k\" of f32, but here has (tensor<4x3xf32>) -> "
      "(tensor<4x3xf32>, tensor<4xf32>); a letter is the size of a dimension");
  expectRefusal(kMatrix + "tensor<4x3xbf16>\n  %0:2 = stablehlo.custom_call @Qr(%a) : "
                          "(tensor<4x3xbf16>) -> (tensor<4x3xbf16>, tensor<3xbf16>)",
                kWrong, "convert its operands to f32");
  expectRefusal(kMatrix + "tensor<4x3xf32>\n  %0:3 = stablehlo.custom_call @LuDecomposition(%a) : "
                          "(tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3xi32>, tensor<3xi32>)",
                kWrong, "\"mn -> mn #k #m\"");
  expectRefusal(kMatrix + "tensor<3x3xf32>\n  %0:2 = stablehlo.custom_call @Eigh(%a) "
                          "{backend_config = \"L\"} : (tensor<3x3xf32>) -> (tensor<3x3xf32>, "
                          "tensor<3xf32>)",
                kWrong, "its configuration begins with \"1,\"");
}

TEST(ForeignCalls, LettersOfTrianglesAreRefusedWithThoseThatThereAre) {
  expectRefusal(kMatrix +
                    "tensor<3x3xf32>\n  %0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%a) "
                    "{mhlo.backend_config = {uplo = 65 : ui8}, operand_layouts = [dense<[0, 1]> : "
                    "tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<> "
                    ": tensor<0xindex>]} : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<i32>)",
                absl::StatusCode::kInvalidArgument, "takes uplo = 76 (L) or 85 (U), but here");
}

std::string less(const std::string& body) {
  return "func.func private @less(%a: tensor<i32>, %b: tensor<i32>, %i: tensor<i32>, %j: "
         "tensor<i32>) -> tensor<i1> {\n  %0 = stablehlo.compare LT, %a, %b : (tensor<i32>, "
         "tensor<i32>) -> tensor<i1>\n  return %0 : tensor<i1>\n}\n" +
         bodyOf(body);
}

TEST(ForeignCalls, TopKIsOfTheLargestUnlessItSaysOtherwise) {
  EXPECT_EQ(runText(less(R"(
  %x = stablehlo.constant dense<[3, -2147483648, 5, 3]> : tensor<4xi32>
  %0:2 = stablehlo.custom_call @TopK(%x) : (tensor<4xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  %1:2 = stablehlo.custom_call @TopK(%x) {called_computations = [@less]} : (tensor<4xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  %2:2 = stablehlo.custom_call @TopK(%x) {backend_config = "{\"k\": 1, \"largest\": false}"} : (tensor<4xi32>) -> (tensor<1xi32>, tensor<1xi32>)
  %3:2 = stablehlo.custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 3 : i64, largest = false}} : (tensor<4xi32>) -> (tensor<3xi32>, tensor<3xi32>)
)" + check("%0#0", "[5, 3]", "tensor<2xi32>") +
                         check("%0#1", "[2, 0]", "tensor<2xi32>") +
                         check("%1#0", "[-2147483648, 3]", "tensor<2xi32>") +
                         check("%1#1", "[1, 0]", "tensor<2xi32>") +
                         check("%2#0", "-2147483648", "tensor<1xi32>") +
                         check("%3#1", "[1, 0, 3]", "tensor<3xi32>"))),
            okStatus());
}

// Selects two elements of each row, because the result has room for two.
TEST(ForeignCalls, PartsOfSelectionsAreExact) {
  EXPECT_EQ(runText(less(R"(
  %x = stablehlo.constant dense<[[3, 1, 2, 9], [6, 5, 8, 4]]> : tensor<2x4xi32>
  %i = stablehlo.iota dim = 1 : tensor<2x4xi32>
  %s = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.custom_call @PartialReduce(%x, %i, %s, %s) {called_computations = [@less], backend_config = "{\"log2_reduction\": 1, \"reduction_dim\": 1, \"to_apply_type\": \"comparator\", \"top_k\": 1, \"recall_target\": 0.9}"} : (tensor<2x4xi32>, tensor<2x4xi32>, tensor<i32>, tensor<i32>) -> (tensor<2x2xi32>, tensor<2x2xi32>)
)" + check("%0#0", "[[1, 2], [4, 5]]", "tensor<2x2xi32>") +
                         check("%0#1", "[[1, 2], [3, 1]]", "tensor<2x2xi32>"))),
            okStatus());
}

// The second operand need not be indices; its numbers are permuted with the elements. Equal
// elements keep their order.
TEST(ForeignCalls, SelectionsKeepLabels) {
  EXPECT_EQ(runText(less(R"(
  %x = stablehlo.constant dense<[[3, 1], [6, 1], [0, 1]]> : tensor<3x2xi32>
  %l = stablehlo.constant dense<[[7, 4], [9, 5], [8, 6]]> : tensor<3x2xi32>
  %s = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.custom_call @ApproxTopK(%x, %l, %s, %s) {called_computations = [@less], mhlo.backend_config = {reduction_dim = 0 : i64, top_k = 2 : i64}} : (tensor<3x2xi32>, tensor<3x2xi32>, tensor<i32>, tensor<i32>) -> (tensor<2x2xi32>, tensor<2x2xi32>)
)" + check("%0#0", "[[0, 1], [3, 1]]", "tensor<2x2xi32>") +
                         check("%0#1", "[[8, 4], [7, 5]]", "tensor<2x2xi32>"))),
            okStatus());
}

TEST(ForeignCalls, SelectionsAreRefusedWithWhatTheyTake) {
  const std::string x = "  %x = stablehlo.constant dense<1> : tensor<4xi32>\n";
  auto refused = [&](const std::string& call, const std::string& part) {
    expectRefusal(x + "  %0:2 = stablehlo.custom_call " + call, absl::StatusCode::kInvalidArgument,
                  part);
  };
  refused("@TopK(%x) {backend_config = {k = 3 : i64}} : (tensor<4xi32>) -> (tensor<2xi32>, "
          "tensor<2xi32>)",
          "\"TopK\" takes elements, selects along their last dimension");
  refused("@mhlo.topk(%x) : (tensor<4xi32>) -> (tensor<5xi32>, tensor<5xi32>)",
          "indices as s32; here it is (tensor<4xi32>) -> (tensor<5xi32>, tensor<5xi32>): change "
          "these types, use chlo.top_k");
  refused("@ApproxTopK(%x) : (tensor<4xi32>) -> (tensor<2xi32>, tensor<2xi32>)",
          "their indices or other s32 values");
}

TEST(ForeignCalls, OthersAreUnknown) {
  expectRefusal(kMatrix + "tensor<2xf32>\n  %0 = stablehlo.custom_call @Qz(%a) : (tensor<2xf32>) "
                          "-> tensor<2xf32>",
                absl::StatusCode::kUnimplemented, "\"Qz\" is not known");
}

TEST(ForeignCalls, PlacesOfMemoryAreNoValues) {
  EXPECT_EQ(runBody(R"(
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %0 = stablehlo.custom_call @MoveToHost(%x) : (tensor<2xi32>) -> tensor<2xi32>
  %1 = stablehlo.custom_call @MoveToDevice(%0) : (tensor<2xi32>) -> tensor<2xi32>
)" + check("%1", "[1, 2]", "tensor<2xi32>")),
            okStatus());
}

} // namespace
} // namespace lz::formats
