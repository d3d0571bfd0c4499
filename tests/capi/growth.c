/* The heap of a context does not grow with the programs that it has compiled: as many distinct ones
 * as the argument says stay within 20 MiB, with a cache of 64. */
#include "check.h"

#include <malloc.h>
#include <stdlib.h>

enum { LONGEST = 5000, CACHE = 64, MOST_MIB = 20 };
static float values[LONGEST];

/* Shapes and constants, so that neither the program nor its kernels are known. */
static void compute(lz_device* device, int i) {
  int64_t length = 1 + i % LONGEST;
  float factor = 1.0f + (float)(i / LONGEST);
  lz_tensor *x = makeVector(device, values, length), *y = NULL, *c = NULL, *all = NULL, *z = NULL;
  OK(lz_tanh(x, NULL, &y));
  OK(lz_constant(device, LZ_DTYPE_F32, NULL, 0, &factor, NULL, &c));
  OK(lz_broadcast_in_dim(c, NULL, 0, &length, 1, NULL, &all));
  OK(lz_multiply(y, all, NULL, &z));
  float first = 1;
  OK(lz_evaluate(&z, 1, 0, NULL));
  if (length == 1) {
    OK(lz_tensor_read(z, &first, sizeof first));
    CHECK(first == 0);
  }
  lz_tensor_release(x);
  lz_tensor_release(y);
  lz_tensor_release(c);
  lz_tensor_release(all);
  lz_tensor_release(z);
}

int main(int argc, char** argv) {
  int programs = argc > 1 ? atoi(argv[1]) : 400;
  lz_context_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.threads = 1;
  options.cache_entries = CACHE;
  lz_context* context = NULL;
  lz_device* device = NULL;
  OK(lz_context_create(&options, &context));
  OK(lz_context_device(context, 0, &device));
  size_t before = mallinfo2().uordblks, most = 0;
  for (int i = 0; i < programs; ++i) {
    compute(device, i);
    size_t used = mallinfo2().uordblks;
    most = used > most ? used : most;
  }
  int64_t compiles = 0;
  OK(lz_context_counter(context, LZ_COUNTER_COMPILES, &compiles));
  CHECK(compiles == programs);
  CHECK(most - before < (size_t)MOST_MIB << 20);
  printf("%d programs, at most %zu KiB more than none\n", programs, (most - before) >> 10);
  lz_device_release(device);
  lz_context_release(context);
  CHECK(lz_live_handles() == 0);
  return failures != 0;
}
