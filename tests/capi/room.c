/* Eight threads on two devices import, record, run, donate and release under budgets that are just
 * enough. Nothing is refused, every value is right, and the budgets are never exceeded. Then the
 * same with an allocator that refuses now and then: a call that fails has taken nothing, and can be
 * repeated. LAZULI_STRESS_SECONDS sets how long. */
#define _POSIX_C_SOURCE 200809L
#include "modules.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

enum { kThreads = 8, kDevices = 2, kRows = 192, kMatrix = kRows * kRows * 4, kActions = 5 };

/* Each thread has at most this many matrices at a time. */
enum { kHeld = 2 };

static const char* const cube =
    "func.func @main(%a: tensor<192x192xf32>) -> tensor<192x192xf32> {\n"
    "  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<192x192xf32>, "
    "tensor<192x192xf32>) -> tensor<192x192xf32>\n"
    "  %1 = stablehlo.dot_general %0, %a, contracting_dims = [1] x [0] : (tensor<192x192xf32>, "
    "tensor<192x192xf32>) -> tensor<192x192xf32>\n"
    "  return %1 : tensor<192x192xf32>\n"
    "}\n";

static lz_context* context;
static lz_device* devices[kDevices];
static lz_executable* cubes;
static int64_t budget; /* of a device */
static int stop, mayRefuse;
static unsigned allocations; /* how often the hook was called */

typedef struct {
  unsigned seed;
  lz_device* device;
  long steps, refused;
  float value; /* the input is this number times the identity */
  lz_tensor* x;
  float numbers[kRows * kRows];
} Worker;

static unsigned draw(Worker* w, unsigned below) {
  w->seed = w->seed * 1664525u + 1013904223u;
  return (w->seed >> 16) % below;
}

/* Returns whether the call succeeded. Only the second part of the test permits a refusal. */
static int done(Worker* w, lz_status* status) {
  if (!status)
    return 1;
  ++w->refused;
  if (mayRefuse)
    CHECK(lz_status_code(status) == LZ_RESOURCE_EXHAUSTED);
  else
    OK(status), status = NULL;
  lz_status_release(status);
  return 0;
}

static int import(Worker* w) {
  const int64_t dims[2] = {kRows, kRows};
  size_t i;
  memset(w->numbers, 0, sizeof w->numbers);
  for (i = 0; i < kRows; ++i)
    w->numbers[i * (kRows + 1)] = w->value;
  return done(w, lz_tensor_from_host(w->device, LZ_DTYPE_F32, dims, 2, w->numbers, NULL, &w->x));
}

/* Reads a multiple of the identity. */
static int expect(Worker* w, lz_tensor* y, float value) {
  size_t i;
  if (!done(w, lz_tensor_read(y, w->numbers, sizeof w->numbers)))
    return 0;
  for (i = 0; i < kRows; ++i)
    if (w->numbers[i * (kRows + 1)] != value ||
        w->numbers[i * (kRows + 1) - (i > 0)] != (i > 0 ? 0 : value))
      break;
  CHECK(i == kRows);
  return 1;
}

static lz_tensor* recordCube(Worker* w) {
  lz_tensor *square = NULL, *y = NULL;
  if (done(w, matmul(w->x, w->x, LZ_HERE, &square)))
    done(w, matmul(square, w->x, LZ_HERE, &y));
  lz_tensor_release(square);
  return y;
}

static void evaluates(Worker* w) {
  lz_tensor* y = recordCube(w);
  if (y && done(w, lz_evaluate(&y, 1, LZ_BARRIER_WAIT, NULL)))
    expect(w, y, w->value * w->value * w->value);
  lz_tensor_release(y);
}

/* The run still reads the input when the next matrix is imported. */
static void hurries(Worker* w) {
  lz_tensor* y = NULL;
  done(w, lz_executable_run(cubes, &w->x, 1, NULL, &y, 1));
  lz_tensor_release(y);
  lz_tensor_release(w->x);
  w->x = NULL;
  w->value = (float)(1 + draw(w, 8));
  if (import(w))
    expect(w, w->x, w->value);
}

static void runs(Worker* w, int donates, uint64_t flags) {
  const uint8_t yes = 1;
  lz_run_options options;
  lz_tensor* y = NULL;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.flags = flags;
  options.donate = donates ? &yes : NULL;
  options.num_donate = donates ? 1 : 0;
  int isDone = done(w, lz_executable_run(cubes, &w->x, 1, &options, &y, 1));
  if (isDone)
    isDone = expect(w, y, w->value * w->value * w->value);
  if (!isDone) /* nothing was taken */
    expect(w, w->x, w->value);
  lz_tensor_release(y);
}

static void runsAndWaits(Worker* w) {
  runs(w, 0, LZ_RUN_WAIT);
}
static void submits(Worker* w) {
  runs(w, 0, 0);
}
static void donates(Worker* w) {
  runs(w, 1, draw(w, 2) ? LZ_RUN_WAIT : 0);
}

static void* work(void* argument) {
  static void (*const actions[kActions])(Worker*) = {evaluates, hurries, runsAndWaits, submits,
                                                     donates};
  Worker* w = (Worker*)argument;
  for (; !__atomic_load_n(&stop, __ATOMIC_RELAXED); ++w->steps) {
    w->value = (float)(1 + draw(w, 8));
    if (import(w))
      actions[draw(w, kActions)](w);
    lz_tensor_release(w->x);
    w->x = NULL;
  }
  return NULL;
}

/* A few blocks in a row are refused. After the first, the library frees what it keeps and tries
 * again. */
static void* allocate(void* user, size_t bytes, size_t alignment) {
  (void)user;
  if (mayRefuse && __atomic_add_fetch(&allocations, 1, __ATOMIC_RELAXED) % 16 < 4)
    return NULL;
  return aligned_alloc(alignment, bytes);
}
static void giveBack(void* user, void* data, size_t bytes) {
  (void)user, (void)bytes;
  free(data);
}

static void makeContext(void) {
  static lz_memory_hooks hooks;
  lz_context_options options;
  lz_memory_statistics m;
  Fixture f;
  int d;
  memset(&hooks, 0, sizeof hooks);
  hooks.struct_size = sizeof hooks;
  hooks.alloc = allocate;
  hooks.free = giveBack;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.host_devices = kDevices;
  options.threads = 2 * kDevices;
  options.memory = mayRefuse ? &hooks : NULL;
  OK(lz_context_create(&options, &context));
  for (d = 0; d < kDevices; ++d)
    OK(lz_context_device(context, (size_t)d, &devices[d]));
  f.context = context, f.device = devices[0], f.x = NULL;
  lz_compile_options compile;
  const uint8_t yes = 1;
  memset(&compile, 0, sizeof compile);
  compile.struct_size = sizeof compile;
  compile.donate = &yes;
  compile.num_donate = 1;
  cubes = compileText(&f, cube, &compile);
  m.struct_size = sizeof m;
  OK(lz_executable_get_memory(cubes, &m));
  /* All threads of a device have their matrices, one of which a run is about to make. */
  budget = kThreads / kDevices * kHeld * (int64_t)kMatrix + m.run_bytes - kMatrix;
  for (d = 0; d < kDevices; ++d)
    OK(lz_device_set_memory_budget(devices[d], budget));
}

static int64_t count(lz_counter which) {
  int64_t value = -1;
  OK(lz_context_counter(context, which, &value));
  return value;
}

static long test(double seconds) {
  const struct timespec pause = {0, 20 * 1000 * 1000};
  static Worker workers[kThreads];
  pthread_t threads[kThreads];
  struct timespec begin, now;
  long steps = 0, refused = 0, accepted = 0;
  int t;
  makeContext();
  stop = 0;
  for (t = 0; t < kThreads; ++t) {
    memset(&workers[t], 0, sizeof workers[t]);
    workers[t].seed = (unsigned)t * 7919u + 1;
    workers[t].device = devices[t % kDevices];
    pthread_create(&threads[t], NULL, work, &workers[t]);
  }
  clock_gettime(CLOCK_MONOTONIC, &begin);
  do { /* meanwhile a budget is raised, and lowered again if that is possible */
    lz_status* status;
    OK(lz_device_set_memory_budget(devices[0], budget + kMatrix));
    nanosleep(&pause, NULL);
    do {
      status = lz_device_set_memory_budget(devices[0], budget);
      CHECK(!status || lz_status_code(status) == LZ_FAILED_PRECONDITION);
      accepted += !status;
      lz_status_release(status);
    } while (status);
    nanosleep(&pause, NULL);
    clock_gettime(CLOCK_MONOTONIC, &now);
  } while ((double)(now.tv_sec - begin.tv_sec) + (double)(now.tv_nsec - begin.tv_nsec) / 1e9 <
           seconds);
  __atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
  for (t = 0; t < kThreads; ++t) {
    pthread_join(threads[t], NULL);
    steps += workers[t].steps, refused += workers[t].refused;
  }
  CHECK(steps > 0 && accepted > 0);
  CHECK(count(LZ_COUNTER_PEAK_BYTES) <= kDevices * budget + kMatrix);
  OK(lz_context_barrier(context, NULL, LZ_BARRIER_WAIT, NULL));
  CHECK(count(LZ_COUNTER_BYTES_IN_USE) == 0);
  lz_string* report;
  OK(lz_context_report(context, &report));
  printf("%ld steps, %ld refused\n%s", steps, refused, lz_string_data(report));
  CHECK(strstr(lz_string_data(report), " of a budget of ") &&
        strstr(lz_string_data(report), ", 0 B reserved"));
  lz_string_release(report);
  lz_executable_release(cubes);
  for (t = 0; t < kDevices; ++t)
    lz_device_release(devices[t]);
  lz_context_release(context);
  return refused;
}

int main(void) {
  const char* text = getenv("LAZULI_STRESS_SECONDS");
  const double seconds = text ? atof(text) : 2;
  CHECK(test(seconds / 2) == 0);
  mayRefuse = 1;
  CHECK(test(seconds / 2) > 0);
  return finish();
}
