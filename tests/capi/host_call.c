/* Functions of the program's in the middle of compiled programs. */
#include "check.h"

static lz_status* twice(void* user, const lz_host_call_args* args) {
  const float* x = (const float*)args->operands[0].data;
  float* y = (float*)args->results[0].data;
  int64_t i;
  ++*(int*)user;
  for (i = 0; i < args->results[0].nbytes / 4; ++i)
    y[i] = 2 * x[i];
  return NULL;
}

static void testTheMiddleOfAProgram(void) {
  Fixture f = setUp(NULL);
  const int64_t dims[1] = {3};
  const lz_tensor_type type = {LZ_DTYPE_F32, 0, 1, dims};
  lz_tensor *sum = NULL, *doubled = NULL, *result = NULL;
  lz_host_call_options options;
  float values[3];
  int calls = 0;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.user = &calls;
  OK(lz_context_register_host_call(f.context, "twice", twice, &options));
  OK(lz_add(f.x, f.x, LZ_HERE, &sum));
  OK(lz_host_call(f.device, "twice", &sum, 1, &type, NULL, LZ_HERE, &doubled, 1));
  OK(lz_negate(doubled, LZ_HERE, &result));
  CHECK(calls == 0);
  OK(lz_tensor_read(result, values, sizeof values));
  CHECK(values[0] == -4 && values[1] == -8 && values[2] == -12);
  CHECK(calls == 1);
  lz_tensor_release(sum);
  lz_tensor_release(doubled);
  lz_tensor_release(result);
  tearDown(&f);
}

int main(void) {
  testTheMiddleOfAProgram();
  return finish();
}
