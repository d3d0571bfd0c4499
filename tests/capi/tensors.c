/* Tests what happens to the bytes of a tensor: they are borrowed, deleted, viewed in place or
 * copied. Also tests calls on values that will never exist. */
#include "check.h"

#include <stdlib.h>

static const float values[3] = {1, 2, 3};
static const int64_t three = 3;

static void expectVector(lz_tensor* tensor, float a, float b, float c) {
  float read[3] = {0, 0, 0};
  OK(lz_tensor_read(tensor, read, sizeof read));
  CHECK(read[0] == a && read[1] == b && read[2] == c);
}

static int isDeleted(lz_tensor* tensor) {
  int32_t deleted = -1;
  OK(lz_tensor_is_deleted(tensor, &deleted));
  return deleted;
}

static int isReady(lz_event* event) {
  int32_t ready = -1;
  OK(lz_event_is_ready(event, &ready));
  return ready;
}

static lz_tensor* lend(lz_device* device, const float* bytes, lz_event** out_event) {
  lz_tensor* tensor = NULL;
  lz_host_options host;
  memset(&host, 0, sizeof host);
  host.struct_size = sizeof host;
  host.mode = LZ_HOST_BORROW_UNTIL_EVENT;
  host.out_event = out_event;
  OK(lz_tensor_from_host(device, LZ_DTYPE_F32, &three, 1, bytes, &host, &tensor));
  return tensor;
}

/* The bytes are used in place where that is possible, until the last user has finished. */
static void testLentUntilEvent(void) {
  Fixture f = setUp(NULL);
  lz_event* event = NULL;
  lz_view* view = NULL;
  lz_tensor* sum = NULL;
  lz_tensor* lent = lend(f.device, values, &event);
  OK(lz_tensor_acquire_view(lent, &view));
  CHECK(lz_view_data(view) == (const void*)values && lz_view_size(view) == sizeof values);
  OK(lz_add(lent, lent, NULL, &sum));
  lz_tensor_release(lent);
  CHECK(!isReady(event));
  expectVector(sum, 2, 4, 6);
  OK(lz_context_barrier(f.context, NULL, LZ_BARRIER_WAIT, NULL));
  CHECK(!isReady(event));
  lz_view_release(view);
  OK(lz_event_wait(event, LZ_WAIT_FOREVER));
  lz_event_release(event), lz_tensor_release(sum);

  /* Bytes that are not aligned are copied. */
  char buffer[sizeof values + 1];
  memcpy(buffer + 1, values, sizeof values);
  lent = lend(f.device, (const float*)(void*)(buffer + 1), &event);
  CHECK(isReady(event));
  memset(buffer, 0, sizeof buffer);
  expectVector(lent, 1, 2, 3);
  lz_tensor_release(lent), lz_event_release(event);

  /* A failed call gives no event, and the bytes stay the caller's. */
  lz_host_options host;
  lz_tensor* none = NULL;
  memset(&host, 0, sizeof host);
  host.struct_size = sizeof host;
  host.mode = LZ_HOST_BORROW_UNTIL_EVENT;
  host.out_event = &event;
  FAILS(LZ_INVALID_ARGUMENT, "dtype",
        lz_tensor_from_host(f.device, 99, &three, 1, values, &host, &none));
  CHECK(!event && !none);
  /* Deleting the tensor ends the use, although the handle stays. */
  lent = lend(f.device, values, &event);
  OK(lz_tensor_delete(lent));
  CHECK(isReady(event));
  lz_tensor_release(lent), lz_event_release(event);
  tearDown(&f);
}

/* Every way to read `tensor` fails with this text. */
static void expectUnreadable(Fixture* f, lz_tensor* tensor, const char* text) {
  float read[3];
  lz_tensor *out = NULL, *sum = NULL;
  lz_view* view = NULL;
  struct DLManagedTensorVersioned* managed = NULL;
  lz_function* function = NULL;
  lz_executable* executable = NULL;
  lz_tensor* parameter = NULL;
  FAILS(LZ_FAILED_PRECONDITION, text, lz_tensor_read(tensor, read, sizeof read));
  FAILS(LZ_FAILED_PRECONDITION, text, lz_tensor_acquire_view(tensor, &view));
  FAILS(LZ_FAILED_PRECONDITION, text, lz_tensor_to_dlpack(tensor, &managed));
  FAILS(LZ_FAILED_PRECONDITION, text, lz_tensor_copy_to_device(tensor, f->device, 0, &out));
  FAILS(LZ_FAILED_PRECONDITION, text, lz_evaluate(&tensor, 1, 0, NULL));
  FAILS(LZ_FAILED_PRECONDITION, text, lz_evaluate(&tensor, 1, LZ_BARRIER_WAIT, NULL));
  OK(lz_add(tensor, tensor, NULL, &sum));
  FAILS(LZ_FAILED_PRECONDITION, text, lz_tensor_read(sum, read, sizeof read));
  OK(lz_function_begin(f->device, "id", &function));
  OK(lz_function_parameter(function, LZ_DTYPE_F32, &three, 1, &parameter));
  OK(lz_function_finish(function, &parameter, 1));
  OK(lz_function_compile(function, NULL, &executable));
  FAILS(LZ_FAILED_PRECONDITION, text, lz_executable_run(executable, &tensor, 1, NULL, &out, 1));
  CHECK(!view && !managed && !out && isDeleted(tensor) == 1);
  lz_tensor_release(sum), lz_tensor_release(parameter);
  lz_function_release(function), lz_executable_release(executable);
}

static void testDonated(void) {
  Fixture f = setUp(NULL);
  lz_tensor* sum = NULL;
  CHECK(isDeleted(f.x) == 0);
  OK(lz_tensor_donate(f.x));
  OK(lz_add(f.x, f.x, NULL, &sum));
  OK(lz_context_barrier(f.context, NULL, LZ_BARRIER_WAIT, NULL));
  expectUnreadable(&f, f.x, "donated");
  OK(lz_tensor_delete(f.x));
  expectVector(sum, 2, 4, 6);
  lz_tensor_release(sum);
  tearDown(&f);
}

static void testDeleted(void) {
  Fixture f = setUp(NULL);
  lz_tensor *sum = NULL, *constant = NULL, *scalar = NULL;
  lz_event* event = NULL;
  int64_t before = counter(&f, LZ_COUNTER_BYTES_IN_USE);
  lz_tensor* y = makeVector(f.device, values, 3);
  CHECK(counter(&f, LZ_COUNTER_BYTES_IN_USE) > before);
  OK(lz_tensor_delete(y));
  CHECK(counter(&f, LZ_COUNTER_BYTES_IN_USE) == before);
  OK(lz_tensor_delete(y));
  CHECK(lz_tensor_rank(y) == 1 && lz_tensor_nbytes(y) == 12);
  expectUnreadable(&f, y, "deleted");
  OK(lz_tensor_event(y, &event));
  OK(lz_event_wait(event, LZ_WAIT_FOREVER));
  lz_event_release(event), lz_tensor_release(y);

  /* These tensors have no memory of their own. */
  OK(lz_add(f.x, f.x, NULL, &sum));
  FAILS(LZ_FAILED_PRECONDITION, "pending", lz_tensor_delete(sum));
  OK(lz_constant(f.device, LZ_DTYPE_F32, &three, 1, values, NULL, &constant));
  FAILS(LZ_FAILED_PRECONDITION, "constant", lz_tensor_delete(constant));
  OK(lz_scalar_f64(f.device, LZ_DTYPE_F32, 7, NULL, &scalar));
  FAILS(LZ_FAILED_PRECONDITION, "scalar", lz_tensor_delete(scalar));
  CHECK(!isDeleted(sum) && !isDeleted(constant) && !isDeleted(scalar));

  /* A submitted run still reads a deleted tensor, and a run in flight ends normally. */
  OK(lz_evaluate(&sum, 1, 0, NULL));
  OK(lz_tensor_delete(f.x));
  expectVector(sum, 2, 4, 6);
  OK(lz_tensor_event(sum, &event));
  OK(lz_tensor_delete(sum));
  OK(lz_event_wait(event, LZ_WAIT_FOREVER));
  lz_event_release(event);
  lz_tensor_release(sum), lz_tensor_release(constant), lz_tensor_release(scalar);
  tearDown(&f);
}

/* Whatever happens to the tensor, the bytes stay. */
static void testView(void) {
  Fixture f = setUp(NULL);
  lz_view *view = NULL, *same = NULL;
  lz_tensor* sum = NULL;
  OK(lz_tensor_acquire_view(f.x, &view));
  OK(lz_tensor_acquire_view(f.x, &same));
  const float* bytes = (const float*)lz_view_data(view);
  CHECK(bytes == lz_view_data(same) && lz_view_size(view) == 12);
  lz_view_release(same);
  lz_view_retain(view), lz_view_release(view);

  OK(lz_tensor_donate(f.x));
  OK(lz_add(f.x, f.x, NULL, &sum));
  OK(lz_context_barrier(f.context, NULL, LZ_BARRIER_WAIT, NULL));
  CHECK(bytes[0] == 1 && bytes[1] == 2 && bytes[2] == 3 && isDeleted(f.x) == 1);
  expectVector(sum, 2, 4, 6);
  lz_view_release(view);

  OK(lz_tensor_acquire_view(sum, &view));
  bytes = (const float*)lz_view_data(view);
  OK(lz_tensor_delete(sum));
  lz_tensor_release(sum);
  OK(lz_context_shutdown(f.context));
  tearDown(&f);
  CHECK(bytes[0] == 2 && bytes[1] == 4 && bytes[2] == 6);
  CHECK(lz_view_data(NULL) == NULL && lz_view_size(NULL) == 0);
  lz_view_release(view);
}

static void testCopies(void) {
  Fixture f = setUp(NULL), other = setUp(NULL);
  lz_tensor *sum = NULL, *copy = NULL, *there = NULL, *twice = NULL;
  lz_view *a = NULL, *b = NULL;
  OK(lz_add(f.x, f.x, NULL, &sum));
  OK(lz_tensor_copy_to_device(sum, f.device, 0, &copy));
  OK(lz_tensor_acquire_view(sum, &a));
  OK(lz_tensor_acquire_view(copy, &b));
  CHECK(lz_view_data(a) != lz_view_data(b));
  lz_view_release(a), lz_view_release(b);
  OK(lz_tensor_copy_to_device(sum, other.device, 0, &there));
  OK(lz_add(there, other.x, NULL, &twice));
  OK(lz_tensor_delete(sum));
  expectVector(copy, 2, 4, 6);
  expectVector(twice, 3, 6, 9);
  lz_tensor_release(twice), lz_tensor_release(there);
  FAILS(LZ_INVALID_ARGUMENT, "flags", lz_tensor_copy_to_device(copy, f.device, 1, &twice));
  OK(lz_context_shutdown(other.context));
  FAILS(LZ_FAILED_PRECONDITION, "shut down",
        lz_tensor_copy_to_device(copy, other.device, 0, &twice));
  lz_tensor_release(sum), lz_tensor_release(copy);
  tearDown(&f), tearDown(&other);
}

static void testParameters(void) {
  Fixture f = setUp(NULL);
  lz_function *function = NULL, *inner = NULL;
  lz_tensor *p = NULL, *sum = NULL, *unused = NULL, *q = NULL, *out = NULL;
  lz_event* event = NULL;
  OK(lz_function_begin(f.device, "outer", &function));
  CHECK(lz_function_num_parameters(function) == 0);
  OK(lz_function_parameter(function, LZ_DTYPE_F32, &three, 1, &p));
  OK(lz_add(p, f.x, NULL, &sum));
  OK(lz_multiply(p, f.x, NULL, &unused));
  FAILS(LZ_FAILED_PRECONDITION, "parameter", lz_tensor_event(p, &event));
  FAILS(LZ_FAILED_PRECONDITION, "parameter", lz_tensor_event(sum, &event));
  FAILS(LZ_FAILED_PRECONDITION, "parameter", lz_tensor_delete(p));

  /* Values of the outer function that an inner function captured can be used after the inner
   * function has ended. */
  OK(lz_function_begin(f.device, "inner", &inner));
  OK(lz_function_parameter(inner, LZ_DTYPE_F32, &three, 1, &q));
  OK(lz_add(q, sum, NULL, &out));
  OK(lz_function_finish(inner, &out, 1));
  lz_tensor_release(out);
  FAILS(LZ_FAILED_PRECONDITION, "'inner', which has ended", lz_add(q, sum, NULL, &out));
  OK(lz_add(sum, p, NULL, &out));

  OK(lz_function_finish(function, &out, 1));
  CHECK(lz_function_num_parameters(function) == 1 && lz_function_num_captures(function) == 1);
  lz_tensor_release(out);
  FAILS(LZ_FAILED_PRECONDITION, "'outer', which has ended", lz_add(p, f.x, NULL, &out));
  FAILS(LZ_FAILED_PRECONDITION, "'outer', which has ended", lz_add(sum, f.x, NULL, &out));
  FAILS(LZ_FAILED_PRECONDITION, "'outer', which has ended", lz_add(f.x, unused, NULL, &out));
  lz_function_release(inner), lz_function_release(function);
  FAILS(LZ_FAILED_PRECONDITION, "'outer', which has ended", lz_add(p, f.x, NULL, &out));

  /* A parameter of an ended function cannot be the result of another function. */
  OK(lz_function_begin(f.device, "later", &function));
  FAILS(LZ_INVALID_ARGUMENT, "'outer', which has ended", lz_function_finish(function, &p, 1));
  OK(lz_function_finish(function, &f.x, 1));
  lz_function_release(function);
  /* A function that was released unfinished has ended too. */
  OK(lz_function_begin(f.device, "dropped", &function));
  lz_tensor_release(q);
  OK(lz_function_parameter(function, LZ_DTYPE_F32, &three, 1, &q));
  lz_function_release(function);
  FAILS(LZ_FAILED_PRECONDITION, "'dropped', which has ended", lz_add(q, q, NULL, &out));
  lz_tensor_release(p), lz_tensor_release(q), lz_tensor_release(sum), lz_tensor_release(unused);
  tearDown(&f);
}

static void testDevices(void) {
  lz_context_options two;
  memset(&two, 0, sizeof two);
  two.struct_size = sizeof two;
  two.threads = 2;
  Fixture f = setUp(NULL), other = setUp(&two);
  int32_t threads = 0;
  OK(lz_device_threads(other.device, &threads));
  CHECK(threads == 2);
  lz_device *mine = NULL, *again = NULL;
  lz_context* context = NULL;
  int32_t same = -1;
  OK(lz_tensor_device(f.x, &mine));
  OK(lz_device_is_same(mine, f.device, &same));
  CHECK(same == 1);
  OK(lz_device_is_same(mine, other.device, &same));
  CHECK(same == 0);
  CHECK(lz_device_index(mine) == 0 && lz_device_index(NULL) == -1);
  CHECK(strcmp(lz_device_kind(mine), "host") == 0 && !lz_device_kind(NULL));
  OK(lz_device_context(mine, &context));
  OK(lz_context_device(context, 0, &again));
  OK(lz_device_is_same(again, f.device, &same));
  CHECK(same == 1);
  lz_context_release(context), lz_device_release(again), lz_device_release(mine);
  CHECK(lz_dtype_bits(LZ_DTYPE_BF16) == 16 && lz_dtype_bits(LZ_DTYPE_PRED) == 8);
  CHECK(lz_dtype_bits(99) == 0);
  tearDown(&f), tearDown(&other);
}

static void testCountersAndTrim(void) {
  enum { N = 1 << 20 };
  Fixture f = setUp(NULL);
  lz_counters all;
  lz_tensor* sum = NULL;
  const int64_t n = N;
  int64_t bytes = -1;
  memset(&all, 0, sizeof all);
  all.struct_size = sizeof all;
  OK(lz_add(f.x, f.x, NULL, &sum));
  expectVector(sum, 2, 4, 6);
  OK(lz_context_get_counters(f.context, &all));
  CHECK(all.compiles == 1 && all.ops_recorded == 1 && all.live_tensors == 2);
  CHECK(all.compiles == counter(&f, LZ_COUNTER_COMPILES));
  CHECK(all.bytes_in_use == counter(&f, LZ_COUNTER_BYTES_IN_USE));
  CHECK(all.peak_bytes == counter(&f, LZ_COUNTER_PEAK_BYTES) && all.struct_size == sizeof all);
  lz_tensor_release(sum);
  /* The struct of an older caller. */
  all.struct_size = offsetof(lz_counters, cache_hits);
  all.cache_hits = 77;
  OK(lz_context_get_counters(f.context, &all));
  CHECK(all.compiles == 1 && all.cache_hits == 77);
  all.struct_size = 0;
  FAILS(LZ_INVALID_ARGUMENT, "struct_size", lz_context_get_counters(f.context, &all));
  all.struct_size = (size_t)1 << 40;
  FAILS(LZ_INVALID_ARGUMENT, "struct_size", lz_context_get_counters(f.context, &all));

  float* many = (float*)calloc(N, sizeof *many);
  lz_tensor* big = makeVector(f.device, many, n);
  free(many);
  lz_tensor_release(big);
  OK(lz_context_trim(f.context, &bytes));
  CHECK(bytes >= N * (int64_t)sizeof(float));
  OK(lz_context_trim(f.context, &bytes));
  CHECK(bytes == 0);
  tearDown(&f);
}

static void ignore(void* user, lz_log_severity severity, const char* message) {
  (void)user, (void)severity, (void)message;
}
static void countEnd(void* user) {
  ++*(int*)user;
}

static void testLogRelease(void) {
  int ended = 0;
  lz_context* none = NULL;
  lz_context_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.log_user = &ended;
  options.log_user_release = countEnd;
  FAILS(LZ_INVALID_ARGUMENT, "log_user_release", lz_context_create(&options, &none));
  options.log = ignore;
  options.cpu = "no such";
  FAILS(LZ_INVALID_ARGUMENT, "", lz_context_create(&options, &none));
  CHECK(ended == 0);
  options.cpu = NULL;
  Fixture f = setUp(&options);
  lz_tensor* kept = f.x;
  lz_tensor_retain(kept);
  OK(lz_context_shutdown(f.context));
  tearDown(&f);
  CHECK(ended == 0); /* the tensor's release may log */
  lz_tensor_release(kept);
  CHECK(ended == 1);
}

/* These numbers are so close to ties of their types that rounding them to float first would give
 * the ties. */
static void testScalarsFromDoublesAreRoundedOnce(void) {
  Fixture f = setUp(NULL);
  lz_tensor *f16 = NULL, *bf16 = NULL, *f8 = NULL;
  OK(lz_scalar_f64(f.device, LZ_DTYPE_F16, 65519.999999999, NULL, &f16));
  OK(lz_scalar_f64(f.device, LZ_DTYPE_BF16, 1.0039062500000002, NULL, &bf16));
  OK(lz_scalar_f64(f.device, LZ_DTYPE_F8E5M2, 1.1250000000000002, NULL, &f8));
  uint16_t bits = 0;
  uint8_t code = 0;
  OK(lz_tensor_read(f16, &bits, sizeof bits));
  CHECK(bits == 0x7bff);
  OK(lz_tensor_read(bf16, &bits, sizeof bits));
  CHECK(bits == 0x3f81);
  OK(lz_tensor_read(f8, &code, sizeof code));
  CHECK(code == 0x3d);
  lz_tensor_release(f16), lz_tensor_release(bf16), lz_tensor_release(f8);
  tearDown(&f);
}

int main(void) {
  testLentUntilEvent();
  testDonated();
  testDeleted();
  testView();
  testCopies();
  testParameters();
  testDevices();
  testCountersAndTrim();
  testLogRelease();
  testScalarsFromDoublesAreRoundedOnce();
  return finish();
}
