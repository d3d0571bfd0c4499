/* Modules that are made from functions and written in every format. */
#include "modules.h"
#include "recorded.h"

static const lz_module_format kFormats[] = {
    LZ_MODULE_FORMAT_STABLEHLO, LZ_MODULE_FORMAT_STABLEHLO_GENERIC,
    LZ_MODULE_FORMAT_BYTECODE,  LZ_MODULE_FORMAT_PORTABLE,
    LZ_MODULE_FORMAT_HLO,       LZ_MODULE_FORMAT_HLO_PROTO};

/* The first bytes of each format. An HloModuleProto begins with the field of the module's name. */
static const char* const kBegins[] = {
    "module {\n", "\"builtin.module\"() ", "ML\xefR", "ML\xefR", "HloModule ", "\n"};

static lz_string* written(const lz_module* module, lz_module_format format) {
  lz_string* bytes = NULL;
  OK(lz_module_write(module, format, &bytes));
  return bytes;
}

static void runOnX(const Fixture* f, lz_module* module, size_t num_outputs, float* out) {
  lz_executable* executable = NULL;
  lz_tensor* outputs[2] = {NULL, NULL};
  OK(lz_module_compile(module, NULL, &executable));
  OK(lz_executable_run(executable, &f->x, 1, NULL, outputs, num_outputs));
  OK(lz_tensor_read(outputs[num_outputs - 1], out, 3 * sizeof(float)));
  lz_tensor_release(outputs[0]), lz_tensor_release(outputs[1]);
  lz_executable_release(executable);
}

/* A module that is written is read as a program of the same types that computes the same bits. */
static void checkFormats(const Fixture* f, lz_module* module, size_t num_outputs) {
  float expected[3], got[3];
  runOnX(f, module, num_outputs, expected);
  for (size_t i = 0; i < COUNT(kFormats); ++i) {
    lz_string* bytes = written(module, kFormats[i]);
    lz_module* again = NULL;
    size_t count = 0;
    CHECK(strncmp(lz_string_data(bytes), kBegins[i], strlen(kBegins[i])) == 0);
    OK(lz_module_parse(f->context, lz_string_data(bytes), lz_string_size(bytes), "again", &again));
    OK(lz_module_num_outputs(again, &count));
    CHECK(count == num_outputs);
    runOnX(f, again, num_outputs, got);
    CHECK(memcmp(got, expected, sizeof got) == 0);
    lz_module_release(again);
    lz_string_release(bytes);
  }
}

static void testFormatsOfText(const Fixture* f) {
  lz_module* module = parse(f, vectors(3, "multiply", "2.0"));
  lz_string *pretty = written(module, LZ_MODULE_FORMAT_STABLEHLO), *printed = NULL;
  OK(lz_module_print(module, &printed));
  CHECK(strcmp(lz_string_data(printed), lz_string_data(pretty)) == 0);
  checkFormats(f, module, 1);
  lz_string_release(pretty), lz_string_release(printed);
  lz_module_release(module);
}

/* Checks the types and every format of a module with a while loop, before anything runs. */
static void testModuleOfFunction(const Fixture* f) {
  OK(lz_context_reset_counters(f->context));
  lz_function* function = thousandfold(f->device);
  lz_module* module = moduleOf(function);
  CHECK(lz_function_num_captures(function) == 0);
  lz_function_release(function);
  size_t count = 0, rank = 0;
  lz_dtype dtype = 0;
  const int64_t* dims = NULL;
  OK(lz_module_num_inputs(module, &count));
  CHECK(count == 1);
  OK(lz_module_input_type(module, 0, &dtype, &dims, &rank));
  CHECK(dtype == LZ_DTYPE_F32 && rank == 1 && dims[0] == 3);
  OK(lz_module_output_type(module, 0, &dtype, &dims, &rank));
  CHECK(dtype == LZ_DTYPE_S32 && rank == 0);
  static const char* const spellings[] = {
      "stablehlo.while(", "\"stablehlo.while\"(", "", "", " while(", ""};
  for (size_t i = 0; i < COUNT(kFormats); ++i) {
    lz_string* bytes = written(module, kFormats[i]);
    CHECK(strstr(lz_string_data(bytes), spellings[i]) != NULL);
    lz_string_release(bytes);
  }
  CHECK(counter(f, LZ_COUNTER_COMPILES) == 0 && counter(f, LZ_COUNTER_CACHE_MISSES) == 0);
  CHECK(counter(f, LZ_COUNTER_EXECUTIONS) == 0 && counter(f, LZ_COUNTER_BARRIERS) == 0);
  float got[3];
  runOnX(f, module, 2, got);
  CHECK(got[0] == 1024 && got[1] == 2048 && got[2] == 3072);
  checkFormats(f, module, 2);
  lz_module_release(module);
}

/* Tensors that a function captures become inputs after its parameters; a constant is part of the
 * program. */
static void testCaptures(const Fixture* f) {
  static const float two[3] = {2, 2, 2};
  const int64_t dims[1] = {3};
  lz_function* function = NULL;
  lz_tensor *constant = NULL, *product = NULL, *sum = NULL, *scaled = NULL, *half = NULL;
  lz_tensor* spread = NULL;
  OK(lz_constant(f->device, LZ_DTYPE_F32, dims, 1, two, LZ_HERE, &constant));
  OK(lz_scalar_f64(f->device, LZ_DTYPE_F32, 0.5, LZ_HERE, &half));
  OK(lz_function_begin(f->device, "captures", &function));
  lz_tensor* p = parameter(function, LZ_DTYPE_F32, dims, 1);
  OK(lz_multiply(p, constant, LZ_HERE, &product));
  OK(lz_add(product, f->x, LZ_HERE, &sum));
  OK(lz_broadcast_in_dim(half, NULL, 0, dims, 1, LZ_HERE, &spread));
  OK(lz_multiply(sum, spread, LZ_HERE, &scaled));
  OK(lz_function_finish(function, &scaled, 1));
  CHECK(lz_function_num_parameters(function) == 1 && lz_function_num_captures(function) == 2);
  lz_module* module = moduleOf(function);
  size_t count = 0;
  OK(lz_module_num_inputs(module, &count));
  CHECK(count == 3);
  size_t ranks[2] = {9, 9};
  for (size_t i = 0; i < 2; ++i) {
    lz_dtype dtype = 0;
    const int64_t* shape = NULL;
    OK(lz_module_input_type(module, 1 + i, &dtype, &shape, &ranks[i]));
    CHECK(dtype == LZ_DTYPE_F32);
  }
  CHECK(ranks[0] + ranks[1] == 1); /* the vector and the scalar */
  lz_tensor *inputs[3] = {f->x, NULL, NULL}, *out = NULL;
  for (size_t i = 0; i < 2; ++i) {
    OK(lz_function_capture(function, i, &inputs[1 + i]));
    CHECK(lz_tensor_rank(inputs[1 + i]) == ranks[i]);
  }
  OK(lz_module_call(module, inputs, 3, LZ_HERE, &out, 1));
  float got[3];
  OK(lz_tensor_read(out, got, sizeof got));
  CHECK(got[0] == 1.5f && got[1] == 3 && got[2] == 4.5f); /* (2 x + x) / 2 */
  lz_tensor* none = f->x;
  FAILS(LZ_OUT_OF_RANGE, "index 2 is too large: the function has 2 captures",
        lz_function_capture(function, 2, &none));
  CHECK(none == NULL);
  lz_tensor_release(inputs[1]), lz_tensor_release(inputs[2]), lz_tensor_release(out);
  lz_tensor_release(p), lz_tensor_release(constant), lz_tensor_release(product);
  lz_tensor_release(sum), lz_tensor_release(scaled), lz_tensor_release(half);
  lz_tensor_release(spread);
  lz_function_release(function);
  lz_module_release(module);
}

/* A captured value that has no other owner gets a handle, and is computed together with other
 * values. */
static void testCaptureOfWhatIsPending(const Fixture* f) {
  const int64_t dims[1] = {3};
  lz_function* function = NULL;
  lz_tensor *twice = NULL, *sum = NULL, *again = NULL, *same = NULL;
  const int64_t handles = lz_live_handles(), live = counter(f, LZ_COUNTER_LIVE_TENSORS);
  OK(lz_add(f->x, f->x, LZ_HERE, &twice));
  OK(lz_function_begin(f->device, "captures", &function));
  FAILS(LZ_FAILED_PRECONDITION, "finished", lz_function_capture(function, 0, &again));
  lz_tensor* p = parameter(function, LZ_DTYPE_F32, dims, 1);
  OK(lz_add(p, twice, LZ_HERE, &sum));
  OK(lz_function_finish(function, &sum, 1));
  lz_tensor_release(p), lz_tensor_release(sum);
  lz_tensor_release(twice);
  CHECK(counter(f, LZ_COUNTER_LIVE_TENSORS) == live);
  OK(lz_function_capture(function, 0, &again));
  OK(lz_function_capture(function, 0, &same));
  CHECK(same == again && counter(f, LZ_COUNTER_LIVE_TENSORS) == live + 1);
  const int64_t executions = counter(f, LZ_COUNTER_EXECUTIONS);
  OK(lz_context_barrier(f->context, f->device, LZ_BARRIER_WAIT, NULL));
  CHECK(counter(f, LZ_COUNTER_EXECUTIONS) == executions + 1);
  lz_function_release(function);
  float got[3];
  OK(lz_tensor_read(again, got, sizeof got));
  CHECK(got[0] == 2 && got[2] == 6 && counter(f, LZ_COUNTER_EXECUTIONS) == executions + 1);
  lz_tensor_release(again), lz_tensor_release(same);
  CHECK(lz_live_handles() == handles && counter(f, LZ_COUNTER_LIVE_TENSORS) == live);
}

/* A module outlives its function and the context's handle. */
static void testLifetime(void) {
  Fixture own = setUp(NULL);
  lz_function* function = thousandfold(own.device);
  lz_module* module = moduleOf(function);
  lz_function_release(function);
  tearDown(&own);
  lz_string* text = written(module, LZ_MODULE_FORMAT_HLO);
  CHECK(lz_string_size(text) > 100);
  lz_string_release(text);
  lz_module_release(module);
}

static void testOpsThatAFormatLacks(const Fixture* f) {
  lz_module* module = parse(f, "func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {\n"
                               "  %0 = chlo.lgamma %x : tensor<3xf32> -> tensor<3xf32>\n"
                               "  return %0 : tensor<3xf32>\n"
                               "}\n");
  lz_string* bytes = (lz_string*)f;
  lz_status* status = lz_module_write(module, LZ_MODULE_FORMAT_HLO, &bytes);
  CHECK(bytes == NULL && lz_status_code(status) == LZ_UNIMPLEMENTED);
  CHECK(strcmp(lz_status_op(status), "lgamma") == 0);
  CHECK(strcmp(lz_status_location(status), "test.mlir:2:8") == 0);
  lz_status_release(status);
  FAILS(LZ_UNIMPLEMENTED, "lgamma", lz_module_write(module, LZ_MODULE_FORMAT_HLO_PROTO, &bytes));
  FAILS(LZ_UNIMPLEMENTED, "lgamma", lz_module_write(module, LZ_MODULE_FORMAT_PORTABLE, &bytes));
  lz_string_release(written(module, LZ_MODULE_FORMAT_BYTECODE));
  lz_module_release(module);
}

/* A file of two programs; each is run by its name. */
static void testFunctions(const Fixture* f) {
  static const char text[] = "func.func @add_one(%x: tensor<3xf32>) -> tensor<3xf32> {\n"
                             "  %c = stablehlo.constant dense<1.0> : tensor<3xf32>\n"
                             "  %0 = stablehlo.add %x, %c : tensor<3xf32>\n"
                             "  return %0 : tensor<3xf32>\n"
                             "}\n"
                             "func.func @add_two(%x: tensor<3xf32>) -> tensor<3xf32> {\n"
                             "  %0 = func.call @add_one(%x) : (tensor<3xf32>) -> tensor<3xf32>\n"
                             "  %1 = func.call @add_one(%0) : (tensor<3xf32>) -> tensor<3xf32>\n"
                             "  return %1 : tensor<3xf32>\n"
                             "}\n";
  lz_module_read_options options = {sizeof options, "two.mlir", NULL};
  lz_module* module = NULL;
  float out[3];
  for (int i = 1; i <= 2; ++i) {
    options.function = i == 1 ? "add_one" : "add_two";
    OK(lz_module_read(f->context, text, SIZE_MAX, &options, &module));
    runOnX(f, module, 1, out);
    CHECK(out[0] == 1 + (float)i && out[2] == 3 + (float)i);
    lz_module_release(module);
  }
  options.function = "add_three";
  FAILS(LZ_INVALID_ARGUMENT,
        "two.mlir: the module has no public function \"add_three\"; it has add_one",
        lz_module_read(f->context, text, sizeof text - 1, &options, &module));
  CHECK(module == NULL);
  FAILS(LZ_INVALID_ARGUMENT, "name one of them: add_one, add_two",
        lz_module_read(f->context, text, SIZE_MAX, NULL, &module));
  FAILS(LZ_INVALID_ARGUMENT, "name one of them",
        lz_module_parse(f->context, text, SIZE_MAX, NULL, &module));
  options.struct_size = 3;
  FAILS(LZ_INVALID_ARGUMENT, "struct_size",
        lz_module_read(f->context, text, SIZE_MAX, &options, &module));
  FAILS(LZ_INVALID_ARGUMENT, "bytes is NULL", lz_module_read(f->context, NULL, 0, NULL, &module));
  FAILS(LZ_INVALID_ARGUMENT, "out_module", lz_module_read(f->context, text, SIZE_MAX, NULL, NULL));
  CHECK(module == NULL);
  OK(lz_module_read(f->context, vectors(3, "add", "1.0"), SIZE_MAX, NULL, &module));
  runOnX(f, module, 1, out);
  CHECK(out[0] == 3 && out[2] == 7);
  lz_module_release(module);
}

static void testMisuse(const Fixture* f) {
  lz_function *unfinished = NULL, *function = thousandfold(f->device);
  lz_module* module = moduleOf(function);
  lz_string* bytes = NULL;
  FAILS(LZ_INVALID_ARGUMENT, "format is 0", lz_module_write(module, 0, &bytes));
  FAILS(LZ_INVALID_ARGUMENT, "LZ_MODULE_FORMAT_*", lz_module_write(module, 7, &bytes));
  FAILS(LZ_INVALID_ARGUMENT, "out_bytes", lz_module_write(module, LZ_MODULE_FORMAT_HLO, NULL));
  FAILS(LZ_INVALID_ARGUMENT, "NULL", lz_module_write(NULL, LZ_MODULE_FORMAT_HLO, &bytes));
  FAILS(LZ_INVALID_ARGUMENT, "lz_module",
        lz_module_write((lz_module*)function, LZ_MODULE_FORMAT_HLO, &bytes));
  lz_module* made = (lz_module*)f;
  OK(lz_function_begin(f->device, "unfinished", &unfinished));
  FAILS(LZ_FAILED_PRECONDITION, "lz_function_finish", lz_module_from_function(unfinished, &made));
  CHECK(made == NULL);
  FAILS(LZ_INVALID_ARGUMENT, "lz_function", lz_module_from_function(NULL, &made));
  FAILS(LZ_INVALID_ARGUMENT, "lz_function", lz_module_from_function((lz_function*)module, &made));
  FAILS(LZ_INVALID_ARGUMENT, "out_module", lz_module_from_function(function, NULL));
  lz_function_release(unfinished), lz_function_release(function);
  lz_module_release(module);
}

int main(void) {
  Fixture f = setUp(NULL);
  testFormatsOfText(&f);
  testModuleOfFunction(&f);
  testCaptures(&f);
  testCaptureOfWhatIsPending(&f);
  testOpsThatAFormatLacks(&f);
  testFunctions(&f);
  testMisuse(&f);
  tearDown(&f);
  testLifetime();
  return finish();
}
