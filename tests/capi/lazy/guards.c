/* Guards: behaviour 37 of docs/lazy-behaviours.md. */
#include "lazy/behaviours.h"

static lz_guard* begin(const Fixture* f, uint64_t flags, int64_t max_compiles) {
  lz_guard* guard = NULL;
  OK(lz_guard_begin(f->context, flags, max_compiles, LZ_HERE, &guard));
  return guard;
}

/* x * 2 + x, and so on: each number of ops makes another program. */
static lz_tensor* chain(const Fixture* f, int ops) {
  lz_tensor *two = spread(f, 2), *y = binary(lz_multiply, f->x, two);
  for (int i = 1; i < ops; ++i)
    update(lz_add, &y, f->x);
  lz_tensor_release(two);
  return y;
}

static void behaviour37_maxCompiles(void) {
  Fixture f = setUp(NULL);
  lz_tensor* first = chain(&f, 2);
  expectValues(first, 3, 6, 9);
  const int64_t compiles = counter(&f, LZ_COUNTER_COMPILES);
  lz_guard* guard = begin(&f, LZ_GUARD_MAX_COMPILES, 0);
  lz_tensor *again = chain(&f, 2), *other = chain(&f, 3);
  expectValues(again, 3, 6, 9); /* the program is in the cache */
  float values[3];
  FAILS(LZ_FAILED_PRECONDITION, "the guard of ", lz_tensor_read(other, values, sizeof values));
  FAILS(LZ_FAILED_PRECONDITION, "guards.c:", lz_context_barrier(f.context, NULL, 0, NULL));
  FAILS(LZ_FAILED_PRECONDITION, "allows 0: ", lz_evaluate(&other, 1, 0, NULL));
  FAILS(LZ_FAILED_PRECONDITION, "ops", lz_evaluate(&other, 1, LZ_BARRIER_WAIT, NULL));
  CHECK(isPending(other) && counter(&f, LZ_COUNTER_COMPILES) == compiles);
  lz_guard_release(guard);
  expectValues(other, 4, 8, 12);
  CHECK(counter(&f, LZ_COUNTER_COMPILES) == compiles + 1);
  lz_tensor_release(first), lz_tensor_release(again), lz_tensor_release(other);
  tearDown(&f);
}

/* The stricter of two guards refuses. Compilations that are allowed count for both. */
static void behaviour37_someCompiles(void) {
  Fixture f = setUp(NULL);
  lz_guard *two = begin(&f, LZ_GUARD_MAX_COMPILES, 2), *one = begin(&f, LZ_GUARD_MAX_COMPILES, 1);
  lz_tensor *a = chain(&f, 2), *b = chain(&f, 3), *c = chain(&f, 4);
  expectValues(a, 3, 6, 9);
  FAILS(LZ_FAILED_PRECONDITION, "allows 1", lz_evaluate(&b, 1, 0, NULL));
  lz_guard_release(one);
  expectValues(b, 4, 8, 12);
  FAILS(LZ_FAILED_PRECONDITION, "allows 2", lz_evaluate(&c, 1, 0, NULL));
  lz_guard_retain(two);
  lz_guard_release(two);
  FAILS(LZ_FAILED_PRECONDITION, "allows 2", lz_evaluate(&c, 1, 0, NULL));
  lz_guard_release(two);
  expectValues(c, 5, 10, 15);
  lz_tensor_release(a), lz_tensor_release(b), lz_tensor_release(c);
  tearDown(&f);
}

/* The recording becomes three programs, and the guard allows only the first of them. All three use
 * a constant without a handle, whose elements are equal. This constant must stay valid for the
 * other two programs. */
static void behaviour37_theRestStaysPending(void) {
  for (int variant = 0; variant < 4; ++variant) {
    const int end = variant & 1, isHeld = variant >> 1;
    lz_context_options options = defaultOptions();
    options.max_segment_ops = 16;
    Fixture f = setUp(&options);
    const float number = 0.5F;
    lz_tensor *y = spread(&f, 2), *constant = NULL, *half = NULL;
    OK(lz_constant(f.device, LZ_DTYPE_F32, NULL, 0, &number, LZ_HERE, &constant));
    OK(lz_broadcast_in_dim(constant, NULL, 0, kThree, 1, LZ_HERE, &half));
    lz_tensor_release(constant);
    for (int i = 0; i < 40; ++i)
      update(i % 3 ? lz_add : lz_multiply, &y, i % 3 ? f.x : half);
    float want[3], values[3];
    for (int i = 0; i < 3; ++i) {
      const float x[3] = {1, 2, 3};
      want[i] = 2;
      for (int k = 0; k < 40; ++k)
        want[i] = k % 3 ? want[i] + x[i] : want[i] * 0.5F;
    }
    if (!isHeld)
      lz_tensor_release(half), half = NULL;
    lz_guard* guard = begin(&f, LZ_GUARD_MAX_COMPILES, 1);
    FAILS(LZ_FAILED_PRECONDITION, "compilation 2",
          end ? lz_context_barrier(f.context, NULL, LZ_BARRIER_WAIT, NULL)
              : lz_evaluate(&y, 1, LZ_BARRIER_WAIT, NULL));
    CHECK(isPending(y) && counter(&f, LZ_COUNTER_COMPILES) == 1);
    CHECK(counter(&f, LZ_COUNTER_PENDING_OPS) > 0 && counter(&f, LZ_COUNTER_PENDING_OPS) < 40);
    lz_guard_release(guard);
    OK(lz_tensor_read(y, values, sizeof values));
    CHECK(memcmp(values, want, sizeof want) == 0);
    lz_tensor_release(y), lz_tensor_release(half);
    tearDown(&f);
  }
}

static void behaviour37_noExecution(void) {
  Fixture f = setUp(NULL);
  lz_tensor* done = chain(&f, 2);
  expectValues(done, 3, 6, 9);
  const int64_t runs = counter(&f, LZ_COUNTER_EXECUTIONS);
  lz_guard* guard = begin(&f, LZ_GUARD_NO_EXECUTION, 0);
  barrier(&f, LZ_BARRIER_WAIT); /* now nothing is pending */
  expectValues(done, 3, 6, 9);
  lz_tensor* y = chain(&f, 2);
  float values[3];
  FAILS(LZ_FAILED_PRECONDITION, "[add] of ", lz_tensor_read(y, values, sizeof values));
  FAILS(LZ_FAILED_PRECONDITION, "guards.c:", lz_evaluate(&y, 1, 0, NULL));
  FAILS(LZ_FAILED_PRECONDITION, "no execution", lz_context_barrier(f.context, NULL, 0, NULL));
  CHECK(isPending(y) && counter(&f, LZ_COUNTER_EXECUTIONS) == runs);
  lz_guard_release(guard);
  expectValues(y, 3, 6, 9);
  lz_tensor_release(done), lz_tensor_release(y);
  tearDown(&f);
}

static void behaviour37_noExecutionOfExecutables(void) {
  Fixture f = setUp(NULL);
  int calls = 0;
  registerCall(&f, "twice", twice, &calls, 0);
  lz_executable* executable = compileCall(&f, "twice", NULL);
  lz_guard* guard = begin(&f, LZ_GUARD_NO_EXECUTION, 0);
  lz_tensor* y = NULL;
  FAILS(LZ_FAILED_PRECONDITION, "no execution",
        lz_executable_run(executable, &f.x, 1, NULL, &y, 1));
  CHECK(y == NULL && calls == 0);
  lz_guard_release(guard);
  /* Inputs of a refused run stay pending. */
  lz_tensor* pending = binary(lz_add, f.x, f.x);
  lz_run_options waits;
  memset(&waits, 0, sizeof waits);
  waits.struct_size = sizeof waits;
  waits.flags = LZ_RUN_WAIT;
  guard = begin(&f, LZ_GUARD_NO_SYNC, 0);
  FAILS(LZ_FAILED_PRECONDITION, "waited for",
        lz_executable_run(executable, &pending, 1, &waits, &y, 1));
  CHECK(y == NULL && calls == 0 && isPending(pending));
  lz_guard_release(guard);
  OK(lz_executable_run(executable, &pending, 1, NULL, &y, 1));
  expectValues(y, 4, 8, 12);
  lz_tensor_release(y), lz_tensor_release(pending), lz_executable_release(executable);
  tearDown(&f);
}

static void behaviour37_noSync(void) {
  Fixture f = setUp(NULL);
  lz_guard* guard = begin(&f, LZ_GUARD_NO_SYNC, 0);
  lz_tensor* y = chain(&f, 2);
  float values[3];
  FAILS(LZ_FAILED_PRECONDITION, "no waiting", lz_tensor_read(y, values, sizeof values));
  FAILS(LZ_FAILED_PRECONDITION, "no waiting",
        lz_context_barrier(f.context, NULL, LZ_BARRIER_WAIT, NULL));
  CHECK(isPending(y));
  barrier(&f, 0);
  FAILS(LZ_FAILED_PRECONDITION, "guards.c:", lz_tensor_read(y, values, sizeof values));
  expectValues(f.x, 1, 2, 3); /* it is still the caller's */
  lz_event* event = NULL;
  OK(lz_tensor_read_async(y, values, sizeof values, NULL, &event));
  OK(lz_event_wait(event, LZ_WAIT_FOREVER));
  CHECK(values[0] == 3 && values[2] == 9);
  FAILS(LZ_FAILED_PRECONDITION, "no waiting", lz_tensor_read(y, values, sizeof values));
  lz_guard_release(guard);
  expectValues(y, 3, 6, 9);
  lz_tensor_release(y), lz_event_release(event);
  tearDown(&f);
}

/* The refused op is not recorded, and earlier ops stay pending. */
static void behaviour37_barriersByThemselves(void) {
  lz_context_options options = defaultOptions();
  options.max_pending_ops = 20;
  Fixture f = setUp(&options);
  lz_guard* guard = begin(&f, LZ_GUARD_NO_EXECUTION, 0);
  lz_tensor *y = binary(lz_add, f.x, f.x), *next = NULL;
  lz_status* status = NULL;
  int ops = 1;
  for (; ops < 100 && !(status = lz_add(y, f.x, LZ_HERE, &next)); ++ops) {
    lz_tensor_release(y);
    y = next;
  }
  CHECK(ops < 30 && lz_status_code(status) == LZ_FAILED_PRECONDITION);
  CHECK(counter(&f, LZ_COUNTER_EXECUTIONS) == 0);
  lz_status_release(status);
  lz_guard_release(guard);
  expectValues(y, (float)(ops + 1), (float)(2 * ops + 2), (float)(3 * ops + 3));
  lz_tensor_release(y);
  tearDown(&f);
}

static void behaviour37_opByOp(void) {
  lz_context_options options = defaultOptions();
  options.op_by_op = 1;
  Fixture f = setUp(&options);
  lz_tensor* y = NULL;
  lz_guard* guard = begin(&f, LZ_GUARD_NO_EXECUTION, 0);
  FAILS(LZ_FAILED_PRECONDITION, "[add] of ", lz_add(f.x, f.x, LZ_HERE, &y));
  CHECK(y == NULL && counter(&f, LZ_COUNTER_PENDING_OPS) == 0);
  lz_guard_release(guard);
  y = binary(lz_add, f.x, f.x);
  expectValues(y, 2, 4, 6);
  lz_tensor_release(y);
  tearDown(&f);
}

static void behaviour37_arguments(void) {
  Fixture f = setUp(NULL);
  lz_guard* guard = NULL;
  FAILS(LZ_INVALID_ARGUMENT, "flags is 0", lz_guard_begin(f.context, 0, 0, LZ_HERE, &guard));
  FAILS(LZ_INVALID_ARGUMENT, "flags is 8", lz_guard_begin(f.context, 8, 0, LZ_HERE, &guard));
  FAILS(LZ_INVALID_ARGUMENT, "max_compiles is -1",
        lz_guard_begin(f.context, LZ_GUARD_MAX_COMPILES, -1, LZ_HERE, &guard));
  FAILS(LZ_INVALID_ARGUMENT, "max_compiles is 1",
        lz_guard_begin(f.context, LZ_GUARD_NO_SYNC, 1, LZ_HERE, &guard));
  FAILS(LZ_INVALID_ARGUMENT, "out_guard", lz_guard_begin(f.context, 1, 0, LZ_HERE, NULL));
  CHECK(guard == NULL);
  lz_guard_retain(NULL);
  lz_guard_release(NULL);
  /* A guard without a place, whose context ends first. */
  lz_tensor* y = chain(&f, 1);
  OK(lz_guard_begin(f.context, LZ_GUARD_NO_EXECUTION, 0, NULL, &guard));
  FAILS(LZ_FAILED_PRECONDITION, "a guard allows", lz_context_barrier(f.context, NULL, 0, NULL));
  lz_tensor_release(y);
  OK(lz_context_shutdown(f.context));
  lz_guard* late = NULL;
  FAILS(LZ_FAILED_PRECONDITION, "shut down", lz_guard_begin(f.context, 1, 0, LZ_HERE, &late));
  tearDown(&f);
  lz_guard_release(guard);
}

int main(void) {
  behaviour37_maxCompiles();
  behaviour37_someCompiles();
  behaviour37_theRestStaysPending();
  behaviour37_noExecution();
  behaviour37_noExecutionOfExecutables();
  behaviour37_noSync();
  behaviour37_barriersByThemselves();
  behaviour37_opByOp();
  behaviour37_arguments();
  return finish();
}
