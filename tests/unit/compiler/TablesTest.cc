// Tests programs whose tables of pairs never exist as a whole: several runs at once, cancelled
// runs, and tables that no memory could hold.
#include "CompiledWithout.h"
#include "base/Cancel.h"
#include "support/TableTexts.h"

#include <chrono>
#include <cstdlib>
#include <gtest/gtest.h>
#include <thread>
#include <utility>

namespace lz::compiler {
namespace {

using test::attentionText;
using test::largestText;
using test::pairSumsText;

constexpr int64_t kMany = int64_t(1) << 20;

bool has(const exec::Executable& executable, const char* part) {
  return executable.print().find(part) != std::string::npos;
}

// One program for each way to compute a table.
std::vector<std::pair<const char*, std::string>> programs() {
  return {{"a sweep", attentionText(1500, 1500, 32)},
          {"blocks of a mask", attentionText(1024, 1024, 32, /*isCausal=*/true)},
          {"tiles", attentionText(200, 20'000, 16)},
          {"tiles of a selection", largestText(100, 40'000, 10)},
          {"sums of pairs", pairSumsText(3000)}};
}

TEST(Tables, AreComputedInTheseWays) {
  const auto all = programs();
  EXPECT_TRUE(has(*compiledWithout(all[0].second), "sweep "));
  EXPECT_FALSE(has(*compiledWithout(all[1].second), "[1024,32]x[32,1024]"));
  EXPECT_TRUE(has(*compiledWithout(all[2].second), "while"));
  EXPECT_TRUE(has(*compiledWithout(all[3].second), "while"));
  EXPECT_LT(compiledWithout(all[4].second)->spec().arenaBytes, 1 << 20);
}

// Each run has an arena of its own, and so its own states and tiles.
TEST(Tables, TwoRunsAtOnceHaveTheSameBits) {
  for (const auto& [name, text] : programs()) {
    const auto executable = compiledWithout(text);
    const std::string expected = results(*executable, 1);
    std::string others[2];
    std::vector<std::thread> threads;
    for (std::string& other : others)
      threads.emplace_back([&other, &executable, &expected] {
        for (int round = 0; round < 3 && (round == 0 || other == expected); ++round)
          other = results(*executable, 2);
      });
    for (std::thread& thread : threads)
      thread.join();
    for (const std::string& other : others)
      EXPECT_TRUE(other == expected) << name;
  }
}

struct Cancelled {
  Status status;
  double ms; // from the cancellation to the end
};

Cancelled cancelAfter20Ms(const exec::Executable& executable) {
  using Clock = std::chrono::steady_clock;
  auto device = runtime::Device::host({.threads = 2});
  std::vector<std::shared_ptr<runtime::Storage>> args;
  for (const TensorType& type : executable.spec().inputs)
    args.push_back(runtime::Storage::ofLiteral(Literal::splat(type, 0.5)));
  const int64_t before = device->allocator()->liveBytes();
  CancelFlag flag{false};
  Clock::time_point when;
  std::thread canceller([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    when = Clock::now();
    flag = true;
  });
  const Status status = [&] {
    CancelScope scope(&flag);
    return executable.run(*device, args).status();
  }();
  const Clock::time_point end = Clock::now();
  canceller.join();
  EXPECT_EQ(device->allocator()->liveBytes(), before);
  return {status, std::chrono::duration<double, std::milli>(end - when).count()};
}

// The fastest of several attempts counts, so that a busy machine does not fail the test. With
// LAZULI_VERIFY, memory that is not needed any more is overwritten, which cannot be interrupted.
void expectToEndSoon(const char* name, const exec::Executable& executable) {
  const double kMostMs = std::getenv("LAZULI_VERIFY") ? 50 : 10;
  constexpr int kAttempts = 10;
  double fastest = 2 * kMostMs;
  for (int attempt = 0; attempt < kAttempts && fastest > kMostMs; ++attempt) {
    const Cancelled run = cancelAfter20Ms(executable);
    EXPECT_EQ(run.status.code(), absl::StatusCode::kCancelled) << name;
    fastest = std::min(fastest, run.ms);
  }
  std::printf("%s ended %.2f ms after it was cancelled\n", name, fastest);
  EXPECT_LT(fastest, kMostMs) << name;
}

TEST(Tables, ACancelledRunEndsInsideOfASweepOrTile) {
  const auto sweep = compiledWithout(attentionText(20'000, 8000, 64)),
             masked = compiledWithout(attentionText(24'000, 8000, 64, /*isCausal=*/true)),
             tiles = compiledWithout(attentionText(20'000, 40'000, 64)),
             selection = compiledWithout(largestText(20'000, 200'000, 10)),
             sums = compiledWithout(pairSumsText(100'000));
  EXPECT_TRUE(has(*sweep, "sweep "));
  EXPECT_TRUE(has(*tiles, "while") && has(*selection, "while"));
  expectToEndSoon("a sweep", *sweep);
  expectToEndSoon("blocks of a mask", *masked);
  expectToEndSoon("tiles", *tiles);
  expectToEndSoon("tiles of a selection", *selection);
  expectToEndSoon("sums of pairs", *sums);
}

// The table would take 4 TiB.
TEST(Tables, ATableOf2To40PairsNeedsLittleMemory) {
  for (const std::string& text :
       {attentionText(kMany, kMany, 32), largestText(kMany, kMany, 10), pairSumsText(kMany)}) {
    const auto executable = compiledWithout(text);
    const exec::MemoryStatistics memory = executable->memory();
    EXPECT_LT(memory.arena, 6 * (memory.inputs + memory.outputs)) << executable->print();
    expectToEndSoon("a table of 2^40 pairs", *executable);
  }
}

// Nothing can compute parts of a table that a cumulative sum reads.
TEST(Tables, ATableThatNoProcessCanAddressIsRefusedWithOpAndPlace) {
  const std::string text = R"(
func.func @main(%x: tensor<1073741824x4xf32>) -> tensor<1073741824xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.dot_general %x, %x, contracting_dims = [1] x [1] : (tensor<1073741824x4xf32>, tensor<1073741824x4xf32>) -> tensor<1073741824x1073741824xf32>
  %c = "stablehlo.reduce_window"(%s, %zero) <{window_dimensions = array<i64: 1, 1073741824>, padding = dense<[[0, 0], [1073741823, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %t = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }) : (tensor<1073741824x1073741824xf32>, tensor<f32>) -> tensor<1073741824x1073741824xf32>
  %0 = stablehlo.reduce(%c init: %zero) applies stablehlo.maximum across dimensions = [1] : (tensor<1073741824x1073741824xf32>, tensor<f32>) -> tensor<1073741824xf32>
  return %0 : tensor<1073741824xf32>
})";
  StatusOr<Program> program = parseModule(text, "table.mlir");
  ASSERT_TRUE(program.ok()) << program.status();
  const Status status = makeCompiler()->compile(*program, {}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted) << status;
  EXPECT_EQ(opOf(status), "stablehlo.dot_general") << status;
  EXPECT_EQ(locationOf(status).find("table.mlir:4:"), 0u) << locationOf(status);
}

} // namespace
} // namespace lz::compiler
