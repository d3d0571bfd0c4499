/* What a release callback may do: everything that does not wait. It comes from the middle of a run,
 * where waiting for that run would never end. */
#include "check.h"

#include <stdlib.h>

enum { kSize = 1024 };
typedef enum {
  kCreates,
  kRecords,
  kEvaluates,
  kReads,
  kWaits,
  kReleasesTheContext,
  kShutsDown,
  kNumActions
} Action;

static lz_context* context;
static lz_device* device;
static int calls;

static void onRelease(void* user, const void* data) {
  Action action = *(Action*)user;
  const int64_t dims[1] = {2};
  float values[2] = {1, 2}, out[2];
  lz_tensor *x = NULL, *y = NULL;
  (void)data;
  ++calls;
  if (action == kReleasesTheContext) {
    lz_device_release(device);
    lz_context_release(context);
    return;
  }
  if (action == kShutsDown) {
    OK(lz_context_shutdown(context));
    return;
  }
  OK(lz_tensor_from_host(device, LZ_DTYPE_F32, dims, 1, values, NULL, &x));
  if (action >= kRecords)
    OK(lz_tanh(x, LZ_HERE, &y));
  if (action == kEvaluates)
    OK(lz_evaluate(&y, 1, 0, NULL));
  if (action == kReads)
    FAILS(LZ_FAILED_PRECONDITION, "release callback", lz_tensor_read(y, out, sizeof out));
  if (action == kWaits)
    FAILS(LZ_FAILED_PRECONDITION, "release callback",
          lz_context_barrier(context, NULL, LZ_BARRIER_WAIT, NULL));
  lz_tensor_release(x);
  lz_tensor_release(y);
}

/* The run holds the last reference of the bytes, so the callback comes from its thread. */
static void testAction(Action action, int wait) {
  const int64_t dims[1] = {kSize};
  float* values = (float*)aligned_alloc(64, kSize * sizeof(float));
  float out[kSize];
  lz_tensor *x, *y;
  lz_host_options host;
  int i;
  memset(&host, 0, sizeof host);
  host.struct_size = sizeof host;
  host.mode = LZ_HOST_BORROW_IMMUTABLE;
  host.release = onRelease;
  host.release_user = &action;
  for (i = 0; i < kSize; ++i)
    values[i] = (float)i;
  calls = 0;
  OK(lz_context_create(NULL, &context));
  OK(lz_context_device(context, 0, &device));
  OK(lz_tensor_from_host(device, LZ_DTYPE_F32, dims, 1, values, &host, &x));
  OK(lz_negate(x, LZ_HERE, &y));
  lz_tensor_release(x);
  if (!wait)
    OK(lz_evaluate(&y, 1, 0, NULL));
  OK(lz_tensor_read(y, out, sizeof out));
  CHECK(calls == 1);
  CHECK(out[5] == -5);
  lz_tensor_release(y);
  if (action != kReleasesTheContext) {
    if (action != kShutsDown)
      OK(lz_context_barrier(context, NULL, LZ_BARRIER_WAIT, NULL));
    lz_device_release(device);
    lz_context_release(context);
  }
  free(values);
}

int main(void) {
  int action;
  for (action = 0; action < kNumActions; ++action) {
    testAction((Action)action, 1);
    testAction((Action)action, 0);
  }
  return finish();
}
