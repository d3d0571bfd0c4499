/* A wrong call returns a status with a remedy and never crashes; a wrong release is ignored. */
#include "check.h"

#include <stdlib.h>

static void testNull(Fixture* f) {
  lz_tensor* out = (lz_tensor*)f;
  FAILS(LZ_INVALID_ARGUMENT, "NULL", lz_add(f->x, NULL, LZ_HERE, &out));
  CHECK(out == NULL);
  FAILS(LZ_INVALID_ARGUMENT, "NULL", lz_add(NULL, f->x, NULL, &out));
  FAILS(LZ_INVALID_ARGUMENT, "NULL", lz_add(f->x, f->x, NULL, NULL));
  FAILS(LZ_INVALID_ARGUMENT, "NULL", lz_context_create(NULL, NULL));
  lz_device* device = (lz_device*)f;
  FAILS(LZ_INVALID_ARGUMENT, "NULL", lz_context_device(NULL, 0, &device));
  CHECK(device == NULL);
  FAILS(LZ_INVALID_ARGUMENT, "NULL", lz_context_barrier(NULL, NULL, 0, NULL));
  FAILS(LZ_INVALID_ARGUMENT, "NULL", lz_tensor_read(NULL, NULL, 0));
  FAILS(LZ_INVALID_ARGUMENT, "NULL", lz_tensor_read(f->x, NULL, 12));
  FAILS(LZ_INVALID_ARGUMENT, "no tensors", lz_evaluate(NULL, 0, 0, NULL));
  FAILS(LZ_INVALID_ARGUMENT, "NULL", lz_module_parse(f->context, NULL, 0, NULL, NULL));
  FAILS(LZ_INVALID_ARGUMENT, "NULL", lz_function_finish(NULL, NULL, 0));
  FAILS(LZ_INVALID_ARGUMENT, "NULL", lz_event_wait(NULL, 0));
  lz_tensor_release(NULL), lz_context_release(NULL), lz_status_release(NULL),
      lz_string_release(NULL);
  lz_tensor_retain(NULL);
  CHECK(lz_tensor_dtype(NULL) == LZ_DTYPE_INVALID);
  CHECK(lz_tensor_dims(NULL) == NULL);
  CHECK(lz_status_code(NULL) == LZ_OK);
  CHECK(strcmp(lz_status_message(NULL), "") == 0);
  CHECK(strcmp(lz_string_data(NULL), "") == 0);
}

static char logged[256];
static void keepLog(void* user, lz_log_severity severity, const char* message) {
  (void)user;
  CHECK(severity == LZ_LOG_ERROR);
  strncpy(logged, message, sizeof logged - 1);
}

static void testOtherKinds(Fixture* f) {
  lz_tensor* out = NULL;
  FAILS(LZ_INVALID_ARGUMENT, "another kind", lz_add(f->x, (lz_tensor*)f->device, LZ_HERE, &out));
  FAILS(LZ_INVALID_ARGUMENT, "another kind", lz_tensor_read((lz_tensor*)f->context, NULL, 0));
  FAILS(LZ_INVALID_ARGUMENT, "another kind",
        lz_tensor_from_host((lz_device*)f->x, LZ_DTYPE_F32, NULL, 0, &out, NULL, &out));
  FAILS(LZ_INVALID_ARGUMENT, "another kind",
        lz_context_barrier((lz_context*)f->device, NULL, 0, NULL));
  FAILS(LZ_INVALID_ARGUMENT, "another kind",
        lz_context_barrier(f->context, (lz_device*)f->x, 0, NULL));
  logged[0] = 0;
  lz_context_release((lz_context*)f->x);
  CHECK(strstr(logged, "lz_context_release"));
  lz_tensor_release((lz_tensor*)f->device);
  CHECK(strstr(logged, "lz_tensor_release"));
  float values[3];
  OK(lz_tensor_read(f->x, values, sizeof values));
  CHECK(values[2] == 3);
}

static void testShapes(Fixture* f) {
  const float two[2] = {1, 2};
  lz_tensor *y = makeVector(f->device, two, 2), *out = NULL;
  lz_status* status = lz_add(f->x, y, LZ_HERE, &out);
  int line = __LINE__ - 1;
  char place[512];
  snprintf(place, sizeof place, "%s:%d", __FILE__, line);
  CHECK(lz_status_code(status) == LZ_INVALID_ARGUMENT);
  CHECK(strstr(lz_status_message(status), "tensor<3xf32>"));
  CHECK(strstr(lz_status_message(status), "tensor<2xf32>"));
  CHECK(strcmp(lz_status_op(status), "add") == 0);
  CHECK(strcmp(lz_status_location(status), place) == 0);
  lz_status_retain(status), lz_status_release(status), lz_status_release(status);

  const int64_t huge[3] = {INT64_C(1) << 31, INT64_C(1) << 31, 16}, negative[1] = {-1};
  FAILS(LZ_INVALID_ARGUMENT, "",
        lz_tensor_from_host(f->device, LZ_DTYPE_F32, huge, 3, two, NULL, &out));
  FAILS(LZ_INVALID_ARGUMENT, "",
        lz_tensor_from_host(f->device, LZ_DTYPE_F32, negative, 1, two, NULL, &out));
  FAILS(LZ_INVALID_ARGUMENT, "rank",
        lz_tensor_from_host(f->device, LZ_DTYPE_F32, huge, 1000, two, NULL, &out));
  FAILS(LZ_INVALID_ARGUMENT, "dims",
        lz_tensor_from_host(f->device, LZ_DTYPE_F32, NULL, 2, two, NULL, &out));
  FAILS(LZ_INVALID_ARGUMENT, "data",
        lz_tensor_from_host(f->device, LZ_DTYPE_F32, huge, 1, NULL, NULL, &out));
  FAILS(LZ_INVALID_ARGUMENT, "", lz_broadcast_in_dim(f->x, NULL, 0, huge, 3, LZ_HERE, &out));
  FAILS(LZ_INVALID_ARGUMENT, "12 bytes", lz_tensor_read(f->x, place, 11));
  CHECK(out == NULL);
  lz_tensor_release(y);
}

static void testEnums(Fixture* f) {
  lz_tensor* out = NULL;
  float one = 1;
  const lz_dtype bad[] = {0, 13, 14, 17, 34, -1, 1000, INT32_MAX, INT32_MIN};
  for (size_t i = 0; i < COUNT(bad); ++i) {
    FAILS(LZ_INVALID_ARGUMENT, "dtype", lz_scalar(f->device, bad[i], &one, NULL, &out));
    FAILS(LZ_INVALID_ARGUMENT, "", lz_convert(f->x, bad[i], NULL, &out));
    CHECK(lz_dtype_size(bad[i]) == 0);
    CHECK(strcmp(lz_dtype_name(bad[i]), "invalid") == 0);
  }
  FAILS(LZ_INVALID_ARGUMENT, "", lz_compare(f->x, f->x, 77, LZ_COMPARISON_TYPE_FLOAT, NULL, &out));
  int64_t value = 1;
  FAILS(LZ_INVALID_ARGUMENT, "counter", lz_context_counter(f->context, 99, &value));
  CHECK(value == 0);
  FAILS(LZ_INVALID_ARGUMENT, "flags", lz_context_barrier(f->context, NULL, 2, NULL));
  lz_device* device = NULL;
  FAILS(LZ_OUT_OF_RANGE, "", lz_context_device(f->context, 1, &device));
}

static void expectContextError(const lz_context_options* options, const char* text) {
  lz_context* context = NULL;
  FAILS(LZ_INVALID_ARGUMENT, text, lz_context_create(options, &context));
  CHECK(context == NULL);
}

/* A smaller struct_size comes from an older caller, and a larger one from a newer caller. */
static void testStructSizes(Fixture* f) {
  lz_op_options op = {sizeof op, "a.c", 7, "layer"};
  for (size_t size = sizeof(size_t); size <= sizeof op; ++size) {
    lz_op_options* truncated = (lz_op_options*)malloc(size);
    memset(truncated, 0, size);
    truncated->struct_size = size;
    lz_tensor* out = NULL;
    OK(lz_add(f->x, f->x, truncated, &out));
    lz_tensor_release(out);
    free(truncated);
  }
  struct {
    lz_op_options known;
    char unknown[16];
  } larger;
  memset(&larger, 0, sizeof larger);
  larger.known.struct_size = sizeof larger;
  lz_tensor* out = NULL;
  OK(lz_add(f->x, f->x, &larger.known, &out));
  lz_tensor_release(out);
  larger.unknown[15] = 1;
  FAILS(LZ_INVALID_ARGUMENT, "newer", lz_add(f->x, f->x, &larger.known, &out));
  op.struct_size = 0;
  FAILS(LZ_INVALID_ARGUMENT, "struct_size", lz_add(f->x, f->x, &op, &out));
  op.struct_size = SIZE_MAX;
  FAILS(LZ_INVALID_ARGUMENT, "struct_size", lz_add(f->x, f->x, &op, &out));

  lz_context_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.numerics = 9;
  expectContextError(&options, "numerics");
  options.numerics = LZ_NUMERICS_FAST;
  lz_context* context = NULL;
  FAILS(LZ_UNIMPLEMENTED, "LZ_NUMERICS_FAST", lz_context_create(&options, &context));
  CHECK(context == NULL);
  options.numerics = 0, options.op_by_op = 2;
  expectContextError(&options, "op_by_op");
  options.op_by_op = 0, options.threads = -1;
  expectContextError(&options, "threads");
  options.threads = 0, options.max_segment_ops = 1;
  expectContextError(&options, "max_segment_ops");
}

static int released = 0;
static void countRelease(void* user, const void* data) {
  (void)data;
  CHECK(user == &released);
  ++released;
}

static void testHostOptions(Fixture* f) {
  float values[3] = {1, 2, 3};
  const int64_t three = 3;
  lz_host_options host;
  memset(&host, 0, sizeof host);
  host.struct_size = sizeof host;
  lz_tensor* out = NULL;
  host.mode = 9;
  FAILS(LZ_INVALID_ARGUMENT, "mode",
        lz_tensor_from_host(f->device, LZ_DTYPE_F32, &three, 1, values, &host, &out));
  host.mode = LZ_HOST_COPY, host.reserved = -1;
  FAILS(LZ_INVALID_ARGUMENT, "reserved is -1",
        lz_tensor_from_host(f->device, LZ_DTYPE_F32, &three, 1, values, &host, &out));
  host.mode = LZ_HOST_BORROW_IMMUTABLE, host.reserved = 0;
  FAILS(LZ_INVALID_ARGUMENT, "release",
        lz_tensor_from_host(f->device, LZ_DTYPE_F32, &three, 1, values, &host, &out));
  host.release = countRelease;
  host.release_user = &released;
  released = 0;
  FAILS(LZ_INVALID_ARGUMENT, "dtype",
        lz_tensor_from_host(f->device, 99, &three, 1, values, &host, &out));
  CHECK(released == 1);
  host.mode = LZ_HOST_BORROW_UNTIL_EVENT;
  FAILS(LZ_INVALID_ARGUMENT, "out_event",
        lz_tensor_from_host(f->device, LZ_DTYPE_F32, &three, 1, values, &host, &out));
}

static void testCompileOptions(lz_function* function) {
  lz_executable* executable = NULL;
  lz_compile_options options = {sizeof options, LZ_NUMERICS_FAST, 0, NULL, 0};
  FAILS(LZ_UNIMPLEMENTED, "LZ_NUMERICS_FAST", lz_function_compile(function, &options, &executable));
  options.numerics = 9;
  FAILS(LZ_INVALID_ARGUMENT, "numerics is 9", lz_function_compile(function, &options, &executable));
  options.numerics = 0, options.reserved = 1;
  FAILS(LZ_INVALID_ARGUMENT, "reserved is 1", lz_function_compile(function, &options, &executable));
  CHECK(executable == NULL);

  lz_function* gradient = NULL;
  lz_function_gradient_options of = {sizeof of, 2, 0};
  FAILS(LZ_INVALID_ARGUMENT, "with_values is 2",
        lz_function_gradient(function, NULL, 0, &of, &gradient));
  of.with_values = 0, of.with_cotangents = -1;
  FAILS(LZ_INVALID_ARGUMENT, "with_cotangents is -1",
        lz_function_gradient(function, NULL, 0, &of, &gradient));
  CHECK(gradient == NULL);
}

static void testGradientOptions(Fixture* f) {
  lz_tensor* gradient = NULL;
  lz_gradient_options options = {sizeof options, 2, 0};
  FAILS(LZ_INVALID_ARGUMENT, "allow_unused is 2",
        lz_gradients(&f->x, 1, NULL, &f->x, 1, &options, &gradient));
  options.allow_unused = 0, options.reserved = 1;
  FAILS(LZ_INVALID_ARGUMENT, "reserved is 1",
        lz_gradients(&f->x, 1, NULL, &f->x, 1, &options, &gradient));
  CHECK(gradient == NULL);
}

/* There is a donation flag for each input, or none at all. */
static void testDonate(Fixture* f) {
  static const uint8_t flags[2] = {1, 1}, two = 2;
  const struct {
    const uint8_t* donate;
    size_t count;
    const char* text;
  } bad[] = {{flags, 2, "num_donate"},
             {&two, 1, "donate is 2"},
             {flags, SIZE_MAX / 2, "num_donate"},
             {flags, SIZE_MAX, "num_donate"},
             {NULL, 1, "donate is NULL"},
             {NULL, SIZE_MAX, "num_donate is"}};
  const int64_t three = 3;
  lz_function* function = NULL;
  lz_executable* executable = NULL;
  lz_tensor *parameter = NULL, *out = NULL;
  float values[3];
  OK(lz_function_begin(f->device, "doubles", &function));
  OK(lz_function_parameter(function, LZ_DTYPE_F32, &three, 1, &parameter));
  OK(lz_add(parameter, parameter, LZ_HERE, &out));
  OK(lz_function_finish(function, &out, 1));
  lz_tensor_release(parameter), lz_tensor_release(out);
  for (size_t i = 0; i < COUNT(bad); ++i) {
    lz_compile_options compile = {sizeof compile, 0, 0, bad[i].donate, bad[i].count};
    FAILS(LZ_INVALID_ARGUMENT, bad[i].text, lz_function_compile(function, &compile, &executable));
    CHECK(executable == NULL);
  }
  testCompileOptions(function);
  OK(lz_function_compile(function, NULL, &executable));
  for (size_t i = 0; i < COUNT(bad); ++i) {
    lz_run_options run = {sizeof run, 0, bad[i].donate, bad[i].count, NULL, 0, NULL, NULL};
    FAILS(LZ_INVALID_ARGUMENT, bad[i].text, lz_executable_run(executable, &f->x, 1, &run, &out, 1));
    CHECK(out == NULL);
  }
  OK(lz_tensor_read(f->x, values, sizeof values)); /* nothing has taken it */
  CHECK(values[2] == 3);
  lz_run_options none = {sizeof none, LZ_RUN_WAIT, flags, 0, NULL, 0, NULL, NULL};
  OK(lz_executable_run(executable, &f->x, 1, &none, &out, 1));
  OK(lz_tensor_read(f->x, values, sizeof values));
  lz_tensor_release(out);
  lz_executable_release(executable);
  lz_function_release(function);
}

static void testShutdown(void) {
  Fixture f = setUp(NULL);
  lz_tensor *y = NULL, *z = NULL;
  float values[3];
  OK(lz_add(f.x, f.x, LZ_HERE, &y));
  OK(lz_tensor_read(y, values, sizeof values));
  OK(lz_context_shutdown(f.context));
  OK(lz_context_shutdown(f.context));
  FAILS(LZ_FAILED_PRECONDITION, "shut down", lz_add(f.x, f.x, LZ_HERE, &z));
  OK(lz_tensor_read(y, values, sizeof values)); /* y was computed before */
  CHECK(values[1] == 4);
  lz_context_release(f.context);
  f.context = NULL;
  lz_tensor_release(y);
  tearDown(&f);
}

int main(void) {
  lz_context_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.log = keepLog;
  Fixture f = setUp(&options);
  testNull(&f);
  testOtherKinds(&f);
  testShapes(&f);
  testEnums(&f);
  testStructSizes(&f);
  testHostOptions(&f);
  testGradientOptions(&f);
  testDonate(&f);
  tearDown(&f);
  testShutdown();
  return finish();
}
