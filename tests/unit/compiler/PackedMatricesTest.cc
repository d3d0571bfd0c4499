// Matrices that are packed once for several products (lz-pack-matrices).
#include "absl/strings/str_cat.h"
#include "compiler/Compiler.h"
#include "runtime/Runtime.h"

#include <gtest/gtest.h>
#include <random>

namespace lz {
namespace {

// So many steps of h = tanh(h w) w^T + h, with a matrix of 256 x 1024: rows of 4 or 8 KiB.
std::string recurrence(const char* dtype, int64_t rows, int steps) {
  std::string h = absl::StrCat("tensor<", rows, "x256x", dtype, ">"),
              g = absl::StrCat("tensor<", rows, "x1024x", dtype, ">"),
              w = absl::StrCat("tensor<256x1024x", dtype, ">");
  std::string text = absl::StrCat("func.func @main(%h0: ", h, ", %w: ", w, ") -> ", h, " {\n");
  for (int i = 0; i < steps; ++i)
    absl::StrAppend(&text, "  %a", i, " = stablehlo.dot_general %h", i,
                    ", %w, contracting_dims = [1] x [0] : (", h, ", ", w, ") -> ", g, "\n  %b", i,
                    " = stablehlo.tanh %a", i, " : ", g, "\n  %c", i, " = stablehlo.dot_general %b",
                    i, ", %w, contracting_dims = [1] x [1] : (", g, ", ", w, ") -> ", h, "\n  %h",
                    i + 1, " = stablehlo.add %c", i, ", %h", i, " : ", h, "\n");
  return absl::StrCat(text, "  return %h", steps, " : ", h, "\n}\n");
}

Literal randomOf(const TensorType& type, double scale) {
  std::mt19937 rng(7);
  std::uniform_real_distribution<double> uniform(-scale, scale);
  Literal x(type);
  for (int64_t i = 0; i < type.numElements(); ++i)
    if (type.dtype == DType::F32)
      x.mutableAs<float>()[i] = float(uniform(rng));
    else
      x.mutableAs<double>()[i] = uniform(rng);
  return x;
}

struct Found {
  std::vector<std::byte> bits;
  size_t thunks = 0;
};

Found runOf(const std::string& text, DType dtype, int64_t rows, const CompileOptions& options) {
  StatusOr<Program> program = parseModule(text, "recurrence.mlir");
  EXPECT_TRUE(program.ok()) << program.status();
  auto executable = makeCompiler()->compile(*program, options);
  EXPECT_TRUE(executable.ok()) << executable.status();
  auto device = runtime::Device::host({});
  auto run = (*executable)
                 ->run(*device, {runtime::Storage::ofLiteral(randomOf({dtype, {rows, 256}}, 1)),
                                 runtime::Storage::ofLiteral(randomOf({dtype, {256, 1024}}, 0.1))});
  EXPECT_TRUE(run.ok()) << run.status();
  const auto* bytes = run->outputs[0]->as<std::byte>();
  return {{bytes, bytes + rows * 256 * int64_t(byteSize(dtype))},
          (*executable)->spec().body.thunks.size()};
}

TEST(PackedMatrices, GiveTheSameBits) {
  for (auto [name, dtype] : {std::pair{"f32", DType::F32}, {"f64", DType::F64}})
    for (int64_t rows : {2, 6, 17, 40})
      for (Numerics numerics : {Numerics::Strict, Numerics::Standard})
        for (CpuClass cpu : hostCpuClasses()) {
          SCOPED_TRACE(absl::StrCat(rows, " rows of ", name, ", ", cpuClassName(cpu)));
          std::string text = recurrence(name, rows, 7);
          CompileOptions options = {.numerics = numerics, .cpu = std::string(cpuClassName(cpu))};
          Found packed = runOf(text, dtype, rows, options);
          options.disabled = {"pack-matrices"};
          Found plain = runOf(text, dtype, rows, options);
          EXPECT_EQ(packed.bits, plain.bits);
          // One kernel for w; another one for its transpose, unless few rows take dot products.
          EXPECT_EQ(packed.thunks, plain.thunks + (rows > 16 ? 2 : 1));
        }
}

TEST(PackedMatrices, AreThoseOfSixProducts) {
  for (int steps : {5, 6}) {
    std::string text = recurrence("f32", 18, steps);
    size_t packed = runOf(text, DType::F32, 18, {}).thunks;
    size_t plain = runOf(text, DType::F32, 18, {.disabled = {"pack-matrices"}}).thunks;
    EXPECT_EQ(packed, plain + (steps < 6 ? 0 : 2));
  }
}

} // namespace
} // namespace lz
