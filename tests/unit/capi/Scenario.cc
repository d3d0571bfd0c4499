#include "Scenario.h"

#include "FailingAllocations.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

namespace lz::test {

Error expect(lz_tensor* tensor, float a, float b, float c, float d) {
  bool right = false;
  Error error = read(tensor, a, b, c, d, right);
  EXPECT_TRUE(right);
  return error;
}

namespace {

char whereabouts[256]; // printed by the watchdog

void onAlarm(int) {
  constexpr char text[] = "hangs: ";
  (void)!write(2, text, sizeof text - 1);
  (void)!write(2, whereabouts, std::strlen(whereabouts));
  (void)!write(2, "\n", 1);
  abort();
}

void expectStillWorks(World& world) {
  EXPECT_FALSE(expect(world.x.get(), 1, 2, 3, 4));
  Owned<lz_tensor> y, z;
  Error error(lz_add(world.x.get(), world.x.get(), nullptr, Out(y)));
  ASSERT_FALSE(error) << lz_status_message(error.get());
  error.reset(lz_multiply(y.get(), world.x.get(), nullptr, Out(z)));
  ASSERT_FALSE(error) << lz_status_message(error.get());
  error.reset(lz_context_barrier(world.context.get(), nullptr, LZ_BARRIER_WAIT, nullptr));
  EXPECT_FALSE(error) << lz_status_message(error.get());
  EXPECT_FALSE(expect(y.get(), 2, 4, 6, 8));
  EXPECT_FALSE(expect(z.get(), 2, 8, 18, 32));
}

// Runs the step in a context of its own. True if an allocation failed.
bool tryOnce(const lz_context_options* options, Step step, int64_t n, Failing failing) {
  World world;
  Error error = World::make(options, world);
  EXPECT_FALSE(error);
  int64_t handles = lz_live_handles(), bytes = world.counter(LZ_COUNTER_BYTES_IN_USE);
  failAllocation(n, failing);
  error = step(world);
  bool failed = endFailing();
  if (error)
    EXPECT_EQ(lz_status_code(error.get()), LZ_RESOURCE_EXHAUSTED) << lz_status_message(error.get());
  EXPECT_FALSE(error && !failed) << "a failure of its own";
  error.reset();
  expectStillWorks(world);
  EXPECT_EQ(lz_live_handles(), handles);
  EXPECT_EQ(world.counter(LZ_COUNTER_LIVE_TENSORS), 1);
  EXPECT_EQ(world.counter(LZ_COUNTER_PENDING_OPS), 0);
  EXPECT_EQ(world.counter(LZ_COUNTER_BYTES_IN_USE), bytes);
  return failed;
}

// Selects the allocation that fails in each try. Tries the first ones and then every `stride`-th.
// With LAZULI_TEST_ALLOCATIONS, tries all of them.
struct Sample {
  int64_t first; // all allocations up to this one are tried
  int64_t stride;

  int64_t after(int64_t n) const {
    static const bool all = std::getenv("LAZULI_TEST_ALLOCATIONS");
    return n + (n < first || all ? 1 : stride);
  }
};

constexpr int64_t kFar = int64_t(1) << 60; // no allocation has this number

// Runs twice, which creates everything that the process and its threads keep for ever.
void warmUp(const lz_context_options* options, Step step) {
  std::signal(SIGALRM, onAlarm);
  for (int i = 0; i < 2; ++i)
    tryOnce(options, step, kFar, Failing::Once);
}

// MLIR frees the thread-local data of old contexts only occasionally, so a single try may look like
// a leak. A real leak grows with each try.
bool leaksEachTime(const lz_context_options* options, Step step, int64_t n, Failing failing) {
  constexpr int kTimes = 8;
  int64_t live = liveAllocations();
  for (int i = 0; i < kTimes; ++i)
    tryOnce(options, step, n, failing);
  return liveAllocations() - live >= kTimes;
}

void failEach(const char* name, Step step, const lz_context_options* options, Sample sample) {
  int64_t tried = 0;
  for (Failing failing : {Failing::Once, Failing::FromNow}) {
    bool failed = true;
    for (int64_t n = 0; failed; n = sample.after(std::max(n, failedAllocation())), ++tried) {
      std::snprintf(whereabouts, sizeof whereabouts, "%s, allocation %lld%s", name, (long long)n,
                    failing == Failing::Once ? "" : " and all later ones");
      SCOPED_TRACE(whereabouts);
      alarm(60);
      int64_t live = liveAllocations();
      failed = tryOnce(options, step, n, failing);
      if (liveAllocations() > live)
        EXPECT_FALSE(leaksEachTime(options, step, n, failing)) << "leaked";
      ASSERT_LT(n, 1'000'000);
      if (testing::Test::HasFailure())
        break;
    }
  }
  alarm(0);
  std::printf("%s: %lld allocations failed\n", name, (long long)tried - 2);
  EXPECT_GT(tried, 2);
}

} // namespace

void failEachAllocation(const char* name, Step step, const lz_context_options* options) {
  warmUp(options, step);
  failEach(name, step, options, {200, 13});
}

void failEachAllocationOfOurs(const char* name, Step step) {
  if (!spareLlvm())
    GTEST_SKIP() << "LLVM and MLIR are part of this binary";
  constexpr int64_t kTries = 40;
  lz_context_options options{};
  options.struct_size = sizeof options;
  options.threads = 1; // with more threads, LLVM's thread-local data would look like a leak
  warmUp(&options, step);
  failEach(name, step, &options, {kTries, countedAllocations() / kTries + 1});
}

Error recordExpression(World& world, Owned<lz_tensor>& y) {
  static int files = 0;
  char file[64];
  std::snprintf(file, sizeof file, "a file with a name of its own, %d.c", ++files);
  lz_op_options here{sizeof here, file, 7, "a layer"};
  const float five[4] = {5, 5, 5, 5};
  const int64_t four = 4, zero = 0;
  Owned<lz_tensor> a, b, c, product;
  LZ_TRY(lz_scalar_f64(world.device.get(), LZ_DTYPE_F32, 2.5, &here, Out(a)));
  here.line = 8;
  LZ_TRY(lz_constant(world.device.get(), LZ_DTYPE_F32, &four, 1, five, &here, Out(b)));
  LZ_TRY(lz_broadcast_in_dim(a.get(), nullptr, 0, &four, 1, &here, Out(c)));
  here.name = "another layer with a long name";
  LZ_TRY(lz_multiply(c.get(), world.x.get(), &here, Out(product)));
  lz_tensor* all[] = {product.get(), b.get(), c.get(), world.x.get(), b.get()};
  Owned<lz_tensor> joined, part;
  LZ_TRY(lz_concatenate(all, 5, 0, &here, Out(joined)));
  const int64_t stride = 1;
  LZ_TRY(lz_slice(joined.get(), &zero, 1, &four, 1, &stride, 1, &here, Out(part)));
  LZ_TRY(lz_add(part.get(), b.get(), &here, Out(y)));
  return nullptr;
}

// Makes the function x + y on scalars.
static Error makeSum(World& world, Owned<lz_function>& out) {
  Owned<lz_function> sum;
  Owned<lz_tensor> p, q, r;
  LZ_TRY(lz_function_begin(world.device.get(), "a sum with a long name", Out(sum)));
  LZ_TRY(lz_function_parameter(sum.get(), LZ_DTYPE_F32, nullptr, 0, Out(p)));
  LZ_TRY(lz_function_parameter(sum.get(), LZ_DTYPE_F32, nullptr, 0, Out(q)));
  LZ_TRY(lz_add(p.get(), q.get(), nullptr, Out(r)));
  lz_tensor* results[] = {r.get()};
  LZ_TRY(lz_function_finish(sum.get(), results, 1));
  out = std::move(sum);
  return nullptr;
}

Error recordSum(World& world, lz_tensor* x, Owned<lz_tensor>& y) {
  Owned<lz_function> sum;
  Owned<lz_tensor> zero;
  LZ_TRY(makeSum(world, sum));
  LZ_TRY(lz_scalar_f64(world.device.get(), LZ_DTYPE_F32, 0, nullptr, Out(zero)));
  lz_tensor *inputs[] = {x}, *init[] = {zero.get()}, *outs[1] = {};
  const int64_t dimension = 0;
  LZ_TRY(lz_reduce(inputs, 1, init, 1, &dimension, 1, sum.get(), nullptr, outs, 1));
  y.reset(outs[0]);
  return nullptr;
}

Error makeSquare(World& world, Owned<lz_function>& out) {
  const int64_t four = 4;
  Owned<lz_function> f;
  Owned<lz_tensor> p, square, sum;
  LZ_TRY(lz_function_begin(world.device.get(), "square", Out(f)));
  LZ_TRY(lz_function_parameter(f.get(), LZ_DTYPE_F32, &four, 1, Out(p)));
  LZ_TRY(lz_multiply(p.get(), p.get(), LZ_HERE, Out(square)));
  LZ_TRY(lz_add(square.get(), world.x.get(), LZ_HERE, Out(sum)));
  lz_tensor* results[] = {sum.get()};
  LZ_TRY(lz_function_finish(f.get(), results, 1));
  out = std::move(f);
  return nullptr;
}

} // namespace lz::test
