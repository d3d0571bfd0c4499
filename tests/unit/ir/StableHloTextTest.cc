// Reads text as a program and prints the program as text. Also tests messages about text that is
// wrong or not supported.
#include "formats/stablehlo/StableHloText.h"

#include "spec/OpAttrs.inc.h"

#include <gtest/gtest.h>

namespace lz::formats {
namespace {

std::string inMain(const std::string& params, const std::string& result, const std::string& body) {
  return "func.func @main(" + params + ") -> " + result + " {\n" + body + "\n}\n";
}

Status parseError(const std::string& text) {
  return parseStableHlo(text, "t.mlir").status();
}

bool contains(absl::string_view text, absl::string_view part) {
  return text.find(part) != absl::string_view::npos;
}

TEST(StableHloText, ParsesASimpleModule) {
  auto program =
      parseStableHlo(inMain("%x: tensor<2x3xf32>, %y: tensor<2x3xf32>", "tensor<2x3xf32>",
                            "%0 = stablehlo.tanh %x : tensor<2x3xf32>\n"
                            "%1 = stablehlo.add %0, %y : tensor<2x3xf32>\n"
                            "return %1 : tensor<2x3xf32>"),
                     "t.mlir");
  ASSERT_TRUE(program.ok()) << program.status();
  EXPECT_EQ(program->body.params.size(), 2u);
  ASSERT_EQ(program->body.ops.size(), 2u);
  EXPECT_EQ(opInfo(program->body.ops[1].opcode).name, "add");
  EXPECT_EQ(program->body.results, std::vector<ValueId>{3});
  EXPECT_EQ(program->locations[size_t(program->body.ops[0].location)], "t.mlir:2:6");
}

TEST(StableHloText, InlinesCalls) {
  auto program = parseStableHlo(
      inMain("%x: tensor<f32>", "tensor<f32>",
             "%0 = call @twice(%x) : (tensor<f32>) -> tensor<f32>\n"
             "%1 = call @twice(%0) : (tensor<f32>) -> tensor<f32>\n"
             "return %1 : tensor<f32>") +
          "func.func private @twice(%a: tensor<f32>) -> tensor<f32> {\n"
          "  %0 = stablehlo.add %a, %a : tensor<f32>\n  return %0 : tensor<f32>\n}\n",
      "t.mlir");
  ASSERT_TRUE(program.ok()) << program.status();
  ASSERT_EQ(program->body.ops.size(), 2u);
  EXPECT_EQ(program->body.ops[1].operands[0], program->body.ops[0].results[0]);
}

TEST(StableHloText, RefusesRecursion) {
  Status status = parseError(inMain("%x: tensor<f32>", "tensor<f32>",
                                    "%0 = call @main(%x) : (tensor<f32>) -> tensor<f32>\n"
                                    "return %0 : tensor<f32>"));
  EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
  EXPECT_TRUE(contains(status.message(), "@main calls itself")) << status;
}

TEST(StableHloText, LocatesSyntaxErrors) {
  Status status = parseError("func.func @main() {\n  %0 = stablehlo.add %x\n}\n");
  EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
  EXPECT_TRUE(contains(status.message(), "t.mlir:2:")) << status;
  EXPECT_TRUE(contains(locationOf(status), "t.mlir:2:")) << locationOf(status);
  EXPECT_EQ(opOf(status), "");
}

TEST(StableHloText, LocatesShapeErrors) {
  Status status = parseError(inMain("%x: tensor<2x3xf32>", "tensor<3x3xf32>",
                                    "%0 = stablehlo.transpose %x, dims = [1, 0] : "
                                    "(tensor<2x3xf32>) -> tensor<3x3xf32>\n"
                                    "return %0 : tensor<3x3xf32>"));
  EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
  EXPECT_TRUE(contains(status.message(), "t.mlir:2:6: [transpose]")) << status;
  EXPECT_TRUE(contains(status.message(), "must be tensor<3x2xf32>")) << status;
  EXPECT_EQ(locationOf(status), "t.mlir:2:6");
  EXPECT_EQ(opOf(status), "transpose");
}

TEST(StableHloText, NamesOpsThatAreNotSupported) {
  std::string pretty = inMain("%x: tensor<f32>", "tensor<f32>",
                              "%0 = stablehlo.frobnicate %x : tensor<f32>\n"
                              "return %0 : tensor<f32>");
  std::string generic = inMain("%x: tensor<f32>", "tensor<f32>",
                               "%0 = \"stablehlo.frobnicate\"(%x) <{n = 1 : i64}> : "
                               "(tensor<f32>) -> tensor<f32>\n"
                               "return %0 : tensor<f32>");
  for (const std::string& text : {pretty, generic}) {
    Status status = parseError(text);
    EXPECT_TRUE(absl::IsUnimplemented(status)) << status;
    EXPECT_TRUE(contains(status.message(), "t.mlir:2")) << status;
    EXPECT_TRUE(contains(status.message(), "stablehlo.frobnicate")) << status;
    EXPECT_TRUE(contains(opOf(status), "frobnicate")) << status;
  }
}

TEST(StableHloText, NamesTypesThatAreNotSupported) {
  for (const char* type : {"tensor<2xcomplex<f16>>", "tensor<?xf32>", "tensor<2xi3>"}) {
    std::string t(type);
    Status status = parseError(inMain("%x: " + t, t, "return %x : " + t));
    EXPECT_TRUE(absl::IsUnimplemented(status)) << status;
    EXPECT_TRUE(contains(status.message(), t)) << status;
  }
}

// A constant may contain signs and words that are no numbers of the type.
TEST(StableHloText, RefusesWhatIsNoNumberOfASmallType) {
  for (std::string word : {"-", "+", "-x", "0x", "0x1FF", "--1"}) {
    const std::string t = "tensor<2xf6E3M2FN>";
    Status status = parseStableHlo(inMain("", t,
                                          "%0 = stablehlo.constant dense<[1.0, " + word +
                                              "]> : " + t + "\nreturn %0 : " + t),
                                   "t.mlir")
                        .status();
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << word << ": " << status;
  }
}

// Includes types that MLIR 19 does not have, and all forms of their constants.
TEST(StableHloText, ReadsAndPrintsSmallTypes) {
  for (std::string type :
       {"f8E4M3FN", "f8E3M4", "f8E8M0FNU", "f4E2M1FN", "f6E2M3FN", "f6E3M2FN", "i4", "ui2"}) {
    const std::string t = "tensor<3x" + type + ">", one = "tensor<" + type + ">";
    const bool isFloat = type[0] == 'f';
    const std::string numbers = isFloat ? "[1.0, 0x01, 2.5e-1]" : "[1, 0, 2]";
    const std::string number = isFloat ? "0x02" : "1";
    auto program = parseStableHlo(inMain("%x: " + t, "(" + t + ", " + t + ", " + one + ")",
                                         "%0 = stablehlo.constant dense<" + numbers + "> : " + t +
                                             "\n%1 = \"stablehlo.constant\"() <{value = dense<" +
                                             number + "> : " + one + "}> : () -> " + one +
                                             "\nreturn %x, %0, %1 : " + t + ", " + t + ", " + one),
                                  "t.mlir");
    ASSERT_TRUE(program.ok()) << program.status();
    const std::string text = printStableHlo(*program);
    EXPECT_TRUE(contains(text, t) && !contains(text, "!stablehlo")) << text;
    auto again = parseStableHlo(text, "again.mlir");
    ASSERT_TRUE(again.ok()) << again.status() << text;
    EXPECT_EQ(print(*again), print(*program));
  }
}

TEST(StableHloText, RefusesConstantsOfSmallTypesThatAreNone) {
  auto constant = [](const std::string& elements, const std::string& type) {
    return parseError(inMain("", type,
                             "%0 = stablehlo.constant dense<" + elements + "> : " + type +
                                 "\nreturn %0 : " + type));
  };
  for (const char* word : {"true", "abc", "1.2.3", "0x1FF", "--1", "1e", "dense<1.0>"})
    EXPECT_FALSE(constant(word, "tensor<f8E3M4>").ok()) << word;
  EXPECT_FALSE(constant("0x1F", "tensor<f4E2M1FN>").ok());
  EXPECT_TRUE(absl::IsResourceExhausted(constant("1.0", "tensor<1099511627776xf8E3M4>")));
  EXPECT_FALSE(constant("1.0", "tensor<4294967296x4294967296xf8E3M4>").ok());
}

TEST(StableHloText, ReadsBlanksAroundTypes) {
  auto program = parseStableHlo(
      "func.func @main() -> tensor<2xf8E3M4> {\n  %0 = stablehlo.constant dense <1.5>  :\n tensor "
      "<2xf8E3M4>\n  return %0 : tensor<2xf8E3M4>\n}",
      "t.mlir");
  ASSERT_TRUE(program.ok()) << program.status();
  EXPECT_EQ(ConstantAttrs(program->body.ops[0].attrs).value().toDouble(1), 1.5);
}

TEST(StableHloText, CarriesAttributesOfOtherSystems) {
  auto program = parseStableHlo(
      "module @jit_f attributes {mhlo.num_partitions = 1 : i32, sdy.mesh = \"m\"} {\n"
      "  func.func public @main(%x: tensor<2xf32> {mhlo.sharding = \"{replicated}\", "
      "jax.buffer_donor = true}) -> (tensor<2xf32> {jax.result_info = \"\"}) {\n"
      "    %0 = stablehlo.exponential %x {result_accuracy = #stablehlo.result_accuracy<ulps = 1, "
      "mode = #stablehlo.result_accuracy_mode<TOLERANCE>>, mhlo.frontend = {a = 1 : i32}} : "
      "tensor<2xf32>\n"
      "    return %0 : tensor<2xf32>\n  }\n}\n",
      "t.mlir");
  ASSERT_TRUE(program.ok()) << program.status();
  EXPECT_EQ(program->donated, std::vector<bool>{true});
}

TEST(StableHloText, ReadsLocationRanges) {
  auto program = parseStableHlo("func.func @main(%x: tensor<f32> loc(\"x\")) -> tensor<f32> {\n"
                                "  %0 = stablehlo.abs %x : tensor<f32> loc(#loc2)\n"
                                "  return %0 : tensor<f32>\n}\n"
                                "#loc1 = loc(\"model.py\":12:20 to :37)\n"
                                "#loc2 = loc(\"jit(f)/abs\"(callsite(#loc1 at #loc1)))\n",
                                "t.mlir");
  ASSERT_TRUE(program.ok()) << program.status();
  EXPECT_EQ(program->locations, std::vector<std::string>{"model.py:12:20"});
}

TEST(StableHloText, ReadsShapesOfManyExtents) {
  std::string extents;
  for (int i = 0; i < 200; ++i)
    extents += "1x";
  std::string type = "tensor<0x" + extents + "f32>";
  auto program =
      parseStableHlo(inMain("%x: " + type, type,
                            "%0 = stablehlo.abs %x {note = \"" + extents + "\"} : " + type +
                                " // " + extents + "\nreturn %0 : " + type),
                     "t.mlir");
  ASSERT_TRUE(program.ok()) << program.status();
  Dims dims(201, 1);
  dims[0] = 0;
  EXPECT_EQ(program->types[0].dims, dims);
}

TEST(StableHloText, ReadsConstantsOfEveryKind) {
  auto program = parseStableHlo(
      inMain("", "tensor<f32>",
             "%p = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>\n"
             "%s = stablehlo.constant dense<true> : tensor<9xi1>\n"
             "%b = stablehlo.constant dense<[1.0, 0x7FC0]> : tensor<2xbf16>\n"
             "%u = stablehlo.constant dense<255> : tensor<2x2xui8>\n"
             "%h = stablehlo.constant dense<\"0x0000803F00000040\"> : tensor<2xf32>\n"
             "%e = stablehlo.constant dense<> : tensor<0xf32>\n"
             "%r = stablehlo.constant dense_resource<blob> : tensor<2xi32>\n"
             "%z = stablehlo.constant dense<0.0> : tensor<f32>\n"
             "return %z : tensor<f32>") +
          "{-#\n  dialect_resources: {\n    builtin: {\n"
          "      blob: \"0x040000000100000002000000\"\n    }\n  }\n#-}\n",
      "t.mlir");
  ASSERT_TRUE(program.ok()) << program.status();
  auto literal = [&](size_t i) { return std::get<Literal>(program->body.ops[i].attrs[0]); };
  EXPECT_EQ(literal(0).toInt(0), 1);
  EXPECT_EQ(literal(0).toInt(1), 0);
  EXPECT_EQ(literal(1).toInt(8), 1);
  EXPECT_EQ(literal(2).toDouble(0), 1.0);
  EXPECT_EQ(literal(3).toInt(3), 255);
  EXPECT_EQ(literal(4).toDouble(1), 2.0);
  EXPECT_EQ(literal(5).type().numElements(), 0);
  EXPECT_EQ(literal(6).toInt(1), 2);
}

TEST(StableHloText, PrintsWhatItParses) {
  std::string text = "module {\n"
                     "  func.func public @main(%arg0: tensor<2x3xf32>) -> tensor<2xf32> {\n"
                     "    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>\n"
                     "    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across "
                     "dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>\n"
                     "    return %0 : tensor<2xf32>\n"
                     "  }\n"
                     "}\n";
  auto program = parseStableHlo(text, "t.mlir");
  ASSERT_TRUE(program.ok()) << program.status();
  EXPECT_EQ(printStableHlo(*program), text);
}

// JAX prints row-major layouts for vectors and column-major ones for matrices. Calls with other
// layouts are marked.
TEST(StableHloText, MarksLayoutsOfLapackThatJaxDoesNotPrint) {
  auto textWith = [](const std::string& matrix, const std::string& vector) {
    auto layout = [](const std::string& order) { return "dense<" + order + "> : tensor<3xindex>"; };
    const std::string two = "dense<[1, 0]> : tensor<2xindex>";
    return inMain("%a: tensor<2x4x3xf32>, %n: tensor<2x3xi32>", "tensor<2x4x3xf32>",
                  "%0:3 = stablehlo.custom_call @lapack_sgeqp3_ffi(%a, %n) {backend_config = \"\", "
                  "mhlo.backend_config = {}, operand_layouts = [" +
                      layout(matrix) + ", " + two + "], result_layouts = [" + layout(matrix) +
                      ", " + two + ", dense<" + vector +
                      "> : tensor<2xindex>]} : (tensor<2x4x3xf32>, tensor<2x3xi32>) -> "
                      "(tensor<2x4x3xf32>, tensor<2x3xi32>, tensor<2x3xf32>)\n"
                      "return %0#0 : tensor<2x4x3xf32>");
  };
  auto isMarked = [&](const std::string& matrix, const std::string& vector) {
    auto program = parseStableHlo(textWith(matrix, vector), "t.mlir");
    EXPECT_TRUE(program.ok()) << program.status();
    return contains(printStableHlo(*program), "row_major");
  };
  EXPECT_FALSE(isMarked("[1, 2, 0]", "[1, 0]"));
  EXPECT_TRUE(isMarked("[2, 1, 0]", "[1, 0]"));
  EXPECT_TRUE(isMarked("[1, 2, 0]", "[0, 1]"));
}

TEST(StableHloText, WantsOneMain) {
  EXPECT_TRUE(contains(parseError("module {}").message(), "no public function"));
  EXPECT_TRUE(contains(parseError("func.func @a() { return }\nfunc.func @b() { return }").message(),
                       "several public functions and none is called main; name one of them: a, b"));
}

// @train calls a private function and another public one.
const char* kServer = R"(
func.func public @predict(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.tanh %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func public @train(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = func.call @predict(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = func.call @twice(%0) : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
func.func private @twice(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %x, %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
)";

TEST(StableHloText, APublicFunctionIsReadByItsName) {
  auto train = parseStableHlo(kServer, "t.mlir", "train");
  ASSERT_TRUE(train.ok()) << train.status();
  EXPECT_EQ(train->body.ops.size(), 2u) << print(*train);
  auto predict = parseStableHlo(kServer, "t.mlir", "predict");
  ASSERT_TRUE(predict.ok()) << predict.status();
  EXPECT_EQ(predict->body.ops.size(), 1u) << print(*predict);
  const std::string withMain = std::string(kServer) + "func.func @main() { return }";
  EXPECT_EQ(parseStableHlo(withMain, "t.mlir")->body.ops.size(), 0u);
  EXPECT_EQ(parseStableHlo(withMain, "t.mlir", "train")->body.ops.size(), 2u);
  for (const char* other : {"main", "twice", "nobody"})
    EXPECT_EQ(parseStableHlo(kServer, "t.mlir", other).status().message(),
              absl::StrCat("t.mlir: the module has no public function \"", other,
                           "\"; it has predict, train"));
}

TEST(StableHloText, WhatOtherFunctionsDoNeedsNoSupport) {
  const std::string fed = std::string(kServer) + R"(
func.func public @fed() -> tensor<3xf32> {
  %t = stablehlo.create_token : !stablehlo.token
  %r:2 = "stablehlo.infeed"(%t) <{infeed_config = ""}> : (!stablehlo.token) -> (tensor<3xf32>, !stablehlo.token)
  return %r#0 : tensor<3xf32>
})";
  auto train = parseStableHlo(fed, "t.mlir", "train");
  ASSERT_TRUE(train.ok()) << train.status();
  EXPECT_EQ(train->body.ops.size(), 2u);
  EXPECT_TRUE(contains(parseStableHlo(fed, "t.mlir", "fed").status().message(), "[infeed]"));
}

TEST(StableHloText, OfManyFunctionsSomeAreListed) {
  std::string text;
  for (int i = 0; i < 30; ++i)
    absl::StrAppend(&text, "func.func @f", i, "() { return }\n");
  EXPECT_TRUE(contains(parseError(text).message(), "f18, f19 and 10 more"));
}

} // namespace
} // namespace lz::formats
