/* Several devices of the host: behaviours 8, 41 and 43 of docs/lazy-behaviours.md. */
#include "lazy/behaviours.h"
#include "soon.h"

enum { MOST_DEVICES = 4 };

/* A context, its devices, and on each a vector [n, n + 1, n + 2] for device n, from 1. */
typedef struct {
  Fixture on[MOST_DEVICES];
  size_t count;
} Devices;

static Devices open(size_t count) {
  lz_context_options options = defaultOptions();
  lz_context* context = NULL;
  Devices d;
  memset(&d, 0, sizeof d);
  d.count = count;
  options.host_devices = (int64_t)count;
  options.threads = 2 * (int32_t)count;
  OK(lz_context_create(&options, &context));
  for (size_t i = 0; i < count; ++i) {
    const float first = (float)(i + 1), values[3] = {first, first + 1, first + 2};
    d.on[i].context = context;
    OK(lz_context_device(context, i, &d.on[i].device));
    d.on[i].x = makeVector(d.on[i].device, values, 3);
  }
  return d;
}

static void shut(Devices* d) {
  for (size_t i = 0; i < d->count; ++i) {
    lz_tensor_release(d->on[i].x);
    lz_device_release(d->on[i].device);
  }
  lz_context_release(d->on[0].context);
}

static lz_tensor* doubled(const Fixture* f) {
  return binary(lz_add, f->x, f->x);
}

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
  FAILS(LZ_OUT_OF_RANGE, "device 3 of 3", lz_context_device(d.on[0].context, 3, &beyond));
  shut(&d);
  lz_context_options options = defaultOptions();
  lz_context* context = NULL;
  options.host_devices = 65;
  FAILS(LZ_INVALID_ARGUMENT, "host_devices is 65", lz_context_create(&options, &context));
}

/* Half of the budget each: what one has left is of no use to the other. */
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
  /* The program of the third segment is one of the third device. */
  lz_tensor* out = NULL;
  OK(lz_barrier_executable(made, 2, &executable));
  FAILS(LZ_INVALID_ARGUMENT, "another device",
        lz_executable_run(executable, &d.on[0].x, 1, NULL, &out, 1));
  OK(lz_executable_run(executable, &d.on[2].x, 1, NULL, &out, 1));
  expectValues(out, 6, 8, 10);
  lz_tensor_release(out), lz_executable_release(executable);
  lz_event_release(event), lz_barrier_release(made);
  for (size_t i = 0; i < 3; ++i)
    lz_tensor_release(sums[i]);
  shut(&d);
}

static lz_status* refuse(void* user, const lz_host_call_args* args) {
  (void)user, (void)args;
  return lz_status_create(LZ_ABORTED, "device 0 has had enough");
}

/* What fails on one device is said by the barrier, and the others are computed. */
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

/* Returns when as many others have come as there are devices, or after ten seconds. */
static int met;
static lz_status* meet(void* user, const lz_host_call_args* args) {
  const int count = *(const int*)user;
  const double start = now();
  memcpy(args->results[0].data, args->operands[0].data, (size_t)args->results[0].nbytes);
  __atomic_fetch_add(&met, 1, __ATOMIC_SEQ_CST);
  while (__atomic_load_n(&met, __ATOMIC_SEQ_CST) < count)
    if (now() - start > 10e3)
      return lz_status_create(LZ_DEADLINE_EXCEEDED, "nobody came");
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

static void allReduce(lz_tensor** tensors, size_t count, lz_reduction reduction, double scale) {
  lz_tensor* out[MOST_DEVICES];
  OK(lz_all_reduce(tensors, count, reduction, scale, LZ_HERE, out));
  for (size_t i = 0; i < count; ++i) {
    lz_tensor_release(tensors[i]);
    tensors[i] = out[i];
  }
}

static void behaviour43_allReduce(void) {
  static const struct {
    lz_reduction reduction;
    double scale;
    float values[3];
  } kCases[] = {{LZ_REDUCTION_SUM, 1, {12, 18, 24}},
                {LZ_REDUCTION_SUM, 0.5, {6, 9, 12}},
                {LZ_REDUCTION_PRODUCT, 1, {48, 192, 480}},
                {LZ_REDUCTION_MINIMUM, 2, {4, 8, 12}},
                {LZ_REDUCTION_MAXIMUM, 1, {6, 8, 10}}};
  Devices d = open(3);
  for (size_t c = 0; c < COUNT(kCases); ++c) {
    lz_tensor* all[3];
    for (size_t i = 0; i < 3; ++i)
      all[i] = doubled(&d.on[i]);
    allReduce(all, 3, kCases[c].reduction, kCases[c].scale);
    for (size_t i = 0; i < 3; ++i) {
      lz_device* device = NULL;
      CHECK(isPending(all[i]));
      OK(lz_tensor_device(all[i], &device));
      CHECK(lz_device_index(device) == (int32_t)i);
      lz_device_release(device);
      const float* want = kCases[c].values;
      expectValues(all[i], want[0], want[1], want[2]);
      lz_tensor_release(all[i]);
    }
  }
  shut(&d);
}

/* 1e8 + 1 - 1e8 is 0 in the order of the devices, and 1 in another. */
static void behaviour43_inAFixedOrder(void) {
  static const float kParts[3] = {1e8F, 1, -1e8F};
  for (int repeat = 0; repeat < 50; ++repeat) {
    Devices d = open(3);
    lz_tensor* all[3];
    for (size_t i = 0; i < 3; ++i)
      all[i] = scalar(&d.on[i], (double)kParts[i]);
    allReduce(all, 3, LZ_REDUCTION_SUM, 1);
    OK(lz_context_barrier(d.on[0].context, NULL, 0, NULL));
    for (size_t i = 3; i-- > 0;) {
      CHECK(readOne(all[i]) == 0);
      lz_tensor_release(all[i]);
    }
    shut(&d);
  }
}

/* x becomes the mean of all 3 x, again and again; nobody waits, and each step follows the others'
 * step before. */
static void behaviour43_stepsInFlight(void) {
  enum { STEPS = 200 };
  Devices d = open(MOST_DEVICES);
  lz_tensor* x[MOST_DEVICES];
  for (size_t i = 0; i < d.count; ++i)
    x[i] = scalar(&d.on[i], (double)(i + 1));
  for (int step = 0; step < STEPS; ++step) {
    for (size_t i = 0; i < d.count; ++i) {
      lz_tensor *half = scalar(&d.on[i], 0.5), *two = scalar(&d.on[i], 2);
      update(lz_multiply, &x[i], half);
      update(lz_multiply, &x[i], two);
      lz_tensor_release(half), lz_tensor_release(two);
    }
    allReduce(x, d.count, LZ_REDUCTION_SUM, 0.25);
    if (step % 3 == 0)
      OK(lz_context_barrier(d.on[0].context, step % 2 ? NULL : d.on[1].device, 0, NULL));
  }
  OK(lz_context_barrier(d.on[0].context, NULL, LZ_BARRIER_WAIT, NULL));
  for (size_t i = 0; i < d.count; ++i) {
    CHECK(readOne(x[i]) == 2.5F);
    lz_tensor_release(x[i]);
  }
  CHECK(counter(&d.on[0], LZ_COUNTER_COMPILES) < 20);
  shut(&d);
}

/* A value that another device reads is not overwritten, whatever its owner does with it. */
static void behaviour43_whatIsLentStays(void) {
  for (int repeat = 0; repeat < 50; ++repeat) {
    Devices d = open(2);
    lz_tensor *out[2], *in[2] = {doubled(&d.on[0]), doubled(&d.on[1])};
    OK(lz_all_reduce(in, 2, LZ_REDUCTION_SUM, 1, LZ_HERE, out));
    OK(lz_tensor_donate(in[0]));
    lz_tensor* next = binary(lz_add, in[0], in[0]);
    lz_tensor_release(in[0]), lz_tensor_release(in[1]);
    OK(lz_context_barrier(d.on[0].context, d.on[0].device, LZ_BARRIER_WAIT, NULL));
    expectValues(out[1], 6, 10, 14);
    expectValues(out[0], 6, 10, 14);
    expectValues(next, 4, 8, 12);
    lz_tensor_release(out[0]), lz_tensor_release(out[1]), lz_tensor_release(next);
    shut(&d);
  }
}

static void behaviour43_wrongArguments(void) {
  Devices d = open(2);
  Fixture other = setUp(NULL);
  lz_tensor *out[2] = {NULL, NULL}, *two[2] = {d.on[0].x, NULL};
  lz_tensor* number = scalar(&d.on[1], 2);
  two[1] = number;
  FAILS(LZ_INVALID_ARGUMENT, "tensor 1 is tensor<f32>, tensor 0 is tensor<3xf32>",
        lz_all_reduce(two, 2, LZ_REDUCTION_SUM, 1, LZ_HERE, out));
  two[1] = other.x;
  lz_status* status = lz_all_reduce(two, 2, LZ_REDUCTION_SUM, 1, LZ_HERE, out);
  CHECK(lz_status_code(status) == LZ_INVALID_ARGUMENT);
  CHECK(strstr(lz_status_message(status), "another context"));
  CHECK(strstr(lz_status_location(status), "devices.c"));
  lz_status_release(status);
  two[1] = d.on[1].x;
  FAILS(LZ_INVALID_ARGUMENT, "LZ_REDUCTION", lz_all_reduce(two, 2, 9, 1, LZ_HERE, out));
  FAILS(LZ_INVALID_ARGUMENT, "no tensor", lz_all_reduce(two, 0, LZ_REDUCTION_SUM, 1, LZ_HERE, out));
  const int64_t dims = 2;
  const int32_t ones[2] = {1, 1};
  lz_tensor* whole = NULL;
  OK(lz_tensor_from_host(d.on[0].device, LZ_DTYPE_S32, &dims, 1, ones, NULL, &whole));
  FAILS(LZ_INVALID_ARGUMENT, "scale",
        lz_all_reduce(&whole, 1, LZ_REDUCTION_SUM, 0.5, LZ_HERE, out));
  OK(lz_tensor_delete(d.on[1].x));
  FAILS(LZ_FAILED_PRECONDITION, "deleted",
        lz_all_reduce(two, 2, LZ_REDUCTION_SUM, 1, LZ_HERE, out));
  CHECK(!out[0] && !out[1]);
  lz_tensor_release(whole), lz_tensor_release(number);
  tearDown(&other), shut(&d);
}

/* An input that fails on its device fails the sums, and nothing else. */
static void behaviour43_aFailureTravels(void) {
  Devices d = open(2);
  registerCall(&d.on[0], "refuse", refuse, NULL, 0);
  lz_tensor *out[2], *in[2] = {callOn(&d.on[0], "refuse", d.on[0].x), doubled(&d.on[1])};
  lz_status* status = lz_all_reduce(in, 2, LZ_REDUCTION_SUM, 1, LZ_HERE, out);
  if (!status) {
    lz_tensor* y = doubled(&d.on[1]);
    float values[3];
    FAILS(LZ_ABORTED, "had enough", lz_tensor_read(out[1], values, sizeof values));
    expectValues(y, 4, 6, 8);
    lz_tensor_release(y), lz_tensor_release(out[0]), lz_tensor_release(out[1]);
  } else { /* it had failed before it was asked for */
    CHECK(lz_status_code(status) == LZ_ABORTED);
    lz_status_release(status);
  }
  lz_tensor_release(in[0]), lz_tensor_release(in[1]);
  shut(&d);
}

int main(void) {
  testSharesOfTheMachine();
  testSharesOfTheBudget();
  behaviour08_aBarrierOfOneDevice();
  behaviour08_aBarrierOfAll();
  behaviour08_anErrorOfOneDevice();
  behaviour41_devicesWorkAtOnce();
  behaviour41_nothingMovesBetweenDevices();
  behaviour43_allReduce();
  behaviour43_inAFixedOrder();
  behaviour43_stepsInFlight();
  behaviour43_whatIsLentStays();
  behaviour43_wrongArguments();
  behaviour43_aFailureTravels();
  return finish();
}
