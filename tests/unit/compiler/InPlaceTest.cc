// Tests kernels that are the last reader of a temporary or a donated input, and write over it.
#include "absl/strings/str_replace.h"
#include "compiler/Compiler.h"
#include "runtime/Runtime.h"
#include "semantics/eval/Evaluate.h"

#include <cstring>
#include <gtest/gtest.h>
#include <set>

namespace lz::compiler {
namespace {

using exec::BufferKind;

std::shared_ptr<const exec::Executable> compiledInPlace(const std::string& text) {
  StatusOr<Program> program = parseModule(text, "in-place.mlir");
  EXPECT_TRUE(program.ok()) << program.status();
  auto executable = makeCompiler()->compile(*program, {});
  EXPECT_TRUE(executable.ok()) << executable.status();
  return *executable;
}

// Looks at the temporaries with this many bytes. Returns the number of their different offsets, and
// the number of these temporaries.
std::pair<size_t, size_t> placesOf(const std::string& text, int64_t bytes) {
  std::set<int64_t> offsets;
  size_t count = 0;
  auto executable = compiledInPlace(text);
  for (const exec::BufferSpec& buffer : executable->spec().buffers)
    if (buffer.kind == BufferKind::Temp && buffer.bytes == bytes)
      offsets.insert(buffer.offset), ++count;
  return {offsets.size(), count};
}

// The sum of all elements separates the product from the second region, which writes over it.
TEST(InPlace, AnElementwiseKernelTakesThePlaceOfWhatItReadsLast) {
  std::string text = R"(
func.func @main(%x: tensor<3000x200xf32>, %w: tensor<200x200xf32>) -> tensor<3000x200xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<3000x200xf32>, tensor<200x200xf32>) -> tensor<3000x200xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<3000x200xf32>, tensor<f32>) -> tensor<f32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<3000x200xf32>
  %3 = stablehlo.multiply %0, %2 : tensor<3000x200xf32>
  %4 = stablehlo.transpose %3, dims = [1, 0] : (tensor<3000x200xf32>) -> tensor<200x3000xf32>
  %5 = stablehlo.dot_general %3, %4, contracting_dims = [1] x [0] : (tensor<3000x200xf32>, tensor<200x3000xf32>) -> tensor<3000x3000xf32>
  %6 = stablehlo.dot_general %5, %3, contracting_dims = [1] x [0] : (tensor<3000x3000xf32>, tensor<3000x200xf32>) -> tensor<3000x200xf32>
  return %6 : tensor<3000x200xf32>
}
)";
  EXPECT_EQ(placesOf(text, 3000 * 200 * 4), (std::pair<size_t, size_t>(1, 2)));
}

// A later region reads the same operand again, and a transpose reads it in another order, so it is
// not overwritten.
TEST(InPlace, NotWhatIsReadAgainOrElsewhere) {
  std::string text = R"(
func.func @main(%x: tensor<200x200xf32>) -> tensor<200x200xf32> {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<200x200xf32>, tensor<200x200xf32>) -> tensor<200x200xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<200x200xf32>, tensor<f32>) -> tensor<200xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<200xf32>) -> tensor<200x200xf32>
  %t = stablehlo.transpose %0, dims = [1, 0] : (tensor<200x200xf32>) -> tensor<200x200xf32>
  %3 = stablehlo.add %t, %2 : tensor<200x200xf32>
  %4 = stablehlo.add %3, %0 : tensor<200x200xf32>
  %5 = stablehlo.dot_general %4, %x, contracting_dims = [1] x [0] : (tensor<200x200xf32>, tensor<200x200xf32>) -> tensor<200x200xf32>
  %6 = stablehlo.dot_general %5, %4, contracting_dims = [1] x [0] : (tensor<200x200xf32>, tensor<200x200xf32>) -> tensor<200x200xf32>
  return %6 : tensor<200x200xf32>
}
)";
  auto [places, count] = placesOf(text, 200 * 200 * 4);
  EXPECT_GE(places, 2u) << count;
}

// Runs the program with its only input kept and then donated, and compares with the reference.
// Element i of the input is i % 100.
void checkResult(const std::string& text) {
  auto executable = compiledInPlace(text);
  Literal x(executable->spec().inputs[0]);
  visitDType(x.type().dtype, [&](auto zero) {
    for (int64_t i = 0; i < x.type().numElements(); ++i)
      x.mutableAs<decltype(zero)>()[i] = decltype(zero)(float(i % 100));
  });
  std::vector<Literal> expected = *eval::evaluate(*parseModule(text, "in-place.mlir"), {x});
  auto device = runtime::Device::host({});
  for (bool donates : {false, true}) {
    std::vector<runtime::StorageRef> args = {
        *runtime::Storage::allocate(device->allocator(), x.type().numBytes())};
    std::memcpy(args[0]->mutableData(), x.data(), size_t(x.type().numBytes()));
    auto run = executable->run(*device, args, {donates});
    ASSERT_TRUE(run.ok()) << run.status();
    for (size_t i = 0; i < expected.size(); ++i)
      EXPECT_EQ(std::memcmp(run->outputs[i]->data(), expected[i].data(),
                            size_t(run->outputs[i]->bytes())),
                0)
          << (donates ? "donated" : "kept");
  }
}

// NARROW with 4096 elements and WIDE with COUNT elements have the same number of bytes.
const struct {
  const char *narrow, *wide, *count, *rest;
} kWidths[] = {{"bf16", "f32", "2048", "2048"},
               {"f32", "f64", "2048", "2048"},
               {"ui8", "f32", "1024", "3072"}};

// Element 1 of the output would overwrite elements 2 and 3 of the input, which are read later.
TEST(InPlace, NotElementsOfAnotherSize) {
  const char* texts[] = {R"(
func.func @main(%x: tensor<4096xNARROW> {tf.aliasing_output = 0 : i32}) -> tensor<COUNTxWIDE> {
  %0 = stablehlo.slice %x [0:COUNT] : (tensor<4096xNARROW>) -> tensor<COUNTxNARROW>
  %1 = stablehlo.convert %0 : (tensor<COUNTxNARROW>) -> tensor<COUNTxWIDE>
  return %1 : tensor<COUNTxWIDE>
}
)",
                         R"(
func.func @main(%x: tensor<COUNTxWIDE> {tf.aliasing_output = 0 : i32}) -> tensor<4096xNARROW> {
  %0 = stablehlo.convert %x : (tensor<COUNTxWIDE>) -> tensor<COUNTxNARROW>
  %i = stablehlo.constant dense<7> : tensor<i8>
  %z = stablehlo.convert %i : (tensor<i8>) -> tensor<NARROW>
  %1 = stablehlo.pad %0, %z, low = [0], high = [REST], interior = [0] : (tensor<COUNTxNARROW>, tensor<NARROW>) -> tensor<4096xNARROW>
  return %1 : tensor<4096xNARROW>
}
)"};
  for (const char* pattern : texts)
    for (auto& [narrow, wide, count, rest] : kWidths) {
      std::string text = absl::StrReplaceAll(
          pattern, {{"NARROW", narrow}, {"WIDE", wide}, {"COUNT", count}, {"REST", rest}});
      SCOPED_TRACE(text);
      EXPECT_EQ(compiledInPlace(text)->spec().aliasOf, std::vector<int32_t>{-1});
      checkResult(text);
    }
}

// The same for a temporary between two products.
TEST(InPlace, NotTemporariesOfAnotherSize) {
  std::string text = R"(
func.func @main(%x: tensor<64x64xf32>) -> tensor<32x32xf64> {
  %corner = stablehlo.slice %x [0:1, 0:1] : (tensor<64x64xf32>) -> tensor<1x1xf32>
  %number = stablehlo.reshape %corner : (tensor<1x1xf32>) -> tensor<f32>
  %i = stablehlo.convert %number : (tensor<f32>) -> tensor<i32>
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = stablehlo.dynamic_slice %0, %i, %i, sizes = [32, 64] : (tensor<64x64xf32>, tensor<i32>, tensor<i32>) -> tensor<32x64xf32>
  %2 = stablehlo.convert %1 : (tensor<32x64xf32>) -> tensor<32x64xf64>
  %3 = stablehlo.dot_general %2, %2, contracting_dims = [1] x [1] : (tensor<32x64xf64>, tensor<32x64xf64>) -> tensor<32x32xf64>
  return %3 : tensor<32x32xf64>
}
)";
  EXPECT_EQ(placesOf(text, 64 * 64 * 4), (std::pair<size_t, size_t>(2, 2)));
  checkResult(text);
}

TEST(InPlace, ElementsOfTheSameSize) {
  std::string text = R"(
func.func @main(%x: tensor<4096xi32> {tf.aliasing_output = 0 : i32}) -> tensor<4096xf32> {
  %0 = stablehlo.convert %x : (tensor<4096xi32>) -> tensor<4096xf32>
  return %0 : tensor<4096xf32>
}
)";
  EXPECT_EQ(compiledInPlace(text)->spec().aliasOf, std::vector<int32_t>{0});
  checkResult(text);
}

// Each row of %x is read before its sum is written to the same place.
TEST(InPlace, AStatisticOfRowsBesideTheRows) {
  std::string text = R"(
func.func @main(%x: tensor<64xf32> {tf.aliasing_output = 1 : i32}) -> (tensor<64x1000xf32>, tensor<64xf32>) {
  %i = stablehlo.iota dim = 1 : tensor<64x1000xf32>
  %c = stablehlo.cosine %i : tensor<64x1000xf32>
  %b = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<64xf32>) -> tensor<64x1000xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.maximum %i, %b : tensor<64x1000xf32>
  %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.maximum across dimensions = [1] : (tensor<64x1000xf32>, tensor<f32>) -> tensor<64xf32>
  %2 = stablehlo.subtract %i, %b : tensor<64x1000xf32>
  return %2, %1 : tensor<64x1000xf32>, tensor<64xf32>
}
)";
  EXPECT_EQ(compiledInPlace(text)->spec().aliasOf, (std::vector<int32_t>{-1, 0}));
  checkResult(text);
}

} // namespace
} // namespace lz::compiler
