/* A release callback may make every call that does not wait. It may be called in the middle of a
 * run, and would wait for that run forever. */
#include "check.h"
#include "soon.h"

#include <stdlib.h>

enum { kSize = 1024 };
typedef enum {
  kCreates,
  kRecords,
  kEvaluates,
  kReads,
  kWaits,
  kWaitsForWork,
  kReleasesTheContext,
  kShutsDown,
  kNumActions
} Action;

static lz_context* context;
static lz_device* device;
static lz_executable* doubles; /* doubles vectors of two elements */
static int calls;
static int mayPass; /* what `passes` waits for */

static int64_t executions(void) {
  int64_t count = -1;
  OK(lz_context_counter(context, LZ_COUNTER_EXECUTIONS, &count));
  return count;
}

static void expectPending(lz_tensor* y, int pending) {
  int32_t isPending = -1;
  OK(lz_tensor_is_pending(y, &isPending));
  CHECK(isPending == pending);
}

/* A host call that lasts as long as the test wants. */
static lz_status* passes(void* user, const lz_host_call_args* args) {
  (void)user;
  while (!__atomic_load_n(&mayPass, __ATOMIC_ACQUIRE))
    pause20Ms();
  memcpy(args->results[0].data, args->operands[0].data, (size_t)args->results[0].nbytes);
  return NULL;
}

/* A call that would wait is refused before it starts anything. So `y`, which depends on `x`, stays
 * pending, and the memory of `x` is not taken over. */
static void waitForWork(lz_tensor* x, lz_tensor* y) {
  const uint8_t donate = 1;
  const lz_run_options run = {sizeof run, LZ_RUN_WAIT, &donate, 1, NULL, 0, NULL, NULL};
  const int64_t before = executions();
  lz_tensor* out = (lz_tensor*)&calls;
  lz_event* event = NULL;
  struct DLManagedTensorVersioned* exported = NULL;
  float values[2];
  FAILS(LZ_FAILED_PRECONDITION, "release callback", lz_evaluate(&y, 1, LZ_BARRIER_WAIT, NULL));
  FAILS(LZ_FAILED_PRECONDITION, "release callback", lz_tensor_to_dlpack(y, &exported));
  FAILS(LZ_FAILED_PRECONDITION, "release callback",
        lz_executable_run(doubles, &y, 1, &run, &out, 1));
  CHECK(out == NULL && exported == NULL);
  FAILS(LZ_FAILED_PRECONDITION, "release callback",
        lz_executable_run(doubles, &x, 1, &run, &out, 1));
  OK(lz_tensor_read(x, values, sizeof values));
  CHECK(values[1] == 2);
  expectPending(y, 1);
  CHECK(executions() == before);
  OK(lz_evaluate(&y, 1, 0, NULL));
  OK(lz_tensor_event(y, &event));
  FAILS(LZ_FAILED_PRECONDITION, "release callback", lz_event_wait(event, LZ_WAIT_FOREVER));
  FAILS(LZ_FAILED_PRECONDITION, "release callback", lz_event_wait(event, 1000000000));
  FAILS(LZ_DEADLINE_EXCEEDED, "running", lz_event_wait(event, 0));
  lz_event_release(event);
  __atomic_store_n(&mayPass, 1, __ATOMIC_RELEASE);
}

static void compileDoubles(void) {
  const int64_t dims[1] = {2};
  lz_function* function = NULL;
  lz_tensor *parameter = NULL, *sum = NULL;
  OK(lz_function_begin(device, "doubles", &function));
  OK(lz_function_parameter(function, LZ_DTYPE_F32, dims, 1, &parameter));
  OK(lz_add(parameter, parameter, LZ_HERE, &sum));
  OK(lz_function_finish(function, &sum, 1));
  OK(lz_function_compile(function, NULL, &doubles));
  lz_tensor_release(parameter);
  lz_tensor_release(sum);
  lz_function_release(function);
}

static void onRelease(void* user, const void* data) {
  Action action = *(Action*)user;
  const int64_t dims[1] = {2};
  const lz_tensor_type type = {LZ_DTYPE_F32, 0, 1, dims};
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
  if (action == kWaitsForWork)
    OK(lz_host_call(device, "passes", &x, 1, &type, NULL, LZ_HERE, &y, 1));
  else if (action >= kRecords)
    OK(lz_tanh(x, LZ_HERE, &y));
  if (action == kEvaluates)
    OK(lz_evaluate(&y, 1, 0, NULL));
  if (action == kReads)
    FAILS(LZ_FAILED_PRECONDITION, "release callback", lz_tensor_read(y, out, sizeof out));
  if (action == kWaits)
    FAILS(LZ_FAILED_PRECONDITION, "release callback",
          lz_context_barrier(context, NULL, LZ_BARRIER_WAIT, NULL));
  if (action == kWaitsForWork)
    waitForWork(x, y);
  lz_tensor_release(x);
  lz_tensor_release(y);
}

/* The last reference to the bytes is released at the end of the run, or when the call that waits
 * for the run returns. */
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
  mayPass = 0;
  OK(lz_context_create(NULL, &context));
  OK(lz_context_device(context, 0, &device));
  OK(lz_context_register_host_call(context, "passes", passes, NULL));
  if (action == kWaitsForWork)
    compileDoubles();
  OK(lz_tensor_from_host(device, LZ_DTYPE_F32, dims, 1, values, &host, &x));
  OK(lz_negate(x, LZ_HERE, &y));
  lz_tensor_release(x);
  if (!wait)
    OK(lz_evaluate(&y, 1, 0, NULL));
  OK(lz_tensor_read(y, out, sizeof out));
  CHECK(calls == 1);
  CHECK(out[5] == -5);
  lz_tensor_release(y);
  if (action == kWaitsForWork)
    lz_executable_release(doubles);
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
