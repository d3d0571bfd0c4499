/* Barriers, reads, and recording during work in flight: behaviours 7 to 14 of
 * docs/lazy-behaviours.md. */
#include "lazy/behaviours.h"

/* y = 2 x, but not before the gate is open. */
static lz_status* slowTwice(void* user, const lz_host_call_args* args) {
  int calls = 0;
  while (!__atomic_load_n((int*)user, __ATOMIC_ACQUIRE)) {
  }
  return twice(&calls, args);
}

static lz_status* fails(void* user, const lz_host_call_args* args) {
  (void)user, (void)args;
  return lz_status_create(LZ_UNAVAILABLE, "the sensor is off");
}

static void behaviour07_aBarrierWaitsOnlyIfAsked(void) {
  Fixture f = setUp(NULL);
  int gate = 0;
  registerCall(&f, "slow", slowTwice, &gate, 0);
  lz_tensor *y = callOn(&f, "slow", f.x), *z = binary(lz_add, y, f.x);
  lz_barrier* made = NULL;
  lz_event* event = NULL;
  int32_t ready = -1;
  OK(lz_context_barrier(f.context, NULL, 0, &made));
  OK(lz_barrier_event(made, &event));
  OK(lz_event_is_ready(event, &ready));
  CHECK(ready == 0 && !isPending(z));
  __atomic_store_n(&gate, 1, __ATOMIC_RELEASE);
  barrier(&f, LZ_BARRIER_WAIT);
  OK(lz_event_is_ready(event, &ready));
  CHECK(ready == 1);
  expectValues(z, 3, 6, 9);
  lz_event_release(event), lz_barrier_release(made);
  lz_tensor_release(y), lz_tensor_release(z);
  tearDown(&f);
}

/* x + x has no handle, so it cannot be read. */
static void behaviour09_deadTensorsAreNoOutputs(void) {
  Fixture f = setUp(NULL);
  lz_tensor *two = spread(&f, 2), *three = spread(&f, 3);
  lz_tensor *w = binary(lz_add, f.x, two), *x = binary(lz_subtract, w, three);
  lz_tensor* twiceX = binary(lz_add, x, x);
  lz_tensor *y = binary(lz_add, twiceX, w), *z = binary(lz_add, y, y);
  lz_tensor_release(two), lz_tensor_release(three), lz_tensor_release(twiceX);
  const lz_barrier_statistics made = barrier(&f, LZ_BARRIER_WAIT);
  CHECK(made.outputs == 4 && made.segments == 1);
  expectValues(z, 2 * (0 + 3), 2 * (2 + 4), 2 * (4 + 5));
  lz_tensor_release(w), lz_tensor_release(x), lz_tensor_release(y), lz_tensor_release(z);
  tearDown(&f);
}

static void behaviour10_aReadComputesWhatItNeeds(void) {
  Fixture f = setUp(NULL);
  lz_tensor* x = binary(lz_add, f.x, f.x);
  lz_tensor *y = binary(lz_multiply, x, x), *z = binary(lz_divide, x, y);
  expectValues(y, 4, 16, 36);
  CHECK(!isPending(x) && !isPending(y) && isPending(z));
  CHECK(counter(&f, LZ_COUNTER_EXECUTIONS) == 1);
  expectValues(z, 0.5f, 0.25f, 6.0f / 36);
  lz_tensor_release(x), lz_tensor_release(y), lz_tensor_release(z);
  tearDown(&f);
}

static void behaviour11_aReadIsRemembered(void) {
  Fixture f = setUp(NULL);
  lz_tensor* y = binary(lz_add, f.x, f.x);
  for (int i = 0; i < 3; ++i)
    expectValues(y, 2, 4, 6);
  CHECK(counter(&f, LZ_COUNTER_EXECUTIONS) == 1);
  CHECK(barrier(&f, LZ_BARRIER_WAIT).ops == 0);
  CHECK(counter(&f, LZ_COUNTER_EXECUTIONS) == 1);
  lz_tensor_release(y);
  tearDown(&f);
}

static void behaviour12_aSecondBarrierOnlyWaits(void) {
  Fixture f = setUp(NULL);
  int gate = 0;
  registerCall(&f, "slow", slowTwice, &gate, 0);
  lz_tensor* y = callOn(&f, "slow", f.x);
  int32_t ready = -1;
  lz_event* event = NULL;
  barrier(&f, 0);
  OK(lz_tensor_event(y, &event));
  OK(lz_event_is_ready(event, &ready));
  CHECK(ready == 0);
  __atomic_store_n(&gate, 1, __ATOMIC_RELEASE);
  const lz_barrier_statistics second = barrier(&f, LZ_BARRIER_WAIT);
  CHECK(second.ops == 0 && second.outputs == 0 && counter(&f, LZ_COUNTER_EXECUTIONS) == 1);
  OK(lz_event_is_ready(event, &ready));
  CHECK(ready == 1);
  lz_event_release(event), lz_tensor_release(y);
  tearDown(&f);
}

/* The next step is recorded, cut and compiled while this one runs. */
static void behaviour13_recordingGoesOnWhileWorkRuns(void) {
  Fixture f = setUp(NULL);
  int gate = 0;
  registerCall(&f, "slow", slowTwice, &gate, 0);
  lz_tensor* y = callOn(&f, "slow", f.x);
  barrier(&f, 0);
  for (int step = 0; step < 5; ++step) {
    update(lz_add, &y, f.x);
    CHECK(barrier(&f, 0).ops == 1);
  }
  CHECK(counter(&f, LZ_COUNTER_COMPILES) >= 2);
  __atomic_store_n(&gate, 1, __ATOMIC_RELEASE);
  expectValues(y, 7, 14, 21);
  lz_tensor_release(y);
  tearDown(&f);
}

static void behaviour14_aFailureBelongsToWhatNeedsIt(void) {
  Fixture f = setUp(NULL);
  registerCall(&f, "broken", fails, NULL, 0);
  lz_tensor *bad = NULL, *worse = NULL;
  OK(lz_host_call(f.device, "broken", &f.x, 1, &kVector, NULL, LZ_HERE, &bad, 1));
  worse = binary(lz_add, bad, f.x);
  lz_tensor* good = binary(lz_multiply, f.x, f.x);
  float values[3];
  FAILS(LZ_UNAVAILABLE, "the sensor is off",
        lz_context_barrier(f.context, NULL, LZ_BARRIER_WAIT, NULL));
  /* The error belonged to the first barrier, so a second one succeeds. */
  OK(lz_context_barrier(f.context, NULL, LZ_BARRIER_WAIT, NULL));
  FAILS(LZ_UNAVAILABLE, "the sensor is off", lz_tensor_read(worse, values, sizeof values));
  readFails(bad, LZ_UNAVAILABLE, "barriers.c:");
  expectValues(good, 1, 4, 9);
  update(lz_add, &good, f.x);
  expectValues(good, 2, 6, 12);
  lz_tensor_release(bad), lz_tensor_release(worse), lz_tensor_release(good);
  tearDown(&f);
}

int main(void) {
  behaviour07_aBarrierWaitsOnlyIfAsked();
  behaviour09_deadTensorsAreNoOutputs();
  behaviour10_aReadComputesWhatItNeeds();
  behaviour11_aReadIsRemembered();
  behaviour12_aSecondBarrierOnlyWaits();
  behaviour13_recordingGoesOnWhileWorkRuns();
  behaviour14_aFailureBelongsToWhatNeedsIt();
  return finish();
}
