/* Host calls: what the functions receive, and in which places of a program they may be called. */
#include "host_functions.h"

static void testTheMiddleOfAProgram(void) {
  Fixture f = setUp(NULL);
  lz_tensor *sum = NULL, *doubled = NULL, *result = NULL;
  int calls = 0;
  registerCall(&f, "twice", twice, &calls, 0);
  OK(lz_add(f.x, f.x, LZ_HERE, &sum));
  doubled = callOn(&f, "twice", sum);
  OK(lz_negate(doubled, LZ_HERE, &result));
  CHECK(calls == 0);
  expectValues(result, -4, -8, -12);
  CHECK(calls == 1);
  /* The same program is found in the cache. */
  lz_tensor_release(result);
  lz_tensor_release(doubled);
  doubled = callOn(&f, "twice", sum);
  OK(lz_negate(doubled, LZ_HERE, &result));
  expectValues(result, -4, -8, -12);
  CHECK(calls == 2 && counter(&f, LZ_COUNTER_COMPILES) <= 2);
  lz_tensor_release(sum);
  lz_tensor_release(doubled);
  lz_tensor_release(result);
  tearDown(&f);
}

/* while (i < 5) x = twice(x) + x */
static void testABodyOfALoop(void) {
  Fixture f = setUp(NULL);
  lz_function *condition = NULL, *body = NULL;
  lz_tensor *i = NULL, *x = NULL, *five = NULL, *less = NULL, *one = NULL, *doubled = NULL;
  lz_tensor *carried[2], *outs[2] = {NULL, NULL};
  int calls = 0;
  registerCall(&f, "twice", twice, &calls, 0);
  OK(lz_scalar_f64(f.device, LZ_DTYPE_S32, 5, NULL, &five));
  OK(lz_scalar_f64(f.device, LZ_DTYPE_S32, 1, NULL, &one));
  OK(lz_function_begin(f.device, "condition", &condition));
  OK(lz_function_parameter(condition, LZ_DTYPE_S32, NULL, 0, &i));
  OK(lz_function_parameter(condition, LZ_DTYPE_F32, kThree, 1, &x));
  OK(lz_compare(i, five, LZ_COMPARISON_DIRECTION_LT, LZ_COMPARISON_TYPE_NOTYPE, NULL, &less));
  OK(lz_function_finish(condition, &less, 1));
  lz_tensor_release(less), lz_tensor_release(i), lz_tensor_release(x);
  OK(lz_function_begin(f.device, "body", &body));
  OK(lz_function_parameter(body, LZ_DTYPE_S32, NULL, 0, &i));
  OK(lz_function_parameter(body, LZ_DTYPE_F32, kThree, 1, &x));
  doubled = callOn(&f, "twice", x);
  OK(lz_add(i, one, NULL, &carried[0]));
  OK(lz_add(doubled, x, NULL, &carried[1]));
  OK(lz_function_finish(body, carried, 2));
  lz_tensor_release(carried[0]), lz_tensor_release(carried[1]), lz_tensor_release(doubled);
  lz_tensor_release(i), lz_tensor_release(x);
  OK(lz_scalar_f64(f.device, LZ_DTYPE_S32, 0, NULL, &i));
  carried[0] = i, carried[1] = f.x;
  OK(lz_while(carried, 2, condition, body, LZ_HERE, outs, 2));
  expectValues(outs[1], 243, 486, 729);
  CHECK(calls == 5);
  lz_tensor_release(i), lz_tensor_release(five), lz_tensor_release(one);
  lz_tensor_release(outs[0]), lz_tensor_release(outs[1]);
  lz_function_release(condition), lz_function_release(body);
  tearDown(&f);
}

/* Computes the sum and the difference of two operands, times the number in its text. */
static lz_status* sumAndDifference(void* user, const lz_host_call_args* args) {
  const float* x = (const float*)args->operands[0].data;
  const float* y = (const float*)args->operands[1].data;
  float* sum = (float*)args->results[0].data;
  float* difference = (float*)args->results[1].data;
  int64_t i;
  (void)user;
  CHECK(args->struct_size == sizeof *args && strcmp(args->name, "sum_and_difference") == 0);
  CHECK(args->num_operands == 2 && args->num_results == 2);
  CHECK(args->operands[1].rank == 1 && args->operands[1].dims[0] == 3);
  CHECK(args->operands[0].dtype == LZ_DTYPE_F32 && args->results[1].nbytes == 12);
  CHECK(strlen(args->attributes) == args->attributes_size);
  for (i = 0; i < 3; ++i) {
    const float factor = strcmp(args->attributes, "k=3") == 0 ? 3 : 1;
    sum[i] = factor * (x[i] + y[i]);
    difference[i] = factor * (x[i] - y[i]);
  }
  if (args->attributes[0] == '{')
    CHECK(strstr(args->attributes, "scale = 2") != NULL);
  return NULL;
}

static void testSeveralResults(void) {
  Fixture f = setUp(NULL);
  const lz_tensor_type types[2] = {kVector, kVector};
  lz_tensor *operands[2], *outs[2], *y = NULL;
  registerCall(&f, "sum_and_difference", sumAndDifference, NULL, 0);
  OK(lz_negate(f.x, NULL, &y));
  operands[0] = f.x, operands[1] = y;
  OK(lz_host_call(f.device, "sum_and_difference", operands, 2, types, "k=3", LZ_HERE, outs, 2));
  expectValues(outs[1], 6, 12, 18);
  expectValues(outs[0], 0, 0, 0);
  lz_tensor_release(y), lz_tensor_release(outs[0]), lz_tensor_release(outs[1]);
  tearDown(&f);
}

static void runText(const Fixture* f, const char* attributes, float factor) {
  char text[1000];
  lz_module* module = NULL;
  lz_executable* executable = NULL;
  lz_tensor *inputs[2], *outs[2];
  lz_run_options run = {sizeof run, LZ_RUN_WAIT, NULL, 0};
  lz_string* printed = NULL;
  inputs[0] = inputs[1] = f->x;
  snprintf(text, sizeof text,
           "func.func @main(%%x: tensor<3xf32>, %%y: tensor<3xf32>) -> (tensor<3xf32>, "
           "tensor<3xf32>) {\n"
           "  %%n = stablehlo.negate %%y : tensor<3xf32>\n"
           "  %%0:2 = stablehlo.custom_call @sum_and_difference(%%x, %%n) {%s} : (tensor<3xf32>, "
           "tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>)\n"
           "  return %%0#0, %%0#1 : tensor<3xf32>, tensor<3xf32>\n}\n",
           attributes);
  OK(lz_module_parse(f->context, text, SIZE_MAX, "calls.mlir", &module));
  OK(lz_module_compile(module, NULL, &executable));
  OK(lz_executable_run(executable, inputs, 2, &run, outs, 2));
  expectValues(outs[0], 0, 0, 0);
  expectValues(outs[1], 2 * factor, 4 * factor, 6 * factor);
  OK(lz_executable_print(executable, &printed));
  CHECK(strstr(lz_string_data(printed), "call @sum_and_difference reads") != NULL);
  lz_string_release(printed);
  lz_tensor_release(outs[0]), lz_tensor_release(outs[1]);
  lz_executable_release(executable);
  lz_module_release(module);
}

static void testText(void) {
  Fixture f = setUp(NULL);
  registerCall(&f, "sum_and_difference", sumAndDifference, NULL, 0);
  runText(&f, "", 1);
  runText(&f, "backend_config = \"k=3\"", 3);
  runText(&f, "backend_config = {scale = 2 : i32}, api_version = 4 : i32", 1);
  tearDown(&f);
}

static lz_status* copies(void* user, const lz_host_call_args* args) {
  ++*(int*)user;
  CHECK(args->operands[0].nbytes == args->results[0].nbytes);
  CHECK(args->operands[0].dtype == args->results[0].dtype);
  if (args->operands[0].nbytes > 0)
    memcpy(args->results[0].data, args->operands[0].data, (size_t)args->operands[0].nbytes);
  return NULL;
}

static void expectCopy(const Fixture* f, lz_dtype dtype, const int64_t* dims, size_t rank,
                       size_t count) {
  unsigned char bytes[64], read[64];
  const size_t size = count * lz_dtype_size(dtype);
  lz_tensor *x = NULL, *y = NULL;
  size_t i;
  for (i = 0; i < size; ++i)
    bytes[i] = (unsigned char)(dtype == LZ_DTYPE_PRED ? i % 2 : 37 * i + 11);
  OK(lz_tensor_from_host(f->device, dtype, dims, rank, bytes, NULL, &x));
  y = callOn(f, "copies", x);
  memset(read, 0, sizeof read);
  OK(lz_tensor_read(y, read, size));
  CHECK(memcmp(read, bytes, size) == 0);
  lz_tensor_release(x), lz_tensor_release(y);
}

/* Expects that this dtype is refused. Floats of one byte are refused, too. */
static void expectRefused(const Fixture* f, lz_dtype dtype) {
  unsigned char bytes[3] = {1, 2, 3};
  lz_tensor *x = NULL, *y = NULL;
  OK(lz_tensor_from_host(f->device, dtype, kThree, 1, bytes, NULL, &x));
  y = callOn(f, "copies", x);
  FAILS(LZ_UNIMPLEMENTED, "[custom_call]", lz_tensor_read(y, bytes, sizeof bytes));
  lz_tensor_release(x), lz_tensor_release(y);
}

/* Scalars, and tensors without elements, for which a call is not needed. */
static void testTypes(void) {
  Fixture f = setUp(NULL);
  const int64_t empty[2] = {0, 3};
  int calls = 0, expected = 0;
  lz_dtype dtype;
  registerCall(&f, "copies", copies, &calls, 0);
  for (dtype = 1; dtype < 64; ++dtype)
    if (strncmp(lz_dtype_name(dtype), "f8", 2) == 0) {
      expectRefused(&f, dtype);
    } else if (lz_dtype_size(dtype) > 0) {
      expectCopy(&f, dtype, kThree, 1, 3);
      expectCopy(&f, dtype, NULL, 0, 1);
      expected += 2;
    }
  CHECK(calls == expected && expected > 20);
  expectCopy(&f, LZ_DTYPE_F32, empty, 2, 0);
  tearDown(&f);
}

static lz_status* answers(void* user, const lz_host_call_args* args) {
  (void)user;
  CHECK(args->num_operands == 0);
  ((float*)args->results[0].data)[0] = 42;
  return NULL;
}

static void testNoOperands(void) {
  Fixture f = setUp(NULL);
  const lz_tensor_type scalar = {LZ_DTYPE_F32, 0, 0, NULL};
  lz_tensor* y = NULL;
  float value = 0;
  registerCall(&f, "answers", answers, NULL, 0);
  OK(lz_host_call(f.device, "answers", NULL, 0, &scalar, NULL, LZ_HERE, &y, 1));
  OK(lz_tensor_read(y, &value, sizeof value));
  CHECK(value == 42);
  lz_tensor_release(y);
  tearDown(&f);
}

/* Adds one, in place where it can. */
static lz_status* increments(void* user, const lz_host_call_args* args) {
  const float* x = (const float*)args->operands[0].data;
  float* y = (float*)args->results[0].data;
  int i;
  *(int*)user += x == y;
  for (i = 0; i < 3; ++i)
    y[i] = x[i] + 1;
  return NULL;
}

/* A donated input becomes the result; so does an intermediate value that is not read again. */
static void testAliases(void) {
  Fixture f = setUp(NULL);
  const lz_host_call_alias alias = {0, 0};
  const uint8_t donate = 1;
  lz_compile_options compile;
  lz_run_options run = {sizeof run, LZ_RUN_WAIT, &donate, 1};
  lz_executable* executable = NULL;
  lz_tensor *y = NULL, *z = NULL, *out = NULL;
  int inPlace = 0;
  lz_host_call_options options = hostOptions(&inPlace, 0);
  options.aliases = &alias, options.num_aliases = 1;
  OK(lz_context_register_host_call(f.context, "increments", increments, &options));
  memset(&compile, 0, sizeof compile);
  compile.struct_size = sizeof compile;
  compile.donate = &donate, compile.num_donate = 1;
  executable = compileCall(&f, "increments", &compile);
  OK(lz_negate(f.x, NULL, &y));
  OK(lz_executable_run(executable, &y, 1, &run, &out, 1));
  expectValues(out, 0, -1, -2);
  CHECK(inPlace == 1);
  FAILS(LZ_FAILED_PRECONDITION, "donated", lz_tensor_read(y, &inPlace, 12));
  lz_tensor_release(out), lz_tensor_release(y);
  /* Without a donation the input does not change. */
  run.donate = NULL, run.num_donate = 0;
  OK(lz_executable_run(executable, &f.x, 1, &run, &out, 1));
  expectValues(out, 2, 3, 4);
  expectValues(f.x, 1, 2, 3);
  CHECK(inPlace == 1);
  lz_tensor_release(out);
  OK(lz_negate(f.x, NULL, &y));
  z = callOn(&f, "increments", y);
  OK(lz_negate(z, NULL, &out));
  lz_tensor_release(y), lz_tensor_release(z);
  expectValues(out, 0, 1, 2);
  CHECK(inPlace == 2);
  lz_tensor_release(out);
  lz_executable_release(executable);
  tearDown(&f);
}

int main(void) {
  testTheMiddleOfAProgram();
  testABodyOfALoop();
  testSeveralResults();
  testText();
  testTypes();
  testNoOperands();
  testAliases();
  return finish();
}
