/* Asynchronous reads of tensors in every state, into memory of any layout. */
#include "check.h"
#include "endless.h"
#include "soon.h"

#include <pthread.h>

static lz_event* readLater(lz_tensor* tensor, void* data, size_t size, const int64_t* strides) {
  const lz_read_options options = {sizeof options, strides};
  lz_event* event = NULL;
  OK(lz_tensor_read_async(tensor, data, size, &options, &event));
  return event;
}

static void expectReady(lz_event* event, int expected) {
  int32_t ready = -1;
  OK(lz_event_is_ready(event, &ready));
  CHECK(ready == expected);
}

static void ends(lz_event* event) {
  OK(lz_event_wait(event, LZ_WAIT_FOREVER));
  lz_event_release(event);
}

static void ofWhatIsInMemoryItIsOverAtOnce(void) {
  Fixture f = setUp(NULL);
  float values[3] = {0, 0, 0}, number = 0;
  const int64_t three = 3, none[2] = {0, 5};
  lz_tensor *constant = NULL, *scalar = NULL, *empty = NULL;
  lz_event* event = readLater(f.x, values, sizeof values, NULL);
  expectReady(event, 1);
  ends(event);
  CHECK(values[0] == 1 && values[1] == 2 && values[2] == 3);
  const float four[3] = {4, 5, 6};
  OK(lz_constant(f.device, LZ_DTYPE_F32, &three, 1, four, LZ_HERE, &constant));
  OK(lz_scalar_f64(f.device, LZ_DTYPE_F32, 2.5, LZ_HERE, &scalar));
  OK(lz_tensor_from_host(f.device, LZ_DTYPE_F32, none, 2, NULL, NULL, &empty));
  ends(readLater(constant, values, sizeof values, NULL));
  CHECK(values[0] == 4 && values[2] == 6);
  ends(readLater(scalar, &number, sizeof number, NULL));
  CHECK(number == 2.5f);
  ends(readLater(empty, NULL, 0, NULL));
  const int64_t strides[2] = {-8, 0};
  ends(readLater(empty, NULL, 0, strides));
  OK(lz_context_shutdown(f.context));
  ends(readLater(f.x, values, sizeof values, NULL));
  CHECK(values[2] == 3);
  lz_tensor_release(constant), lz_tensor_release(scalar), lz_tensor_release(empty);
  tearDown(&f);
}

/* No thread waits, so the stream's thread copies the value, after the tensor has been released. */
static void ofWhatIsPendingNobodyHasToWait(void) {
  Fixture f = setUp(NULL);
  float values[3] = {0, 0, 0};
  lz_tensor* sum = NULL;
  OK(lz_add(f.x, f.x, LZ_HERE, &sum));
  lz_event* event = readLater(sum, values, sizeof values, NULL);
  lz_tensor_release(sum);
  int32_t ready = 0;
  while (!ready) {
    pause20Ms();
    OK(lz_event_is_ready(event, &ready));
  }
  CHECK(values[0] == 2 && values[1] == 4 && values[2] == 6);
  ends(event);
  /* A thread that waits for the event runs the work itself. */
  OK(lz_multiply(f.x, f.x, LZ_HERE, &sum));
  ends(readLater(sum, values, sizeof values, NULL));
  CHECK(values[0] == 1 && values[1] == 4 && values[2] == 9);
  lz_tensor_release(sum);
  tearDown(&f);
}

static void intoMemoryOfAnyLayout(void) {
  Fixture f = setUp(NULL);
  const float values[6] = {1, 2, 3, 4, 5, 6};
  const int64_t dims[2] = {2, 3};
  lz_tensor *x = NULL, *y = NULL;
  float to[12];
  OK(lz_tensor_from_host(f.device, LZ_DTYPE_F32, dims, 2, values, NULL, &x));
  OK(lz_negate(x, LZ_HERE, &y));
  const int64_t columns[2] = {4, 8}; /* transposed */
  ends(readLater(y, to, sizeof values, columns));
  CHECK(to[0] == -1 && to[1] == -4 && to[2] == -2 && to[3] == -5 && to[4] == -3 && to[5] == -6);
  const int64_t apart[2] = {INT64_MAX / 3, INT64_MAX / 4};
  const lz_read_options far = {sizeof far, apart};
  lz_event* none = NULL;
  FAILS(LZ_INVALID_ARGUMENT, "byte_strides[1]",
        lz_tensor_read_async(y, to, sizeof values, &far, &none));
  CHECK(!none);
  const int64_t backwards[2] = {-12, -4};
  ends(readLater(x, &to[5], sizeof values, backwards));
  CHECK(to[5] == 1 && to[4] == 2 && to[3] == 3 && to[2] == 4 && to[1] == 5 && to[0] == 6);
  memset(to, 0, sizeof to);
  const int64_t gaps[2] = {24, 8};
  ends(readLater(x, to, sizeof values, gaps));
  CHECK(to[0] == 1 && to[1] == 0 && to[2] == 2 && to[4] == 3 && to[6] == 4 && to[10] == 6);
  memset(to, 0, sizeof to);
  const int64_t oneRow[2] = {0, 4}; /* the last row stays as it was */
  ends(readLater(x, to, sizeof values, oneRow));
  CHECK(to[0] == 4 && to[1] == 5 && to[2] == 6 && to[3] == 0);
  char bytes[sizeof values + 1]; /* not aligned */
  ends(readLater(x, bytes + 1, sizeof values, NULL));
  CHECK(memcmp(bytes + 1, values, sizeof values) == 0);
  lz_tensor_release(x), lz_tensor_release(y);
  tearDown(&f);
}

/* Reads of work that never ends and of work that has failed. A read that is cancelled lets the
 * work go on. */
static void ofWorkInFlight(void) {
  Fixture f = setUp(NULL);
  float values[3] = {7, 7, 7}, again[3] = {7, 7, 7};
  lz_tensor* never = endless(f.device, 3);
  lz_event* event = readLater(never, values, sizeof values, NULL);
  lz_event* other = readLater(never, again, sizeof again, NULL);
  lz_event* work = NULL;
  OK(lz_tensor_event(never, &work));
  FAILS(LZ_DEADLINE_EXCEEDED, "running", lz_event_wait(event, 20000000));
  const double since = now();
  OK(lz_event_cancel(event));
  FAILS(LZ_CANCELLED, "cancelled", lz_event_wait(event, LZ_WAIT_FOREVER));
  ended("a read cancelled by its event", since);
  expectReady(other, 0);
  expectReady(work, 0);
  OK(lz_event_cancel(work));
  FAILS(LZ_CANCELLED, "cancelled", lz_event_wait(other, LZ_WAIT_FOREVER));
  CHECK(values[0] == 7 && again[0] == 7);
  lz_event_release(event), lz_event_release(other);
  /* The work has failed already. */
  event = readLater(never, values, sizeof values, NULL);
  FAILS(LZ_CANCELLED, "cancelled", lz_event_wait(event, 0));
  lz_event_release(event), lz_event_release(work), lz_tensor_release(never);
  tearDown(&f);
}

static void shutdownEndsThem(void) {
  Fixture f = setUp(NULL);
  float values[3];
  lz_tensor *never = endless(f.device, 3), *sum = NULL;
  lz_event* event = readLater(never, values, sizeof values, NULL);
  OK(lz_add(f.x, f.x, LZ_HERE, &sum));
  lz_event* queued = readLater(sum, values, sizeof values, NULL);
  OK(lz_context_shutdown(f.context));
  FAILS(LZ_CANCELLED, "cancelled", lz_event_wait(event, 0));
  FAILS(LZ_CANCELLED, "cancelled", lz_event_wait(queued, 0));
  lz_event_release(event), lz_event_release(queued);
  lz_tensor_release(never), lz_tensor_release(sum);
  tearDown(&f);
}

/* A read that was requested before a donation succeeds, even if the value was not computed then. */
static void whatIsDonated(void) {
  Fixture f = setUp(NULL);
  float values[3] = {0, 0, 0};
  lz_tensor *x = NULL, *y = NULL;
  lz_event* event = NULL;
  OK(lz_add(f.x, f.x, LZ_HERE, &x));
  lz_event* before = readLater(x, values, sizeof values, NULL);
  OK(lz_tensor_donate(x));
  OK(lz_negate(x, LZ_HERE, &y));
  OK(lz_context_barrier(f.context, NULL, LZ_BARRIER_WAIT, NULL));
  ends(before);
  CHECK(values[0] == 2 && values[1] == 4 && values[2] == 6);
  FAILS(LZ_FAILED_PRECONDITION, "donated",
        lz_tensor_read_async(x, values, sizeof values, NULL, &event));
  CHECK(event == NULL);
  ends(readLater(y, values, sizeof values, NULL));
  CHECK(values[0] == -2);
  lz_tensor_release(x), lz_tensor_release(y);
  tearDown(&f);
}

static void misuse(void) {
  Fixture f = setUp(NULL);
  float values[3];
  lz_event* event = (lz_event*)values;
  lz_read_options options = {0, NULL};
  lz_function* function = NULL;
  lz_tensor *parameter = NULL, *sum = NULL;
  FAILS(LZ_INVALID_ARGUMENT, "size is 11", lz_tensor_read_async(f.x, values, 11, NULL, &event));
  CHECK(event == NULL);
  FAILS(LZ_INVALID_ARGUMENT, "data is NULL", lz_tensor_read_async(f.x, NULL, 12, NULL, &event));
  FAILS(LZ_INVALID_ARGUMENT, "out_event", lz_tensor_read_async(f.x, values, 12, NULL, NULL));
  FAILS(LZ_INVALID_ARGUMENT, "tensor is NULL",
        lz_tensor_read_async(NULL, values, 12, NULL, &event));
  FAILS(LZ_INVALID_ARGUMENT, "struct_size is 0",
        lz_tensor_read_async(f.x, values, 12, &options, &event));
  options.struct_size = SIZE_MAX;
  FAILS(LZ_INVALID_ARGUMENT, "struct_size",
        lz_tensor_read_async(f.x, values, 12, &options, &event));
  struct {
    lz_read_options known;
    int64_t unknown;
  } newer = {{sizeof newer, NULL}, 1};
  FAILS(LZ_INVALID_ARGUMENT, "does not know",
        lz_tensor_read_async(f.x, values, 12, &newer.known, &event));
  OK(lz_function_begin(f.device, "f", &function));
  OK(lz_function_parameter(function, LZ_DTYPE_F32, NULL, 0, &parameter));
  FAILS(LZ_FAILED_PRECONDITION, "parameter",
        lz_tensor_read_async(parameter, values, 4, NULL, &event));
  OK(lz_add(f.x, f.x, LZ_HERE, &sum));
  OK(lz_context_shutdown(f.context));
  FAILS(LZ_FAILED_PRECONDITION, "shut down", lz_tensor_read_async(sum, values, 12, NULL, &event));
  lz_tensor_release(parameter), lz_tensor_release(sum);
  lz_function_release(function);
  tearDown(&f);
}

/* The tensor has 4 TiB, more than any machine. Each way to read it returns an error and writes
 * nothing. */
static void ofWhatNoMachineHasRoomForIsAnError(void) {
  Fixture f = setUp(NULL);
  const int64_t dims[2] = {INT64_C(1) << 20, INT64_C(1) << 20};
  const size_t bytes = (size_t)4 << 40;
  float one = 1, untouched = 7;
  lz_tensor *scalar = NULL, *huge = NULL, *copy = NULL;
  lz_event* event = NULL;
  lz_view* view = NULL;
  struct DLManagedTensorVersioned* managed = NULL;
  OK(lz_scalar(f.device, LZ_DTYPE_F32, &one, LZ_HERE, &scalar));
  OK(lz_broadcast_in_dim(scalar, NULL, 0, dims, 2, LZ_HERE, &huge));
  FAILS(LZ_RESOURCE_EXHAUSTED, "", lz_tensor_read(huge, &untouched, bytes));
  lz_status* status = lz_tensor_read_async(huge, &untouched, bytes, NULL, &event);
  if (!status)
    status = lz_event_wait(event, LZ_WAIT_FOREVER);
  CHECK(lz_status_code(status) == LZ_RESOURCE_EXHAUSTED);
  lz_status_release(status), lz_event_release(event);
  FAILS(LZ_RESOURCE_EXHAUSTED, "", lz_tensor_acquire_view(huge, &view));
  FAILS(LZ_RESOURCE_EXHAUSTED, "", lz_tensor_to_dlpack(huge, &managed));
  FAILS(LZ_RESOURCE_EXHAUSTED, "", lz_tensor_copy_to_device(huge, f.device, 0, &copy));
  FAILS(LZ_RESOURCE_EXHAUSTED, "", lz_evaluate(&huge, 1, LZ_BARRIER_WAIT, NULL));
  CHECK(untouched == 7 && !view && !managed && !copy);
  lz_tensor_release(scalar), lz_tensor_release(huge);
  tearDown(&f);
}

enum { READERS = 3, STEPS = 200 };

static void* readOften(void* fixture) {
  Fixture* f = (Fixture*)fixture;
  for (int i = 0; i < STEPS; ++i) {
    float values[3] = {0, 0, 0};
    lz_tensor* sum = NULL;
    OK(lz_add(f->x, f->x, LZ_HERE, &sum));
    lz_event* event = readLater(sum, values, sizeof values, NULL);
    lz_tensor_release(sum);
    if (i % 3 == 0) {
      OK(lz_event_cancel(event));
      lz_status_release(lz_event_wait(event, LZ_WAIT_FOREVER));
      CHECK(values[2] == 0 || values[2] == 6);
    } else {
      OK(lz_event_wait(event, LZ_WAIT_FOREVER));
      CHECK(values[0] == 2 && values[2] == 6);
    }
    lz_event_release(event);
  }
  return NULL;
}

static void fromSeveralThreads(void) {
  Fixture f = setUp(NULL);
  pthread_t readers[READERS];
  for (int i = 0; i < READERS; ++i)
    CHECK(pthread_create(&readers[i], NULL, readOften, &f) == 0);
  for (int i = 0; i < READERS; ++i)
    pthread_join(readers[i], NULL);
  tearDown(&f);
}

int main(void) {
  ofWhatIsInMemoryItIsOverAtOnce();
  ofWhatIsPendingNobodyHasToWait();
  intoMemoryOfAnyLayout();
  SOON(ofWorkInFlight());
  shutdownEndsThem();
  whatIsDonated();
  misuse();
  ofWhatNoMachineHasRoomForIsAnError();
  fromSeveralThreads();
  return finish();
}
