/* Functions that tests register as host calls, and helpers to do so. */
#ifndef LAZULI_TESTS_CAPI_HOST_FUNCTIONS_H
#define LAZULI_TESTS_CAPI_HOST_FUNCTIONS_H

#include "check.h"

static const int64_t kThree[1] = {3};
static const lz_tensor_type kVector = {LZ_DTYPE_F32, 0, 1, kThree};

/* y = 2 x, and counts its calls. */
static inline lz_status* twice(void* user, const lz_host_call_args* args) {
  const float* x = (const float*)args->operands[0].data;
  float* y = (float*)args->results[0].data;
  int64_t i;
  ++*(int*)user;
  for (i = 0; i < args->results[0].nbytes / 4; ++i)
    y[i] = 2 * x[i];
  return NULL;
}

static inline lz_host_call_options hostOptions(void* user, uint64_t flags) {
  lz_host_call_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.user = user;
  options.flags = flags;
  return options;
}

static inline void registerCall(const Fixture* f, const char* name, lz_host_call_fn fn, void* user,
                                uint64_t flags) {
  const lz_host_call_options options = hostOptions(user, flags);
  OK(lz_context_register_host_call(f->context, name, fn, &options));
}

/* name(x), with x's type. */
static inline lz_tensor* callOn(const Fixture* f, const char* name, lz_tensor* x) {
  const lz_tensor_type type = {lz_tensor_dtype(x), 0, lz_tensor_rank(x), lz_tensor_dims(x)};
  lz_tensor* y = NULL;
  OK(lz_host_call(f->device, name, &x, 1, &type, NULL, NULL, &y, 1));
  return y;
}

/* x -> fn(x) as a function, or a call of `name` in a module in text. */
static inline lz_executable* compileCall(const Fixture* f, const char* name,
                                         const lz_compile_options* options) {
  lz_function* function = NULL;
  lz_tensor *x = NULL, *y = NULL;
  lz_executable* executable = NULL;
  OK(lz_function_begin(f->device, "calls", &function));
  OK(lz_function_parameter(function, LZ_DTYPE_F32, kThree, 1, &x));
  y = callOn(f, name, x);
  OK(lz_function_finish(function, &y, 1));
  OK(lz_function_compile(function, options, &executable));
  lz_tensor_release(x);
  lz_tensor_release(y);
  lz_function_release(function);
  return executable;
}

static inline void expectValues(lz_tensor* y, float a, float b, float c) {
  float values[3] = {0, 0, 0};
  OK(lz_tensor_read(y, values, sizeof values));
  if (values[0] != a || values[1] != b || values[2] != c)
    fprintf(stderr, "[%g, %g, %g]\n", (double)values[0], (double)values[1], (double)values[2]);
  CHECK(values[0] == a && values[1] == b && values[2] == c);
}

#endif
