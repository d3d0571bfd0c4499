/* Eight threads on one context make barriers, records, gradients, evaluations, reads, runs and
 * releases with real compilations. Every result is checked, and nothing is left behind.
 * LAZULI_STRESS_SECONDS sets how long. */
#define _POSIX_C_SOURCE 200809L
#include "check.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

enum { kThreads = 8, kMost = 64, kActions = 8 };

static lz_context* context;
static lz_device* device;
static lz_tensor* shared;      /* 0, 1, 2, ... with kMost elements, which all threads read */
static lz_executable* doubles; /* doubles vectors of kMost elements */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static lz_tensor* mail; /* what one thread leaves for another, and its first element */
static float mailValue;
static int stop;

/* One thread's numbers. */
typedef struct {
  unsigned seed;
  long steps, gradients;
  int64_t size;
  float value[kMost], out[kMost];
  lz_tensor* x;
} Worker;

static unsigned draw(Worker* w, unsigned below) {
  w->seed = w->seed * 1664525u + 1013904223u;
  return (w->seed >> 16) % below;
}

static void expect(Worker* w, lz_tensor* y, float (*f)(float), float tolerance) {
  int64_t i;
  OK(lz_tensor_read(y, w->out, (size_t)w->size * sizeof(float)));
  for (i = 0; i < w->size; ++i)
    CHECK(fabsf(w->out[i] - f(w->value[i])) <= tolerance * fabsf(f(w->value[i])));
}

static float twice(float v) {
  return 2 * v;
}
static float negative(float v) {
  return -v;
}
static float twiceSquared(float v) {
  return 2 * v * v;
}
static float tangent(float v) {
  return tanhf(v);
}
static float times21(float v) {
  return 21 * v;
}

static void reads(Worker* w) {
  lz_tensor *y, *z;
  OK(lz_add(w->x, w->x, LZ_HERE, &y));
  OK(lz_multiply(y, w->x, LZ_HERE, &z));
  expect(w, z, twiceSquared, 0);
  lz_tensor_release(y);
  lz_tensor_release(z);
}

static void evaluates(Worker* w) {
  lz_tensor* y;
  lz_event* event;
  OK(lz_negate(w->x, LZ_HERE, &y));
  OK(lz_evaluate(&y, 1, 0, NULL));
  OK(lz_tensor_event(y, &event));
  OK(lz_event_wait(event, LZ_WAIT_FOREVER));
  lz_event_release(event);
  expect(w, y, negative, 0);
  lz_tensor_release(y);
}

static void makesABarrier(Worker* w) {
  lz_tensor* y;
  OK(lz_tanh(w->x, LZ_HERE, &y));
  OK(lz_context_barrier(context, NULL, draw(w, 2) ? LZ_BARRIER_WAIT : 0, NULL));
  expect(w, y, tangent, 1e-5f);
  lz_tensor_release(y);
}

/* A barrier of another thread may end the history. In this case the gradient is refused. */
static void trains(Worker* w) {
  lz_tensor *y, *one, *gradient = NULL;
  lz_status* status;
  float ones[kMost];
  int i;
  for (i = 0; i < kMost; ++i)
    ones[i] = 1;
  one = makeVector(device, ones, w->size);
  OK(lz_multiply(w->x, w->x, LZ_HERE, &y));
  status = lz_gradients(&y, 1, &one, &w->x, 1, NULL, &gradient);
  if (status) {
    FAILS(LZ_FAILED_PRECONDITION, "whose history ended at a barrier", status);
  } else {
    expect(w, gradient, twice, 1e-6f);
    ++w->gradients;
  }
  lz_tensor_release(gradient);
  lz_tensor_release(one);
  lz_tensor_release(y);
}

static void donates(Worker* w) {
  lz_tensor* y;
  OK(lz_add(w->x, w->x, LZ_HERE, &y));
  OK(lz_tensor_donate(w->x));
  if (draw(w, 2))
    OK(lz_context_barrier(context, NULL, 0, NULL));
  expect(w, y, twice, 0);
  lz_tensor_release(y);
}

static void exchanges(Worker* w) {
  lz_tensor *mine, *other;
  float value, out[kMost];
  OK(lz_negate(w->x, LZ_HERE, &mine));
  pthread_mutex_lock(&mutex);
  other = mail, value = mailValue;
  mail = mine, mailValue = -w->value[0];
  pthread_mutex_unlock(&mutex);
  if (!other)
    return;
  OK(lz_tensor_read(other, out, (size_t)lz_tensor_nbytes(other)));
  CHECK(out[0] == value);
  lz_tensor_release(other);
}

static void runs(Worker* w) {
  lz_tensor* y = NULL;
  lz_run_options options = {
      sizeof options, (uint64_t)(draw(w, 2) ? LZ_RUN_WAIT : 0), NULL, 0, NULL, 0, NULL, NULL};
  float out[kMost];
  int i;
  OK(lz_executable_run(doubles, &shared, 1, &options, &y, 1));
  OK(lz_tensor_read(y, out, sizeof out));
  for (i = 0; i < kMost; ++i)
    CHECK(out[i] == 2 * (float)i);
  lz_tensor_release(y);
}

static void chains(Worker* w) {
  lz_tensor *y = w->x, *next;
  int i;
  lz_tensor_retain(y);
  for (i = 0; i < 20; ++i) {
    OK(lz_add(y, w->x, LZ_HERE, &next));
    lz_tensor_release(y);
    y = next;
  }
  expect(w, y, times21, 1e-5f);
  lz_tensor_release(y);
}

static void* work(void* argument) {
  static void (*const actions[kActions])(Worker*) = {reads,   evaluates, makesABarrier, trains,
                                                     donates, exchanges, runs,          chains};
  Worker* w = (Worker*)argument;
  for (; !__atomic_load_n(&stop, __ATOMIC_RELAXED); ++w->steps) {
    int64_t i;
    w->size = 4 + 4 * draw(w, kMost / 4);
    for (i = 0; i < w->size; ++i)
      w->value[i] = (float)draw(w, 100) / 4;
    w->x = makeVector(device, w->value, w->size);
    actions[draw(w, kActions)](w);
    lz_tensor_release(w->x);
  }
  return NULL;
}

static void makeShared(void) {
  const int64_t dims[1] = {kMost};
  float values[kMost];
  lz_function* function;
  lz_tensor *parameter, *result;
  int i;
  for (i = 0; i < kMost; ++i)
    values[i] = (float)i;
  shared = makeVector(device, values, kMost);
  OK(lz_function_begin(device, "doubles", &function));
  OK(lz_function_parameter(function, LZ_DTYPE_F32, dims, 1, &parameter));
  OK(lz_add(parameter, parameter, LZ_HERE, &result));
  OK(lz_function_finish(function, &result, 1));
  OK(lz_function_compile(function, NULL, &doubles));
  lz_tensor_release(parameter);
  lz_tensor_release(result);
  lz_function_release(function);
}

int main(void) {
  const char* text = getenv("LAZULI_STRESS_SECONDS");
  double seconds = text ? atof(text) : 2;
  struct timespec pause = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
  lz_context_options options;
  static Worker workers[kThreads];
  pthread_t threads[kThreads];
  int64_t bytes = -1;
  long steps = 0, gradients = 0;
  int t;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.cache_entries = 32; /* so that there is always something to compile */
  OK(lz_context_create(&options, &context));
  OK(lz_context_device(context, 0, &device));
  makeShared();
  for (t = 0; t < kThreads; ++t) {
    workers[t].seed = (unsigned)t * 7919u + 1;
    pthread_create(&threads[t], NULL, work, &workers[t]);
  }
  nanosleep(&pause, NULL);
  __atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
  for (t = 0; t < kThreads; ++t) {
    pthread_join(threads[t], NULL);
    steps += workers[t].steps, gradients += workers[t].gradients;
  }
  lz_tensor_release(mail);
  lz_tensor_release(shared);
  lz_executable_release(doubles);
  OK(lz_context_barrier(context, NULL, LZ_BARRIER_WAIT, NULL));
  OK(lz_context_counter(context, LZ_COUNTER_BYTES_IN_USE, &bytes));
  CHECK(bytes == 0);
  CHECK(steps > 0 && gradients > 0);
  printf("%ld steps, %ld gradients\n", steps, gradients);
  lz_device_release(device);
  lz_context_release(context);
  return finish();
}
