/* Records, cuts, reads, donates, borrows and shares through the public API only. */
#include "check.h"

#include <stdlib.h>

static void expectValues(lz_tensor* tensor, const float* want, size_t n) {
  float got[16];
  OK(lz_tensor_read(tensor, got, n * sizeof(float)));
  for (size_t i = 0; i < n; ++i)
    CHECK(got[i] == want[i]);
}

static void testRecordAndRead(void) {
  Fixture f = setUp(NULL);
  lz_tensor *y = NULL, *z = NULL;
  OK(lz_add(f.x, f.x, LZ_HERE, &y));
  OK(lz_multiply(y, f.x, LZ_HERE, &z));
  int32_t pending = 0;
  OK(lz_tensor_is_pending(z, &pending));
  CHECK(pending == 1);
  CHECK(lz_tensor_rank(z) == 1 && lz_tensor_dims(z)[0] == 3);
  CHECK(lz_tensor_dtype(z) == LZ_DTYPE_F32 && lz_tensor_nbytes(z) == 12);
  lz_op* op = NULL;
  OK(lz_tensor_op(z, &op));
  CHECK(strcmp(lz_op_name(op), "multiply") == 0);
  CHECK(strstr(lz_op_location(op), "lazy.c:"));
  lz_op_release(op);
  lz_event* event = NULL;
  FAILS(LZ_FAILED_PRECONDITION, "pending", lz_tensor_event(z, &event));
  CHECK(counter(&f, LZ_COUNTER_EXECUTIONS) == 0);
  const float want[3] = {2, 8, 18};
  expectValues(z, want, 3);
  expectValues(z, want, 3);
  OK(lz_tensor_is_pending(y, &pending));
  CHECK(pending == 0); /* the read of z has computed y */
  OK(lz_tensor_op(z, &op));
  CHECK(op == NULL);
  CHECK(counter(&f, LZ_COUNTER_EXECUTIONS) == 1 && counter(&f, LZ_COUNTER_COMPILES) == 1);
  OK(lz_tensor_event(z, &event));
  OK(lz_event_wait(event, 0));
  lz_event_release(event);
  lz_tensor_release(y), lz_tensor_release(z);
  tearDown(&f);
}

static void expectRecording(lz_tensor* const* tensors, size_t n, const char* want) {
  lz_string* text = NULL;
  OK(lz_recording_print(tensors, n, &text));
  CHECK(strcmp(lz_string_data(text), want) == 0);
  lz_string_release(text);
}

/* Pending tensors are ops and tensors in memory are parameters; printing changes nothing. */
static void testPrintRecording(void) {
  Fixture f = setUp(NULL);
  lz_tensor* both[2] = {NULL, NULL};
  OK(lz_add(f.x, f.x, LZ_HERE, &both[0]));
  OK(lz_multiply(both[0], f.x, LZ_HERE, &both[1]));
  for (int i = 0; i < 2; ++i)
    expectRecording(both, 2,
                    "program(%0: tensor<3xf32>) {\n"
                    "  %1 = add %0, %0 : tensor<3xf32>\n"
                    "  %2 = multiply %1, %0 : tensor<3xf32>\n"
                    "  return %1, %2\n}\n");
  CHECK(counter(&f, LZ_COUNTER_EXECUTIONS) == 0);
  OK(lz_evaluate(&both[1], 1, LZ_BARRIER_WAIT, NULL));
  expectRecording(&both[1], 1, "program(%0: tensor<3xf32>) {\n  return %0\n}\n");
  lz_string* text = NULL;
  FAILS(LZ_INVALID_ARGUMENT, "no tensors", lz_recording_print(both, 0, &text));
  lz_tensor_release(both[0]), lz_tensor_release(both[1]);
  tearDown(&f);
}

static void testSteps(void) {
  Fixture f = setUp(NULL);
  for (int step = 0; step < 20; ++step) {
    lz_tensor *rate = NULL, *wide = NULL, *next = NULL;
    const int64_t three = 3;
    OK(lz_scalar_f64(f.device, LZ_DTYPE_F32, 1.5 + step, LZ_HERE, &rate));
    OK(lz_broadcast_in_dim(rate, NULL, 0, &three, 1, LZ_HERE, &wide));
    OK(lz_add(f.x, wide, LZ_HERE, &next));
    lz_tensor_release(rate), lz_tensor_release(wide), lz_tensor_release(f.x);
    f.x = next;
    lz_barrier* barrier = NULL;
    OK(lz_context_barrier(f.context, f.device, LZ_BARRIER_WAIT, &barrier));
    lz_barrier_statistics statistics = {sizeof statistics, 0, 0, 0, 0, 0, 0};
    OK(lz_barrier_get_statistics(barrier, &statistics));
    CHECK(statistics.ops == 2 && statistics.outputs == 1 && statistics.inputs == 2);
    CHECK(statistics.donated == 1 && statistics.segments == 1);
    CHECK(statistics.compiles == (step == 0));
    if (step == 19) {
      lz_event* event = NULL;
      lz_executable* executable = NULL;
      lz_string* text = NULL;
      OK(lz_barrier_event(barrier, &event));
      OK(lz_event_wait(event, LZ_WAIT_FOREVER));
      FAILS(LZ_OUT_OF_RANGE, "", lz_barrier_executable(barrier, 1, &executable));
      OK(lz_barrier_executable(barrier, 0, &executable));
      OK(lz_executable_print(executable, &text));
      CHECK(lz_string_size(text) > 0 && strlen(lz_string_data(text)) == lz_string_size(text));
      lz_event_release(event), lz_string_release(text);
      lz_executable_release(executable);
    }
    lz_barrier_release(barrier);
  }
  CHECK(counter(&f, LZ_COUNTER_COMPILES) == 1 && counter(&f, LZ_COUNTER_CACHE_HITS) == 19);
  const float want[3] = {1 + 220, 2 + 220, 3 + 220};
  expectValues(f.x, want, 3);
  OK(lz_context_reset_counters(f.context));
  CHECK(counter(&f, LZ_COUNTER_COMPILES) == 0 && counter(&f, LZ_COUNTER_LIVE_TENSORS) == 1);
  tearDown(&f);
}

static void testDonate(void) {
  Fixture f = setUp(NULL);
  lz_tensor* y = NULL;
  OK(lz_add(f.x, f.x, LZ_HERE, &y));
  OK(lz_tensor_donate(f.x));
  OK(lz_context_barrier(f.context, NULL, LZ_BARRIER_WAIT, NULL));
  float values[3];
  FAILS(LZ_FAILED_PRECONDITION, "donated", lz_tensor_read(f.x, values, sizeof values));
  const float want[3] = {2, 4, 6};
  expectValues(y, want, 3);
  lz_tensor_release(y);
  tearDown(&f);
}

/* Converts the first half of 4096 floats to doubles. These take as many bytes, but must not take
 * over the memory of the floats. */
static void testDonateToWiderElements(void) {
  enum { COUNT = 4096 };
  static float values[COUNT];
  static double got[COUNT / 2];
  const int64_t start = 0, limit = COUNT / 2, stride = 1;
  Fixture f = setUp(NULL);
  lz_tensor *half = NULL, *wide = NULL;
  for (int i = 0; i < COUNT; ++i)
    values[i] = (float)i;
  lz_tensor* x = makeVector(f.device, values, COUNT);
  OK(lz_slice(x, &start, 1, &limit, 1, &stride, 1, LZ_HERE, &half));
  OK(lz_convert(half, LZ_DTYPE_F64, LZ_HERE, &wide));
  lz_tensor_release(x), lz_tensor_release(half);
  lz_barrier* barrier = NULL;
  lz_barrier_statistics statistics = {sizeof statistics, 0, 0, 0, 0, 0, 0};
  OK(lz_context_barrier(f.context, f.device, LZ_BARRIER_WAIT, &barrier));
  OK(lz_barrier_get_statistics(barrier, &statistics));
  CHECK(statistics.donated == 1);
  lz_barrier_release(barrier);
  OK(lz_tensor_read(wide, got, sizeof got));
  int wrong = 0;
  for (int i = 0; i < COUNT / 2; ++i)
    wrong += got[i] != i;
  CHECK(wrong == 0);
  lz_tensor_release(wide);
  tearDown(&f);
}

static int released = 0;
static void countRelease(void* user, const void* data) {
  (void)user, (void)data;
  ++released;
}

static void testHostModes(void) {
  Fixture f = setUp(NULL);
  /* [[1, 2, 3], [4, 5, 6]] transposed, and with its rows in reverse order. */
  const float table[6] = {1, 2, 3, 4, 5, 6};
  const int64_t transposed[2] = {3, 2}, columns[2] = {4, 12}, shape[2] = {2, 3},
                backwards[2] = {-12, 4};
  lz_host_options host;
  memset(&host, 0, sizeof host);
  host.struct_size = sizeof host;
  host.byte_strides = columns;
  lz_tensor* t = NULL;
  OK(lz_tensor_from_host(f.device, LZ_DTYPE_F32, transposed, 2, table, &host, &t));
  const float want[6] = {1, 4, 2, 5, 3, 6};
  expectValues(t, want, 6);
  lz_tensor_release(t);
  host.byte_strides = backwards;
  OK(lz_tensor_from_host(f.device, LZ_DTYPE_F32, shape, 2, table + 3, &host, &t));
  const float reversed[6] = {4, 5, 6, 1, 2, 3};
  expectValues(t, reversed, 6);
  lz_tensor_release(t);

  /* Elements outside of the address space are refused. With one row, its stride is not used. */
  const int64_t far[2] = {INT64_MIN, 4}, together[2] = {INT64_MAX / 3, INT64_MAX / 4},
                row[2] = {1, 3};
  host.byte_strides = far;
  FAILS(LZ_INVALID_ARGUMENT, "byte_strides[0]",
        lz_tensor_from_host(f.device, LZ_DTYPE_F32, shape, 2, table, &host, &t));
  host.byte_strides = together;
  FAILS(LZ_INVALID_ARGUMENT, "byte_strides[1]",
        lz_tensor_from_host(f.device, LZ_DTYPE_F32, shape, 2, table, &host, &t));
  host.byte_strides = far;
  OK(lz_tensor_from_host(f.device, LZ_DTYPE_F32, row, 2, table, &host, &t));
  expectValues(t, table, 3);
  lz_tensor_release(t);

  float* lent =
      (float*)malloc(sizeof table + sizeof(float)) + 1; /* aligned as a float and no more */
  memcpy(lent, table, sizeof table);
  host.byte_strides = NULL;
  host.mode = LZ_HOST_BORROW_IMMUTABLE;
  host.release = countRelease;
  OK(lz_tensor_from_host(f.device, LZ_DTYPE_F32, shape, 2, lent, &host, &t));
  CHECK(released == 0); /* it is used in place */
  lz_tensor* sum = NULL;
  OK(lz_add(t, t, LZ_HERE, &sum));
  lz_tensor_release(t);
  const float doubled[6] = {2, 4, 6, 8, 10, 12};
  OK(lz_context_barrier(f.context, NULL, LZ_BARRIER_WAIT, NULL)); /* borrowed bytes stay */
  expectValues(sum, doubled, 6);
  CHECK(released == 1 && lent[5] == 6);
  lz_tensor_release(sum);

  lz_event* event = NULL;
  host.mode = LZ_HOST_BORROW_UNTIL_EVENT;
  host.out_event = &event;
  OK(lz_tensor_from_host(f.device, LZ_DTYPE_F32, shape, 2, lent, &host, &t));
  expectValues(t, table, 6);
  FAILS(LZ_DEADLINE_EXCEEDED, "", lz_event_wait(event, 0));
  lz_tensor_release(t);
  OK(lz_event_wait(event, LZ_WAIT_FOREVER));
  lz_event_release(event);
  free(lent - 1);
  tearDown(&f);
}

/* Two programs were compiled, which differ in their first op. */
static void testRecompilations(const Fixture* f) {
  size_t count = 0;
  lz_recompilation_statistics last, first;
  lz_string* reason = NULL;
  memset(&last, 0, sizeof last);
  memset(&first, 0, sizeof first);
  OK(lz_context_num_recompilations(f->context, &count));
  CHECK(count == 2);
  last.struct_size = sizeof last;
  OK(lz_context_recompilation(f->context, 0, &last, &reason));
  CHECK(last.number == 2 && last.ops == 1 && last.inputs == 1 && last.outputs == 1);
  CHECK(last.first_different_op == 0 && strstr(lz_string_data(reason), "tensor<4xf32>"));
  lz_string_release(reason);
  first.struct_size = sizeof first;
  OK(lz_context_recompilation(f->context, 1, &first, &reason));
  CHECK(first.number == 1 && first.first_different_op == -1);
  lz_string_release(reason);
  FAILS(LZ_OUT_OF_RANGE, "index 2 is too large: the context knows 2 recompilations",
        lz_context_recompilation(f->context, 2, &first, &reason));
  CHECK(reason == NULL);
  first.struct_size = 0;
  FAILS(LZ_INVALID_ARGUMENT, "struct_size",
        lz_context_recompilation(f->context, 0, &first, &reason));
}

static void testExplain(void) {
  Fixture f = setUp(NULL);
  const float four[4] = {1, 1, 1, 1};
  lz_tensor *wider = makeVector(f.device, four, 4), *y = NULL;
  lz_tensor* inputs[2];
  inputs[0] = f.x, inputs[1] = wider;
  for (int i = 0; i < 2; ++i) {
    OK(lz_negate(inputs[i], LZ_HERE, &y));
    OK(lz_evaluate(&y, 1, LZ_BARRIER_WAIT, NULL));
    lz_tensor_release(y);
  }
  lz_string* text = NULL;
  OK(lz_context_explain_recompile(f.context, &text));
  CHECK(strstr(lz_string_data(text), "tensor<4xf32>") &&
        strstr(lz_string_data(text), "tensor<3xf32>"));
  lz_string_release(text);
  testRecompilations(&f);
  lz_tensor_release(wider);
  tearDown(&f);
}

/* A call without operands runs on the device of its function. */
static void testACallThatCapturesAll(void) {
  Fixture f = setUp(NULL);
  lz_function* function = NULL;
  lz_tensor *sum = NULL, *out = NULL, *none = NULL;
  const float want[3] = {2, 4, 6};
  OK(lz_function_begin(f.device, "captures", &function));
  OK(lz_add(f.x, f.x, LZ_HERE, &sum));
  OK(lz_function_finish(function, &sum, 1));
  OK(lz_call(&none, 0, function, LZ_HERE, &out, 1));
  expectValues(out, want, 3);
  lz_tensor_release(sum), lz_tensor_release(out);
  lz_function_release(function);
  tearDown(&f);
}

static void testTwoContexts(void) {
  Fixture f = setUp(NULL), g = setUp(NULL);
  lz_tensor* y = NULL;
  FAILS(LZ_INVALID_ARGUMENT, "of another context; copy one of them", lz_add(f.x, g.x, LZ_HERE, &y));
  tearDown(&f);
  OK(lz_add(g.x, g.x, LZ_HERE, &y));
  const float want[3] = {2, 4, 6};
  expectValues(y, want, 3);
  lz_tensor_release(y);
  tearDown(&g);
}

static void testReleaseAfterContext(void) {
  Fixture f = setUp(NULL);
  lz_tensor* y = NULL;
  OK(lz_add(f.x, f.x, LZ_HERE, &y));
  tearDown(&f);
  const float want[3] = {2, 4, 6};
  expectValues(y, want, 3); /* the library keeps what the tensor needs */
  lz_tensor_release(y);
}

static void testOpByOp(void) {
  lz_context_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.op_by_op = 1;
  Fixture f = setUp(&options);
  lz_tensor *y = NULL, *z = NULL;
  OK(lz_add(f.x, f.x, LZ_HERE, &y));
  OK(lz_multiply(y, y, LZ_HERE, &z));
  CHECK(counter(&f, LZ_COUNTER_EXECUTIONS) == 2);
  const float want[3] = {4, 16, 36};
  expectValues(z, want, 3);
  lz_tensor_release(y), lz_tensor_release(z);
  tearDown(&f);
}

int main(void) {
  CHECK(lz_version() == LZ_VERSION && lz_abi_version() == LZ_ABI_VERSION);
  testRecordAndRead();
  testPrintRecording();
  testSteps();
  testDonate();
  testDonateToWiderElements();
  testHostModes();
  testExplain();
  testACallThatCapturesAll();
  testTwoContexts();
  testReleaseAfterContext();
  testOpByOp();
  return finish();
}
