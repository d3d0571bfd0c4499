/* The heap of a context with a cache of 64 does not grow with the number of programs that it has
 * compiled. The argument is the number of distinct programs, which must take at most 20 MiB.
 * Without an argument there are a few hundred programs. Each may leave little more than its
 * kernel's object. */
#include "check.h"

#include <malloc.h>
#include <stdlib.h>

enum {
  LONGEST = 5000,
  CACHE = 64,
  MOST_MIB = 20,
  LIFE = 128,
  LIVES = 3,
  NUMBERS = 24,
  MOST_BYTES = 12000
};
static float values[LONGEST];

/* Replaces *x by *x op a number that no earlier program used. */
static void step(lz_device* device, lz_tensor** x, int64_t length, int number,
                 lz_status* (*op)(lz_tensor*, lz_tensor*, const lz_op_options*, lz_tensor**)) {
  float value = 1.0f + (float)number / (1 << 22);
  lz_tensor *c = NULL, *all = NULL, *y = NULL;
  OK(lz_constant(device, LZ_DTYPE_F32, NULL, 0, &value, NULL, &c));
  OK(lz_broadcast_in_dim(c, NULL, 0, &length, 1, NULL, &all));
  OK(op(*x, all, NULL, &y));
  lz_tensor_release(*x);
  lz_tensor_release(c);
  lz_tensor_release(all);
  *x = y;
}

/* Shapes and constants are new, so that neither the program nor its kernels are known. There are
 * many constants, because the contexts of MLIR and LLVM keep each constant. */
static void compute(lz_device* device, int i) {
  int64_t length = 1 + i % LONGEST;
  lz_tensor *x = makeVector(device, values, length), *y = NULL;
  OK(lz_tanh(x, NULL, &y));
  for (int k = 0; k < NUMBERS; ++k)
    step(device, &y, length, i * NUMBERS + k, k % 2 ? lz_multiply : lz_subtract);
  float first = 0;
  OK(lz_evaluate(&y, 1, 0, NULL));
  if (length == 1) {
    OK(lz_tensor_read(y, &first, sizeof first));
    CHECK(first < 0);
  }
  lz_tensor_release(x);
  lz_tensor_release(y);
}

static lz_context* makeContext(lz_device** device) {
  lz_context_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.threads = 1;
  options.cache_entries = CACHE;
  lz_context* context = NULL;
  OK(lz_context_create(&options, &context));
  OK(lz_context_device(context, 0, device));
  return context;
}

/* Returns the largest number of bytes that are allocated after any of these programs. */
static size_t peakOf(lz_device* device, int first, int count) {
  size_t peak = 0;
  for (int i = first; i < first + count; ++i) {
    compute(device, i);
    size_t used = mallinfo2().uordblks;
    peak = used > peak ? used : peak;
  }
  return peak;
}

static void release(lz_context* context, lz_device* device, int programs) {
  int64_t compiles = 0;
  OK(lz_context_counter(context, LZ_COUNTER_COMPILES, &compiles));
  CHECK(compiles == programs);
  lz_device_release(device);
  lz_context_release(context);
  CHECK(lz_live_handles() == 0);
}

static void testMost(int programs) {
  lz_device* device = NULL;
  lz_context* context = makeContext(&device);
  size_t before = mallinfo2().uordblks, most = peakOf(device, 0, programs);
  CHECK(most - before < (size_t)MOST_MIB << 20);
  printf("%d programs, at most %zu KiB more than none\n", programs, (most - before) >> 10);
  release(context, device, programs);
}

/* After the warm-up, all caches with a limit are full, except the cache of kernel objects. Its
 * limit of 8 MiB is reached after about 1,100 objects of 7.5 KB. A kernel compiler grows by 24 KB
 * with each kernel, and is replaced after 128 kernels. So the test compares peaks over the lives of
 * whole kernel compilers. */
static void testGrowth(void) {
  lz_device* device = NULL;
  lz_context* context = makeContext(&device);
  size_t warm = peakOf(device, 0, 2 * LIFE);
  size_t most = peakOf(device, 2 * LIFE, LIVES * LIFE);
  size_t each = most > warm ? (most - warm) / (LIVES * LIFE) : 0;
  printf("%d programs: %zu B each\n", LIVES * LIFE, each);
  CHECK(each < MOST_BYTES);
  release(context, device, (2 + LIVES) * LIFE);
}

int main(int argc, char** argv) {
  if (argc > 1)
    testMost(atoi(argv[1]));
  else
    testGrowth();
  return failures != 0;
}
