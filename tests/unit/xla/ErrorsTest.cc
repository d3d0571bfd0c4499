// Messages about a wrong text name its place and say what to do.
#include "formats/xla/text/HloText.h"

#include <gtest/gtest.h>

namespace lz::xla {
namespace {

struct Case {
  const char* text;
  const char* message;
};

const Case kCases[] = {
    {"", "t:1:1: the text has no computation; write ENTRY main { ... }"},
    {"HloModule m\n", "t:2:1: the text has no computation"},
    {"HloModule m, color=1\n", "t:1:14: a module has no attribute 'color'; take it out"},
    {"HloModule m\nENTRY e {\n}", "t:3:1: computation e has no instructions"},
    {"ENTRY e { a = f32[2] parameter(0) ",
     "expected '}' at the end of a computation, found the end"},
    {"ENTRY e {\n  a = f32[2] frob(a)\n}",
     "t:2:14: instruction a: unknown opcode 'frob'; an opcode follows the shape"},
    {"ENTRY e {\n  a = f99[2] parameter(0)\n}", "t:2:7: unknown element type 'f99'"},
    {"ENTRY e {\n  a = f32[-2] parameter(0)\n}", "the size -2 of a dimension is negative"},
    {"ENTRY e {\n  a = f32[2] negate(b)\n}",
     "t:2:21: there is no instruction b before this in computation e"},
    {"ENTRY e {\n  a = f32[] parameter(0)\n  a = f32[] negate(a)\n}",
     "t:3:3: instruction a is defined twice in computation e; rename one of them"},
    {"e { a = f32[] parameter(0) }\ne { a = f32[] parameter(0) }",
     "t:2:1: computation e is defined twice; rename one of them"},
    {"ENTRY e { a = f32[] parameter(0) } ENTRY f { a = f32[] parameter(0) }",
     "a module has one ENTRY; this is the second one"},
    {"ENTRY e {\n  a = f32[2] parameter(0)\n  b = f32[2] negate(f32[3] a)\n}",
     "t:3:21: operand a has the shape f32[2], not f32[3]"},
    {"ENTRY e {\n  a = f32[2] parameter(0)\n  b = f32[2] negate(a), color=1\n}",
     "t:3:25: instruction b: negate has no attribute 'color'; take it out"},
    {"ENTRY e {\n  a = f32[2] parameter(0)\n  b = f32[2] reverse(a), dimensions={0}, "
     "dimensions={0}\n}",
     "instruction b: attribute dimensions occurs twice"},
    {"ENTRY e {\n  a = f32[2] parameter(0)\n  b = f32[] reduce(a, a), to_apply=f\n}",
     "there is no computation f before this; to_apply must name one that is defined above"},
    {"ENTRY e { a = parameter(0) }",
     "instruction a: the shape of parameter cannot be inferred; write it"},
    {"ENTRY e { a = f32[2,2]{0,0} parameter(0) }",
     "the layout does not order the dimensions of f32[2,2]; name each of them once"},
    {"ENTRY e { a = f32[2,2]{0} parameter(0) }", "the layout names 1 dimensions of f32[2,2]"},
    {"ENTRY e { a = f32[2] parameter(0) b = f32[2] convolution(a, a), dim_labels=xx }",
     "'xx' is not a list of dimension labels; write it as in b01f_01io->b01f"},
    {"ENTRY e { a = f32[2] parameter(0), metadata={op_name=\"x }", "does not end on its line"},
    {"ENTRY e { a = f32[2] parameter(0), sharding={", "the '{' of sharding is never closed"},
    {"ENTRY e { a = f32[99999999999999999999] parameter(0) }", "does not fit into 64 bits"},
};

TEST(HloErrors, AreLocated) {
  for (const Case& c : kCases) {
    Status status = parseHloText(c.text, "t").status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << c.text;
    EXPECT_NE(status.message().find(c.message), absl::string_view::npos) << status;
  }
}

const Case kUnverified[] = {
    {"ENTRY e {\n  a = f32[2] parameter(0)\n  b = f32[2] add(a)\n}",
     "t:3:3: instruction b, add: it takes 2 operands, not 1"},
    {"ENTRY e {\n  a = f32[2] parameter(0)\n  b = f32[2] reverse(a)\n}",
     "it needs the attribute dimensions; add dimensions=..."},
    {"ENTRY e {\n  a = f32[2] parameter(1)\n}", "the parameters of e must be numbered from 0 to 0"},
    {"ENTRY e {\n  a = (f32[2]) parameter(0)\n  b = f32[2] get-tuple-element(a), index=1\n}",
     "a of shape (f32[2]) has no element 1"},
    {"f { a = f32[] parameter(0) }\nENTRY e {\n  a = f32[2] parameter(0)\n"
     "  b = f32[] call(a), to_apply=f\n}",
     "operand a has the shape f32[2], but parameter 0 of f has f32[]"},
    {"f { a = f32[] parameter(0) }\nENTRY e {\n  a = f32[] parameter(0)\n"
     "  b = f32[2] call(a), to_apply=f\n}",
     "f returns f32[], not f32[2]"},
};

TEST(HloErrors, OfTheVerifierAreLocated) {
  for (const Case& c : kUnverified) {
    StatusOr<Module> module = parseHloText(c.text, "t");
    ASSERT_TRUE(module.ok()) << module.status();
    Status status = verifyModule(*module, "t");
    EXPECT_NE(status.message().find(c.message), absl::string_view::npos) << status;
  }
}

TEST(HloErrors, NestingIsLimited) {
  std::string tuple(1000000, '('), operand = "a = f32[] ", body;
  for (int i = 0; i < 100000; ++i) {
    operand += "negate(";
    body += "c = f32[] call(), to_apply={ ";
  }
  for (const std::string& text : {"e { a = " + tuple, "e { " + operand, "e { " + body}) {
    Status status = parseHloText(text, "t").status();
    EXPECT_NE(status.message().find("deeper than"), absl::string_view::npos) << status;
  }
}

} // namespace
} // namespace lz::xla
