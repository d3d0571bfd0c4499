/* Measures three times: to record a binary op on tensors of 6 elements, to record and run a cached
 * step of 100 ops, and to compile one function and a sum, the first compilation in this process.
 * Prints one line of JSON. */
#include "common/check.h"
#include "common/progress.h"
#include "median.h"

#include <string.h>

enum { ROUNDS = 101, OPS = 100 };

/* x = x + y, OPS times. The handles of intermediate results are released at once. */
static lz_tensor* chain(lz_tensor* x, lz_tensor* y) {
  lz_tensor* current = x;
  lz_tensor_retain(x);
  for (int i = 0; i < OPS; ++i) {
    lz_tensor* next;
    CHECK(lz_add(current, y, NULL, &next));
    lz_tensor_release(current);
    current = next;
  }
  return current;
}

int main(void) {
  double start = now_seconds();
  lz_context* context;
  lz_device* device;
  CHECK(lz_context_create(NULL, &context));
  CHECK(lz_context_device(context, 0, &device));
  const int64_t shape = 6;
  float values[6] = {0, 1, 2, 3, 4, 5}, out[6];
  lz_tensor *x, *y, *t, *z;
  CHECK(lz_tensor_from_host(device, LZ_DTYPE_F32, &shape, 1, values, NULL, &x));
  CHECK(lz_tensor_from_host(device, LZ_DTYPE_F32, &shape, 1, values, NULL, &y));
  CHECK(lz_tanh(x, NULL, &t));
  CHECK(lz_add(t, y, NULL, &z));
  CHECK(lz_tensor_read(z, out, sizeof out));
  double first_ms = 1e3 * (now_seconds() - start);
  lz_tensor_release(t), lz_tensor_release(z);

  double record_ns[ROUNDS], step_us[ROUNDS];
  for (int round = 0; round < ROUNDS; ++round) {
    double begin = now_seconds();
    lz_tensor* result = chain(x, y);
    double recorded = now_seconds();
    CHECK(lz_tensor_read(result, out, sizeof out));
    double end = now_seconds();
    lz_tensor_release(result);
    record_ns[round] = 1e9 * (recorded - begin) / OPS;
    step_us[round] = 1e6 * (end - begin);
  }
  printf(
      "{\"record_ns_per_op\": %.0f, \"cached_step_of_100_us\": %.1f, \"first_result_ms\": %.1f}\n",
      median(record_ns, ROUNDS), median(step_us, ROUNDS), first_ms);
  lz_tensor_release(x), lz_tensor_release(y);
  lz_device_release(device);
  lz_context_release(context);
  return 0;
}
