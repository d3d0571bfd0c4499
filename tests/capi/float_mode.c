/* Results have the same bits whatever the floating-point mode of the calling thread is. After
 * each call the thread has its own mode again. Functions of the program that the library calls
 * run in the mode of the program. */
#include "float_modes.h"
#include "host_functions.h"
#include "sum.h"

#include <pthread.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

#if !defined(__x86_64__)
int main(void) {
  return 0;
}
#else

enum { N = 64, LARGE = 1 << 20, BYTES = 1 << 16 };

static float inputs[N], large[LARGE];

/* The inputs are denormal numbers, thirds, and numbers around 1. */
static void makeInputs(void) {
  for (int i = 0; i < N; ++i)
    inputs[i] = i % 4 == 0 ? 1e-40f * (float)(i + 1) : (float)(i + 1) / 3;
  for (int i = 0; i < LARGE; ++i)
    large[i] = i % 2 == 0 ? 1e-40f : 1.0f / (float)(3 + i);
}

/* The bits of all results, one after the other. */
typedef struct {
  size_t size;
  unsigned char bytes[BYTES];
} Bits;

/* Takes the tensor. For a large one, it keeps every 97th element. */
static void addTo(Bits* bits, lz_tensor* tensor) {
  static unsigned char all[4 * LARGE];
  const size_t size = (size_t)lz_tensor_nbytes(tensor);
  const size_t step = size > BYTES / 4 ? 97 * 4 : 4;
  OK(lz_tensor_read(tensor, all, size));
  for (size_t i = 0; i + 4 <= size && bits->size + 4 <= BYTES; i += step, bits->size += 4)
    memcpy(bits->bytes + bits->size, all + i, 4);
  CHECK(bits->size < BYTES);
  lz_tensor_release(tensor);
}

static lz_tensor* scalar(const Fixture* f, lz_dtype dtype, double value) {
  lz_tensor* tensor = NULL;
  OK(lz_scalar_f64(f->device, dtype, value, NULL, &tensor));
  return tensor;
}

static void recordedOps(const Fixture* f, Bits* bits) {
  typedef lz_status* (*Unary)(lz_tensor*, const lz_op_options*, lz_tensor**);
  static const Unary unary[] = {lz_exponential, lz_log, lz_tanh, lz_sine, lz_rsqrt, lz_digamma};
  const int64_t dims[2] = {8, 8};
  lz_tensor *x = makeVector(f->device, inputs, N), *y = NULL, *m = NULL;
  OK(lz_add(x, x, NULL, &y)), addTo(bits, y);
  OK(lz_multiply(x, x, NULL, &y)), addTo(bits, y);
  OK(lz_divide(f->x, f->x, NULL, &y)), addTo(bits, y);
  for (size_t i = 0; i < COUNT(unary); ++i)
    OK(unary[i](x, NULL, &y)), addTo(bits, y);
  addTo(bits, sum(f->device, x));
  OK(lz_tensor_from_host(f->device, LZ_DTYPE_F32, dims, 2, inputs, NULL, &m));
  OK(matmul(m, m, NULL, &y)), addTo(bits, y);
  OK(lz_convert(x, LZ_DTYPE_BF16, NULL, &y)), addTo(bits, y);
  lz_tensor_release(x), lz_tensor_release(m);
}

/* The work of this op is divided among the threads of the device. */
static void aLargeOp(const Fixture* f, Bits* bits) {
  lz_tensor *x = makeVector(f->device, large, LARGE), *e = NULL, *y = NULL;
  OK(lz_exponential(x, NULL, &e));
  OK(lz_multiply(x, e, NULL, &y));
  lz_tensor_release(e);
  addTo(bits, y);
  addTo(bits, sum(f->device, x));
  lz_tensor_release(x);
}

/* Some constants are converted by the call, and others are folded when they are compiled. */
static void constants(const Fixture* f, Bits* bits) {
  static const double values[] = {0.1, 1e-40, -1e-40, 1e-310, 3.14159265358979};
  static const lz_dtype dtypes[] = {LZ_DTYPE_F32, LZ_DTYPE_BF16, LZ_DTYPE_F64};
  const float tiny = 1e-40f, three = 3;
  lz_tensor *a = NULL, *b = NULL, *q = NULL, *y = NULL;
  for (size_t i = 0; i < COUNT(values) * COUNT(dtypes); ++i) {
    a = scalar(f, dtypes[i % COUNT(dtypes)], values[i / COUNT(dtypes)]);
    OK(lz_negate(a, NULL, &y)), addTo(bits, y);
    lz_tensor_release(a);
  }
  OK(lz_constant(f->device, LZ_DTYPE_F32, NULL, 0, &tiny, NULL, &a));
  OK(lz_constant(f->device, LZ_DTYPE_F32, NULL, 0, &three, NULL, &b));
  OK(lz_divide(a, a, NULL, &q)), addTo(bits, q);
  OK(lz_divide(a, b, NULL, &q)), addTo(bits, q);
  OK(lz_divide(b, a, NULL, &q)), addTo(bits, q);
  lz_tensor_release(a), lz_tensor_release(b);
}

static void gradients(const Fixture* f, Bits* bits) {
  lz_tensor *x = makeVector(f->device, inputs, N), *t = NULL, *y = NULL, *loss, *g = NULL;
  OK(lz_tanh(x, NULL, &t));
  OK(lz_multiply(t, x, NULL, &y));
  loss = sum(f->device, y);
  OK(lz_gradients(&loss, 1, NULL, &x, 1, NULL, &g)), addTo(bits, g);
  lz_tensor_release(x), lz_tensor_release(t), lz_tensor_release(y), lz_tensor_release(loss);
}

static const char kText[] =
    "func.func @main(%x: tensor<64xf32>, %m: tensor<8x8xf32>)\n"
    "    -> (tensor<f32>, tensor<f64>, tensor<f32>, tensor<64xf32>, tensor<8x8xf32>) {\n"
    "  %tiny = stablehlo.constant dense<1.0e-40> : tensor<f32>\n"
    "  %three = stablehlo.constant dense<3.0> : tensor<f64>\n"
    "  %tenth = stablehlo.constant dense<0.1> : tensor<f64>\n"
    "  %0 = stablehlo.divide %tiny, %tiny : tensor<f32>\n"
    "  %1 = stablehlo.divide %tenth, %three : tensor<f64>\n"
    "  %2 = stablehlo.convert %1 : (tensor<f64>) -> tensor<f32>\n"
    "  %3 = \"stablehlo.sort\"(%x) ({\n"
    "  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
    "    %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
    "    stablehlo.return %c : tensor<i1>\n"
    "  }) {dimension = 0 : i64, is_stable = true} : (tensor<64xf32>) -> tensor<64xf32>\n"
    "  %t = stablehlo.transpose %m, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>\n"
    "  %4 = stablehlo.dot_general %m, %t, contracting_dims = [1] x [0]\n"
    "      : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>\n"
    "  %5 = stablehlo.cholesky %4, lower = true : tensor<8x8xf32>\n"
    "  return %0, %1, %2, %3, %5\n"
    "      : tensor<f32>, tensor<f64>, tensor<f32>, tensor<64xf32>, tensor<8x8xf32>\n"
    "}\n";

/* A program in text is compiled and run, and again after the passes, which fold its constants. */
static void modules(const Fixture* f, Bits* bits) {
  const int64_t dims[2] = {8, 8};
  lz_module *module = NULL, *folded = NULL;
  lz_string* text = NULL;
  lz_executable* executable = NULL;
  lz_tensor *in[2] = {makeVector(f->device, inputs, N), NULL}, *out[5] = {NULL};
  OK(lz_tensor_from_host(f->device, LZ_DTYPE_F32, dims, 2, inputs, NULL, &in[1]));
  OK(lz_module_parse(f->context, kText, SIZE_MAX, NULL, &module));
  OK(lz_module_compile(module, NULL, &executable));
  OK(lz_executable_run(executable, in, 2, NULL, out, 5));
  for (int i = 0; i < 5; ++i)
    addTo(bits, out[i]);
  OK(lz_module_run_passes(module, "lz-hlo", NULL, &folded));
  OK(lz_module_print(folded, &text));
  CHECK(bits->size + lz_string_size(text) < BYTES);
  memcpy(bits->bytes + bits->size, lz_string_data(text), lz_string_size(text));
  bits->size += lz_string_size(text);
  lz_string_release(text), lz_module_release(module), lz_module_release(folded);
  lz_executable_release(executable), lz_tensor_release(in[0]), lz_tensor_release(in[1]);
}

/* Computes in this mode, and checks that no call changes the mode. */
static void compute(const Fixture* f, const Mode* mode, Bits* bits) {
  static void (*const programs[])(const Fixture*, Bits*) = {recordedOps, aLargeOp, constants,
                                                            gradients, modules};
  memset(bits, 0, sizeof *bits);
  for (size_t i = 0; i < COUNT(programs); ++i) {
    setMode(mode);
    programs[i](f, bits);
    const int kept = isIn(mode);
    const unsigned flags = flagsNow();
    setMode(&kModes[0]);
    if (!kept || flags != 0)
      fprintf(stderr, "%s: program %zu changed the mode, or left flags 0x%x\n", mode->name, i,
              flags);
    CHECK(kept && flags == 0);
  }
}

static void expectEqual(const Bits* got, const Bits* want, const char* mode, const char* when) {
  size_t i = 0;
  while (i < want->size && got->bytes[i] == want->bytes[i])
    ++i;
  if (i < want->size || got->size != want->size)
    fprintf(stderr, "%s, %s: byte %zu of %zu differs\n", mode, when, i, want->size);
  CHECK(got->size == want->size && i == want->size);
}

static lz_context_options with(const char* folder) {
  lz_context_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.threads = 3;
  options.disk_cache = folder;
  return options;
}

/* Starts the context's threads and compiles its programs in this mode. */
static Fixture setUpIn(const Mode* mode, const char* folder) {
  const lz_context_options options = with(folder);
  setMode(mode);
  const Fixture f = setUp(&options);
  setMode(&kModes[0]);
  return f;
}

static void testEachModeGivesTheSameBits(void) {
  static Bits want, got;
  Fixture f = setUpIn(&kModes[0], "off");
  compute(&f, &kModes[0], &want);
  tearDown(&f);
  for (int i = 1; i < MODES; ++i) {
    f = setUpIn(&kModes[i], "off");
    compute(&f, &kModes[i], &got);
    expectEqual(&got, &want, kModes[i].name, "in the mode");
    /* Programs and threads that were made in one mode are used in other modes. */
    compute(&f, &kModes[0], &got);
    expectEqual(&got, &want, kModes[i].name, "afterwards");
    tearDown(&f);
  }
}

static void testTheCacheOnDiskIsTheSame(void) {
  static Bits want, got;
  char folder[] = "/tmp/lazuli-float-mode-XXXXXX", command[64];
  Fixture f = setUpIn(&kModes[0], "off");
  compute(&f, &kModes[0], &want);
  tearDown(&f);
  CHECK(mkdtemp(folder));
  f = setUpIn(&kModes[FLUSH], folder);
  compute(&f, &kModes[FLUSH], &got);
  tearDown(&f);
  f = setUpIn(&kModes[0], folder);
  compute(&f, &kModes[0], &got);
  expectEqual(&got, &want, kModes[FLUSH].name, "loaded from disk");
  CHECK(counter(&f, LZ_COUNTER_DISK_CACHE_HITS) > 0);
  tearDown(&f);
  snprintf(command, sizeof command, "rm -r '%s'", folder);
  CHECK(system(command) == 0);
}

/* The modes that functions of the program saw. */
typedef struct {
  const Mode* mode; /* the mode in which they should be */
  int calls, wrong;
  pthread_t thread;
  int spoils; /* whether it leaves another mode behind */
} Seen;

static void see(Seen* seen) {
  seen->wrong += !isIn(seen->mode);
  seen->thread = pthread_self();
  if (seen->spoils)
    setMode(&kModes[FLUSH]);
  __atomic_add_fetch(&seen->calls, 1, __ATOMIC_RELEASE);
}

static void awaitCall(const Seen* seen) {
  const struct timespec pause = {0, 1000000};
  while (__atomic_load_n(&seen->calls, __ATOMIC_ACQUIRE) == 0)
    nanosleep(&pause, NULL);
}

static lz_status* seeCall(void* user, const lz_host_call_args* args) {
  see((Seen*)user);
  memcpy(args->results[0].data, args->operands[0].data, (size_t)args->results[0].nbytes);
  return NULL;
}
static void seeEvent(void* user, lz_status* status) {
  (void)status;
  see((Seen*)user);
}
static void seeRelease(void* user, const void* data) {
  (void)data;
  see((Seen*)user);
}
static void seeLog(void* user, lz_log_severity severity, const char* message) {
  (void)severity, (void)message;
  see((Seen*)user);
}
static void seeUser(void* user) {
  see((Seen*)user);
}
static void* seeAlloc(void* user, size_t bytes, size_t alignment) {
  see((Seen*)user);
  return aligned_alloc(alignment, bytes);
}
static void seeFree(void* user, void* data, size_t bytes) {
  (void)bytes;
  see((Seen*)user);
  free(data);
}
static int32_t seePressure(void* user, int64_t wanted, int64_t available) {
  (void)wanted, (void)available;
  see((Seen*)user);
  return 0;
}

/* A host call has the mode of the call that submitted the program, on any thread. */
static void testHostCallsHaveTheModeOfTheCall(const Mode* mode) {
  Seen here = {mode, 0, 0, 0, 0}, elsewhere = {mode, 0, 0, 0, 0};
  Fixture f = setUpIn(&kModes[0], "off");
  registerCall(&f, "here", seeCall, &here, 0);
  registerCall(&f, "elsewhere", seeCall, &elsewhere, 0);
  float values[3];
  setMode(mode);
  lz_tensor* y = callOn(&f, "here", f.x);
  OK(lz_tensor_read(y, values, sizeof values));
  lz_tensor_release(y);
  y = callOn(&f, "elsewhere", f.x);
  OK(lz_evaluate(&y, 1, 0, NULL));
  awaitCall(&elsewhere);
  const int kept = isIn(mode);
  setMode(&kModes[0]);
  CHECK(kept);
  CHECK(here.calls == 1 && here.wrong == 0 && pthread_equal(here.thread, pthread_self()));
  CHECK(elsewhere.calls == 1 && elsewhere.wrong == 0);
  CHECK(!pthread_equal(elsewhere.thread, pthread_self()));
  lz_tensor_release(y);
  tearDown(&f);
}

/* If a host call changes the mode and returns, neither results nor the caller see that mode. */
static void testAHostCallThatLeavesAnotherMode(void) {
  Seen seen = {&kModes[0], 0, 0, 0, 1};
  Fixture f = setUpIn(&kModes[0], "off");
  registerCall(&f, "spoil", seeCall, &seen, 0);
  const float tiny[3] = {1e-40f, 1e-40f, 1e-40f};
  lz_tensor* x = makeVector(f.device, tiny, 3);
  for (int async = 0; async < 2; ++async) {
    lz_tensor *y = callOn(&f, "spoil", x), *z = NULL;
    uint32_t bits[3] = {0, 0, 0};
    OK(lz_add(y, y, NULL, &z));
    seen.calls = 0;
    if (async) {
      OK(lz_evaluate(&z, 1, 0, NULL));
      awaitCall(&seen);
    }
    OK(lz_tensor_read(z, bits, sizeof bits));
    const int kept = isIn(&kModes[0]);
    setMode(&kModes[0]);
    CHECK(kept);
    CHECK(bits[0] == 142724); /* 2e-40 */
    lz_tensor_release(y), lz_tensor_release(z);
  }
  CHECK(seen.wrong == 0);
  lz_tensor_release(x);
  tearDown(&f);
}

/* Callbacks that calls of this thread cause run in its mode: those of events, releases, the log and
 * memory. */
static void testCallbacksHaveTheModeOfTheCall(const Mode* mode) {
  Seen event = {mode, 0, 0, 0, 0}, release = event, log = event, memory = event;
  lz_memory_hooks hooks = {sizeof hooks, seeAlloc, seeFree, seePressure, &memory, seeUser};
  lz_context_options options = with("off");
  options.memory = &hooks;
  options.budget_bytes = 1 << 22;
  options.log = seeLog, options.log_user = &log, options.log_user_release = NULL;
  options.max_pending_ops = 4;
  lz_host_options host;
  memset(&host, 0, sizeof host);
  host.struct_size = sizeof host;
  host.mode = LZ_HOST_BORROW_IMMUTABLE;
  host.release = seeRelease, host.release_user = &release;
  const int64_t dims[1] = {3}, tooMany[1] = {1 << 22};
  static const float values[3] = {1, 2, 3};
  lz_tensor *x = NULL, *y[6] = {NULL}, *none = NULL;
  lz_event* happens = NULL;

  setMode(mode);
  Fixture f = setUp(&options);
  OK(lz_tensor_from_host(f.device, LZ_DTYPE_F32, dims, 1, values, &host, &x));
  FAILS(LZ_RESOURCE_EXHAUSTED, "",
        lz_tensor_from_host(f.device, LZ_DTYPE_F32, tooMany, 1, large, NULL, &none));
  for (int i = 0; i < 6; ++i)
    OK(lz_add(x, x, NULL, &y[i])); /* a barrier begins by itself, and is logged */
  for (int i = 0; i < 6; ++i)
    lz_tensor_release(y[i]);
  OK(lz_event_create(&happens));
  OK(lz_event_on_ready(happens, seeEvent, &event));
  OK(lz_event_set(happens, NULL));
  lz_event_release(happens);
  lz_tensor_release(x);
  OK(lz_context_barrier(f.context, NULL, 0, NULL));
  tearDown(&f);
  const int kept = isIn(mode);
  setMode(&kModes[0]);
  CHECK(kept);
  CHECK(event.calls == 1 && event.wrong == 0);
  CHECK(release.calls == 1 && release.wrong == 0);
  CHECK(log.calls > 0 && log.wrong == 0);
  CHECK(memory.calls > 3 && memory.wrong == 0);
}

int main(void) {
  makeInputs();
  testEachModeGivesTheSameBits();
  testTheCacheOnDiskIsTheSame();
  for (int i = 0; i < MODES; ++i) {
    testHostCallsHaveTheModeOfTheCall(&kModes[i]);
    testCallbacksHaveTheModeOfTheCall(&kModes[i]);
  }
  testAHostCallThatLeavesAnotherMode();
  return finish();
}
#endif
