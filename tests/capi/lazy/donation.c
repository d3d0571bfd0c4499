/* Memory that is given away: behaviours 28 to 32 of docs/lazy-behaviours.md. */
#include "lazy/behaviours.h"

/* a += 1, read twice: the first counterexample of the paper on lazy tensors. */
static void behaviour28_lookingTwiceAddsOnce(void) {
  Fixture f = setUp(NULL);
  lz_tensor* one = spread(&f, 1);
  update(lz_add, &f.x, one);
  for (int i = 0; i < 2; ++i)
    expectValues(f.x, 2, 3, 4);
  CHECK(counter(&f, LZ_COUNTER_DONATED_INPUTS) == 0);
  lz_tensor_release(one);
  tearDown(&f);
}

/* b = a + 2; a += 1; b is read after a: the second counterexample of that paper. */
static void behaviour28_whoReadsTheOldValueHasIt(void) {
  Fixture f = setUp(NULL);
  lz_tensor *one = spread(&f, 1), *two = spread(&f, 2), *b = binary(lz_add, f.x, two);
  update(lz_add, &f.x, one);
  expectValues(f.x, 2, 3, 4);
  expectValues(b, 3, 4, 5);
  update(lz_add, &f.x, one);
  lz_tensor* c = binary(lz_add, f.x, b);
  barrier(&f, LZ_BARRIER_WAIT);
  expectValues(c, 6, 8, 10);
  expectValues(f.x, 3, 4, 5);
  lz_tensor_release(one), lz_tensor_release(two), lz_tensor_release(b), lz_tensor_release(c);
  tearDown(&f);
}

/* In each of ten updates of a large tensor its old value is donated, so there is never a second
 * copy. */
static void behaviour29_aBarrierGivesTheOldValueAway(void) {
  enum { LENGTH = 1 << 20 };
  static float values[LENGTH];
  Fixture f = setUp(NULL);
  lz_tensor* w = makeVector(f.device, values, LENGTH);
  barrier(&f, LZ_BARRIER_WAIT);
  OK(lz_context_reset_counters(f.context));
  for (int i = 0; i < 10; ++i) {
    lz_tensor* next = NULL;
    OK(lz_cosine(w, LZ_HERE, &next));
    lz_tensor_release(w);
    w = next;
  }
  CHECK(barrier(&f, LZ_BARRIER_WAIT).donated == 1);
  CHECK(counter(&f, LZ_COUNTER_PEAK_BYTES) < 2 * (int64_t)sizeof values);
  lz_tensor_release(w);
  tearDown(&f);
}

static void behaviour29_whatHasAnotherHandleStays(void) {
  Fixture f = setUp(NULL);
  lz_tensor_retain(f.x);
  lz_tensor *old = f.x, *one = spread(&f, 1);
  update(lz_add, &f.x, one);
  CHECK(barrier(&f, LZ_BARRIER_WAIT).donated == 0);
  expectValues(old, 1, 2, 3);
  expectValues(f.x, 2, 3, 4);
  lz_tensor_release(old), lz_tensor_release(one);
  tearDown(&f);
}

/* An evaluation of some tensors does not take over the memory of others. */
static void behaviour30_anEvaluationGivesNothingAway(void) {
  Fixture f = setUp(NULL);
  lz_tensor* one = spread(&f, 1);
  update(lz_add, &f.x, one);
  barrier(&f, LZ_BARRIER_WAIT);
  lz_tensor *y = binary(lz_multiply, f.x, f.x), *z = binary(lz_subtract, f.x, one);
  lz_tensor_release(f.x);
  f.x = NULL;
  lz_barrier* made = NULL;
  lz_barrier_statistics statistics;
  memset(&statistics, 0, sizeof statistics);
  statistics.struct_size = sizeof statistics;
  OK(lz_evaluate(&y, 1, LZ_BARRIER_WAIT, &made));
  OK(lz_barrier_get_statistics(made, &statistics));
  CHECK(statistics.donated == 0);
  expectValues(y, 4, 9, 16);
  expectValues(z, 1, 2, 3);
  lz_barrier_release(made);
  lz_tensor_release(one), lz_tensor_release(y), lz_tensor_release(z);
  tearDown(&f);
}

static void behaviour32_whatWasGivenAwayIsGone(void) {
  Fixture f = setUp(NULL);
  float values[3];
  lz_tensor* y = binary(lz_add, f.x, f.x);
  OK(lz_tensor_donate(f.x));
  CHECK(barrier(&f, LZ_BARRIER_WAIT).donated == 1);
  expectValues(y, 2, 4, 6);
  FAILS(LZ_FAILED_PRECONDITION, "donated", lz_tensor_read(f.x, values, sizeof values));
  lz_tensor* z = binary(lz_add, f.x, y);
  readFails(z, LZ_FAILED_PRECONDITION, "behaviours.h:");
  lz_tensor_release(y), lz_tensor_release(z);
  tearDown(&f);
}

int main(void) {
  behaviour28_lookingTwiceAddsOnce();
  behaviour28_whoReadsTheOldValueHasIt();
  behaviour29_aBarrierGivesTheOldValueAway();
  behaviour29_whatHasAnotherHandleStays();
  behaviour30_anEvaluationGivesNothingAway();
  behaviour32_whatWasGivenAwayIsGone();
  return finish();
}
