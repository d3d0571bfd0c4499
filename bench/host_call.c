/* Measures what a host call costs in addition to its function. Compares a run of CALLS calls in a
 * chain with calling the function directly; the function does almost nothing. Also compares a run
 * of one call with a run of one kernel. Prints one line of JSON. */
#include "common/check.h"
#include "common/progress.h"
#include "median.h"

#include <string.h>

enum { ROUNDS = 101, RUNS = 20, CALLS = 100 };

static lz_status* increment(void* user, const lz_host_call_args* args) {
  (void)user;
  *(float*)args->results[0].data = *(const float*)args->operands[0].data + 1;
  return NULL;
}

/* Compiles a chain of `calls` host calls, or a single op if `calls` is 0. */
static lz_executable* compile(lz_device* device, int calls) {
  const lz_tensor_type scalar = {LZ_DTYPE_F32, 0, 0, NULL};
  lz_function* function;
  lz_executable* executable;
  lz_tensor *x, *y;
  CHECK(lz_function_begin(device, "chain", &function));
  CHECK(lz_function_parameter(function, LZ_DTYPE_F32, NULL, 0, &x));
  if (calls == 0) {
    CHECK(lz_negate(x, NULL, &y));
    lz_tensor_release(x), x = y;
  }
  for (int i = 0; i < calls; ++i) {
    CHECK(lz_host_call(device, "increment", &x, 1, &scalar, NULL, NULL, &y, 1));
    lz_tensor_release(x), x = y;
  }
  CHECK(lz_function_finish(function, &x, 1));
  CHECK(lz_function_compile(function, NULL, &executable));
  lz_tensor_release(x);
  lz_function_release(function);
  return executable;
}

/* Returns the time of one run that the caller waits for. */
static double run_ns(lz_executable* executable, lz_tensor* x) {
  const lz_run_options wait = {.struct_size = sizeof wait, .flags = LZ_RUN_WAIT};
  double begin = now_seconds();
  for (int i = 0; i < RUNS; ++i) {
    lz_tensor* y;
    CHECK(lz_executable_run(executable, &x, 1, &wait, &y, 1));
    lz_tensor_release(y);
  }
  return 1e9 * (now_seconds() - begin) / RUNS;
}

static double direct_ns(void) {
  lz_status* (*volatile fn)(void*, const lz_host_call_args*) = increment;
  float value = 0;
  lz_host_call_operand operand = {LZ_DTYPE_F32, 0, 0, NULL, &value, sizeof value};
  lz_host_call_result result = {LZ_DTYPE_F32, 0, 0, NULL, &value, sizeof value};
  lz_host_call_args args = {sizeof args, "increment", "", 0, &operand, 1, &result, 1};
  double begin = now_seconds();
  for (int i = 0; i < RUNS * CALLS; ++i)
    lz_status_release(fn(NULL, &args));
  return 1e9 * (now_seconds() - begin) / (RUNS * CALLS);
}

int main(void) {
  lz_context* context;
  lz_device* device;
  lz_tensor* x;
  const float value = 1;
  CHECK(lz_context_create(NULL, &context));
  CHECK(lz_context_device(context, 0, &device));
  CHECK(lz_context_register_host_call(context, "increment", increment, NULL));
  CHECK(lz_tensor_from_host(device, LZ_DTYPE_F32, NULL, 0, &value, NULL, &x));
  lz_executable *kernel = compile(device, 0), *one = compile(device, 1),
                *many = compile(device, CALLS);
  double call_ns[ROUNDS], beside_kernel_ns[ROUNDS], direct[ROUNDS];
  for (int round = 0; round < ROUNDS; ++round) {
    double of_kernel = run_ns(kernel, x), of_one = run_ns(one, x), of_many = run_ns(many, x);
    call_ns[round] = (of_many - of_one) / (CALLS - 1);
    beside_kernel_ns[round] = of_one - of_kernel;
    direct[round] = direct_ns();
  }
  printf("{\"host_call_ns\": %.0f, \"function_ns\": %.1f, \"run_of_a_call_beside_a_kernel_ns\": "
         "%.0f}\n",
         median(call_ns, ROUNDS), median(direct, ROUNDS), median(beside_kernel_ns, ROUNDS));
  lz_executable_release(kernel), lz_executable_release(one), lz_executable_release(many);
  lz_tensor_release(x);
  lz_device_release(device);
  lz_context_release(context);
  return 0;
}
