/* Several devices of the host: behaviours 8 and 41 of docs/lazy-behaviours.md. */
#include "lazy/devices.h"

#include "soon.h"

static void testSharesOfTheMachine(void) {
  Devices d = open(3);
  size_t count = 0;
  OK(lz_context_num_devices(d.on[0].context, &count));
  CHECK(count == 3);
  for (size_t i = 0; i < count; ++i) {
    int32_t threads = 0, same = -1;
    char name[16];
    snprintf(name, sizeof name, "host:%zu", i);
    OK(lz_device_threads(d.on[i].device, &threads));
    OK(lz_device_is_same(d.on[i].device, d.on[0].device, &same));
    CHECK(threads == 2 && lz_device_index(d.on[i].device) == (int32_t)i && same == (i == 0));
    CHECK(strcmp(lz_device_name(d.on[i].device), name) == 0);
  }
  lz_device* beyond = NULL;
  FAILS(LZ_OUT_OF_RANGE, "index 3 is too large: the context has 3 devices",
        lz_context_device(d.on[0].context, 3, &beyond));
  shut(&d);
  lz_context_options options = defaultOptions();
  lz_context* context = NULL;
  options.host_devices = 65;
  FAILS(LZ_INVALID_ARGUMENT, "host_devices is 65", lz_context_create(&options, &context));
}

/* Each device has half of the budget, and cannot use what the other one has left. */
static void testSharesOfTheBudget(void) {
  enum { QUARTER = 1 << 22 };
  static float zeros[QUARTER / sizeof(float)];
  lz_context_options options = defaultOptions();
  lz_context* context = NULL;
  lz_device* second = NULL;
  lz_tensor *fits = NULL, *number = NULL, *tooMuch = NULL;
  options.host_devices = 2;
  options.budget_bytes = 4 * QUARTER;
  OK(lz_context_create(&options, &context));
  OK(lz_context_device(context, 1, &second));
  const int64_t n = QUARTER / sizeof(float), twoAndAHalf = 5 * n / 2;
  OK(lz_tensor_from_host(second, LZ_DTYPE_F32, &n, 1, zeros, NULL, &fits));
  OK(lz_scalar_f64(second, LZ_DTYPE_F32, 3, LZ_HERE, &number));
  OK(lz_broadcast_in_dim(number, NULL, 0, &twoAndAHalf, 1, LZ_HERE, &tooMuch));
  FAILS(LZ_RESOURCE_EXHAUSTED, "", lz_evaluate(&tooMuch, 1, LZ_BARRIER_WAIT, NULL));
  int64_t inUse = 0;
  OK(lz_context_counter(context, LZ_COUNTER_BYTES_IN_USE, &inUse));
  CHECK(inUse >= QUARTER && inUse < 2 * QUARTER);
  lz_tensor_release(fits), lz_tensor_release(number), lz_tensor_release(tooMuch);
  lz_device_release(second), lz_context_release(context);
}

/* Returns when the test sets `mayGo`, or after ten seconds. */
static int mayGo;
static lz_status* waitToGo(void* user, const lz_host_call_args* args) {
  const double start = now();
  (void)user;
  memcpy(args->results[0].data, args->operands[0].data, (size_t)args->results[0].nbytes);
  while (!__atomic_load_n(&mayGo, __ATOMIC_SEQ_CST))
    if (now() - start > 10e3)
      return lz_status_create(LZ_DEADLINE_EXCEEDED, "another device waited for this one");
  return NULL;
}

/* The event of a barrier of all devices belongs to no device. Later work of one device does not
 * wait for the other devices. */
static void behaviour08_aBarrierOfAllHoldsUpNoDevice(void) {
  for (size_t slow = 0; slow < 2; ++slow) {
    Devices d = open(2);
    lz_barrier* made = NULL;
    lz_event* event = NULL;
    __atomic_store_n(&mayGo, 0, __ATOMIC_SEQ_CST);
    registerCall(&d.on[0], "wait_to_go", waitToGo, NULL, 0);
    lz_tensor* late = callOn(&d.on[slow], "wait_to_go", d.on[slow].x);
    OK(lz_context_barrier(d.on[0].context, NULL, 0, &made));
    OK(lz_barrier_event(made, &event));
    const float x = (float)(2 - slow);
    lz_tensor* y = doubled(&d.on[1 - slow]);
    expectValues(y, 2 * x, 2 * x + 2, 2 * x + 4);
    FAILS(LZ_DEADLINE_EXCEEDED, "", lz_event_wait(event, 0));
    __atomic_store_n(&mayGo, 1, __ATOMIC_SEQ_CST);
    OK(lz_event_wait(event, LZ_WAIT_FOREVER));
    lz_tensor_release(late), lz_tensor_release(y);
    lz_event_release(event), lz_barrier_release(made);
    shut(&d);
  }
}

static void behaviour08_aBarrierOfOneDevice(void) {
  Devices d = open(2);
  lz_tensor *a = doubled(&d.on[0]), *b = doubled(&d.on[1]);
  OK(lz_context_barrier(d.on[0].context, d.on[1].device, LZ_BARRIER_WAIT, NULL));
  CHECK(isPending(a) && !isPending(b));
  CHECK(counter(&d.on[0], LZ_COUNTER_EXECUTIONS) == 1);
  expectValues(b, 4, 6, 8);
  expectValues(a, 2, 4, 6);
  CHECK(counter(&d.on[0], LZ_COUNTER_COMPILES) == 1); /* one program for both */
  Fixture other = setUp(NULL);
  FAILS(LZ_INVALID_ARGUMENT, "another context",
        lz_context_barrier(d.on[0].context, other.device, 0, NULL));
  tearDown(&other);
  lz_tensor_release(a), lz_tensor_release(b);
  shut(&d);
}

static void behaviour08_aBarrierOfAll(void) {
  Devices d = open(3);
  lz_tensor* sums[3];
  lz_barrier* made = NULL;
  lz_event* event = NULL;
  lz_executable* executable = NULL;
  lz_barrier_statistics statistics;
  memset(&statistics, 0, sizeof statistics);
  statistics.struct_size = sizeof statistics;
  for (size_t i = 0; i < 3; ++i)
    sums[i] = doubled(&d.on[i]);
  OK(lz_context_barrier(d.on[0].context, NULL, 0, &made));
  for (size_t i = 0; i < 3; ++i)
    CHECK(!isPending(sums[i]));
  OK(lz_barrier_get_statistics(made, &statistics));
  CHECK(statistics.ops == 3 && statistics.outputs == 3 && statistics.inputs == 3);
  CHECK(statistics.segments == 3 && statistics.compiles == 1);
  OK(lz_barrier_event(made, &event));
  OK(lz_event_wait(event, LZ_WAIT_FOREVER));
  CHECK(counter(&d.on[0], LZ_COUNTER_EXECUTIONS) == 3);
  CHECK(counter(&d.on[0], LZ_COUNTER_BARRIERS) == 1);
  OK(lz_barrier_executable(made, 2, &executable));
  for (size_t i = 0; i < 3; ++i) {
    lz_tensor* out = NULL;
    lz_device* device = NULL;
    OK(lz_executable_run(executable, &d.on[i].x, 1, NULL, &out, 1)); /* out is where x is */
    OK(lz_tensor_device(out, &device));
    CHECK(lz_device_index(device) == (int32_t)i);
    expectValues(out, 2 * (float)(i + 1), 2 * (float)(i + 2), 2 * (float)(i + 3));
    lz_device_release(device), lz_tensor_release(out);
  }
  lz_executable_release(executable);
  lz_event_release(event), lz_barrier_release(made);
  for (size_t i = 0; i < 3; ++i)
    lz_tensor_release(sums[i]);
  shut(&d);
}

/* The barrier reports the error of one device, and the other devices compute their tensors. */
static void behaviour08_anErrorOfOneDevice(void) {
  Devices d = open(2);
  registerCall(&d.on[0], "refuse", refuse, NULL, 0);
  lz_tensor *a = callOn(&d.on[0], "refuse", d.on[0].x), *b = doubled(&d.on[1]);
  FAILS(LZ_ABORTED, "had enough", lz_context_barrier(d.on[0].context, NULL, LZ_BARRIER_WAIT, NULL));
  CHECK(!isPending(b));
  expectValues(b, 4, 6, 8);
  float values[3];
  FAILS(LZ_ABORTED, "had enough", lz_tensor_read(a, values, sizeof values));
  lz_tensor_release(a), lz_tensor_release(b);
  shut(&d);
}

/* Returns when there is one call for each device, or after ten seconds. */
static int met;
static lz_status* meet(void* user, const lz_host_call_args* args) {
  const int count = *(const int*)user;
  const double start = now();
  memcpy(args->results[0].data, args->operands[0].data, (size_t)args->results[0].nbytes);
  __atomic_fetch_add(&met, 1, __ATOMIC_SEQ_CST);
  while (__atomic_load_n(&met, __ATOMIC_SEQ_CST) < count)
    if (now() - start > 10e3)
      return lz_status_create(LZ_DEADLINE_EXCEEDED, "the other devices did not come");
  return NULL;
}

static void behaviour41_devicesWorkAtOnce(void) {
  Devices d = open(MOST_DEVICES);
  int count = MOST_DEVICES;
  lz_tensor* out[MOST_DEVICES];
  registerCall(&d.on[0], "meet", meet, &count, 0);
  for (size_t i = 0; i < d.count; ++i)
    out[i] = callOn(&d.on[i], "meet", d.on[i].x);
  OK(lz_context_barrier(d.on[0].context, NULL, LZ_BARRIER_WAIT, NULL));
  for (size_t i = 0; i < d.count; ++i) {
    expectValues(out[i], (float)(i + 1), (float)(i + 2), (float)(i + 3));
    lz_tensor_release(out[i]);
  }
  shut(&d);
}

static void behaviour41_nothingMovesBetweenDevices(void) {
  Devices d = open(2);
  lz_tensor *y = NULL, *copy = NULL, *both[2] = {d.on[0].x, d.on[1].x};
  FAILS(LZ_INVALID_ARGUMENT, "host:0 and host:1", lz_add(d.on[0].x, d.on[1].x, LZ_HERE, &y));
  FAILS(LZ_INVALID_ARGUMENT, "another device", lz_evaluate(both, 2, 0, NULL));
  OK(lz_tensor_copy_to_device(d.on[0].x, d.on[1].device, 0, &copy));
  y = binary(lz_add, copy, d.on[1].x);
  expectValues(y, 3, 5, 7);
  lz_tensor_release(y), lz_tensor_release(copy);
  shut(&d);
}

static void behaviour41_aProgramRunsWhereItsInputsAre(void) {
  Devices d = open(2);
  Fixture other = setUp(NULL);
  lz_function* function = NULL;
  lz_executable *plain = NULL, *bound = NULL;
  lz_tensor *p[2], *sum = NULL, *out = NULL, *mixed[2] = {d.on[1].x, d.on[0].x};
  for (int captures = 0; captures < 2; ++captures) {
    OK(lz_function_begin(d.on[0].device, "sum", &function));
    for (int i = 0; i < 2; ++i)
      OK(lz_function_parameter(function, LZ_DTYPE_F32, kThree, 1, &p[i]));
    sum = binary(lz_add, p[0], p[1]);
    if (captures)
      update(lz_add, &sum, d.on[0].x);
    OK(lz_function_finish(function, &sum, 1));
    OK(lz_function_compile(function, NULL, captures ? &bound : &plain));
    lz_tensor_release(p[0]), lz_tensor_release(p[1]), lz_tensor_release(sum);
    lz_function_release(function);
  }
  FAILS(LZ_INVALID_ARGUMENT,
        "input 1 is on device host:0, but the run is on another device, host:1",
        lz_executable_run(plain, mixed, 2, NULL, &out, 1));
  mixed[1] = d.on[1].x;
  OK(lz_executable_run(plain, mixed, 2, NULL, &out, 1));
  expectValues(out, 4, 6, 8);
  lz_tensor_release(out);
  FAILS(LZ_INVALID_ARGUMENT,
        "input 0 is on device host:1, but the run is on another device, host:0",
        lz_executable_run(bound, mixed, 2, NULL, &out, 1));
  mixed[0] = mixed[1] = other.x;
  FAILS(LZ_INVALID_ARGUMENT, "another device", lz_executable_run(plain, mixed, 2, NULL, &out, 1));
  lz_executable_release(plain), lz_executable_release(bound);
  tearDown(&other), shut(&d);
}

int main(void) {
  testSharesOfTheMachine();
  testSharesOfTheBudget();
  behaviour08_aBarrierOfOneDevice();
  behaviour08_aBarrierOfAll();
  behaviour08_aBarrierOfAllHoldsUpNoDevice();
  behaviour08_anErrorOfOneDevice();
  behaviour41_devicesWorkAtOnce();
  behaviour41_nothingMovesBetweenDevices();
  behaviour41_aProgramRunsWhereItsInputsAre();
  return finish();
}
