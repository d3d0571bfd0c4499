// Which products of bf16 are computed in pairs.
#include "codegen/MicroKernels.h"
#include "compiler/Compiler.h"

#include <gtest/gtest.h>

namespace lz {
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
  bool isFast = codegen::pairKernels(hostCpuClass()) != nullptr;
  EXPECT_EQ(usesPairs({}), isFast);
  EXPECT_FALSE(usesPairs({.numerics = Numerics::Strict}));
  EXPECT_FALSE(usesPairs({.cpu = "avx2"}));
  EXPECT_FALSE(usesPairs({.disabled = {"pairs"}}));
}

} // namespace
} // namespace lz
