/* Modules that are recorded as calls on tensors. */
#include "modules.h"

#include <math.h>

/* The module computes x * x + 2. It is called twice in a recording, with ops before and after the
 * calls. The recording is one program, which is cached. */
static void testCall(Fixture* f) {
  lz_module* module = parse(f, vectors(3, "multiply", "2.0"));
  OK(lz_context_reset_counters(f->context));
  for (int run = 0; run < 2; ++run) {
    lz_tensor *doubled = NULL, *once = NULL, *twice = NULL, *sum = NULL;
    OK(lz_add(f->x, f->x, LZ_HERE, &doubled));
    OK(lz_module_call(module, &doubled, 1, LZ_HERE, &once, 1));
    OK(lz_module_call(module, &once, 1, LZ_HERE, &twice, 1));
    OK(lz_add(twice, doubled, LZ_HERE, &sum));
    lz_tensor_release(doubled), lz_tensor_release(once), lz_tensor_release(twice);
    if (run == 1)
      lz_module_release(module); /* nothing has run yet */
    float got[3];
    OK(lz_tensor_read(sum, got, sizeof got));
    CHECK(got[0] == 6 * 6 + 2 + 2 && got[1] == 18 * 18 + 2 + 4 && got[2] == 38 * 38 + 2 + 6);
    lz_tensor_release(sum);
  }
  CHECK(counter(f, LZ_COUNTER_COMPILES) == 1 && counter(f, LZ_COUNTER_CACHE_HITS) == 1);
  CHECK(counter(f, LZ_COUNTER_EXECUTIONS) == 2);
}

static void testCallWithTwoResults(Fixture* f) {
  lz_module* module = parse(f, dense);
  float ones[15];
  for (size_t i = 0; i < COUNT(ones); ++i)
    ones[i] = 1;
  const int64_t x_dims[2] = {4, 3}, w_dims[2] = {3, 5};
  lz_tensor *inputs[2] = {NULL, NULL}, *outs[2] = {NULL, NULL};
  OK(lz_tensor_from_host(f->device, LZ_DTYPE_F32, x_dims, 2, ones, NULL, &inputs[0]));
  OK(lz_tensor_from_host(f->device, LZ_DTYPE_F32, w_dims, 2, ones, NULL, &inputs[1]));
  OK(lz_module_call(module, inputs, 2, NULL, outs, 2));
  float sums[4];
  OK(lz_tensor_read(outs[1], sums, sizeof sums));
  CHECK(fabsf(sums[3] - 5 * tanhf(3)) < 1e-5f);
  lz_tensor_release(outs[0]), lz_tensor_release(outs[1]);
  lz_tensor_release(inputs[0]), lz_tensor_release(inputs[1]);
  lz_module_release(module);
}

/* Gradients of a recorded sum(x * x + 2), and of a function that calls the module. */
static void testGradientOfCall(Fixture* f) {
  lz_module* module = parse(f, vectors(3, "multiply", "2.0"));
  lz_tensor *y = NULL, *sum = NULL, *zero = NULL, *gradient = NULL, *p = NULL, *q = NULL;
  OK(lz_module_call(module, &f->x, 1, LZ_HERE, &y, 1));
  lz_function* add = NULL;
  OK(lz_function_begin(f->device, "add", &add));
  OK(lz_function_parameter(add, LZ_DTYPE_F32, NULL, 0, &p));
  OK(lz_function_parameter(add, LZ_DTYPE_F32, NULL, 0, &q));
  OK(lz_add(p, q, LZ_HERE, &sum));
  OK(lz_function_finish(add, &sum, 1));
  lz_tensor_release(p), lz_tensor_release(q), lz_tensor_release(sum);
  const int64_t axis = 0;
  OK(lz_scalar_f64(f->device, LZ_DTYPE_F32, 0, LZ_HERE, &zero));
  OK(lz_reduce(&y, 1, &zero, 1, &axis, 1, add, LZ_HERE, &sum, 1));
  OK(lz_gradients(&sum, 1, NULL, &f->x, 1, NULL, &gradient));
  float got[3];
  OK(lz_tensor_read(gradient, got, sizeof got));
  CHECK(got[0] == 2 && got[1] == 4 && got[2] == 6);
  lz_tensor_release(y), lz_tensor_release(sum), lz_tensor_release(zero);
  lz_tensor_release(gradient);
  lz_function_release(add);
  lz_module_release(module);
}

/* A call of a module is part of a function like any op. */
static void testCallInAFunction(Fixture* f) {
  const int64_t three = 3;
  lz_module* module = parse(f, vectors(3, "multiply", "2.0"));
  lz_function* function = NULL;
  lz_executable* executable = NULL;
  lz_tensor *p = NULL, *r = NULL, *out = NULL;
  OK(lz_function_begin(f->device, "outer", &function));
  OK(lz_function_parameter(function, LZ_DTYPE_F32, &three, 1, &p));
  OK(lz_module_call(module, &p, 1, LZ_HERE, &r, 1));
  OK(lz_function_finish(function, &r, 1));
  lz_module_release(module);
  OK(lz_function_compile(function, NULL, &executable));
  lz_tensor_release(p), lz_tensor_release(r);
  lz_function_release(function);
  OK(lz_executable_run(executable, &f->x, 1, NULL, &out, 1));
  float got[3];
  OK(lz_tensor_read(out, got, sizeof got));
  CHECK(got[0] == 3 && got[1] == 6 && got[2] == 11);
  lz_tensor_release(out);
  lz_executable_release(executable);
}

static void testWrongCalls(Fixture* f) {
  lz_module* module = parse(f, vectors(3, "multiply", "2.0"));
  lz_tensor *out = f->x, *two[2] = {f->x, f->x}, *outs[2];
  FAILS(LZ_INVALID_ARGUMENT, "1 inputs, but 2", lz_module_call(module, two, 2, NULL, &out, 1));
  CHECK(out == NULL);
  FAILS(LZ_INVALID_ARGUMENT, "1 inputs, but 0", lz_module_call(module, NULL, 0, NULL, &out, 1));
  FAILS(LZ_INVALID_ARGUMENT, "inputs", lz_module_call(module, NULL, 1, NULL, &out, 1));
  FAILS(LZ_INVALID_ARGUMENT, "1 outputs", lz_module_call(module, &f->x, 1, NULL, outs, 2));
  FAILS(LZ_INVALID_ARGUMENT, "outs", lz_module_call(module, &f->x, 1, NULL, NULL, 1));
  FAILS(LZ_INVALID_ARGUMENT, "lz_module", lz_module_call(NULL, &f->x, 1, NULL, &out, 1));
  lz_op_options options = {0, NULL, 0, NULL};
  FAILS(LZ_INVALID_ARGUMENT, "struct_size", lz_module_call(module, &f->x, 1, &options, &out, 1));
  const float values[4] = {1, 2, 3, 4};
  lz_tensor* longer = makeVector(f->device, values, 4);
  FAILS(LZ_INVALID_ARGUMENT, "input 0 is tensor<4xf32>, but the module takes tensor<3xf32>",
        lz_module_call(module, &longer, 1, NULL, &out, 1));
  lz_tensor_release(longer);
  Fixture other = setUp(NULL);
  FAILS(LZ_INVALID_ARGUMENT, "another context", lz_module_call(module, &other.x, 1, NULL, &out, 1));
  tearDown(&other);
  lz_module_release(module);
  module = parse(f, "func.func @main(%x: tensor<3xf32>) {\n  return\n}\n");
  FAILS(LZ_INVALID_ARGUMENT, "no outputs", lz_module_call(module, &f->x, 1, NULL, NULL, 0));
  lz_module_release(module);
}

int main(void) {
  Fixture f = setUp(NULL);
  testCall(&f);
  testCallWithTwoResults(&f);
  testGradientOfCall(&f);
  testCallInAFunction(&f);
  testWrongCalls(&f);
  tearDown(&f);
  return finish();
}
