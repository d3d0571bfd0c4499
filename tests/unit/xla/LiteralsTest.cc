// Literals of every type are read, and printed again in their shortest form.
#include "formats/xla/text/Literals.h"

#include "formats/xla/text/ParseShape.h"

#include <gtest/gtest.h>

namespace lz::xla {
namespace {

struct LiteralCase {
  const char* shape;
  const char* text;
  const char* printed; // nullptr if it is `text`
};

const LiteralCase kLiteralCases[] = {
    {"pred[2]", "{1, false}", "{true, false}"},
    {"s8[2]", "{-128, 127}", nullptr},
    {"u8[]", "255", nullptr},
    {"s32[2,3]", "7", nullptr},
    {"f32[1000000000,1000000000]", "-0", nullptr},
    {"s4[3]", "-8", nullptr},
    {"c64[2]", "(1, -2)", nullptr},
    {"f32[0]", "1", nullptr},
    {"(pred[2], s32[])", "(true, 1)", nullptr},
    {"s16[]", "-32768", nullptr},
    {"u16[]", "65535", nullptr},
    {"s32[2,2]", "{ { 1, 2 }, { /*i1=0*/ 3, 4 } }", "{{1, 2}, {3, 4}}"},
    {"u32[]", "4294967295", nullptr},
    {"s64[]", "-9223372036854775808", nullptr},
    {"u64[]", "18446744073709551615", nullptr},
    {"s4[3]{0:E(4)}", "{-8, 0, 7}", nullptr},
    {"u4[3]", "{0, 8, 15}", nullptr},
    {"s2[5]", "{-2, -1, 0, 1, -2}", nullptr},
    {"u2[]", "3", nullptr},
    {"f32[4]", "{1, 0.1, 1e+30, -0}", nullptr},
    {"f32[3]", "{inf, -inf, nan}", nullptr},
    {"f32[2]", "{nan(0x123), -nan}", nullptr},
    {"f32[2]", "{.5, 1.}", "{0.5, 1}"},
    {"f64[2]", "{0.1, nan(0x1234567890)}", nullptr},
    {"f64[]", "4.9406564584124654e-324", "5e-324"},
    {"f16[3]", "{65504, nan(0x1), 0.1}", "{65504, nan(0x1), 0.099975586}"},
    {"bf16[3]", "{1.5, -nan, inf}", nullptr},
    {"f8e4m3fn[3]", "{448, nan, 0.1}", "{448, nan, 0.1015625}"},
    {"f16[2]", "{1.00048828125000023, 65519.9999999}", "{1.0009766, 65504}"}, // close to ties
    {"bf16[]", "1.00390625000000023", "1.0078125"},
    {"f8e5m2[4]", "{57344, inf, nan, nan(0x3)}", nullptr},
    {"f8e4m3b11fnuz[2]", "{30, nan}", nullptr},
    {"f8e4m3fnuz[2]", "{240, nan}", nullptr},
    {"f8e5m2fnuz[2]", "{57344, nan}", nullptr},
    {"f8e4m3[2]", "{240, inf}", nullptr},
    {"f8e3m4[2]", "{15.5, -inf}", nullptr},
    {"f8e8m0fnu[2]", "{2, 0.5}", nullptr},
    {"f4e2m1fn[3]", "{6, -0.5, 1.5}", nullptr},
    {"f6e2m3fn[]", "7.5", nullptr},
    {"f6e3m2fn[]", "28", nullptr},
    {"c64[2]", "{(1, -2), (inf, nan)}", nullptr},
    {"c64[]", "3", "(3, 0)"},
    {"c128[]", "(0.1, 0)", nullptr},
    {"f32[0]", "{}", nullptr},
    {"f32[2,0]", "{ { /*i0=0*/ }, { } }", "{}"},
    {"f32[100]", "{...}", nullptr},
    {"(f32[], (s32[2], pred[]))", "(1, ({2, 3}, true))", nullptr},
    {"()", "()", nullptr},
};

TEST(Literals, PrintWhatTheySay) {
  for (const LiteralCase& c : kLiteralCases) {
    Scanner shapeScanner(c.shape, "shape"), scanner(c.text, "t");
    StatusOr<Shape> shape = parseShape(shapeScanner);
    ASSERT_TRUE(shape.ok()) << shape.status();
    StatusOr<HloLiteral> literal = parseLiteral(scanner, *shape);
    ASSERT_TRUE(literal.ok()) << c.shape << " " << literal.status();
    EXPECT_TRUE(scanner.atEnd()) << c.text;
    std::string printed;
    printLiteral(*literal, printed);
    EXPECT_EQ(printed, c.printed ? c.printed : c.text) << c.shape;
    Scanner again(printed, "printed");
    StatusOr<HloLiteral> second = parseLiteral(again, *shape);
    ASSERT_TRUE(second.ok()) << second.status();
    EXPECT_EQ(*second, *literal) << printed;
  }
}

struct Bad {
  const char* shape;
  const char* text;
  const char* message;
};
const Bad kBad[] = {
    {"s8[]", "128", "t:1:1: '128' is not a number of i8"},
    {"u8[]", "-1", "'-1' is not a number of ui8"},
    {"s32[]", "1.5", "'1.5' is not a number of i32"},
    {"f32[]", "1e39", "'1e39' is not a number of f32"},
    {"f16[]", "65520", "'65520' is not a number of f16"},
    {"f8e4m3fn[]", "inf", "'inf' is not a number of f8E4M3FN"},
    {"f4e2m1fn[]", "nan(0x1)", "a NaN of f4E2M1FN cannot have this payload"},
    {"f32[]", "nan(0x800000)", "a NaN of f32 cannot have this payload; use 0x1 to 0x7fffff"},
    {"pred[]", "2", "expected an element of pred, true or false, found '2'"},
    {"s32[2]", "{1}", "dimension 0 of tensor<2xi32> has 1 elements here"},
    {"s32[2]", "{1, 2, 3}", "too many elements for tensor<2xi32>"},
    {"s32[1]", "{{1}}", "braces nest deeper than the 1 dimensions"},
    {"s32[2,2]", "{1, 2}", "expected '{' around the elements of dimension 1"},
    {"s8[2]", "128", "'128' is not a number of i8"},
    {"s32[2]", "", "'' is not a number of i32"},
    {"s32[1,1]", "{1}", "expected '{' around the elements of dimension 1"},
    {"s32[1000000000]", "{1, 2}", "the text has fewer elements than"},
    {"token[]", "1", "a literal cannot have the shape token[]"},
    {"s1[]", "1", "a literal cannot have the shape s1[]"},
};

TEST(Literals, AreRefused) {
  for (const Bad& c : kBad) {
    Scanner shapeScanner(c.shape, "shape"), scanner(c.text, "t");
    StatusOr<Shape> shape = parseShape(shapeScanner);
    ASSERT_TRUE(shape.ok()) << shape.status();
    Status status = parseLiteral(scanner, *shape).status();
    EXPECT_NE(status.message().find(c.message), absl::string_view::npos)
        << c.shape << " " << c.text << ": " << status;
  }
}

} // namespace
} // namespace lz::xla
