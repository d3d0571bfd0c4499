/* tanh(x) + y: recorded, compiled when it is read, run. */
#include "common/check.h"

#include <stdio.h>

int main(void) {
  lz_context* context;
  lz_device* device;
  CHECK(lz_context_create(NULL, &context));
  CHECK(lz_context_device(context, 0, &device));

  const int64_t shape[] = {2, 3};
  const float xs[] = {-2, -1, 0, 1, 2, 3}, ys[] = {10, 20, 30, 40, 50, 60};
  lz_tensor *x, *y, *t, *z;
  CHECK(lz_tensor_from_host(device, LZ_DTYPE_F32, shape, 2, xs, NULL, &x));
  CHECK(lz_tensor_from_host(device, LZ_DTYPE_F32, shape, 2, ys, NULL, &y));
  CHECK(lz_tanh(x, LZ_HERE, &t)); /* nothing runs yet */
  CHECK(lz_add(t, y, LZ_HERE, &z));

  float out[6];
  CHECK(lz_tensor_read(z, out, sizeof out)); /* compiles and runs both ops as one kernel */
  for (int i = 0; i < 6; ++i)
    printf("%.4f%c", out[i], i % 3 == 2 ? '\n' : ' ');

  lz_tensor_release(x), lz_tensor_release(y), lz_tensor_release(t), lz_tensor_release(z);
  lz_device_release(device);
  lz_context_release(context);
  return 0;
}
