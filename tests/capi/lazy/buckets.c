/* Batches of many sizes: behaviour 36 of docs/lazy-behaviours.md. */
#include "lazy/behaviours.h"

#include <math.h>

enum { FEATURES = 4, MOST_ROWS = 64 };

static float data[MOST_ROWS * FEATURES];

/* A tensor of rows x FEATURES with small numbers. */
static lz_tensor* batch(const Fixture* f, int64_t rows, int64_t least) {
  const int64_t dims[2] = {rows, FEATURES};
  lz_tensor* x = NULL;
  for (int i = 0; i < MOST_ROWS * FEATURES; ++i)
    data[i] = (float)((i * 7) % 13 - 6) / 4;
  OK(lz_tensor_from_host(f->device, LZ_DTYPE_F32, dims, 2, data, NULL, &x));
  if (least > 0)
    OK(lz_tensor_bucket(x, least));
  return x;
}

static lz_tensor* weights(const Fixture* f) {
  static const float values[FEATURES * 2] = {1, -1, 0.5f, 2, -0.25f, 1, 0, 3};
  const int64_t dims[2] = {FEATURES, 2};
  lz_tensor* w = NULL;
  OK(lz_tensor_from_host(f->device, LZ_DTYPE_F32, dims, 2, values, NULL, &w));
  return w;
}

static lz_tensor* sumOver(const Fixture* f, lz_tensor* x, int64_t dim) {
  lz_function* add = NULL;
  lz_tensor *a = NULL, *b = NULL, *sum = NULL, *zero = scalar(f, 0), *out = NULL;
  OK(lz_function_begin(f->device, "add", &add));
  OK(lz_function_parameter(add, LZ_DTYPE_F32, NULL, 0, &a));
  OK(lz_function_parameter(add, LZ_DTYPE_F32, NULL, 0, &b));
  sum = binary(lz_add, a, b);
  OK(lz_function_finish(add, &sum, 1));
  OK(lz_reduce(&x, 1, &zero, 1, &dim, 1, add, LZ_HERE, &out, 1));
  lz_tensor_release(a), lz_tensor_release(b), lz_tensor_release(sum), lz_tensor_release(zero);
  lz_function_release(add);
  return out;
}

/* A tensor of this shape with this value in all elements. */
static lz_tensor* filled(const Fixture* f, double value, const int64_t* dims, size_t rank) {
  lz_tensor *number = scalar(f, value), *wide = NULL;
  OK(lz_broadcast_in_dim(number, NULL, 0, dims, rank, LZ_HERE, &wide));
  lz_tensor_release(number);
  return wide;
}

/* A dense layer, its loss, which is a mean over the batch, and the gradient of the weights. */
typedef struct {
  lz_tensor *hidden, *loss, *gradient;
} Step;

static Step step(const Fixture* f, lz_tensor* x, lz_tensor* w) {
  const int64_t rows = lz_tensor_dims(x)[0], wide[2] = {rows, 2};
  Step s = {NULL, NULL, NULL};
  lz_tensor *y = NULL, *half = filled(f, 0.5, wide, 2), *number = scalar(f, (double)rows);
  OK(matmul(x, w, LZ_HERE, &y));
  update(lz_add, &y, half);
  OK(lz_tanh(y, LZ_HERE, &s.hidden));
  lz_tensor *square = binary(lz_multiply, s.hidden, s.hidden), *byRow = sumOver(f, square, 1);
  s.loss = sumOver(f, byRow, 0);
  update(lz_divide, &s.loss, number);
  OK(lz_gradients(&s.loss, 1, NULL, &w, 1, NULL, &s.gradient));
  lz_tensor_release(y), lz_tensor_release(half), lz_tensor_release(number);
  lz_tensor_release(square), lz_tensor_release(byRow);
  return s;
}

static void dropStep(Step* s) {
  lz_tensor_release(s->hidden), lz_tensor_release(s->loss), lz_tensor_release(s->gradient);
}

static void expectNear(lz_tensor* a, lz_tensor* b, int count) {
  float values[2][MOST_ROWS * 2];
  OK(lz_tensor_read(a, values[0], (size_t)count * sizeof(float)));
  OK(lz_tensor_read(b, values[1], (size_t)count * sizeof(float)));
  for (int i = 0; i < count; ++i)
    CHECK(fabsf(values[0][i] - values[1][i]) <= 1e-5f * (1 + fabsf(values[1][i])));
}

static void behaviour36_batchesOfManySizes(void) {
  Fixture f = setUp(NULL);
  lz_tensor* w = weights(&f);
  for (int64_t rows = 2; rows <= MOST_ROWS; rows += 3) {
    lz_tensor *exact = batch(&f, rows, 0), *bucketed = batch(&f, rows, 8);
    Step a = step(&f, exact, w), b = step(&f, bucketed, w);
    lz_tensor *as[3] = {a.hidden, a.loss, a.gradient}, *bs[3] = {b.hidden, b.loss, b.gradient};
    OK(lz_evaluate(as, 3, LZ_BARRIER_WAIT, NULL));
    OK(lz_evaluate(bs, 3, LZ_BARRIER_WAIT, NULL));
    CHECK(lz_tensor_dims(b.hidden)[0] == rows);
    expectNear(b.hidden, a.hidden, (int)rows * 2);
    expectNear(b.loss, a.loss, 1);
    expectNear(b.gradient, a.gradient, FEATURES * 2);
    dropStep(&a), dropStep(&b);
    lz_tensor_release(exact), lz_tensor_release(bucketed);
  }
  lz_tensor_release(w);
  tearDown(&f);
}

/* Buckets of 8, 16, 32 and 64: four programs for 63 sizes. */
static void behaviour36_oneProgramABucket(void) {
  Fixture f = setUp(NULL);
  lz_tensor* w = weights(&f);
  for (int64_t rows = 2; rows <= MOST_ROWS; ++rows) {
    lz_tensor* x = batch(&f, rows, 8);
    Step s = step(&f, x, w);
    OK(lz_context_barrier(f.context, NULL, LZ_BARRIER_WAIT, NULL));
    dropStep(&s);
    lz_tensor_release(x);
  }
  CHECK(counter(&f, LZ_COUNTER_COMPILES) == 4);
  size_t reasons = 0;
  OK(lz_context_num_recompilations(f.context, &reasons));
  CHECK(reasons == 4);
  lz_guard* guard = NULL;
  OK(lz_guard_begin(f.context, LZ_GUARD_MAX_COMPILES, 0, LZ_HERE, &guard));
  lz_tensor *w2 = weights(&f), *x = batch(&f, 33, 8);
  Step s = step(&f, x, w2);
  OK(lz_context_barrier(f.context, NULL, LZ_BARRIER_WAIT, NULL));
  dropStep(&s);
  lz_guard_release(guard);
  lz_tensor_release(w), lz_tensor_release(w2), lz_tensor_release(x);
  tearDown(&f);
}

/* A result with the batch in dimension 0 is bucketed too. */
static void behaviour36_bucketsFollow(void) {
  Fixture f = setUp(NULL);
  const int64_t sizes[3] = {5, 7, 6};
  for (int i = 0; i < 3; ++i) {
    lz_tensor* x = batch(&f, sizes[i], 8);
    lz_tensor* y = binary(lz_add, x, x);
    OK(lz_evaluate(&y, 1, 0, NULL));
    lz_tensor* z = sumOver(&f, y, 0);
    float values[FEATURES], want[FEATURES] = {0, 0, 0, 0};
    OK(lz_tensor_read(z, values, sizeof values));
    for (int64_t row = 0; row < sizes[i]; ++row)
      for (int j = 0; j < FEATURES; ++j)
        want[j] += 2 * data[row * FEATURES + j];
    CHECK(memcmp(values, want, sizeof values) == 0); /* quarters: sums are exact */
    lz_tensor_release(x), lz_tensor_release(y), lz_tensor_release(z);
  }
  CHECK(counter(&f, LZ_COUNTER_COMPILES) == 2);
  tearDown(&f);
}

/* A batch of 1 has a program of its own, because other dimensions may be 1 as well. */
static void behaviour36_aBatchOfOne(void) {
  Fixture f = setUp(NULL);
  lz_tensor *x = batch(&f, 1, 8), *w = weights(&f);
  Step s = step(&f, x, w);
  float hidden[2];
  OK(lz_tensor_read(s.hidden, hidden, sizeof hidden));
  CHECK(fabsf(hidden[0] - tanhf(data[0] + 0.5f * data[1] - 0.25f * data[2] + 0.5f)) < 1e-5f);
  dropStep(&s);
  lz_tensor_release(x), lz_tensor_release(w);
  tearDown(&f);
}

static void behaviour36_whatHasNoRule(void) {
  Fixture f = setUp(NULL);
  const int64_t flat = 5 * FEATURES;
  lz_tensor *x = batch(&f, 5, 8), *other = batch(&f, 6, 8), *y = NULL;
  OK(lz_reshape(x, &flat, 1, LZ_HERE, &y));
  update(lz_add, &y, y);
  lz_status* status = lz_evaluate(&y, 1, LZ_BARRIER_WAIT, NULL);
  CHECK(lz_status_code(status) == LZ_UNIMPLEMENTED);
  CHECK(strstr(lz_status_message(status), "[reshape] has no rule for a batch"));
  CHECK(strstr(lz_status_location(status), "buckets.c"));
  lz_status_release(status);
  CHECK(isPending(y));
  OK(lz_tensor_bucket(x, 0)); /* without a bucket there is a program */
  OK(lz_evaluate(&y, 1, LZ_BARRIER_WAIT, NULL));
  OK(lz_tensor_bucket(x, 8));
  lz_tensor_release(y);
  /* Two batches are in one program. */
  lz_tensor *a = sumOver(&f, x, 0), *b = sumOver(&f, other, 0), *sum = binary(lz_add, a, b);
  FAILS(LZ_INVALID_ARGUMENT, "batches of 5 and of 6", lz_evaluate(&sum, 1, 0, NULL));
  lz_tensor_release(a), lz_tensor_release(b), lz_tensor_release(sum);
  /* The transpose does not have the batch in dimension 0. */
  const int64_t turned[2] = {1, 0};
  OK(lz_transpose(x, turned, 2, LZ_HERE, &y));
  FAILS(LZ_UNIMPLEMENTED, "has the batch in dimension 1", lz_evaluate(&y, 1, 0, NULL));
  lz_tensor_release(y), lz_tensor_release(x), lz_tensor_release(other);
  tearDown(&f);
}

static void behaviour36_wrongBuckets(void) {
  Fixture f = setUp(NULL);
  lz_tensor *pending = binary(lz_add, f.x, f.x), *number = scalar(&f, 2);
  FAILS(LZ_FAILED_PRECONDITION, "pending", lz_tensor_bucket(pending, 1));
  FAILS(LZ_INVALID_ARGUMENT, "no leading dimension", lz_tensor_bucket(number, 1));
  FAILS(LZ_INVALID_ARGUMENT, "least is -1", lz_tensor_bucket(f.x, -1));
  FAILS(LZ_INVALID_ARGUMENT, "least is", lz_tensor_bucket(f.x, ((int64_t)1 << 30) + 1));
  OK(lz_tensor_bucket(f.x, (int64_t)1 << 4));
  expectValues(pending, 2, 4, 6);
  lz_tensor_release(pending), lz_tensor_release(number);
  tearDown(&f);
}

int main(void) {
  behaviour36_batchesOfManySizes();
  behaviour36_oneProgramABucket();
  behaviour36_bucketsFollow();
  behaviour36_aBatchOfOne();
  behaviour36_whatHasNoRule();
  behaviour36_wrongBuckets();
  return finish();
}
