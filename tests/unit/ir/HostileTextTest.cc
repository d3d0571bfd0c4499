// Short texts that would exhaust the process's stack, memory or time are refused, with their place.
#include "base/Exhausted.h"
#include "formats/stablehlo/StableHloText.h"
#include "formats/stablehlo/TextLimits.h"

#include <gtest/gtest.h>

namespace lz::formats {
namespace {

Status parse(const std::string& text) {
  return parseStableHlo(text, "t.mlir").status();
}

std::string repeat(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i)
    all += text;
  return all;
}

std::string constant(const std::string& value, const std::string& type) {
  return "func.func @main() -> " + type + " {\n  %0 = stablehlo.constant " + value + " : " + type +
         "\n  return %0 : " + type + "\n}\n";
}

void expectStatus(const Status& status, absl::StatusCode code, const std::string& part) {
  EXPECT_EQ(status.code(), code) << status;
  EXPECT_NE(status.message().find(part), absl::string_view::npos) << status;
  EXPECT_EQ(status.message().find("t.mlir:"), 0u) << status;
  EXPECT_EQ(locationOf(status).find("t.mlir:"), 0u) << status;
}

constexpr absl::StatusCode kMalformed = absl::StatusCode::kInvalidArgument;
constexpr absl::StatusCode kUnknown = absl::StatusCode::kUnimplemented;
constexpr absl::StatusCode kExhausted = absl::StatusCode::kResourceExhausted;

TEST(HostileText, NestsToALimit) {
  for (const char* open : {"[", "{", "(", "<"})
    expectStatus(parse("\n  " + repeat(open, 100000)), kMalformed, "t.mlir:2:259: the text nests");
  auto array = [](int depth) {
    return "func.func @main() attributes {a = " + repeat("[", depth) + repeat("]", depth) +
           "} { return }";
  };
  EXPECT_TRUE(parse(array(255)).ok()) << parse(array(255));
  expectStatus(parse(array(256)), kMalformed, "nests deeper than 256");
  std::string regions = repeat("stablehlo.while() cond { %c = stablehlo.constant dense<true> : "
                               "tensor<i1> stablehlo.return %c : tensor<i1> } do {\n",
                               250) +
                        repeat("stablehlo.return }\n", 250);
  EXPECT_TRUE(parse("func.func @main() {" + regions + "return }").ok());
}

TEST(HostileText, BracketsInStringsAndCommentsDoNotNest) {
  EXPECT_TRUE(checkTextLimits("// " + repeat("[", 1000) + "\n\"" + repeat("\\\"[", 1000) +
                                  "\" @\"" + repeat("<", 1000) + "\"",
                              "t.mlir")
                  .ok());
  EXPECT_TRUE(checkTextLimits(repeat("(a) -> b ", 1000), "t.mlir").ok());
}

TEST(HostileText, AliasesNestToTheSameLimit) {
  for (std::string value : {"[#a%]", "loc(\"x\"(#a%))", "loc(callsite(#a% at #a%))"}) {
    std::string text = "#a0 = loc(\"a\")\n";
    for (int i = 1; i < 1000; ++i) {
      std::string line = "#a" + std::to_string(i) + " = " + value + "\n";
      for (size_t at; (at = line.find('%')) != std::string::npos;)
        line.replace(at, 1, std::to_string(i - 1));
      text += line;
    }
    expectStatus(parse(text + "func.func @main() { return }"), kMalformed,
                 "nested deeper than 256");
  }
}

TEST(HostileText, AliasesDoNotMultiply) {
  for (std::string sigil : {"!", "#"}) {
    std::string text = sigil + "a0 = " + (sigil == "!" ? "tuple<i1>" : "[1]") + "\n";
    for (int i = 1; i < 40; ++i) {
      std::string used = sigil + "a" + std::to_string(i - 1);
      std::string pair = used + ", " + used;
      text += sigil + "a" + std::to_string(i) + " = " +
              (sigil == "!" ? "tuple<" + pair + ">" : "[" + pair + "]") + "\n";
    }
    expectStatus(parse(text), kMalformed, "when written out");
  }
}

TEST(HostileText, ALocationBeforeTheModuleIsNotPartOfIt) {
  std::string uses = repeat("  %0 = stablehlo.abs %x : tensor<f32> loc(#loc)\n", 1);
  EXPECT_TRUE(parse("#loc = loc(\"a\")\nmodule {\nfunc.func @main(%x: tensor<f32>) {\n" + uses +
                    "  return loc(#loc1)\n}\n}\n#loc1 = loc(\"b\"(#loc))\n")
                  .ok());
}

TEST(HostileText, NumbersHaveALimit) {
  std::string digits(2000, '1');
  expectStatus(parse("func.func @main() attributes {a = " + digits + "} { return }"), kMalformed,
               "t.mlir:1:35: a number");
  expectStatus(parse("func.func @main() attributes {a = 0." + digits + "} { return }"), kMalformed,
               "a number");
  for (const char* type : {"i16777215", "tensor<2xi129>", "tensor<2x3xui4096>", "si99999999999999"})
    expectStatus(parse("func.func @main(%x: " + std::string(type) + ") { return }"), kUnknown,
                 "more than 128 bits");
  EXPECT_TRUE(checkTextLimits("%i256 @xi256 i128 maxi256 2x3xi64 a.i256", "t.mlir").ok());
}

TEST(HostileText, ResultNumbersHaveALimit) {
  for (const char* use : {"%x#4000000000", "%x#99999999999999999999",
                          "%y#5, %x#9223372036854775807", "%x // c\n #4000000000"})
    expectStatus(parse("func.func @main() {\n  \"a.b\"(" + std::string(use) +
                       ") : (tensor<f32>) -> ()\n  return\n}"),
                 kMalformed, "names a result that no op");
  EXPECT_TRUE(checkTextLimits("%0:2 = a.b : i1, i1 c.d %0#0, %0#1, %0#1", "t.mlir").ok());
}

TEST(HostileText, RefusesWhatOnlyMlirKnows) {
  expectStatus(parse(std::string("ML\xefR\x06\0\0", 7)), kUnknown, "bytecode");
  expectStatus(parse("func.func @main(%x: tensor<f32>) -> tensor<f32> {\n"
                     "  %0 = arith.addf %x, %x : tensor<f32>\n  return %0 : tensor<f32>\n}"),
               kUnknown, "an op of the dialect arith is not supported");
}

// Affine maps are only attributes of other dialects, and are removed before parsing, because MLIR
// recurses over their terms.
TEST(HostileText, AffineMapsMeanNothing) {
  auto withMap = [](const std::string& map) {
    return parse("func.func @main(%x: tensor<f32>) -> tensor<f32> attributes {a.affine_map, "
                 "b.c = [" +
                 map + ", \"affine_map<\"], affine_map = 1} { return %x : tensor<f32> }");
  };
  EXPECT_EQ(withMap("affine_map<(d0) -> (d0)>"), okStatus());
  EXPECT_EQ(withMap("affine_set // a comment <\n <(d0)[s0] : (d0 - s0 >= 0)>"), okStatus());
  EXPECT_EQ(withMap("affine_map<() -> (" + std::string(100000, '-') + "1)>"), okStatus());
  expectStatus(withMap("affine_map<(d0) -> (d0)"), kMalformed, "t.mlir:");
}

TEST(HostileText, ResourcesHaveALimitedAlignment) {
  auto text = [](const std::string& blob) {
    return constant("dense_resource<b>", "tensor<2xi1>") +
           "{-# dialect_resources: { builtin: { b: \"" + blob + "\" } } #-}";
  };
  expectStatus(parse(text("0x000000800001")), kMalformed, "4096 bytes, but is 2147483648");
  auto program = parseStableHlo(text("0x010000000007"), "t.mlir");
  ASSERT_TRUE(program.ok()) << program.status();
  // The byte 7 is true, just like 1.
  EXPECT_EQ(std::get<Literal>(program->body.ops[0].attrs[0]).toInt(1), 1);
}

TEST(HostileText, ConstantsOfOneValueHaveALimit) {
  Status status = parse(constant("dense<0.0>", "tensor<1000000000000xf32>"));
  expectStatus(status, kExhausted, "t.mlir:2:8: [constant] out of memory");
  EXPECT_EQ(bytesWanted(status), 4000000000000);
  EXPECT_EQ(bytesAvailable(status), 512 << 20);
  expectStatus(parse(constant("dense<0.0>", "tensor<4294967296x4294967296x4xf32>")), kMalformed,
               "does not fit into 63 bits");
  std::string many = "func.func @main() {\n";
  for (int i = 0; i < 6; ++i)
    many += "%" + std::to_string(i) + " = stablehlo.constant dense<" + std::to_string(i) +
            "> : tensor<100000000xi8>\n";
  status = parse(many + "return\n}");
  expectStatus(status, kExhausted, "t.mlir:7:6: [constant] out of memory");
  EXPECT_EQ(bytesWanted(status), 100000000);
  EXPECT_EQ(bytesAvailable(status), (512 << 20) - 500000000);
}

TEST(HostileText, EqualConstantsShareTheirBytes) {
  std::string text = "func.func @main() {\n";
  for (int i = 0; i < 100; ++i)
    text += "%" + std::to_string(i) + " = stablehlo.constant dense<7> : tensor<10000000xi8>\n";
  auto program = parseStableHlo(text + "return\n}", "t.mlir");
  ASSERT_TRUE(program.ok()) << program.status();
  auto data = [&](size_t i) { return std::get<Literal>(program->body.ops[i].attrs[0]).data(); };
  EXPECT_EQ(data(0), data(99));
}

TEST(HostileText, ShapesThatOverflowAreRefused) {
  std::string type = "tensor<4294967296x4294967296x4xf32>";
  expectStatus(parse("func.func @main(%x: " + type + ") {\n  return\n}"), kMalformed,
               "does not fit into 63 bits");
  expectStatus(parse("func.func @main(%x: " + type + ") {\n  %0 = stablehlo.reshape %x : (" + type +
                     ") -> tensor<f32>\n  return\n}"),
               kMalformed, "t.mlir:2:8: [reshape]");
}

TEST(HostileText, ListsOfOneValueHaveALimit) {
  Status status =
      parse("func.func @main(%x: tensor<4xf32>, %y: tensor<f32>) {\n"
            "  %0 = \"stablehlo.reduce_window\"(%x, %y) <{window_dimensions = array<i64: 2>,"
            " padding = dense<0> : tensor<1000000000000x2xi64>}> ({\n"
            "  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n    stablehlo.return %a : tensor<f32>\n"
            "  }) : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>\n  return\n}");
  expectStatus(status, kMalformed, "padding: the list has more than");
}

// f0 calls f1 twice, f1 calls f2 twice, ...
std::string doublingCalls(int functions) {
  std::string text;
  for (int i = 0; i < functions; ++i) {
    std::string call = "func.call @f" + std::to_string(i + 1) + "() : () -> ()\n";
    text += "func.func " + std::string(i ? "private @f" + std::to_string(i) : "@main") + "() {\n" +
            call + call + "return\n}\n";
  }
  return text + "func.func private @f" + std::to_string(functions) +
         "() {\n%0 = stablehlo.constant dense<1.0> : tensor<f32>\nreturn\n}\n";
}

TEST(HostileText, CallsThatMultiplyHaveALimit) {
  EXPECT_TRUE(parse(doublingCalls(10)).ok());
  Status status = parse(doublingCalls(40));
  expectStatus(status, kExhausted, "the program is too large");
  EXPECT_GE(bytesAvailable(status), 128 << 20);
  EXPECT_GT(bytesWanted(status), bytesAvailable(status));
}

} // namespace
} // namespace lz::formats
