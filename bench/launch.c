/* Measures the time of a run of an executable whose kernel computes only 8 numbers. The caller
 * waits for each run, or only once for many runs. Prints one line of JSON. */
#include "common/check.h"
#include "common/progress.h"
#include "median.h"

#include <string.h>

enum { ROUNDS = 101, RUNS = 100, ELEMENTS = 8 };

static lz_executable* compile(lz_device* device) {
  const int64_t shape = ELEMENTS;
  lz_function* function;
  lz_executable* executable;
  lz_tensor *x, *y;
  CHECK(lz_function_begin(device, "launch", &function));
  CHECK(lz_function_parameter(function, LZ_DTYPE_F32, &shape, 1, &x));
  CHECK(lz_negate(x, NULL, &y));
  CHECK(lz_function_finish(function, &y, 1));
  CHECK(lz_function_compile(function, NULL, &executable));
  lz_tensor_release(x), lz_tensor_release(y);
  lz_function_release(function);
  return executable;
}

/* Returns the time of one run, including the release of its result. */
static double waited_ns(lz_executable* executable, lz_tensor* x) {
  const lz_run_options wait = {.struct_size = sizeof wait, .flags = LZ_RUN_WAIT};
  double begin = now_seconds();
  for (int i = 0; i < RUNS; ++i) {
    lz_tensor* y;
    CHECK(lz_executable_run(executable, &x, 1, &wait, &y, 1));
    lz_tensor_release(y);
  }
  return 1e9 * (now_seconds() - begin) / RUNS;
}

/* Returns the time per run of a chain of runs, of which only the last result is read. */
static double queued_ns(lz_executable* executable, lz_tensor* x) {
  float out[ELEMENTS];
  double begin = now_seconds();
  lz_tensor_retain(x);
  for (int i = 0; i < RUNS; ++i) {
    lz_tensor* y;
    CHECK(lz_executable_run(executable, &x, 1, NULL, &y, 1));
    lz_tensor_release(x), x = y;
  }
  CHECK(lz_tensor_read(x, out, sizeof out));
  lz_tensor_release(x);
  return 1e9 * (now_seconds() - begin) / RUNS;
}

int main(void) {
  lz_context* context;
  lz_device* device;
  lz_tensor* x;
  const int64_t shape = ELEMENTS;
  const float values[ELEMENTS] = {0, 1, 2, 3, 4, 5, 6, 7};
  CHECK(lz_context_create(NULL, &context));
  CHECK(lz_context_device(context, 0, &device));
  CHECK(lz_tensor_from_host(device, LZ_DTYPE_F32, &shape, 1, values, NULL, &x));
  lz_executable* executable = compile(device);
  double waited[ROUNDS], queued[ROUNDS];
  for (int round = 0; round < ROUNDS; ++round) {
    waited[round] = waited_ns(executable, x);
    queued[round] = queued_ns(executable, x);
  }
  printf("{\"launch_ns\": %.0f, \"queued_launch_ns\": %.0f}\n", median(waited, ROUNDS),
         median(queued, ROUNDS));
  lz_executable_release(executable);
  lz_tensor_release(x);
  lz_device_release(device);
  lz_context_release(context);
  return 0;
}
