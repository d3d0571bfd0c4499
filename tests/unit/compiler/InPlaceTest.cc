// Kernels that write over a temporary which they are the last to read.
#include "compiler/BufferPlanner.h"
#include "compiler/Compiler.h"

#include <gtest/gtest.h>
#include <set>

namespace lz {
namespace {

using exec::BufferKind;

// Offsets of the temporaries of so many bytes, and their number.
std::pair<size_t, size_t> placesOf(const std::string& text, int64_t bytes) {
  StatusOr<Program> program = parseModule(text, "in-place.mlir");
  EXPECT_TRUE(program.ok()) << program.status();
  auto executable = makeCompiler()->compile(*program, {});
  EXPECT_TRUE(executable.ok()) << executable.status();
  std::set<int64_t> offsets;
  size_t count = 0;
  for (const exec::BufferSpec& buffer : (*executable)->spec().buffers)
    if (buffer.kind == BufferKind::Temp && buffer.bytes == bytes)
      offsets.insert(buffer.offset), ++count;
  return {offsets.size(), count};
}

// The second region waits for a sum of all elements.
TEST(InPlace, AnElementwiseKernelTakesThePlaceOfWhatItReadsLast) {
  std::string text = R"(
func.func @main(%x: tensor<300x200xf32>, %w: tensor<200x200xf32>) -> tensor<300x200xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<300x200xf32>, tensor<200x200xf32>) -> tensor<300x200xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<300x200xf32>, tensor<f32>) -> tensor<f32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<300x200xf32>
  %3 = stablehlo.multiply %0, %2 : tensor<300x200xf32>
  %4 = stablehlo.transpose %3, dims = [1, 0] : (tensor<300x200xf32>) -> tensor<200x300xf32>
  %5 = stablehlo.dot_general %3, %4, contracting_dims = [1] x [0] : (tensor<300x200xf32>, tensor<200x300xf32>) -> tensor<300x300xf32>
  %6 = stablehlo.dot_general %5, %3, contracting_dims = [1] x [0] : (tensor<300x300xf32>, tensor<300x200xf32>) -> tensor<300x200xf32>
  return %6 : tensor<300x200xf32>
}
)";
  EXPECT_EQ(placesOf(text, 300 * 200 * 4), (std::pair<size_t, size_t>(1, 2)));
}

// The next region still reads what the first one read, or reads it in another order.
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

TEST(InPlace, AChainHasOnePlaceThroughItsLife) {
  std::vector<exec::BufferSpec> buffers;
  BufferPlanner planner(buffers);
  exec::BufferId a = planner.addTemp(64), b = planner.addTemp(64), c = planner.addTemp(64),
                 other = planner.addTemp(64);
  for (auto [first, second] : {std::pair(a, other), {a, b}, {b, c}, {c, other}}) {
    planner.nextStep();
    planner.touch(first);
    planner.touch(second);
  }
  EXPECT_TRUE(planner.takeOver(b, a));
  EXPECT_FALSE(planner.takeOver(other, a));
  EXPECT_TRUE(planner.takeOver(c, b));
  EXPECT_EQ(planner.place(), 128);
  EXPECT_EQ(buffers[size_t(a)].offset, buffers[size_t(b)].offset);
  EXPECT_EQ(buffers[size_t(a)].offset, buffers[size_t(c)].offset);
  EXPECT_NE(buffers[size_t(a)].offset, buffers[size_t(other)].offset);
}

} // namespace
} // namespace lz
