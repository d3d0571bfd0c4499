// A damaged file is refused, or it is read as another program. It never crashes the process.
#include "formats/ReadModule.h"
#include "formats/bytecode/Bytecode.h"
#include "formats/stablehlo/StableHloText.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

namespace lz::formats {
namespace {

constexpr const char* kText = R"(
func.func @main(%x: tensor<4x8xf32>, %w: tensor<8x4xf32>, %i: tensor<2x1xi32>) -> (tensor<4x4xf32>, tensor<2x8xf32>, tensor<i1>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %c = stablehlo.constant dense<[true, false, true, true, false, false, true, false, true]> : tensor<9xi1>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>} : (tensor<4x8xf32>, tensor<2x1xi32>) -> tensor<2x8xf32>
  %2 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<f32>
  %3 = stablehlo.compare GT, %2, %z : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %4 = "stablehlo.if"(%3) ({ stablehlo.return %0 : tensor<4x4xf32> }, {
    %5 = stablehlo.negate %0 : tensor<4x4xf32>
    stablehlo.return %5 : tensor<4x4xf32>
  }) : (tensor<i1>) -> tensor<4x4xf32>
  return %4, %1, %3 : tensor<4x4xf32>, tensor<2x8xf32>, tensor<i1>
})";

class BytecodeDamage : public testing::TestWithParam<const char*> {
protected:
  BytecodeDamage() {
    StatusOr<Program> program = parseStableHlo(kText, "t.mlir");
    EXPECT_TRUE(program.ok()) << program.status();
    bytes_ =
        GetParam() == std::string("Portable") ? *printPortable(*program) : printBytecode(*program);
    EXPECT_TRUE(parseBytecode(bytes_, "t.bc").ok());
  }
  // Expects that a refusal has a message and a place; an error about the whole program needs no
  // place.
  void expectMessage(const std::string& bytes) {
    Status status = readModule(bytes, "t.bc").status();
    if (!status.ok())
      EXPECT_FALSE(status.message().empty());
  }

  std::string bytes_;
};

TEST_P(BytecodeDamage, EachByteFlipped) {
  for (size_t i = 0; i < bytes_.size(); ++i)
    for (int flip : {0x01, 0x02, 0x80, 0xff}) {
      std::string damaged = bytes_;
      damaged[i] = char(damaged[i] ^ flip);
      expectMessage(damaged);
    }
}

TEST_P(BytecodeDamage, CutAtEachLength) {
  for (size_t size = 4; size < bytes_.size(); ++size) {
    Status status = readModule(bytes_.substr(0, size), "t.bc").status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << size << ": " << status;
    EXPECT_EQ(locationOf(status).find("t.bc: byte "), 0u) << status;
  }
}

long kilobytesInUse() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

// Replaces each byte in turn by nine bytes that encode the greatest number.
TEST_P(BytecodeDamage, HugeNumberAtEachByte) {
  const long before = kilobytesInUse();
  for (size_t i = 4; i < bytes_.size(); ++i) {
    std::string damaged = bytes_;
    damaged.replace(i, 1, std::string("\0\xff\xff\xff\xff\xff\xff\xff\xff", 9));
    expectMessage(damaged);
    damaged = bytes_;
    damaged.replace(i, std::min<size_t>(9, bytes_.size() - i),
                    std::string("\0\xff\xff\xff\xff\xff\xff\xff\x7f", 9));
    expectMessage(damaged);
  }
  EXPECT_LT(kilobytesInUse() - before, 256 << 10);
}

INSTANTIATE_TEST_SUITE_P(Written, BytecodeDamage, testing::Values("Bytecode", "Portable"),
                         [](const auto& info) { return std::string(info.param); });

void expectDamaged(const std::string& bytes, absl::StatusCode code, const std::string& message) {
  Status status = readModule(bytes, "t.bc").status();
  EXPECT_EQ(status.code(), code) << status;
  EXPECT_EQ(status.message(), message);
}

TEST(BytecodeErrors, SayWhatAndWhere) {
  const std::string begin = "ML\xefR";
  expectDamaged(begin, absl::StatusCode::kInvalidArgument,
                "t.bc: byte 4: bytes needed: 1, bytes left: 0; the file is cut short or "
                "damaged");
  expectDamaged(begin + std::string("\x0fNew\0", 5), absl::StatusCode::kUnimplemented,
                "t.bc: byte 4: version 7 of MLIR bytecode, which New wrote, is not supported by "
                "Lazuli; write the file with version 6 or less");
  expectDamaged(begin + std::string("\x0dNew\0\x2a\x01", 7), absl::StatusCode::kInvalidArgument,
                "t.bc: byte 9: section 42 is unknown; the file is damaged");
  expectDamaged(std::string("\x7f"
                            "ELF\x02",
                            5),
                absl::StatusCode::kUnimplemented,
                "t.bc: the file is neither text, since byte 4 is not a text character, nor MLIR "
                "bytecode; give "
                "StableHLO as text or bytecode, or HLO as text or HloModuleProto");
}

} // namespace
} // namespace lz::formats
