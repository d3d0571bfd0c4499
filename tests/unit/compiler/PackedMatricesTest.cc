// Matrices that are packed once for several products (pass lz-pack-matrices).
#include "absl/strings/str_cat.h"
#include "codegen/MicroKernels.h"
#include "compiler/Compiler.h"
#include "contraction/plan/SharedPanels.h"
#include "runtime/Runtime.h"

#include <cmath>
#include <gtest/gtest.h>
#include <random>

namespace lz::compiler {
namespace {

// Returns a program of `steps` steps h = tanh(h w) w^T + h, where w is 256 x 1024, so that its rows
// have 4 or 8 KiB.
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

using contraction::SharedMatrix;

// Returns how many copies of w and of its transpose are worth their cost in this many steps,
// according to the costs of the CPU class.
size_t copiesOf(DType dtype, int64_t rows, int steps, MachineClass cpu) {
  size_t copies = 0;
  for (const SharedMatrix& w : {SharedMatrix{dtype, 256, 1024, false}, {dtype, 1024, 256, true}})
    if (steps * nsSavedByCopy(w, rows, cpu) > nsOfCopy(w, cpu))
      ++copies;
  return copies;
}

TEST(PackedMatrices, GiveTheSameBits) {
  for (auto [name, dtype] : {std::pair{"f32", DType::F32}, {"f64", DType::F64}})
    for (int64_t rows : {2, 6, 17, 40})
      for (Numerics numerics : {Numerics::Strict, Numerics::Standard})
        for (MachineClass cpu : hostMachineClasses()) {
          SCOPED_TRACE(absl::StrCat(rows, " rows of ", name, ", ", machineClassName(cpu)));
          std::string text = recurrence(name, rows, 7);
          CompileOptions options = {.numerics = numerics,
                                    .cpu = std::string(machineClassName(cpu))};
          Found packed = runOf(text, dtype, rows, options);
          options.disabled = {"pack-matrices"};
          Found plain = runOf(text, dtype, rows, options);
          EXPECT_EQ(packed.bits, plain.bits);
          // Each copy of w is one more kernel.
          EXPECT_EQ(packed.thunks, plain.thunks + copiesOf(dtype, rows, 7, cpu));
          if (cpu == MachineClass::Avx2) // few rows times the transpose are dots
            EXPECT_EQ(copiesOf(dtype, rows, 7, cpu), rows > 16 ? 2 : 1);
        }
}

TEST(PackedMatrices, AreThoseThatPay) {
  for (MachineClass cpu : hostMachineClasses())
    for (int64_t rows : {6, 18})
      for (int steps = 1; steps <= 7; ++steps) {
        SCOPED_TRACE(absl::StrCat(steps, " steps of ", rows, " rows, ", machineClassName(cpu)));
        std::string text = recurrence("f32", rows, steps);
        CompileOptions options = {.cpu = std::string(machineClassName(cpu))};
        size_t packed = runOf(text, DType::F32, rows, options).thunks;
        options.disabled = {"pack-matrices"};
        size_t plain = runOf(text, DType::F32, rows, options).thunks;
        EXPECT_EQ(packed, plain + copiesOf(DType::F32, rows, steps, cpu));
      }
}

// Returns the same steps as a loop whose body captures w.
std::string loopOf(int64_t rows, int trips) {
  std::string h = absl::StrCat("tensor<", rows, "x256xf32>"),
              g = absl::StrCat("tensor<", rows, "x1024xf32>");
  return absl::StrCat("func.func @main(%h0: ", h, ", %w: tensor<256x1024xf32>) -> ", h, R"( {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<)",
                      trips, R"(> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %h = %h0) : tensor<i32>, )",
                      h, R"(
    cond {
      %p = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %a = stablehlo.dot_general %h, %w, contracting_dims = [1] x [0] : ()",
                      h, ", tensor<256x1024xf32>) -> ", g, "\n %b = stablehlo.tanh %a : ", g, R"(
      %c = stablehlo.dot_general %b, %w, contracting_dims = [1] x [1] : ()",
                      g, ", tensor<256x1024xf32>) -> ", h, "\n %d = stablehlo.add %c, %h : ", h, R"(
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %d : tensor<i32>, )",
                      h, "\n }\n return %r#1 : ", h, "\n}\n");
}

TEST(PackedMatrices, StandBeforeLoops) {
  for (MachineClass cpu : hostMachineClasses())
    for (int64_t rows : {2, 18})
      for (int trips : {0, 2, 7, 100}) {
        SCOPED_TRACE(absl::StrCat(trips, " trips of ", rows, " rows, ", machineClassName(cpu)));
        CompileOptions options = {.cpu = std::string(machineClassName(cpu))};
        Found packed = runOf(loopOf(rows, trips), DType::F32, rows, options);
        options.disabled = {"pack-matrices"};
        Found plain = runOf(loopOf(rows, trips), DType::F32, rows, options);
        EXPECT_EQ(packed.bits, plain.bits);
        EXPECT_EQ(packed.thunks, plain.thunks + copiesOf(DType::F32, rows, trips, cpu));
      }
}

// As measured on an AMD Zen 3: a copy pays from the third product on with 18 rows, and from the
// seventh product on with 6 rows.
TEST(PackedMatrices, CostWhatWasMeasured) {
  const SharedMatrix w = {DType::F32, 512, 2048, false}, turned = {DType::F32, 2048, 512, true};
  auto products = [](const SharedMatrix& matrix, int64_t rows) {
    return std::ceil(nsOfCopy(matrix, MachineClass::Avx2) /
                     nsSavedByCopy(matrix, rows, MachineClass::Avx2));
  };
  EXPECT_EQ(products(w, 6), 7);
  EXPECT_EQ(products(w, 18), 3);
  EXPECT_EQ(products(turned, 18), 3);
}

TEST(PackedMatrices, AreOfShapesThatLieBadly) {
  auto saves = [](const SharedMatrix& matrix, int64_t rows) {
    return nsSavedByCopy(matrix, rows, MachineClass::Avx2) > 0;
  };
  EXPECT_TRUE(saves({DType::F32, 512, 2048, false}, 2));
  EXPECT_FALSE(saves({DType::F32, 512, 2048, false}, 1)); // a single row has other kernels
  // With this row length, rows do not share sets of the caches.
  EXPECT_FALSE(saves({DType::F32, 512, 2112, false}, 18));
  EXPECT_FALSE(saves({DType::F32, 64, 2048, false}, 18));   // 64 rows fit into the sets
  EXPECT_FALSE(saves({DType::F32, 2048, 4096, false}, 18)); // 32 MiB fit into no cache
  EXPECT_TRUE(saves({DType::F32, 2048, 512, true}, 17));
  EXPECT_FALSE(saves({DType::F32, 2048, 512, true}, 16)); // this product is dot products
  EXPECT_FALSE(saves({DType::F32, 2112, 512, true}, 17)); // as lhs the matrix is read in place
}

TEST(PackedMatrices, CountThePanelsOfTheKernels) {
  const SharedMatrix w = {DType::F32, 512, 2048, false};
  for (MachineClass cpu : {MachineClass::X86V2, MachineClass::Avx2, MachineClass::Avx512}) {
    const int64_t rows = codegen::microKernels(DType::F32, cpu).mostRows;
    EXPECT_EQ(nsSavedByCopy(w, rows, cpu), nsSavedByCopy(w, 2, cpu));
    EXPECT_EQ(nsSavedByCopy(w, rows + 1, cpu), 2 * nsSavedByCopy(w, 2, cpu));
    EXPECT_EQ(codegen::microKernels(DType::F64, cpu).mostRows, rows);
  }
}

} // namespace
} // namespace lz::compiler
