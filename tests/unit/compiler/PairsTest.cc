// Tests which products of bf16 are computed in pairs.
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "codegen/MicroKernels.h"
#include "compiler/Compiler.h"

#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace lz::compiler {
namespace {

bool usesPairs(const CompileOptions& options) {
  StatusOr<Program> program = parseModule(R"(
func.func @main(%x: tensor<40x64xbf16>, %w: tensor<64x96xbf16>) -> tensor<40x96xbf16> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<40x64xbf16>, tensor<64x96xbf16>) -> tensor<40x96xbf16>
  return %0 : tensor<40x96xbf16>
}
)",
                                          "pairs.mlir");
  EXPECT_TRUE(program.ok()) << program.status();
  auto executable = makeCompiler()->compile(*program, options);
  EXPECT_TRUE(executable.ok()) << executable.status();
  return (*executable)->print().find(" in pairs ") != std::string::npos;
}

TEST(Pairs, AreUsedWhereTheCpuIsFastAndTheLevelAllowsIt) {
  bool isFast = codegen::pairKernels(hostMachineClass()) != nullptr;
  EXPECT_EQ(usesPairs({}), isFast);
  EXPECT_FALSE(usesPairs({.numerics = Numerics::Strict}));
  EXPECT_FALSE(usesPairs({.cpu = "avx2"}));
  EXPECT_FALSE(usesPairs({.disabled = {"pairs"}}));
}

// Checks the kernels in the library.
TEST(Pairs, OfIntegersAreExact) {
  for (MachineClass cpu : hostMachineClasses()) {
    const KernelTable& kernels = codegen::microKernels(DType::S32, cpu);
    constexpr int64_t kK = 9;
    std::mt19937 random(1);
    for (int rows = 1; rows <= kernels.mostRows; ++rows) {
      std::vector<uint32_t> a(size_t(rows) * kK), b(size_t(kernels.columns) * kK);
      for (std::vector<uint32_t>* pairs : {&a, &b})
        for (uint32_t& pair : *pairs)
          pair = random() % 8 == 0 ? 0x80008000 : uint32_t(random());
      std::vector<uint32_t> found(size_t(rows) * size_t(kernels.columns)), expected = found;
      auto half = [](uint32_t pair, int i) { return int32_t(int16_t(pair >> 16 * i)); };
      for (int64_t i = 0; i < rows; ++i)
        for (int64_t j = 0; j < kernels.columns; ++j)
          for (int64_t p = 0; p < kK; ++p)
            for (int h : {0, 1})
              expected[size_t(i * kernels.columns + j)] += uint32_t(
                  half(a[size_t(p * rows + i)], h) * half(b[size_t(p * kernels.columns + j)], h));
      kernels.packed[rows](a.data(), b.data(), found.data(), kK, kernels.columns, 0);
      EXPECT_EQ(found, expected) << machineClassName(cpu) << ", " << rows << " rows";
    }
  }
}

std::string executableOf(const std::string& lhs, const std::string& rhs, const std::string& out) {
  StatusOr<Program> program = parseModule(
      absl::StrCat("func.func @main(%x: tensor<40x64x", lhs, ">, %w: tensor<64x96x", rhs,
                   ">) -> tensor<40x96x", out,
                   "> {\n  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : "
                   "(tensor<40x64x",
                   lhs, ">, tensor<64x96x", rhs, ">) -> tensor<40x96x", out,
                   ">\n  return %0 : tensor<40x96x", out, ">\n}\n"),
      "integers.mlir");
  EXPECT_TRUE(program.ok()) << program.status();
  auto executable = makeCompiler()->compile(*program, {});
  EXPECT_TRUE(executable.ok()) << executable.status();
  return executable.ok() ? (*executable)->print() : "";
}

TEST(Pairs, AreUsedForNarrowIntegers) {
  auto hasPairs = [](const char* dtype, const char* out) {
    return absl::StrContains(executableOf(dtype, dtype, out), "in pairs of i16");
  };
  EXPECT_TRUE(hasPairs("i8", "i32"));
  EXPECT_TRUE(hasPairs("ui8", "ui32"));
  EXPECT_TRUE(hasPairs("i16", "i32"));
  EXPECT_TRUE(hasPairs("i8", "i8"));
  EXPECT_FALSE(hasPairs("ui16", "ui32"));
  EXPECT_FALSE(hasPairs("i32", "i32"));
  EXPECT_FALSE(hasPairs("i8", "i64"));
}

} // namespace
} // namespace lz::compiler
