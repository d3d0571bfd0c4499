// Programs from HLO text. Tests their results in the interpreter, refused ops, and files of XLA.
#include "formats/xla/text/HloText.h"

#include "CheckedText.h"
#include "formats/xla/ParseHlo.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace lz::formats {
namespace {

struct Case {
  const char* name;
  const char* computations; // computations that the entry calls
  const char* body;         // defines r
  const char* type;         // the type of r
  const char* expected;
};

// The entry computes r and checks it against a constant.
std::string moduleOf(const Case& c) {
  return std::string("HloModule t\n") + c.computations + "\nENTRY main {\n" + c.body +
         "\n  expected = " + c.type + " constant(" + c.expected +
         ")\n  ROOT check = () custom-call(r, expected), "
         "custom_call_target=\"check.expect_eq\", custom_call_has_side_effect=true\n}\n";
}

constexpr const char* kAdd =
    "add { a = f32[] parameter(0) b = f32[] parameter(1) ROOT c = f32[] add(a, b) }";
constexpr const char* kMaximum =
    "ge { a = f32[] parameter(0) b = f32[] parameter(1) ROOT c = pred[] compare(a, b), "
    "direction=GE }\n"
    "add { a = f32[] parameter(0) b = f32[] parameter(1) ROOT c = f32[] add(a, b) }";

const Case kCases[] = {
    {"Elementwise", "", "x = f32[3] constant({1, 2, 3}) r = f32[3] multiply(x, add(x, x))",
     "f32[3]", "{2, 8, 18}"},
    {"PredArithmetic", "",
     "x = pred[2] constant({1, 0}) y = pred[2] constant({1, 1}) r = pred[2] multiply(x, y)",
     "pred[2]", "{true, false}"},
    {"Compare", "",
     "x = s32[3] constant({1, 2, 3}) y = s32[3] constant({2, 2, 2}) r = pred[3] compare(x, y), "
     "direction=LT",
     "pred[3]", "{1, 0, 0}"},
    {"Broadcast", "", "x = s32[2] constant({1, 2}) r = s32[2,3] broadcast(x), dimensions={0}",
     "s32[2,3]", "{{1, 1, 1}, {2, 2, 2}}"},
    {"Transpose", "",
     "x = s32[2,1] constant({{1}, {2}}) r = s32[1,2] transpose(x), dimensions={1,0}", "s32[1,2]",
     "{{1, 2}}"},
    {"Slice", "", "x = s32[5] constant({0, 1, 2, 3, 4}) r = s32[2] slice(x), slice={[1:5:2]}",
     "s32[2]", "{1, 3}"},
    {"Pad", "",
     "x = s32[2] constant({1, 2}) z = s32[] constant(9) r = s32[5] pad(x, z), padding=1_1_1",
     "s32[5]", "{9, 1, 9, 2, 9}"},
    {"Reverse", "", "x = s32[3] constant({1, 2, 3}) r = s32[3] reverse(x), dimensions={0}",
     "s32[3]", "{3, 2, 1}"},
    {"Concatenate", "", "x = s32[2] constant({1, 2}) r = s32[4] concatenate(x, x), dimensions={0}",
     "s32[4]", "{1, 2, 1, 2}"},
    {"Iota", "", "r = s32[2,2] iota(), iota_dimension=1", "s32[2,2]", "{{0, 1}, {0, 1}}"},
    {"DynamicSlice", "",
     "x = s32[4] constant({1, 2, 3, 4}) i = s32[] constant(3) r = s32[2] dynamic-slice(x, i), "
     "dynamic_slice_sizes={2}",
     "s32[2]", "{3, 4}"},
    {"DynamicSliceOfOneVector", "",
     "x = s32[2,2] constant({{1, 2}, {3, 4}}) i = s32[2] constant({1, 0}) "
     "r = s32[1,2] dynamic-slice(x, i), dynamic_slice_sizes={1,2}",
     "s32[1,2]", "{{3, 4}}"},
    {"DynamicUpdateSlice", "",
     "x = s32[3] constant({1, 2, 3}) u = s32[1] constant({9}) i = s32[] constant(1) "
     "r = s32[3] dynamic-update-slice(x, u, i)",
     "s32[3]", "{1, 9, 3}"},
    {"Splat", "", "x = f32[3] constant(2) y = c64[2] constant((1, -2)) r = f32[3] add(x, x)",
     "f32[3]", "4"},
    {"DotOfTwoIntegers", "",
     "x = s8[2] constant({100, -3}) y = s16[2] constant({1000, 7}) r = s32[] dot(x, y), "
     "lhs_contracting_dims={0}, rhs_contracting_dims={0}",
     "s32[]", "99979"},
    {"DotOfFloatAndInteger", "",
     "x = bf16[2] constant({1.5, -3}) y = s4[2] constant({-8, 7}) r = f32[] dot(x, y), "
     "lhs_contracting_dims={0}, rhs_contracting_dims={0}",
     "f32[]", "-33"},
    {"Dot", "",
     "x = f32[2,2] constant({{1, 2}, {3, 4}}) v = f32[2] constant({1, 10}) "
     "r = f32[2] dot(x, v), lhs_contracting_dims={1}, rhs_contracting_dims={0}",
     "f32[2]", "{21, 43}"},
    {"Convolution", "",
     "x = f32[1,4,1] constant({{{1}, {2}, {3}, {4}}}) k = f32[2,1,1] constant({{{1}}, {{10}}}) "
     "r = f32[1,3,1] convolution(x, k), window={size=2}, dim_labels=b0f_0io->b0f",
     "f32[1,3,1]", "{{{21}, {32}, {43}}}"},
    {"Gather", "",
     "x = s32[3,2] constant({{1, 2}, {3, 4}, {5, 6}}) i = s32[2,1] constant({{2}, {0}}) "
     "r = s32[2,2] gather(x, i), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, "
     "index_vector_dim=1, slice_sizes={1,2}",
     "s32[2,2]", "{{5, 6}, {1, 2}}"},
    {"Scatter", kAdd,
     "x = f32[3] constant({0, 0, 0}) i = s32[2,1] constant({{2}, {7}}) u = f32[2] constant({5, 6}) "
     "r = f32[3] scatter(x, i, u), update_window_dims={}, inserted_window_dims={0}, "
     "scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=add",
     "f32[3]", "{0, 0, 5}"},
    {"Reduce", kAdd,
     "x = f32[2,2] constant({{1, 2}, {3, 4}}) z = f32[] constant(0) "
     "r = f32[2] reduce(x, z), dimensions={1}, to_apply=add",
     "f32[2]", "{3, 7}"},
    {"ReduceWindow", kAdd,
     "x = f32[4] constant({1, 2, 3, 4}) z = f32[] constant(0) "
     "r = f32[2] reduce-window(x, z), window={size=2 stride=2}, to_apply=add",
     "f32[2]", "{3, 7}"},
    {"SelectAndScatter", kMaximum,
     "x = f32[4] constant({1, 5, 3, 4}) s = f32[2] constant({10, 20}) z = f32[] constant(0) "
     "r = f32[4] select-and-scatter(x, s, z), window={size=2 stride=2}, select=ge, scatter=add",
     "f32[4]", "{0, 10, 0, 20}"},
    {"Sort",
     "lt { a = s32[] parameter(0) b = s32[] parameter(1) ROOT c = pred[] compare(a, b), "
     "direction=LT }",
     "x = s32[3] constant({3, 1, 2}) r = s32[3] sort(x), dimensions={0}, to_apply=lt", "s32[3]",
     "{1, 2, 3}"},
    {"TopK", "",
     "x = f32[3] constant({3, 1, 2}) t = (f32[2], s32[2]) topk(x), k=2, largest=true "
     "r = s32[2] get-tuple-element(t), index=1",
     "s32[2]", "{0, 2}"},
    {"TopKBy",
     "lt { a = f32[] parameter(0) b = f32[] parameter(1) i = s32[] parameter(2) "
     "j = s32[] parameter(3) ROOT c = pred[] compare(a, b), direction=LT }",
     "x = f32[3] constant({3, 1, 2}) t = (f32[2], s32[2]) custom-call(x), "
     "custom_call_target=\"TopK\", called_computations={lt} "
     "r = s32[2] get-tuple-element(t), index=1",
     "s32[2]", "{1, 2}"},
    {"TopKOfParts",
     "gt { a = bf16[] parameter(0) b = bf16[] parameter(1) i = s32[] parameter(2) "
     "j = s32[] parameter(3) ROOT c = pred[] compare(a, b), direction=GT }",
     "x = bf16[4] constant({3, 1, 2, 5}) l = s32[4] constant({40, 30, 20, 10}) "
     "z = bf16[] constant(0) n = s32[] constant(-1) t = (bf16[2], s32[2]) custom-call(x, l, z, n), "
     "custom_call_target=\"PartialReduce\", called_computations={gt}, "
     "backend_config={\"log2_reduction\": 1, \"reduction_dim\": 0, \"top_k\": 1} "
     "r = s32[2] get-tuple-element(t), index=1",
     "s32[2]", "{10, 40}"},
    {"While",
     "more { p = (s32[], token[]) parameter(0) i = s32[] get-tuple-element(p), index=0 "
     "n = s32[] constant(5) ROOT c = pred[] compare(i, n), direction=LT }\n"
     "next { p = (s32[], token[]) parameter(0) i = s32[] get-tuple-element(p), index=0 "
     "t = token[] get-tuple-element(p), index=1 "
     "k = s32[] constant(2) j = s32[] add(i, k) ROOT q = (s32[], token[]) tuple(j, t) }",
     "z = s32[] constant(0) t = token[] after-all() p = (s32[], token[]) tuple(z, t) "
     "w = (s32[], token[]) while(p), condition=more, body=next "
     "r = s32[] get-tuple-element(w), index=0",
     "s32[]", "6"},
    {"ConditionalByIndex",
     "one { a = s32[] parameter(0) ROOT b = s32[] negate(a) }\n"
     "two { a = s32[] parameter(0) ROOT b = s32[] add(a, a) }",
     "i = s32[] constant(7) x = s32[] constant(4) r = s32[] conditional(i, x, x), "
     "branch_computations={one, two}",
     "s32[]", "8"},
    {"ConditionalByPredicate",
     "one { a = s32[] parameter(0) ROOT b = s32[] negate(a) }\n"
     "two { a = s32[] parameter(0) ROOT b = s32[] add(a, a) }",
     "i = pred[] constant(true) x = s32[] constant(4) r = s32[] conditional(i, x, x), "
     "true_computation=one, false_computation=two",
     "s32[]", "-4"},
    {"CallAndFusion", "f { a = s32[2] parameter(0) ROOT t = (s32[2], s32[2]) tuple(a, negate(a)) }",
     "x = s32[2] constant({1, 2}) t = (s32[2], s32[2]) fusion(x), kind=kLoop, calls=f "
     "u = (s32[2], s32[2]) call(t#1), to_apply=f r = s32[2] add(t#0, u#1)",
     "s32[2]", "{2, 4}"},
    {"AsyncForm", "",
     "x = s32[2] constant({1, 2}) s = ((s32[2]), s32[2], u32[]) negate-start(x) "
     "r = s32[2] negate-done(s)",
     "s32[2]", "{-1, -2}"},
    {"BitcastOfLayouts", "",
     "x = s32[2,3]{0,1} constant({{1, 2, 3}, {4, 5, 6}}) r = s32[3,2]{1,0} bitcast(x)", "s32[3,2]",
     "{{1, 4}, {2, 5}, {3, 6}}"},
    {"BitcastAsReshape", "", "x = s32[2,2] constant({{1, 2}, {3, 4}}) r = s32[4] bitcast(x)",
     "s32[4]", "{1, 2, 3, 4}"},
    {"BitcastOfPredicates", "",
     "x = u8[2] constant({2, 0}) p = pred[2] bitcast(x) r = s8[1,2] bitcast(p)", "s8[1,2]",
     "{{1, 0}}"},
    {"LongRandomState", "",
     "s = u64[6] constant({0, 1, 8, 9, 4, 1}) u = u64[3] constant({0, 1, 8}) "
     "t = (u64[6], u32[3]) rng-bit-generator(s), algorithm=rng_philox "
     "v = (u64[3], u32[3]) rng-bit-generator(u), algorithm=rng_philox "
     "rest = u64[3] slice(t#0), slice={[3:6]} bits = u32[3] subtract(t#1, v#1) "
     "r = u64[3] add(rest, u64[3] convert(bits))",
     "u64[3]", "{9, 4, 1}"},
    {"Map", "neg { a = s32[] parameter(0) ROOT b = s32[] negate(a) }",
     "x = s32[2] constant({1, 2}) r = s32[2] map(x), dimensions={0}, to_apply=neg", "s32[2]",
     "{-1, -2}"},
    {"CollectiveOfOne", kAdd,
     "x = f32[2] constant({1, 2}) r = f32[2] all-reduce(x), replica_groups={{0}}, to_apply=add",
     "f32[2]", "{1, 2}"},
    {"PartitionId", "", "r = u32[] partition-id()", "u32[]", "0"},
    {"Size", "",
     "x = f32[4,7] iota(), iota_dimension=0 r = s32[] get-dimension-size(x), "
     "dimensions={1}",
     "s32[]", "7"},
    {"TupleConstant", "",
     "t = (s32[], (s32[2], s32[])) constant((1, ({2, 3}, 4))) r = s32[2] add(t#1#0, t#1#0)",
     "s32[2]", "{4, 6}"},
    {"Elided", "",
     "x = s32[20] constant({...}) z = s32[] constant(0) "
     "r = s32[2] slice(x), slice={[3:5]}",
     "s32[2]", "{1, 1}"},
    {"SmallTypes", "", "x = s4[3]{0:E(4)} constant({-8, 0, 7}) r = s8[3] convert(x)", "s8[3]",
     "{-8, 0, 7}"},
    {"OptimizationBarrier", "",
     "x = s32[] constant(1) t = (s32[], s32[]) tuple(x, x) b = (s32[], s32[]) opt-barrier(t) "
     "r = s32[] add(b#0, b#1)",
     "s32[]", "2"},
    {"Cholesky", "", "x = f32[1,1] constant({{4}}) r = f32[1,1] cholesky(x), lower=true",
     "f32[1,1]", "{{2}}"},
    {"TriangularSolve", "",
     "a = f32[1,1] constant({{4}}) b = f32[1,1] constant({{8}}) r = f32[1,1] triangular-solve(a, "
     "b), left_side=true, lower=true, transpose_a=NO_TRANSPOSE",
     "f32[1,1]", "{{2}}"},
};

TEST(HloText, GivesTheNumbers) {
  for (const Case& c : kCases)
    EXPECT_EQ(runText(moduleOf(c)), okStatus()) << c.name << "\n" << moduleOf(c);
}

TEST(HloText, AColonMayFollowTheNameOfTheModule) {
  for (const char* header :
       {"HloModule m:\n", "HloModule %m :", "HloModule m:, is_scheduled=true "}) {
    auto program =
        parseHlo(std::string(header) + "ENTRY e { ROOT x = f32[] parameter(0) }", "t.hlo");
    EXPECT_TRUE(program.ok()) << header << program.status();
  }
}

TEST(HloText, TheEntryIsTheOnlyFunction) {
  const std::string text = "HloModule m\nf { ROOT x = f32[] parameter(0) }\n"
                           "ENTRY step { ROOT x = f32[2] parameter(0) }";
  for (const char* function : {"", "main", "step"})
    EXPECT_TRUE(parseHlo(text, "t.hlo", function).ok()) << function;
  EXPECT_EQ(parseHlo(text, "t.hlo", "f").status().message(),
            "t.hlo: there is no function \"f\"; the only function of an HLO module is its entry "
            "computation, step");
}

TEST(HloText, IsRefusedByName) {
  const char* head = "HloModule t\nENTRY main {\n  x = f32[2] constant({1, 2})\n";
  auto text = [&](const char* line) { return absl::StrCat(head, "  ROOT r = ", line, "\n}\n"); };
  constexpr auto kUnknown = absl::StatusCode::kUnimplemented;
  expectRefused(text("u64[] rng-get-and-update-state(), delta=1"), kUnknown,
                "t.mlir:4:8: instruction r, rng-get-and-update-state: opcode");
  expectRefused(text("(f32[1], s32[1]) topk(x), k=1, largest=false"), kUnknown, "the smallest");
  expectRefused(text("f32[<=2] copy(f32[2] x)"), kUnknown, "shape f32[<=2]");
  expectRefused(text("f32[2] all-reduce(x), replica_groups={{0,1}}, "
                     "to_apply={ a = f32[] parameter(0) b = f32[] parameter(1) "
                     "ROOT c = f32[] add(a, b) }"),
                kUnknown, "several devices");
  expectRefused(text("f32[3] negate(x)"), absl::StatusCode::kInvalidArgument, "t.mlir:4:8");
}

TEST(HloText, MarksDonatedParameters) {
  StatusOr<Program> program =
      parseHlo("HloModule t, input_output_alias={ {}: (1, {0}, may-alias) }\n"
               "ENTRY main { a = f32[] parameter(0) p = (f32[], f32[]) parameter(1) "
               "ROOT r = f32[] add(a, p#0) }",
               "t.hlo");
  ASSERT_TRUE(program.ok()) << program.status();
  EXPECT_EQ(program->donated, (std::vector<bool>{false, true, false}));
}

// Returns the modules of a file, which lines "// -----" separate.
std::vector<std::string> modulesOf(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::vector<std::string> parts(1);
  for (std::string line; std::getline(file, line);) {
    if (line == "// -----")
      parts.emplace_back();
    else
      parts.back() += line + "\n";
  }
  return parts;
}

// Returns true for files with something that StableHLO does not allow, and for files that are wrong
// on purpose.
bool isWrong(const std::string& name) {
  for (const char* known : {
           "generate_hlo_test_checks_test", // a call with operands of other shapes
           "invalid_concat",
           "hlo_extractor_test", // a state of floats
           "rewrite_bf16_conv",  // a result of another shape than the window gives
       })
    if (name.find(known) != std::string::npos)
      return true;
  return false;
}

TEST(HloText, FilesBecomePrograms) {
  const char* given = std::getenv("LAZULI_HLO_DIR");
  std::filesystem::path root = given ? given : LAZULI_HLO_DEFAULT;
  if (!std::filesystem::is_directory(root))
    GTEST_SKIP() << "NO HLO FILES: set LAZULI_HLO_DIR (looked in " << root << ")";
  int read = 0, parsed = 0, notSupported = 0, wrong = 0, failed = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (entry.path().extension() != ".hlo")
      continue;
    for (std::string text : modulesOf(entry.path())) {
      if (text.starts_with("#")) // this is a module in the text form of protobuf
        continue;
      if (!xla::isHloText(text))
        text = "HloModule m\n" + text;
      ++read;
      std::string name = entry.path().lexically_relative(root);
      Status status = parseHlo(text, name).status();
      parsed += status.ok();
      if (absl::IsUnimplemented(status))
        ++notSupported;
      else if (!status.ok())
        isWrong(name) ? ++wrong : ++failed;
      if (!status.ok())
        std::printf("hlo: %s\n", std::string(status.message()).substr(0, 200).c_str());
    }
  }
  std::printf("hlo: %d modules, %d programs, %d not supported, %d wrong, %d failed\n", read, parsed,
              notSupported, wrong, failed);
  EXPECT_EQ(failed, 0);
}

} // namespace
} // namespace lz::formats
