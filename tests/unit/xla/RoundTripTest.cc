// A module that is printed is read as the same module.
#include "formats/xla/text/HloText.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

namespace lz::xla {
namespace {

// Returns "" if the text is a valid module and its printed form is read as the same module;
// otherwise describes the problem.
std::string problemOf(const std::string& text, const std::string& name) {
  StatusOr<Module> module = parseHloText(text, name);
  if (!module.ok())
    return std::string(module.status().message());
  std::string printed = printHloText(*module);
  StatusOr<Module> again = parseHloText(printed, "printed");
  if (!again.ok())
    return absl::StrCat(again.status().message(), "\n", printed);
  if (module->name.empty())
    module->name = "module";
  return *again == *module ? "" : name + " reads back as another module:\n" + printed;
}

// Each text is an instruction, or a part of an instruction, that must be printed exactly as it is
// written here.
const char* const kInstructions[] = {
    "%c = f32[2,3]{1,0:T(8,128)(2,1)E(32)S(1)} negate(%a)",
    "%c = f32[2,3]{1,0:D(D,C+)L(2)#(u32)*(u64)SC(0:2,4)P(u8[10]{0})M(1024)} negate(%a)",
    "%c = f32[<=2,?] negate(%a)",
    "%c = (f32[2,3], (s32[], token[]), pred[]) custom-call(%a), custom_call_target=\"f\"",
    "%c = f32[2,3] negate(%a), sharding={devices=[2,1]<=[2]}, metadata={op_name=\"x\" "
    "source_line=3}",
    "%c = f32[2,3] negate(%a), frontend_attributes={a=\"b\",c={\"d\":1}}",
    "%c = f32[2,3] negate(%a), backend_config={\"n\":{\"m\":[1, \"}\"]}}",
    "%c = f32[2,3] negate(%a), backend_config=\"q\\\"\\n\"",
    "%c = f32[2,3] negate(%a), control-predecessors={%a, %b}",
    "%c = f32[2,3] negate(%a), statistics={visualizing_index=1,stat-1=33}",
    "%c = f32[2,3] exponential(%a), result_accuracy={mode=highest}",
    "%c = pred[2,3] compare(%a, %b), direction=LT, type=TOTALORDER",
    "%c = f32[2,3] reduce-precision(%a), exponent_bits=8, mantissa_bits=7",
    "%c = f32[2,3] slice(%a), slice={[0:2], [0:6:2]}",
    "%c = f32[2,3] pad(%a, %b), padding=0_1x-2_3_1",
    "%c = f32[2,3] convolution(%a, %b), window={size=3x3 stride=2x2 pad=1_-1x0_1 lhs_dilate=1x2 "
    "rhs_dilate=2x1 rhs_reversal=0x1}, dim_labels=b01f_01io->b01f, feature_group_count=2, "
    "operand_precision={highest,default}",
    "%c = f32[2,3] dot(%a, %b), lhs_contracting_dims={1}, rhs_contracting_dims={0}, "
    "algorithm=dot_bf16_bf16_f32_x3",
    "%c = f32[2,3] gather(%a, %b), offset_dims={1}, collapsed_slice_dims={0}, "
    "start_index_map={0}, index_vector_dim=1, slice_sizes={1,5}, indices_are_sorted=true",
    "%c = f32[2,3] all-gather(%a), dimensions={0}, replica_groups=[2,4]<=[4,2]T(1,0), "
    "channel_id=1, use_global_device_ids=true",
    "%c = f32[2,3] all-gather(%a), dimensions={0}, replica_groups={{0,1},{2,3}}",
    "%c = f32[2,3] all-gather(%a), dimensions={0}, replica_groups=mesh['a'=2,'b'=4] {'a'}",
    "%c = f32[2,3] collective-permute(%a), source_target_pairs={{0,1},{1,0}}",
    "%c = f32[2,3] custom-call(%a), custom_call_target=\"f\", literal=s32[2]{0} {1, 2}, "
    "operand_layout_constraints={f32[2]{0}, s32[]}, api_version=API_VERSION_TYPED_FFI",
    "%c = f32[2,3] custom-call(%a), custom_call_target=\"f\", "
    "output_to_operand_aliasing={{0}: (1, {})}",
    "%c = f32[2,3] domain(%a), domain={kind=\"sharding\", entry={replicated}, exit={manual}}",
    "%c = (f32[2,3], f32[3], f32[3]) batch-norm-training(%a, %b, %b), epsilon=0.001, "
    "feature_index=1",
    "%c = f32[2,3] rng(%a, %b), distribution=rng_uniform",
    "%c = f32[2,3] fft(%a), fft_type=RFFT, fft_length={32}",
    "%c = f32[2,3] parameter(2), parameter_replication={true,false}",
    "%c = f32[2,3] outfeed(%a, %b), outfeed_shape=f32[2,3]{1,0}, outfeed_config=\"x\"",
};

TEST(HloRoundTrip, EveryAttributePrintsAsItStands) {
  for (const char* instruction : kInstructions) {
    std::string text = std::string("HloModule m\n\nENTRY %e {\n  %a = f32[2,3] parameter(0)\n"
                                   "  %b = f32[2,3] parameter(1)\n  ROOT ") +
                       instruction + "\n}\n";
    StatusOr<Module> module = parseHloText(text, "t");
    ASSERT_TRUE(module.ok()) << module.status();
    EXPECT_EQ(printHloText(*module), text);
    EXPECT_EQ(problemOf(text, "t"), "");
  }
}

TEST(HloRoundTrip, HeadersAndTables) {
  const std::string text =
      "HloModule m, is_scheduled=true, replica_count=1, "
      "input_output_alias={ {0}: (0, {}, may-alias), {1}: (2, {0}, must-alias) }, "
      "buffer_donor={ (1, {}), (3, {0}) }, "
      "entry_computation_layout={(f32[2]{0})->f32[2]{0}}\n\n"
      "FileNames\n1 \"/a/b.py\"\n\nFunctionNames\n1 \"f\"\n\n"
      "FileLocations\n1 {file_name_id=1 line=10}\n\nStackFrames\n1 {file_location_id=1}\n\n"
      "%f {\n  ROOT %a = f32[2]{0} parameter(0)\n}, execution_thread=\"x\"\n\n"
      "ENTRY %e {\n  ROOT %a = f32[2]{0} parameter(0)\n}\n";
  StatusOr<Module> module = parseHloText(text, "t");
  ASSERT_TRUE(module.ok()) << module.status();
  EXPECT_EQ(printHloText(*module), text);
}

TEST(HloRoundTrip, ShortFormsBecomeInstructions) {
  const std::string text = "t { p = (f32[], f32[]) parameter(0) ROOT r = add(p#0, negate(p#1)) }\n"
                           "ENTRY e { a = f32[4] parameter(0) z = f32[] constant(0) "
                           "ROOT r = f32[] reduce(a, z), dimensions={0}, to_apply={ "
                           "x = f32[] parameter(0) y = f32[] parameter(1) ROOT s = add(x, y) } }";
  StatusOr<Module> module = parseHloText(text, "t");
  ASSERT_TRUE(module.ok()) << module.status();
  EXPECT_EQ(module->computations.size(), 3u);
  EXPECT_EQ(module->computations[0].instructions.size(), 5u);
  EXPECT_EQ(verifyModule(*module, "t"), okStatus());
  EXPECT_EQ(problemOf(text, "t"), "");
}

TEST(HloRoundTrip, ThreeMegabytes) {
  std::string text = "HloModule m\nENTRY e {\n  x0 = f32[8]{0} parameter(0)\n";
  for (int i = 1; text.size() < 3000000; ++i)
    absl::StrAppend(&text, "  x", i, " = f32[8]{0} add(f32[8]{0} x", i - 1, ", f32[8]{0} x", i / 2,
                    "), metadata={op_name=\"f\"}\n");
  text += "}\n";
  EXPECT_EQ(problemOf(text, "t"), "");
}

TEST(HloRoundTrip, FilesOfXla) {
  const char* given = std::getenv("LAZULI_HLO_DIR");
  std::filesystem::path root = given ? given : LAZULI_HLO_DEFAULT;
  if (!std::filesystem::is_directory(root))
    GTEST_SKIP() << "NO HLO FILES: set LAZULI_HLO_DIR (looked in " << root << ")";
  int count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (entry.path().extension() != ".hlo")
      continue;
    std::ifstream file(entry.path());
    std::vector<std::string> texts(1);
    for (std::string line; std::getline(file, line);)
      line == "// -----" ? void(texts.emplace_back()) : void(texts.back() += line + "\n");
    for (const std::string& text : texts) {
      if (text.starts_with("#")) // this is a module in the text form of protobuf
        continue;
      EXPECT_EQ(problemOf(text, entry.path().filename()), "");
      ++count;
    }
  }
  std::printf("hlo: %d modules read back as they are\n", count);
}

} // namespace
} // namespace lz::xla
