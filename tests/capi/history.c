/* Whatever happens between recording and differentiating, no gradient changes silently. */
#include "check.h"

#include <math.h>

static lz_tensor* binary(lz_status* (*op)(lz_tensor*, lz_tensor*, const lz_op_options*,
                                          lz_tensor**),
                         lz_tensor* x, lz_tensor* y) {
  lz_tensor* z = NULL;
  OK(op(x, y, LZ_HERE, &z));
  return z;
}

static void replace(lz_tensor** old, lz_tensor* with) {
  lz_tensor_release(*old);
  *old = with;
}

static float readOne(lz_tensor* x) {
  float value = -1;
  OK(lz_tensor_read(x, &value, sizeof value));
  return value;
}

/* h = w * w; hh = h * h; loss = hh + w: dloss/dw is 109 for w = 3. */
typedef struct {
  lz_tensor *w, *h, *hh, *loss;
} Chain;

typedef enum { NOTHING, READ_H, EVALUATE_H, READ_HH, READ_LOSS, BARRIER } Between;

static Chain record(Fixture* f, Between between) {
  Chain c = {makeVector(f->device, (const float[]){3}, 1), NULL, NULL, NULL};
  c.h = binary(lz_multiply, c.w, c.w);
  if (between == READ_H)
    CHECK(readOne(c.h) == 9);
  if (between == EVALUATE_H)
    OK(lz_evaluate(&c.h, 1, LZ_BARRIER_WAIT, NULL));
  if (between == BARRIER)
    OK(lz_context_barrier(f->context, NULL, 0, NULL));
  c.hh = binary(lz_multiply, c.h, c.h);
  if (between == READ_HH)
    CHECK(readOne(c.hh) == 81);
  c.loss = binary(lz_add, c.hh, c.w);
  if (between == READ_LOSS)
    CHECK(readOne(c.loss) == 84);
  return c;
}

static void releaseChain(Chain* c) {
  lz_tensor_release(c->w), lz_tensor_release(c->h);
  lz_tensor_release(c->hh), lz_tensor_release(c->loss);
}

static void testReadsAndEvaluationsChangeNoGradient(const lz_context_options* options) {
  Fixture f = setUp(options);
  for (int between = NOTHING; between < BARRIER; ++between) {
    Chain c = record(&f, (Between)between);
    lz_tensor* g = NULL;
    OK(lz_gradients(&c.loss, 1, NULL, &c.w, 1, NULL, &g));
    CHECK(readOne(g) == 109);
    lz_tensor_release(g);
    releaseChain(&c);
  }
  tearDown(&f);
}

static void testABarrierIsRefusedWithOpAndPlace(void) {
  Fixture f = setUp(NULL);
  Chain c = record(&f, BARRIER);
  lz_tensor *g = NULL, *stopped = NULL;
  lz_status* status = lz_gradients(&c.loss, 1, NULL, &c.w, 1, NULL, &g);
  CHECK(lz_status_code(status) == LZ_FAILED_PRECONDITION && g == NULL);
  CHECK(strcmp(lz_status_op(status), "multiply") == 0);
  CHECK(strstr(lz_status_location(status), "history.c:"));
  CHECK(strstr(lz_status_message(status), "argument 0"));
  CHECK(strstr(lz_status_message(status), "lz_stop_gradient"));
  lz_status_release(status);
  OK(lz_stop_gradient(c.h, LZ_HERE, &stopped));
  replace(&c.hh, binary(lz_multiply, stopped, c.w));
  OK(lz_gradients(&c.hh, 1, NULL, &c.w, 1, NULL, &g));
  CHECK(readOne(g) == 9);
  lz_tensor_release(g), lz_tensor_release(stopped);
  releaseChain(&c);
  tearDown(&f);
}

/* The value of stop_gradient is its operand bit for bit, and no gradient passes through it, even
 * inside a function. */
static void testStopGradient(const lz_context_options* options) {
  Fixture f = setUp(options);
  lz_tensor *s = NULL, *y = NULL, *g = NULL, *p = NULL, *none = NULL;
  float out[3];
  OK(lz_stop_gradient(f.x, LZ_HERE, &s));
  OK(lz_tensor_read(s, out, sizeof out));
  CHECK(out[0] == 1 && out[1] == 2 && out[2] == 3);
  y = binary(lz_multiply, s, f.x);
  OK(lz_gradients(&y, 1, &f.x, &f.x, 1, NULL, &g));
  OK(lz_tensor_read(g, out, sizeof out));
  CHECK(out[0] == 1 && out[1] == 4 && out[2] == 9); /* the gradient is s times the cotangent x */
  lz_string* text = NULL;
  lz_tensor* more = binary(lz_add, f.x, f.x);
  lz_tensor_release(s);
  OK(lz_stop_gradient(more, LZ_HERE, &s));
  if (!options) {
    OK(lz_recording_print(&s, 1, &text));
    CHECK(strstr(lz_string_data(text), "lz.stop_gradient"));
    lz_string_release(text);
  }
  lz_tensor_release(s), lz_tensor_release(y), lz_tensor_release(g), lz_tensor_release(more);

  lz_function *function = NULL, *gradient = NULL;
  const int64_t three = 3;
  const size_t zero = 0;
  OK(lz_function_begin(f.device, "f", &function));
  OK(lz_function_parameter(function, LZ_DTYPE_F32, &three, 1, &p));
  OK(lz_stop_gradient(p, LZ_HERE, &s));
  y = binary(lz_multiply, s, p);
  OK(lz_function_finish(function, &y, 1));
  lz_function_gradient_options o = {sizeof o, 0, 1};
  OK(lz_function_gradient(function, &zero, 1, &o, &gradient));
  lz_tensor* arguments[2] = {f.x, f.x};
  OK(lz_call(arguments, 2, gradient, LZ_HERE, &g, 1));
  OK(lz_tensor_read(g, out, sizeof out));
  CHECK(out[0] == 1 && out[1] == 4 && out[2] == 9);
  lz_tensor_release(p), lz_tensor_release(s), lz_tensor_release(y), lz_tensor_release(g);
  /* A called function is differentiated, or the ops of its body are replayed. */
  OK(lz_call(&f.x, 1, function, LZ_HERE, &y, 1));
  OK(lz_gradients(&y, 1, &f.x, &f.x, 1, NULL, &g));
  OK(lz_tensor_read(g, out, sizeof out));
  CHECK(out[0] == 1 && out[1] == 4 && out[2] == 9);
  FAILS(LZ_INVALID_ARGUMENT, "NULL", lz_stop_gradient(NULL, NULL, &none));
  lz_tensor_release(y), lz_tensor_release(g);
  lz_function_release(function), lz_function_release(gradient);
  tearDown(&f);
}

enum { N = 64 };

/* One layer and its optimizer, with everything that a training step may keep on the device. */
typedef struct {
  lz_tensor *data, *rate, *w, *momentum, *frozen, *scale, *lastLoss;
  lz_function* add;
} Model;

static lz_function* addFunction(lz_device* device) {
  lz_function* f = NULL;
  lz_tensor *a = NULL, *b = NULL, *c = NULL;
  OK(lz_function_begin(device, "add", &f));
  OK(lz_function_parameter(f, LZ_DTYPE_F32, NULL, 0, &a));
  OK(lz_function_parameter(f, LZ_DTYPE_F32, NULL, 0, &b));
  c = binary(lz_add, a, b);
  OK(lz_function_finish(f, &c, 1));
  lz_tensor_release(a), lz_tensor_release(b), lz_tensor_release(c);
  return f;
}

static lz_tensor* filled(lz_device* device, float value) {
  float values[N];
  for (int i = 0; i < N; ++i)
    values[i] = value + (float)(i % 5) / 8;
  return makeVector(device, values, N);
}

/* loss = sum((data * frozen * w)^2); momentum = momentum * scale + gradient; w -= rate *
 * momentum. Every step can read the hidden layer. Returns the number of donated inputs. */
static int64_t trainingStep(Fixture* f, Model* m, int readHidden) {
  lz_tensor *zero = NULL, *loss = NULL, *g = NULL;
  const int64_t axis = 0;
  lz_tensor* mixed = binary(lz_multiply, m->data, m->frozen);
  lz_tensor* hidden = binary(lz_multiply, mixed, m->w);
  if (readHidden) {
    float values[N];
    OK(lz_tensor_read(hidden, values, sizeof values));
  }
  lz_tensor* square = binary(lz_multiply, hidden, hidden);
  OK(lz_scalar_f64(f->device, LZ_DTYPE_F32, 0, LZ_HERE, &zero));
  OK(lz_reduce(&square, 1, &zero, 1, &axis, 1, m->add, LZ_HERE, &loss, 1));
  OK(lz_gradients(&loss, 1, NULL, &m->w, 1, NULL, &g));
  lz_tensor* kept = binary(lz_multiply, m->momentum, m->scale);
  replace(&m->momentum, binary(lz_add, kept, g));
  lz_tensor* change = binary(lz_multiply, m->rate, m->momentum);
  replace(&m->w, binary(lz_subtract, m->w, change));
  replace(&m->rate, binary(lz_multiply, m->rate, m->scale));
  lz_tensor_release(mixed), lz_tensor_release(hidden), lz_tensor_release(square);
  lz_tensor_release(zero), lz_tensor_release(g), lz_tensor_release(kept);
  lz_tensor_release(change);
  replace(&m->lastLoss, loss);
  lz_barrier* barrier = NULL;
  lz_barrier_statistics statistics = {sizeof statistics};
  OK(lz_context_barrier(f->context, NULL, 0, &barrier));
  OK(lz_barrier_get_statistics(barrier, &statistics));
  lz_barrier_release(barrier);
  return statistics.donated;
}

static Model makeModel(Fixture* f) {
  Model m = {filled(f->device, 1),
             filled(f->device, 0.001f),
             filled(f->device, 2),
             filled(f->device, 0),
             filled(f->device, 0.5f),
             filled(f->device, 0.5f),
             makeVector(f->device, (const float[]){0}, 1),
             addFunction(f->device)};
  return m;
}

static void releaseModel(Model* m) {
  lz_tensor_release(m->data), lz_tensor_release(m->rate), lz_tensor_release(m->w);
  lz_tensor_release(m->momentum), lz_tensor_release(m->frozen), lz_tensor_release(m->scale);
  lz_tensor_release(m->lastLoss), lz_function_release(m->add);
}

/* Training steps with a rate as a live tensor, data and frozen parameters on the device, momentum,
 * a kept loss, and a hidden layer that is read. Gradients are never refused, reads do not reduce
 * donations, and memory does not grow. */
static void testTrainingStepsAreNeverRefusedAndStayFlat(void) {
  float losses[2][3];
  for (int readHidden = 0; readHidden < 2; ++readHidden) {
    Fixture f = setUp(NULL);
    Model m = makeModel(&f);
    int64_t bytes = 0, tensors = 0;
    for (int step = 0; step < 5000; ++step) {
      int64_t donated = trainingStep(&f, &m, readHidden);
      /* w, momentum and rate are donated, and so are the values that were read during the step. */
      CHECK(readHidden ? donated >= 3 : donated == 3);
      if (step < 3)
        losses[readHidden][step] = readOne(m.lastLoss);
      if (step == 100) {
        OK(lz_context_barrier(f.context, NULL, LZ_BARRIER_WAIT, NULL));
        bytes = counter(&f, LZ_COUNTER_BYTES_IN_USE);
        tensors = counter(&f, LZ_COUNTER_LIVE_TENSORS);
      }
    }
    OK(lz_context_barrier(f.context, NULL, LZ_BARRIER_WAIT, NULL));
    CHECK(counter(&f, LZ_COUNTER_BYTES_IN_USE) == bytes);
    CHECK(counter(&f, LZ_COUNTER_LIVE_TENSORS) == tensors);
    CHECK(counter(&f, LZ_COUNTER_COMPILES) <= 4);
    releaseModel(&m);
    tearDown(&f);
  }
  for (int step = 0; step < 3; ++step)
    CHECK(fabsf(losses[0][step] - losses[1][step]) <= 1e-5f * losses[0][step]);
}

/* The average depends on the parameters, so a gradient through it is refused unless it is
 * stopped. */
static void testAnAverageOfParametersMustBeStopped(void) {
  Fixture f = setUp(NULL);
  lz_tensor* w = makeVector(f.device, (const float[]){3}, 1);
  lz_tensor *average = binary(lz_add, w, w), *g = NULL, *stopped = NULL;
  OK(lz_context_barrier(f.context, NULL, 0, NULL));
  lz_tensor* loss = binary(lz_multiply, average, w);
  FAILS(LZ_FAILED_PRECONDITION, "argument 0", lz_gradients(&loss, 1, NULL, &w, 1, NULL, &g));
  OK(lz_stop_gradient(average, LZ_HERE, &stopped));
  replace(&loss, binary(lz_multiply, stopped, w));
  OK(lz_gradients(&loss, 1, NULL, &w, 1, NULL, &g));
  CHECK(readOne(g) == 6);
  lz_tensor_release(w), lz_tensor_release(average), lz_tensor_release(g);
  lz_tensor_release(stopped), lz_tensor_release(loss);
  tearDown(&f);
}

/* The outputs of an executable have no history, so gradients cannot reach its inputs. */
static void testResultsOfARunAreRefusedByName(void) {
  Fixture f = setUp(NULL);
  lz_function* function = NULL;
  lz_executable* executable = NULL;
  lz_tensor *p = NULL, *q = NULL, *y = NULL, *g = NULL;
  const int64_t one = 1;
  OK(lz_function_begin(f.device, "double", &function));
  OK(lz_function_parameter(function, LZ_DTYPE_F32, &one, 1, &p));
  q = binary(lz_add, p, p);
  OK(lz_function_finish(function, &q, 1));
  OK(lz_function_compile(function, NULL, &executable));
  lz_tensor* w = makeVector(f.device, (const float[]){3}, 1);
  lz_tensor* h = binary(lz_multiply, w, w);
  OK(lz_executable_run(executable, &h, 1, NULL, &y, 1));
  lz_tensor_release(h);
  lz_tensor* loss = binary(lz_multiply, y, w);
  FAILS(LZ_FAILED_PRECONDITION, "lz_executable_run", lz_gradients(&loss, 1, NULL, &w, 1, NULL, &g));
  lz_tensor* other = makeVector(f.device, (const float[]){1}, 1);
  replace(&loss, binary(lz_multiply, y, other));
  OK(lz_gradients(&loss, 1, NULL, &other, 1, NULL, &g));
  CHECK(readOne(g) == 18);
  lz_tensor_release(w), lz_tensor_release(y), lz_tensor_release(loss), lz_tensor_release(other);
  lz_tensor_release(p), lz_tensor_release(q), lz_tensor_release(g);
  lz_function_release(function), lz_executable_release(executable);
  tearDown(&f);
}

int main(void) {
  lz_context_options opByOp = {sizeof opByOp};
  opByOp.op_by_op = 1;
  opByOp.numerics = LZ_NUMERICS_STRICT;
  testReadsAndEvaluationsChangeNoGradient(NULL);
  testReadsAndEvaluationsChangeNoGradient(&opByOp);
  testABarrierIsRefusedWithOpAndPlace();
  testStopGradient(NULL);
  testStopGradient(&opByOp);
  testTrainingStepsAreNeverRefusedAndStayFlat();
  testAnAverageOfParametersMustBeStopped();
  testResultsOfARunAreRefusedByName();
  return finish();
}
