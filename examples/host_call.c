/* Computes 2 rank(tanh(x)), where rank is a function of this program. Lazuli compiles the other
 * ops, and calls the function in the middle of the compiled program. */
#include "common/check.h"

#include <stdio.h>

/* For each element, counts the elements that are less than this element. */
static lz_status* rank(void* user, const lz_host_call_args* args) {
  const float* x = args->operands[0].data;
  float* ranks = args->results[0].data;
  const int64_t n = args->operands[0].dims[0];
  (void)user;
  for (int64_t i = 0; i < n; ++i) {
    if (x[i] != x[i])
      return lz_status_create(LZ_INVALID_ARGUMENT, "NaN has no rank; replace it before");
    ranks[i] = 0;
    for (int64_t k = 0; k < n; ++k)
      ranks[i] += x[k] < x[i];
  }
  return NULL;
}

int main(void) {
  const float values[4] = {3, -1, 2, 0.5f};
  const int64_t dims[1] = {4};
  const lz_tensor_type type = {LZ_DTYPE_F32, 0, 1, dims};
  float out[4];
  lz_context* context;
  lz_device* device;
  lz_tensor *x, *t, *ranks, *result;
  CHECK(lz_context_create(NULL, &context));
  CHECK(lz_context_device(context, 0, &device));
  CHECK(lz_context_register_host_call(context, "rank", rank, NULL));

  CHECK(lz_tensor_from_host(device, LZ_DTYPE_F32, dims, 1, values, NULL, &x));
  CHECK(lz_tanh(x, LZ_HERE, &t));
  CHECK(lz_host_call(device, "rank", &t, 1, &type, NULL, LZ_HERE, &ranks, 1));
  CHECK(lz_add(ranks, ranks, LZ_HERE, &result));
  CHECK(lz_tensor_read(result, out, sizeof out));
  printf("%g %g %g %g\n", out[0], out[1], out[2], out[3]);

  lz_tensor_release(x), lz_tensor_release(t), lz_tensor_release(ranks), lz_tensor_release(result);
  lz_device_release(device);
  lz_context_release(context);
  return 0;
}
