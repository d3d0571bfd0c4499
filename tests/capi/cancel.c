/* Runs that never end by themselves are cancelled by their event, by their context, or by the end
 * of the context. */
#include "check.h"
#include "endless.h"
#include "soon.h"

#include <pthread.h>

/* A run that has entered its loop. */
typedef struct {
  Fixture f;
  int64_t length;
  lz_tensor* never;
  lz_event* event;
} Run;

static lz_event* submit(lz_context* context) {
  lz_barrier* barrier = NULL;
  lz_event* event = NULL;
  OK(lz_context_barrier(context, NULL, 0, &barrier));
  OK(lz_barrier_event(barrier, &event));
  lz_barrier_release(barrier);
  return event;
}

static Run start(int64_t length) {
  const lz_context_options options = {sizeof options, 2, 0, 0, NULL, NULL, NULL, NULL, 0, 0, 0, 0};
  Run r = {setUp(&options), length, NULL, NULL};
  r.never = endless(r.f.device, length);
  r.event = submit(r.f.context);
  FAILS(LZ_DEADLINE_EXCEEDED, "running", lz_event_wait(r.event, 20000000));
  return r;
}

static void stop(Run* r) {
  lz_tensor_release(r->never);
  lz_event_release(r->event);
  tearDown(&r->f);
  CHECK(lz_live_handles() == 0);
}

static void expectCancelled(lz_tensor* tensor, int64_t length) {
  static float values[1 << 20];
  FAILS(LZ_CANCELLED, "cancelled", lz_tensor_read(tensor, values, sizeof(float) * (size_t)length));
}

/* Computes [2, 4, 6] from [1, 2, 3]. */
static void expectThatItWorks(Fixture* f) {
  float values[3] = {0, 0, 0};
  lz_tensor* sum = NULL;
  OK(lz_add(f->x, f->x, LZ_HERE, &sum));
  OK(lz_tensor_read(sum, values, sizeof values));
  CHECK(values[0] == 2 && values[1] == 4 && values[2] == 6);
  lz_tensor_release(sum);
}

static void byItsEvent(int64_t length) {
  Run r = start(length);
  const double since = now();
  OK(lz_event_cancel(r.event));
  FAILS(LZ_CANCELLED, "cancelled", lz_event_wait(r.event, LZ_WAIT_FOREVER));
  ended("a loop cancelled by its event", since);
  expectCancelled(r.never, length);
  lz_tensor* more = NULL; /* what depends on it gets the same status */
  OK(lz_negate(r.never, LZ_HERE, &more));
  expectCancelled(more, length);
  lz_tensor_release(more);
  OK(lz_event_cancel(r.event)); /* this has no effect any more */
  expectThatItWorks(&r.f);
  stop(&r);
}

static void queuedWorkByItsEvent(void) {
  Run r = start(3);
  lz_tensor* sum = NULL;
  OK(lz_add(r.f.x, r.f.x, LZ_HERE, &sum));
  lz_event* event = submit(r.f.context);
  const double since = now();
  OK(lz_event_cancel(event));
  FAILS(LZ_CANCELLED, "before it began", lz_event_wait(event, LZ_WAIT_FOREVER));
  ended("queued work cancelled by its event", since);
  expectCancelled(sum, 3);
  int32_t ready = 1;
  OK(lz_event_is_ready(r.event, &ready));
  CHECK(!ready);
  OK(lz_event_cancel(r.event));
  lz_tensor_release(sum);
  lz_event_release(event);
  expectThatItWorks(&r.f);
  stop(&r);
}

static void byItsContext(int64_t length) {
  Run r = start(length);
  lz_tensor *queued = NULL, *later = NULL;
  OK(lz_add(r.f.x, r.f.x, LZ_HERE, &queued));
  lz_event* event = submit(r.f.context);
  const double since = now();
  OK(lz_context_cancel(r.f.context));
  OK(lz_add(r.f.x, r.f.x, LZ_HERE, &later));
  expectCancelled(r.never, length);
  expectCancelled(queued, 3);
  ended("a loop and queued work cancelled by their context", since);
  FAILS(LZ_CANCELLED, "cancelled", lz_event_wait(event, LZ_WAIT_FOREVER));
  float values[3];
  OK(lz_tensor_read(later, values, sizeof values));
  expectThatItWorks(&r.f);
  lz_tensor_release(queued), lz_tensor_release(later);
  lz_event_release(event);
  stop(&r);
}

/* Another thread waits for a value and runs the work itself. */
static void* readNever(void* run) {
  Run* r = (Run*)run;
  expectCancelled(r->never, r->length);
  return NULL;
}

static void shutdownEndsARunOfAnotherThread(int64_t length) {
  Run r = {setUp(NULL), length, NULL, NULL};
  r.never = endless(r.f.device, length);
  pthread_t reader;
  CHECK(pthread_create(&reader, NULL, readNever, &r) == 0);
  int64_t compiles = 0;
  while (compiles == 0)
    pause20Ms(), compiles = counter(&r.f, LZ_COUNTER_COMPILES);
  pause20Ms();
  const double since = now();
  OK(lz_context_shutdown(r.f.context));
  ended("shutdown beside a thread that reads", since);
  pthread_join(reader, NULL);
  ended("that thread", since);
  expectCancelled(r.never, length);
  stop(&r);
}

static void shutdownEndsWhatRunsAndWhatIsQueued(int64_t length) {
  Run r = start(length);
  lz_tensor* queued = NULL;
  OK(lz_add(r.f.x, r.f.x, LZ_HERE, &queued));
  lz_event_release(submit(r.f.context));
  const double since = now();
  OK(lz_context_shutdown(r.f.context));
  ended("shutdown", since);
  FAILS(LZ_CANCELLED, "cancelled", lz_event_wait(r.event, 0));
  expectCancelled(r.never, length);
  expectCancelled(queued, 3);
  FAILS(LZ_FAILED_PRECONDITION, "shut down", lz_context_cancel(r.f.context));
  OK(lz_event_cancel(r.event));
  OK(lz_context_shutdown(r.f.context));
  lz_tensor_release(queued);
  stop(&r);
}

static void lastReleaseEndsTheRun(void) {
  Run r = start(3);
  const double since = now();
  lz_tensor_release(r.never);
  tearDown(&r.f);
  ended("the last release", since);
  FAILS(LZ_CANCELLED, "cancelled", lz_event_wait(r.event, LZ_WAIT_FOREVER));
  lz_event_release(r.event);
  CHECK(lz_live_handles() == 0);
}

enum { SIDE = 4096 };

static lz_tensor* square(lz_device* device) {
  static float zeros[SIDE * SIDE];
  const int64_t dims[2] = {SIDE, SIDE};
  lz_tensor* x = NULL;
  OK(lz_tensor_from_host(device, LZ_DTYPE_F32, dims, 2, zeros, NULL, &x));
  return x;
}

/* Four products of 137 GFlop. */
static lz_tensor* longContractions(lz_device* device) {
  lz_tensor *x = square(device), *product = NULL;
  for (int i = 0; i < 4; ++i) {
    OK(matmul(x, x, LZ_HERE, &product));
    lz_tensor_release(x);
    x = product;
  }
  return x;
}

/* A hundred sines of 16 million elements in one kernel. */
static lz_tensor* longKernel(lz_device* device) {
  lz_tensor *x = square(device), *sine = NULL;
  for (int i = 0; i < 100; ++i) {
    OK(lz_sine(x, LZ_HERE, &sine));
    lz_tensor_release(x);
    x = sine;
  }
  return x;
}

static void longWorkByItsEvent(const char* what, lz_tensor* (*record)(lz_device*)) {
  Fixture f = setUp(NULL);
  lz_tensor* never = record(f.device);
  lz_event* event = submit(f.context);
  FAILS(LZ_DEADLINE_EXCEEDED, "running", lz_event_wait(event, 5000000));
  const double since = now();
  OK(lz_event_cancel(event));
  FAILS(LZ_CANCELLED, "cancelled", lz_event_wait(event, LZ_WAIT_FOREVER));
  ended(what, since);
  lz_tensor_release(never);
  lz_event_release(event);
  expectThatItWorks(&f);
  tearDown(&f);
  CHECK(lz_live_handles() == 0);
}

/* 250 million updates run one after the other. They take a second or more. */
static const char* const kScatter =
    "func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {\n"
    "  %u = stablehlo.iota dim = 0 : tensor<268435456xf32>\n"
    "  %i = stablehlo.iota dim = 0 : tensor<268435456x1xi32>\n"
    "  %one = stablehlo.constant dense<1> : tensor<i32>\n"
    "  %ones = stablehlo.broadcast_in_dim %one, dims = [] : (tensor<i32>) -> "
    "tensor<268435456x1xi32>\n"
    "  %k = stablehlo.and %i, %ones : tensor<268435456x1xi32>\n"
    "  %r = \"stablehlo.scatter\"(%x, %k, %u) ({\n"
    "  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
    "    %c = stablehlo.add %a, %b : tensor<f32>\n"
    "    stablehlo.return %c : tensor<f32>\n"
    "  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], "
    "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : "
    "(tensor<3xf32>, tensor<268435456x1xi32>, tensor<268435456xf32>) -> tensor<3xf32>\n"
    "  return %r : tensor<3xf32>\n"
    "}\n";

// Rows of 8,192 numbers are added to three rows. For each update a thread passes through the
// vectors of its unit.
static const char* const kScatterOfRows =
    "func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {\n"
    "  %o = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<3xf32>) -> tensor<3x8192xf32>\n"
    "  %u = stablehlo.iota dim = 0 : tensor<900000x8192xf32>\n"
    "  %i = stablehlo.iota dim = 0 : tensor<900000x1xi32>\n"
    "  %one = stablehlo.constant dense<1> : tensor<i32>\n"
    "  %ones = stablehlo.broadcast_in_dim %one, dims = [] : (tensor<i32>) -> "
    "tensor<900000x1xi32>\n"
    "  %k = stablehlo.and %i, %ones : tensor<900000x1xi32>\n"
    "  %r = \"stablehlo.scatter\"(%o, %k, %u) ({\n"
    "  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
    "    %c = stablehlo.add %a, %b : tensor<f32>\n"
    "    stablehlo.return %c : tensor<f32>\n"
    "  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], "
    "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : "
    "(tensor<3x8192xf32>, tensor<900000x1xi32>, tensor<900000x8192xf32>) -> "
    "tensor<3x8192xf32>\n"
    "  %s = stablehlo.slice %r [0:3, 0:1] : (tensor<3x8192xf32>) -> tensor<3x1xf32>\n"
    "  %t = stablehlo.reshape %s : (tensor<3x1xf32>) -> tensor<3xf32>\n"
    "  return %t : tensor<3xf32>\n"
    "}\n";

/* One unit of 2^35 points, in loops that cannot be merged into a single loop. */
static const char* const kLongUnit =
    "func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {\n"
    "  %0 = stablehlo.iota dim = 0 : tensor<131072x3x131072xf32>\n"
    "  %z = stablehlo.constant dense<0.0> : tensor<f32>\n"
    "  %1 = stablehlo.reduce(%0 init: %z) across dimensions = [0, 2]\n"
    "    : (tensor<131072x3x131072xf32>, tensor<f32>) -> tensor<3xf32>\n"
    "    reducer(%a: tensor<f32>, %b: tensor<f32>) {\n"
    "      %3 = stablehlo.multiply %a, %b : tensor<f32>\n"
    "      %4 = stablehlo.subtract %3, %a : tensor<f32>\n"
    "      stablehlo.return %4 : tensor<f32>\n"
    "    }\n"
    "  %2 = stablehlo.add %1, %x : tensor<3xf32>\n"
    "  return %2 : tensor<3xf32>\n"
    "}\n";

static const char* const kLongRows =
    "func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {\n"
    "  %0 = stablehlo.iota dim = 1 : tensor<3x34359738368xf32>\n"
    "  %z = stablehlo.constant dense<0.0> : tensor<f32>\n"
    "  %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [1]\n"
    "    : (tensor<3x34359738368xf32>, tensor<f32>) -> tensor<3xf32>\n"
    "  %2 = stablehlo.add %1, %x : tensor<3xf32>\n"
    "  return %2 : tensor<3xf32>\n"
    "}\n";

static void aLongUnitByItsEvent(const char* what, const char* text) {
  Fixture f = setUp(NULL);
  lz_module* module = NULL;
  lz_executable* executable = NULL;
  OK(lz_module_parse(f.context, text, SIZE_MAX, "unit.mlir", &module));
  OK(lz_module_compile(module, NULL, &executable));
  lz_tensor* out = NULL;
  lz_event* event = NULL;
  OK(lz_executable_run(executable, &f.x, 1, NULL, &out, 1));
  OK(lz_tensor_event(out, &event));
  FAILS(LZ_DEADLINE_EXCEEDED, "running", lz_event_wait(event, 50000000));
  const double since = now();
  OK(lz_event_cancel(event));
  FAILS(LZ_CANCELLED, "cancelled", lz_event_wait(event, LZ_WAIT_FOREVER));
  ended(what, since);
  lz_event_release(event);
  expectCancelled(out, 3);
  lz_tensor_release(out);
  lz_executable_release(executable);
  lz_module_release(module);
  expectThatItWorks(&f);
  tearDown(&f);
}

static lz_tensor* beingCompiled; /* the first result that compileLong makes */

/* Two hundred kernels are not compiled yet. Their compilation takes seconds. */
static void* compileLong(void* fixture) {
  enum { COUNT = 200 };
  Fixture* f = (Fixture*)fixture;
  lz_tensor *wide[COUNT], *tangents[COUNT];
  for (int i = 0; i < COUNT; ++i) {
    const int64_t dims[2] = {3, 3 + i}, dim = 0;
    OK(lz_broadcast_in_dim(f->x, &dim, 1, dims, 2, LZ_HERE, &wide[i]));
    OK(lz_tan(wide[i], LZ_HERE, &tangents[i]));
  }
  beingCompiled = tangents[0];
  lz_tensor_retain(beingCompiled);
  lz_status* status = lz_context_barrier(f->context, NULL, LZ_BARRIER_WAIT, NULL);
  CHECK(lz_status_code(status) == LZ_CANCELLED || lz_status_code(status) == LZ_FAILED_PRECONDITION);
  lz_status_release(status);
  for (int i = 0; i < COUNT; ++i)
    lz_tensor_release(wide[i]), lz_tensor_release(tangents[i]);
  return NULL;
}

static pthread_t compileBeside(Fixture* f) {
  pthread_t compiler;
  CHECK(pthread_create(&compiler, NULL, compileLong, f) == 0);
  while (counter(f, LZ_COUNTER_CACHE_MISSES) == 0)
    ;
  pause20Ms();
  return compiler;
}

static void shutdownEndsACompilationAndDoesNotWaitForIt(void) {
  Fixture f = setUp(NULL);
  pthread_t compiler = compileBeside(&f);
  const double since = now();
  OK(lz_context_shutdown(f.context));
  ended("shutdown beside a compilation", since);
  pthread_join(compiler, NULL);
  ended("that compilation", since);
  lz_tensor_release(beingCompiled);
  tearDown(&f);
}

static void contextCancelEndsACompilation(void) {
  Fixture f = setUp(NULL);
  pthread_t compiler = compileBeside(&f);
  const double since = now();
  OK(lz_context_cancel(f.context));
  pthread_join(compiler, NULL);
  ended("a compilation cancelled by its context", since);
  lz_tensor_release(beingCompiled);
  expectThatItWorks(&f);
  tearDown(&f);
}

static void eventsDoNotWaitForACompilation(void) {
  Fixture f = setUp(NULL);
  pthread_t compiler = compileBeside(&f);
  lz_event* event = NULL;
  const double since = now();
  OK(lz_tensor_event(beingCompiled, &event));
  ended("asking for the event of a tensor that is being compiled", since);
  OK(lz_context_cancel(f.context));
  FAILS(LZ_CANCELLED, "cancelled", lz_event_wait(event, LZ_WAIT_FOREVER));
  pthread_join(compiler, NULL);
  lz_event_release(event);
  lz_tensor_release(beingCompiled);
  tearDown(&f);
}

int main(void) {
  const int64_t lengths[] = {3, 1 << 20};
  for (int i = 0; i < 2; ++i) {
    SOON(byItsEvent(lengths[i]));
    SOON(byItsContext(lengths[i]));
    SOON(shutdownEndsWhatRunsAndWhatIsQueued(lengths[i]));
    SOON(shutdownEndsARunOfAnotherThread(lengths[i]));
  }
  SOON(longWorkByItsEvent("a contraction", longContractions));
  SOON(longWorkByItsEvent("a kernel", longKernel));
  SOON(aLongUnitByItsEvent("a histogram", kScatter));
  SOON(aLongUnitByItsEvent("a scatter of rows", kScatterOfRows));
  SOON(aLongUnitByItsEvent("a reduction of one unit", kLongUnit));
  SOON(aLongUnitByItsEvent("sums of long rows", kLongRows));
  SOON(queuedWorkByItsEvent());
  SOON(lastReleaseEndsTheRun());
  SOON(shutdownEndsACompilationAndDoesNotWaitForIt());
  SOON(contextCancelEndsACompilation());
  SOON(eventsDoNotWaitForACompilation());
  return finish();
}
