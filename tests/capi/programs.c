/* Functions, modules and executables. */
#include "check.h"

#include <math.h>

static lz_function* makeAdder(lz_device* device) {
  lz_function* f = NULL;
  lz_tensor *x = NULL, *y = NULL, *z = NULL;
  OK(lz_function_begin(device, "add", &f));
  OK(lz_function_parameter(f, LZ_DTYPE_F32, NULL, 0, &x));
  OK(lz_function_parameter(f, LZ_DTYPE_F32, NULL, 0, &y));
  OK(lz_add(x, y, LZ_HERE, &z));
  OK(lz_function_finish(f, &z, 1));
  lz_tensor_release(x), lz_tensor_release(y), lz_tensor_release(z);
  return f;
}

static float readScalar(lz_tensor* tensor) {
  float value = -1;
  OK(lz_tensor_read(tensor, &value, sizeof value));
  return value;
}

static void testReduce(Fixture* f) {
  lz_function* adder = makeAdder(f->device);
  CHECK(lz_function_num_parameters(adder) == 2 && lz_function_num_results(adder) == 1);
  CHECK(lz_function_num_captures(adder) == 0);
  lz_string* text = NULL;
  OK(lz_function_print(adder, &text));
  CHECK(strstr(lz_string_data(text), "add"));
  lz_string_release(text);
  lz_tensor *zero = NULL, *sum = NULL;
  const int64_t axis = 0;
  OK(lz_scalar_f64(f->device, LZ_DTYPE_F32, 0, LZ_HERE, &zero));
  OK(lz_reduce(&f->x, 1, &zero, 1, &axis, 1, adder, LZ_HERE, &sum, 1));
  CHECK(readScalar(sum) == 6);
  lz_tensor_release(zero), lz_tensor_release(sum);
  lz_function_release(adder);
}

/* argsort: sorts in descending order, together with the original indices. */
static void testSort(Fixture* f) {
  const int64_t three = 3;
  lz_function* greater = NULL;
  lz_tensor *a = NULL, *b = NULL, *i = NULL, *j = NULL, *first = NULL, *places = NULL;
  OK(lz_function_begin(f->device, "greater", &greater));
  OK(lz_function_parameter(greater, LZ_DTYPE_F32, NULL, 0, &a));
  OK(lz_function_parameter(greater, LZ_DTYPE_F32, NULL, 0, &b));
  OK(lz_function_parameter(greater, LZ_DTYPE_S32, NULL, 0, &i));
  OK(lz_function_parameter(greater, LZ_DTYPE_S32, NULL, 0, &j));
  OK(lz_compare(a, b, LZ_COMPARISON_DIRECTION_GT, 0, LZ_HERE, &first));
  OK(lz_function_finish(greater, &first, 1));
  OK(lz_iota(f->device, 0, LZ_DTYPE_S32, &three, 1, LZ_HERE, &places));
  lz_tensor *inputs[2] = {f->x, places}, *outs[2] = {NULL, NULL};
  OK(lz_sort(inputs, 2, 0, 0, greater, LZ_HERE, outs, 2)); /* [1, 2, 3] */
  float values[3];
  int32_t order[3];
  OK(lz_tensor_read(outs[0], values, sizeof values));
  OK(lz_tensor_read(outs[1], order, sizeof order));
  CHECK(values[0] == 3 && values[1] == 2 && values[2] == 1);
  CHECK(order[0] == 2 && order[1] == 1 && order[2] == 0);
  lz_tensor_release(outs[0]), lz_tensor_release(outs[1]);
  /* 0 is an ordinary dimension, and -1 means the last. */
  OK(lz_sort(inputs, 2, -1, 1, greater, LZ_HERE, outs, 2));
  lz_tensor_release(outs[0]), lz_tensor_release(outs[1]);
  FAILS(LZ_INVALID_ARGUMENT, "dimension 1", lz_sort(inputs, 2, 1, 0, greater, LZ_HERE, outs, 2));
  FAILS(LZ_INVALID_ARGUMENT, "comparator", lz_sort(inputs, 1, 0, 0, greater, LZ_HERE, outs, 1));
  lz_tensor_release(a), lz_tensor_release(b), lz_tensor_release(i), lz_tensor_release(j);
  lz_tensor_release(first), lz_tensor_release(places);
  lz_function_release(greater);
}

/* while (x < limit) x = x + x, where limit is captured. */
static void testWhile(Fixture* f) {
  lz_tensor *limit = NULL, *start = NULL, *x = NULL, *result = NULL, *last = NULL;
  lz_function *condition = NULL, *body = NULL;
  OK(lz_scalar_f64(f->device, LZ_DTYPE_F32, 50, LZ_HERE, &limit));
  OK(lz_scalar_f64(f->device, LZ_DTYPE_F32, 3, LZ_HERE, &start));
  OK(lz_function_begin(f->device, "condition", &condition));
  OK(lz_function_parameter(condition, LZ_DTYPE_F32, NULL, 0, &x));
  OK(lz_compare(x, limit, LZ_COMPARISON_DIRECTION_LT, LZ_COMPARISON_TYPE_FLOAT, LZ_HERE, &result));
  OK(lz_function_finish(condition, &result, 1));
  CHECK(lz_function_num_captures(condition) == 1);
  float value;
  FAILS(LZ_FAILED_PRECONDITION, "parameter", lz_tensor_read(x, &value, sizeof value));
  lz_tensor_release(x), lz_tensor_release(result);
  OK(lz_function_begin(f->device, "body", &body));
  OK(lz_function_parameter(body, LZ_DTYPE_F32, NULL, 0, &x));
  OK(lz_add(x, x, LZ_HERE, &result));
  OK(lz_function_finish(body, &result, 1));
  FAILS(LZ_FAILED_PRECONDITION, "finished", lz_function_finish(body, &result, 1));
  lz_tensor_release(x), lz_tensor_release(result);
  OK(lz_while(&start, 1, condition, body, LZ_HERE, &last, 1));
  CHECK(readScalar(last) == 96);
  lz_tensor_release(limit), lz_tensor_release(start), lz_tensor_release(last);
  lz_function_release(condition), lz_function_release(body);
}

static void testCompiledFunction(Fixture* f) {
  const int64_t three = 3;
  lz_function* g = NULL;
  lz_tensor *p = NULL, *r = NULL, *out = NULL;
  lz_executable* executable = NULL;
  OK(lz_function_begin(f->device, "double_and_add", &g));
  FAILS(LZ_FAILED_PRECONDITION, "finish", lz_function_compile(g, NULL, &executable));
  OK(lz_function_parameter(g, LZ_DTYPE_F32, &three, 1, &p));
  lz_tensor* doubled = NULL;
  OK(lz_add(p, p, LZ_HERE, &doubled));
  OK(lz_add(doubled, f->x, LZ_HERE, &r)); /* it captures [1, 2, 3] */
  OK(lz_function_finish(g, &r, 1));
  OK(lz_function_compile(g, NULL, &executable));
  lz_tensor_release(p), lz_tensor_release(doubled), lz_tensor_release(r);
  lz_function_release(g);

  size_t count = 0, rank = 0;
  const int64_t* dims = NULL;
  lz_dtype dtype = 0;
  OK(lz_executable_num_inputs(executable, &count));
  CHECK(count == 1);
  OK(lz_executable_num_outputs(executable, &count));
  CHECK(count == 1);
  OK(lz_executable_input_type(executable, 0, &dtype, &dims, &rank));
  CHECK(dtype == LZ_DTYPE_F32 && rank == 1 && dims[0] == 3);
  FAILS(LZ_OUT_OF_RANGE, "", lz_executable_input_type(executable, 1, &dtype, &dims, &rank));
  OK(lz_executable_output_type(executable, 0, &dtype, &dims, &rank));
  CHECK(dtype == LZ_DTYPE_F32 && rank == 1 && dims[0] == 3);
  FAILS(LZ_OUT_OF_RANGE, "", lz_executable_output_type(executable, 1, &dtype, &dims, &rank));

  const float values[3] = {10, 20, 30}, want[3] = {21, 42, 63};
  for (int run = 0; run < 3; ++run) {
    lz_tensor* input = makeVector(f->device, values, 3);
    const uint8_t donate = run == 2;
    lz_run_options options = {
        sizeof options, run == 1 ? (uint64_t)LZ_RUN_WAIT : 0, &donate, 1, NULL, 0, NULL, NULL};
    OK(lz_executable_run(executable, &input, 1, &options, &out, 1));
    float got[3];
    OK(lz_tensor_read(out, got, sizeof got));
    CHECK(memcmp(got, want, sizeof got) == 0);
    if (donate)
      FAILS(LZ_FAILED_PRECONDITION, "donated", lz_tensor_read(input, got, sizeof got));
    lz_tensor_release(input), lz_tensor_release(out);
  }
  lz_tensor* wrong = makeVector(f->device, values, 2);
  FAILS(LZ_INVALID_ARGUMENT, "input 0", lz_executable_run(executable, &wrong, 1, NULL, &out, 1));
  FAILS(LZ_INVALID_ARGUMENT, "inputs", lz_executable_run(executable, NULL, 0, NULL, &out, 1));
  FAILS(LZ_INVALID_ARGUMENT, "outputs", lz_executable_run(executable, &f->x, 1, NULL, NULL, 0));
  lz_tensor_release(wrong);
  lz_string* text = NULL;
  OK(lz_executable_memory_report(executable, &text));
  lz_string_release(text);
  lz_executable_release(executable);
}

static void testModule(Fixture* f) {
  const char* text = "module @m {\n"
                     "  func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {\n"
                     "    %0 = stablehlo.add %x, %x : tensor<3xf32>\n"
                     "    return %0 : tensor<3xf32>\n"
                     "  }\n"
                     "}\n";
  lz_module* module = NULL;
  lz_executable* executable = NULL;
  lz_string* printed = NULL;
  lz_tensor* out = NULL;
  OK(lz_module_parse(f->context, text, SIZE_MAX, "m.mlir", &module));
  OK(lz_module_print(module, &printed));
  CHECK(strstr(lz_string_data(printed), "stablehlo.add"));
  lz_string_release(printed);
  OK(lz_module_compile(module, NULL, &executable));
  OK(lz_executable_run(executable, &f->x, 1, NULL, &out, 1));
  float got[3];
  OK(lz_tensor_read(out, got, sizeof got));
  CHECK(got[0] == 2 && got[1] == 4 && got[2] == 6);
  lz_tensor_release(out);
  lz_executable_release(executable);
  lz_module_release(module);
  lz_status* status = lz_module_parse(f->context,
                                      "func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {\n"
                                      "  %0 = stablehlo.tanh %x : tensor<2xi32>\n"
                                      "  return %0 : tensor<2xi32>\n}",
                                      SIZE_MAX, "bad.mlir", &module);
  CHECK(module == NULL && lz_status_code(status) == LZ_INVALID_ARGUMENT);
  CHECK(strcmp(lz_status_op(status), "tanh") == 0);
  CHECK(strcmp(lz_status_location(status), "bad.mlir:2:8") == 0);
  CHECK(strstr(lz_status_message(status), "[tanh] ") == lz_status_message(status));
  lz_status_release(status);
}

/* Inputs that the module's text marks may be taken over, unless the options say otherwise. */
static void testModuleDonations(Fixture* f) {
  const char* text =
      "func.func @main(%x: tensor<3xf32> {tf.aliasing_output = 0 : i32}) -> tensor<3xf32> {\n"
      "  %0 = stablehlo.add %x, %x : tensor<3xf32>\n"
      "  return %0 : tensor<3xf32>\n"
      "}\n";
  lz_module* module = NULL;
  OK(lz_module_parse(f->context, text, SIZE_MAX, "donates.mlir", &module));
  const uint8_t none = 0;
  const lz_compile_options nothing = {sizeof nothing, LZ_NUMERICS_DEFAULT, 0, &none, 1};
  for (int i = 0; i < 2; ++i) {
    lz_executable* executable = NULL;
    lz_string* report = NULL;
    OK(lz_module_compile(module, i == 0 ? NULL : &nothing, &executable));
    OK(lz_executable_memory_report(executable, &report));
    CHECK((strstr(lz_string_data(report), "donated in0") != NULL) == (i == 0));
    lz_string_release(report);
    lz_executable_release(executable);
  }
  lz_module_release(module);
}

/* -inf to the power of 1/2 is inf. At level standard it becomes a square root, which is NaN. */
static lz_function* rootOf(lz_device* device) {
  lz_function* function = NULL;
  lz_tensor *x = NULL, *half = NULL, *root = NULL;
  const float value = 0.5f;
  OK(lz_function_begin(device, "root", &function));
  OK(lz_function_parameter(function, LZ_DTYPE_F32, NULL, 0, &x));
  OK(lz_constant(device, LZ_DTYPE_F32, NULL, 0, &value, LZ_HERE, &half));
  OK(lz_power(x, half, LZ_HERE, &root));
  OK(lz_function_finish(function, &root, 1));
  lz_tensor_release(x), lz_tensor_release(half), lz_tensor_release(root);
  return function;
}

/* A compilation may have a stricter level of numerics than its context. */
static void testNumerics(lz_numerics ofContext) {
  lz_context_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.numerics = ofContext;
  Fixture f = setUp(&options);
  const float value = -INFINITY;
  lz_tensor* x = NULL;
  OK(lz_tensor_from_host(f.device, LZ_DTYPE_F32, NULL, 0, &value, NULL, &x));
  lz_function* root = rootOf(f.device);
  const lz_numerics levels[] = {LZ_NUMERICS_DEFAULT, LZ_NUMERICS_STANDARD, LZ_NUMERICS_STRICT};
  for (size_t i = 0; i < COUNT(levels); ++i) {
    lz_numerics level = levels[i] == LZ_NUMERICS_DEFAULT ? ofContext : levels[i];
    lz_compile_options compile = {sizeof compile, levels[i], 0, NULL, 0};
    lz_executable* executable = NULL;
    lz_tensor* out = NULL;
    OK(lz_function_compile(root, &compile, &executable));
    OK(lz_executable_run(executable, &x, 1, NULL, &out, 1));
    CHECK((readScalar(out) == INFINITY) == (level == LZ_NUMERICS_STRICT));
    lz_tensor_release(out);
    lz_executable_release(executable);
  }
  lz_function_release(root);
  lz_tensor_release(x);
  tearDown(&f);
}

int main(void) {
  Fixture f = setUp(NULL);
  testReduce(&f);
  testSort(&f);
  testWhile(&f);
  testCompiledFunction(&f);
  testModule(&f);
  testModuleDonations(&f);
  tearDown(&f);
  testNumerics(LZ_NUMERICS_STRICT);
  testNumerics(LZ_NUMERICS_STANDARD);
  testNumerics(LZ_NUMERICS_DEFAULT);
  return finish();
}
