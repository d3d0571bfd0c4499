/* Tests smaller plans of recordings: a run that does not fit is compiled for a lower rung. */
#include "modules.h"

/* Records the product of a product. */
static lz_tensor* recordProducts(lz_tensor* x) {
  lz_tensor *square = NULL, *y = NULL;
  OK(matmul(x, x, LZ_HERE, &square));
  OK(matmul(square, square, LZ_HERE, &y));
  lz_tensor_release(square);
  return y;
}

/* A recording that does not fit gets a smaller plan, which is compiled once. It has the same bits.
 * A byte less is refused, and nothing is taken. */
static void testRungs(void) {
  lz_context_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.threads = 4;
  Fixture f = setUp(&options);
  static float values[kSide * kSide], expected[kSide * kSide], found[kSide * kSide];
  for (size_t i = 0; i < kSide * kSide; ++i)
    values[i] = (float)((i * 7919) % 1009) / 1009 - 0.5F;
  const int64_t dims[2] = {kSide, kSide};
  lz_executable* executable = compileText(&f, products, NULL);
  const lz_memory_statistics m = memoryOf(executable);
  lz_executable_release(executable);
  CHECK(m.smallest_budget < m.run_bytes);
  lz_tensor *x = NULL, *y = NULL;
  OK(lz_tensor_from_host(f.device, LZ_DTYPE_F32, dims, 2, values, NULL, &x));
  const int64_t live = counter(&f, LZ_COUNTER_BYTES_IN_USE);
  y = recordProducts(x);
  OK(lz_tensor_read(y, expected, sizeof expected));
  lz_tensor_release(y);
  OK(lz_context_barrier(f.context, f.device, LZ_BARRIER_WAIT, NULL));
  const int64_t compiled = counter(&f, LZ_COUNTER_COMPILES);
  OK(lz_context_reset_counters(f.context));
  OK(lz_device_set_memory_budget(f.device, live + m.smallest_budget));
  for (int again = 0; again < 2; ++again) {
    y = recordProducts(x);
    OK(lz_tensor_read(y, found, sizeof found));
    CHECK(memcmp(expected, found, sizeof found) == 0);
    lz_tensor_release(y);
    OK(lz_context_barrier(f.context, f.device, LZ_BARRIER_WAIT, NULL));
  }
  CHECK(compiled == 2 && counter(&f, LZ_COUNTER_COMPILES) == 1);
  CHECK(counter(&f, LZ_COUNTER_PEAK_BYTES) <= live + m.smallest_budget);
  OK(lz_device_set_memory_budget(f.device, live + m.smallest_budget - 1));
  y = recordProducts(x);
  lz_status* status = lz_tensor_read(y, found, sizeof found);
  CHECK(lz_status_code(status) == LZ_RESOURCE_EXHAUSTED);
  CHECK(lz_status_bytes_wanted(status) == m.smallest_budget);
  CHECK(lz_status_bytes_available(status) == m.smallest_budget - 1);
  lz_status_release(status);
  CHECK(counter(&f, LZ_COUNTER_BYTES_IN_USE) == live);
  lz_tensor_release(x), lz_tensor_release(y);
  tearDown(&f);
}

int main(void) {
  testRungs();
  return finish();
}
