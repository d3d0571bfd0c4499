/* What a front end does with a whole program: it records the program, with a loop whose condition
 * and body are functions, looks at its types, writes it as StableHLO and, after some passes, as HLO
 * text, compiles it, and runs it. The program computes a square root by Newton's method:
 *
 *   root = 1
 *   while |root * root - x| > x / 1,000,000:  root = (root + x / root) / 2 */
#include "common/check.h"

static lz_tensor* parameter(lz_function* function) {
  lz_tensor* tensor;
  CHECK(lz_function_parameter(function, LZ_DTYPE_F32, NULL, 0, &tensor));
  return tensor;
}

/* Makes a constant, whose value is part of the program. */
static lz_tensor* constant(lz_device* device, float value) {
  lz_tensor* tensor;
  CHECK(lz_constant(device, LZ_DTYPE_F32, NULL, 0, &value, LZ_HERE, &tensor));
  return tensor;
}

/* Records the op of this name, and releases the operands. */
static lz_tensor* record(const char* name, lz_tensor* a, lz_tensor* b) {
  lz_tensor *operands[2] = {a, b}, *out;
  CHECK(lz_op_record(NULL, name, operands, b == NULL ? 1 : 2, NULL, 0, NULL, 0, LZ_HERE, &out, 1));
  lz_tensor_release(a), lz_tensor_release(b);
  return out;
}

static lz_tensor* again(lz_tensor* tensor) {
  lz_tensor_retain(tensor);
  return tensor;
}

/* (root, x) -> |root * root - x| > x / 1,000,000 */
static lz_function* make_condition(lz_device* device) {
  lz_function* function;
  CHECK(lz_function_begin(device, "is_far", &function));
  lz_tensor *root = parameter(function), *x = parameter(function), *result;
  lz_tensor* error = record("subtract", record("multiply", again(root), again(root)), again(x));
  lz_tensor* limit = record("multiply", again(x), constant(device, 1e-6f));
  lz_tensor* size = record("abs", error, NULL);
  CHECK(lz_compare(size, limit, LZ_COMPARISON_DIRECTION_GT, 0, LZ_HERE, &result));
  CHECK(lz_function_finish(function, &result, 1));
  lz_tensor_release(root), lz_tensor_release(x), lz_tensor_release(result);
  lz_tensor_release(size), lz_tensor_release(limit);
  return function;
}

/* (root, x) -> ((root + x / root) / 2, x) */
static lz_function* make_step(lz_device* device) {
  lz_function* function;
  CHECK(lz_function_begin(device, "step", &function));
  lz_tensor *root = parameter(function), *x = parameter(function);
  lz_tensor* sum = record("add", again(root), record("divide", again(x), again(root)));
  lz_tensor* results[2] = {record("multiply", sum, constant(device, 0.5f)), x};
  CHECK(lz_function_finish(function, results, 2));
  lz_tensor_release(root), lz_tensor_release(x), lz_tensor_release(results[0]);
  return function;
}

static lz_function* make_main(lz_device* device) {
  lz_function *function, *regions[2] = {make_condition(device), make_step(device)};
  CHECK(lz_function_begin(device, "main", &function));
  lz_tensor *carried[2] = {constant(device, 1), parameter(function)}, *results[2];
  CHECK(lz_op_record(NULL, "while", carried, 2, NULL, 0, regions, 2, LZ_HERE, results, 2));
  CHECK(lz_function_finish(function, results, 1)); /* x is not a result */
  for (int i = 0; i < 2; ++i) {
    lz_tensor_release(carried[i]), lz_tensor_release(results[i]);
    lz_function_release(regions[i]);
  }
  return function;
}

static void print(const char* title, const lz_module* module, lz_module_format format) {
  lz_string* text;
  CHECK(lz_module_write(module, format, &text));
  printf("%s:\n%s\n", title, lz_string_data(text));
  lz_string_release(text);
}

static float root_of(lz_device* device, lz_executable* program, float value) {
  lz_tensor *x, *root;
  CHECK(lz_scalar_f64(device, LZ_DTYPE_F32, value, NULL, &x));
  CHECK(lz_executable_run(program, &x, 1, NULL, &root, 1));
  CHECK(lz_tensor_read(root, &value, sizeof value));
  lz_tensor_release(x), lz_tensor_release(root);
  return value;
}

int main(void) {
  lz_context* context;
  lz_device* device;
  lz_module *module, *smaller;
  lz_executable* program;
  CHECK(lz_context_create(NULL, &context));
  CHECK(lz_context_device(context, 0, &device));

  lz_function* function = make_main(device);
  CHECK(lz_module_from_function(function, &module));
  CHECK(lz_module_verify(module));
  print("as it was recorded", module, LZ_MODULE_FORMAT_STABLEHLO);
  CHECK(lz_module_run_passes(module, "lz-simplify-algebra,lz-cse,lz-dce", NULL, &smaller));
  print("behind some passes, as HLO", smaller, LZ_MODULE_FORMAT_HLO);

  size_t inputs, outputs;
  int64_t compiled, run;
  CHECK(lz_module_num_inputs(smaller, &inputs));
  CHECK(lz_module_num_outputs(smaller, &outputs));
  CHECK(lz_context_counter(context, LZ_COUNTER_COMPILES, &compiled));
  CHECK(lz_context_counter(context, LZ_COUNTER_EXECUTIONS, &run));
  printf("%zu input, %zu output; so far %d programs were compiled and %d run\n", inputs, outputs,
         (int)compiled, (int)run);

  CHECK(lz_module_compile(smaller, NULL, &program));
  for (int i = 1; i <= 4; ++i)
    printf("the root of %d is %.5f\n", i, (double)root_of(device, program, (float)i));

  lz_executable_release(program), lz_module_release(smaller), lz_module_release(module);
  lz_function_release(function), lz_device_release(device), lz_context_release(context);
  return 0;
}
