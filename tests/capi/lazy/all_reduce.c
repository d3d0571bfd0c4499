/* Collectives between devices: behaviour 43 of docs/lazy-behaviours.md. */
#include "lazy/devices.h"

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

/* 1e8 + 1 - 1e8 is 0 in the order of the devices, and 1 in another order. */
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

/* In each step, x becomes the mean of x over all devices. The host does not wait between the steps,
 * so it submits steps while the other devices still compute earlier steps. */
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

/* A value that another device reads is not overwritten, whatever its owner does. */
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
  FAILS(LZ_INVALID_ARGUMENT, "tensor 1 is tensor<f32>, but tensor 0 is tensor<3xf32>",
        lz_all_reduce(two, 2, LZ_REDUCTION_SUM, 1, LZ_HERE, out));
  two[1] = other.x;
  lz_status* status = lz_all_reduce(two, 2, LZ_REDUCTION_SUM, 1, LZ_HERE, out);
  CHECK(lz_status_code(status) == LZ_INVALID_ARGUMENT);
  CHECK(strstr(lz_status_message(status), "another context"));
  CHECK(strstr(lz_status_location(status), "all_reduce.c"));
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

/* If an input fails on its device, the sums fail, and nothing else fails. */
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
  } else { /* it had failed before */
    CHECK(lz_status_code(status) == LZ_ABORTED);
    lz_status_release(status);
  }
  lz_tensor_release(in[0]), lz_tensor_release(in[1]);
  shut(&d);
}

int main(void) {
  behaviour43_allReduce();
  behaviour43_inAFixedOrder();
  behaviour43_stepsInFlight();
  behaviour43_whatIsLentStays();
  behaviour43_wrongArguments();
  behaviour43_aFailureTravels();
  return finish();
}
