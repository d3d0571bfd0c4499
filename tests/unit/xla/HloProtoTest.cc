// HLO modules in protocol buffers. A written module is read as the same module. Damaged bytes are
// refused with their place, or read as another module.
#include "formats/xla/proto/HloProto.h"

#include "formats/xla/proto/Sink.h"
#include "formats/xla/text/HloText.h"

#include <gtest/gtest.h>

namespace lz::xla {
namespace {

constexpr const char* kText = R"(HloModule all, buffer_donor={ (0, {}) }

%add { %a = f32[] parameter(0)  %b = f32[] parameter(1)  ROOT %c = f32[] add(%a, %b) }
%ge { %a = f32[] parameter(0)  %b = f32[] parameter(1)
  ROOT %c = pred[] compare(%a, %b), direction=GE, type=TOTALORDER }
%more { %p = (s32[], f32[4]) parameter(0)  %i = s32[] get-tuple-element(%p), index=0
  %n = s32[] constant(5)  ROOT %c = pred[] compare(%i, %n), direction=LT }
%next { %p = (s32[], f32[4]) parameter(0)  %i = s32[] get-tuple-element(%p), index=0
  %x = f32[4] get-tuple-element(%p), index=1  %one = s32[] constant(1)
  %j = s32[] add(%i, %one)  ROOT %t = (s32[], f32[4]) tuple(%j, %x) }
%left { %p = f32[4] parameter(0)  ROOT %n = f32[4] negate(%p) }
%right { %p = f32[4] parameter(0)  ROOT %n = f32[4] abs(%p) }

ENTRY %main {
  %x = f32[4] parameter(0)
  %index = s32[] parameter(1)
  %zero = f32[] constant(0)
  %pairs = (pred[3], c64[1], bf16[2], s4[3], u64[1], f8e5m2[2]) constant(({true, false, true}, {(1, -2)}, {1, -inf}, {1, -2, 3}, {18446744073709551615}, {1, 2}))
  %i = s32[2,4] iota(), iota_dimension=1
  %bc = f32[2,4] broadcast(%x), dimensions={1}
  %tr = f32[4,2] transpose(%bc), dimensions={1,0}
  %dot = f32[2,2] dot(%bc, %tr), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  %pad = f32[9] pad(%x, %zero), padding=1_1_1
  %slice = f32[2] slice(%x), slice={[0:4:2]}
  %red = f32[2] reduce(%bc, %zero), dimensions={1}, to_apply=%add
  %win = f32[2] reduce-window(%x, %zero), window={size=2 stride=2}, to_apply=%add
  %sas = f32[4] select-and-scatter(%x, %win, %zero), window={size=2 stride=2}, select=%ge, scatter=%add
  %start = s32[] constant(0)
  %ds = f32[2] dynamic-slice(%x, %start), dynamic_slice_sizes={2}
  %im = f32[1,4,1] reshape(%x)
  %k = f32[2,1,1] reshape(%ds)
  %conv = f32[1,3,1] convolution(%im, %k), window={size=2}, dim_labels=b0f_0io->b0f
  %gi = s32[2,1] constant({{1}, {0}})
  %ga = f32[2] gather(%x, %gi), offset_dims={}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, slice_sizes={1}
  %sc = f32[4] scatter(%x, %gi, %ga), update_window_dims={}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=%add
  %top = (f32[2], s32[2]) topk(%x), k=2, largest=true
  %fft = c64[3] fft(%x), fft_type=RFFT, fft_length={4}
  %m = f32[2,2] cholesky(%dot), lower=true
  %solve = f32[2,2] triangular-solve(%m, %dot), left_side=true, lower=true, transpose_a=NO_TRANSPOSE
  %state = u64[2] constant({1, 2})
  %rng = (u64[2], u32[4]) rng-bit-generator(%state), algorithm=rng_three_fry
  %sorted = f32[4] sort(%x), dimensions={0}, is_stable=true, to_apply=%ge
  %custom = f32[4] custom-call(%x), custom_call_target="f", custom_call_has_side_effect=true, backend_config="{n = 1 : i64}"
  %init = (s32[], f32[4]) tuple(%start, %x)
  %loop = (s32[], f32[4]) while(%init), condition=%more, body=%next
  %cond = f32[4] conditional(%index, %x, %x), branch_computations={%left, %right}
  ROOT %r = (f32[4], (s32[], f32[4])) tuple(%cond, %loop)
}
)";

Module moduleOf(const char* text) {
  StatusOr<Module> module = parseHloText(text, "t.hlo");
  EXPECT_TRUE(module.ok()) << module.status();
  return module.value_or(Module());
}

TEST(HloProto, IsReadAsItWasWritten) {
  const Module module = moduleOf(kText);
  const std::string bytes = printHloProto(module);
  EXPECT_TRUE(isHloProto(bytes));
  StatusOr<Module> again = parseHloProto(bytes, "t.pb");
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_TRUE(verifyModule(*again, "t.pb").ok()) << verifyModule(*again, "t.pb");
  StatusOr<Module> twice = parseHloProto(printHloProto(*again), "t.pb");
  ASSERT_TRUE(twice.ok()) << twice.status();
  EXPECT_EQ(*twice, *again);
  // The text also states the order of attributes, and layouts.
  StatusOr<Module> third = parseHloText(printHloText(*again), "t.hlo");
  ASSERT_TRUE(third.ok()) << third.status();
  EXPECT_EQ(*third, *again);
}

// The proto holds each element of a small splat.
TEST(HloProto, HasTheElementsOfASplat) {
  const char* text = "HloModule t\nENTRY e { %x = f32[2,2] constant(1.5) %y = s4[3] constant(-8) "
                     "ROOT r = (f32[2,2], s4[3]) tuple(%x, %y) }";
  StatusOr<Module> read = parseHloProto(printHloProto(moduleOf(text)), "t.pb");
  ASSERT_TRUE(read.ok()) << read.status();
  const std::string printed = printHloText(*read);
  EXPECT_NE(printed.find("constant({{1.5, 1.5}, {1.5, 1.5}})"), std::string::npos) << printed;
  EXPECT_NE(printed.find("constant({-8, -8, -8})"), std::string::npos) << printed;
}

TEST(HloProto, ASplatIsWhatTakesFewerBytes) {
  const auto bytesOf = [](const std::string& constant) {
    return printHloProto(moduleOf(("HloModule t\nENTRY e { " + constant + " }").c_str())).size();
  };
  EXPECT_EQ(bytesOf("ROOT %constant = f32[9] constant(2)"),
            bytesOf("ROOT %constant = f32[9] constant({2, 2, 2, 2, 2, 2, 2, 2, 2})"));
  EXPECT_EQ(bytesOf("ROOT %constant = f32[16] constant(2)"),
            bytesOf("ROOT %constant = f32[32] constant(2)"));
  EXPECT_LT(
      bytesOf("ROOT %constant = f32[16] constant(2)"),
      bytesOf(
          "ROOT %constant = f32[16] constant({2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1})"));
}

// The elements of these would take 8 GB.
TEST(HloProto, ALargeSplatIsABroadcast) {
  const char* text = "HloModule t\nENTRY e { %x.part = f32[] constant(2) "
                     "%x = f32[1024,1048576] constant(1.5) "
                     "%y = (s4[3], (s32[1073741824], s32[2])) constant(({1, 2, 3}, (-8, 7))) "
                     "ROOT r = (f32[], f32[1024,1048576], (s4[3], (s32[1073741824], s32[2]))) "
                     "tuple(%x.part, %x, %y) }";
  const std::string written = printHloProto(moduleOf(text));
  EXPECT_LT(written.size(), 2000u);
  StatusOr<Module> read = parseHloProto(written, "t.pb");
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_TRUE(verifyModule(*read, "t.pb").ok()) << verifyModule(*read, "t.pb");
  EXPECT_EQ(printHloProto(*read), written);
  const std::string printed = printHloText(*read);
  for (const char* line : {"x.part1 = f32[] constant(1.5)", "broadcast(%x.part1)", "constant(-8)",
                           "constant({7, 7})", "tuple(%x.part, %x, %y)"})
    EXPECT_NE(printed.find(line), std::string::npos) << line << "\n" << printed;
}

TEST(HloProto, MayStandInAnHloProto) {
  const std::string module = printHloProto(moduleOf(kText));
  std::string size;
  for (size_t rest = module.size(); rest > 0; rest >>= 7)
    size.push_back(char((rest & 0x7f) | (rest >= 0x80 ? 0x80 : 0)));
  StatusOr<Module> read = parseHloProto("\x0a" + size + module, "t.pb");
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(*read, *parseHloProto(module, "t.pb"));
}

// Damaged bytes must not crash. If a module is read and passes verification, writing and reading it
// gives the same module.
void readDamaged(const std::string& bytes) {
  StatusOr<Module> module = parseHloProto(bytes, "t.pb");
  if (!module.ok()) {
    EXPECT_TRUE(absl::IsInvalidArgument(module.status())) << module.status();
    EXPECT_NE(module.status().message().find("t.pb: byte "), absl::string_view::npos)
        << module.status();
    return;
  }
  (void)printHloText(*module);
  if (!verifyModule(*module, "t.pb").ok())
    return;
  const std::string written = printHloProto(*module);
  StatusOr<Module> again = parseHloProto(written, "t.pb");
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(printHloProto(*again), written);
}

TEST(HloProto, DamagedFilesAreRefusedOrRead) {
  const std::string bytes = printHloProto(moduleOf(kText));
  for (size_t i = 0; i < bytes.size(); ++i) {
    readDamaged(bytes.substr(0, i));
    for (char bit : {1, 2, 8, 64, -128}) {
      std::string changed = bytes;
      changed[i] = char(changed[i] ^ bit);
      readDamaged(changed);
    }
  }
}

// Each dimension has a flag that says whether it is dynamic; flags beyond the rank have no meaning.
TEST(HloProto, FlagsBehindTheRankAreIgnored) {
  Sink shape = Sink().number(2, int64_t(DType::F32)).numbers(3, {4}).numbers(6, {0, 1});
  Sink instruction = Sink().text(1, "p").text(2, "parameter").message(3, shape).number(35, 1);
  Sink computation = Sink().text(1, "c").message(2, instruction).number(5, 1).number(6, 1);
  StatusOr<Module> module =
      parseHloProto(Sink().text(1, "m").message(3, computation).number(6, 1).take(), "t.pb");
  ASSERT_TRUE(module.ok()) << module.status();
  EXPECT_FALSE(module->entry().root().shape.isDynamic());
  const std::string written = printHloProto(*module);
  EXPECT_EQ(printHloProto(*parseHloProto(written, "t.pb")), written);
}

TEST(HloProto, DeepTuplesAreRefused) {
  Sink shape;
  for (int i = 0; i < 100; ++i)
    shape = Sink().number(2, int64_t(PrimitiveType::Tuple)).message(4, shape);
  Sink instruction = Sink().text(1, "p").text(2, "parameter").message(3, shape).number(35, 1);
  Sink computation = Sink().text(1, "c").message(2, instruction).number(5, 1).number(6, 1);
  Sink module = Sink().text(1, "m").message(3, computation).number(6, 1);
  Status status = parseHloProto(module.take(), "t.pb").status();
  EXPECT_NE(status.message().find("tuples nest deeper than 64"), absl::string_view::npos) << status;
}

} // namespace
} // namespace lz::xla
