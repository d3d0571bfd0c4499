// Allocations fail in runs of programs whose tables of pairs never exist as a whole. The programs
// are compiled before the failures begin, so each allocation of a run is tried.
#include "FailingAllocations.h"
#include "base/Exhausted.h"
#include "compiler/Compiler.h"
#include "support/TableTexts.h"

#include <cstdio>
#include <cstring>
#include <gtest/gtest.h>
#include <new>

namespace lz::test {
namespace {

using Storages = std::vector<std::shared_ptr<runtime::Storage>>;

std::string bytesOf(const Storages& storages) {
  std::string bytes;
  for (const auto& storage : storages)
    bytes.append(reinterpret_cast<const char*>(storage->data()), size_t(storage->bytes()));
  return bytes;
}

// Lets each allocation of a run fail. The run returns ResourceExhausted, keeps the inputs, and
// frees everything. The next run is as usual.
//
// One failure has no effect. If the system refuses the memory of a large arena, the allocator gives
// back all freed blocks that it keeps, and asks again. The run then returns the same bytes. If all
// later allocations fail, too, this is not accepted.
void failEachAllocationOfARun(const std::string& text, int threads) {
  StatusOr<Program> program = compiler::parseModule(text, "table.mlir");
  ASSERT_TRUE(program.ok()) << program.status();
  auto executable = compiler::makeCompiler()->compile(*program, {});
  ASSERT_TRUE(executable.ok()) << executable.status();
  // The device keeps no freed memory, so each run allocates everything anew.
  auto device = runtime::Device::host({.threads = threads, .memory = {.cacheLimitBytes = 1}});
  Storages args;
  for (const TensorType& type : (*executable)->spec().inputs) {
    Literal literal(type);
    for (int64_t i = 0; i < type.numElements(); ++i)
      literal.mutableAs<float>()[i] = float(i * 7 % 23) / 16 - 0.5f;
    args.push_back(*device->allocate(type.numBytes()));
    std::memcpy(args.back()->mutableData(), literal.data(), size_t(type.numBytes()));
  }
  const std::string inputs = bytesOf(args);
  using Result = decltype((*executable)->run(*device, args));
  auto run = [&]() -> Result {
    try {
      return (*executable)->run(*device, args);
    } catch (const std::bad_alloc&) { // as in the C API
      return outOfMemory();
    }
  };
  auto outputsOf = [&](const Result& result) {
    EXPECT_TRUE(result.ok()) << result.status();
    return result.ok() ? bytesOf({result->outputs.begin(), result->outputs.end()}) : "";
  };
  const std::string expected = outputsOf(run());
  int64_t tried = 0, tolerated = 0;
  for (Failing failing : {Failing::Once, Failing::FromNow}) {
    bool failed = true;
    for (int64_t n = 0; failed; ++n) {
      SCOPED_TRACE(n);
      const int64_t before = device->allocator()->liveBytes(), live = liveAllocations();
      failAllocation(n, failing);
      {
        const Result result = run();
        failed = endFailing();
        tried += failed;
        tolerated += failed && result.ok();
        EXPECT_FALSE(failed && result.ok() && failing == Failing::FromNow);
        if (result.ok())
          EXPECT_TRUE(outputsOf(result) == expected);
        else
          EXPECT_EQ(result.status().code(), absl::StatusCode::kResourceExhausted)
              << result.status();
      }
      EXPECT_EQ(device->allocator()->liveBytes(), before);
      EXPECT_LE(liveAllocations(), live) << "leaked";
      for (const auto& arg : args)
        EXPECT_EQ(arg->state(), runtime::StorageState::Live);
      EXPECT_TRUE(bytesOf(args) == inputs);
      ASSERT_LT(n, 10'000);
    }
  }
  std::printf("%lld allocations failed, %lld of them were tolerated\n", (long long)tried,
              (long long)tolerated);
  EXPECT_GE(tried, 2); // at least an output, alone and with all later allocations
  EXPECT_LE(tolerated, 1);
  EXPECT_TRUE(outputsOf(run()) == expected);
}

TEST(FailingRuns, OfTablesReturnAStatus) {
  for (const std::string& text :
       {attentionText(300, 300, 32), attentionText(1024, 1024, 16, /*isCausal=*/true),
        attentionText(120, 10'000, 8), largestText(60, 20'000, 10), pairSumsText(1500)})
    for (int threads : {1, 3})
      failEachAllocationOfARun(text, threads);
}

} // namespace
} // namespace lz::test
