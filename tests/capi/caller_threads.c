/* A thread of the program may have its own floating-point mode, which float_mode.c tests. It may
 * also have a small stack, a coroutine's stack, signal masks, pinned CPUs or an exception in
 * flight. None of these changes results or has an effect on threads of the library. */
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
#include "check.h"
#include "sum.h"

#include <dirent.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

/* The smallest stack with which a thread may call any function except those that may run
 * decompositions (docs/abi.md). With the address sanitizer, stacks are larger, because each frame
 * also has red zones. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define STACK_FACTOR 8
#endif
#endif
#ifndef STACK_FACTOR
#define STACK_FACTOR 1
#endif
enum { LEAST_STACK = STACK_FACTOR * (64 << 10), LEAST_STACK_OF_DECOMPOSITIONS = 4 * LEAST_STACK };

static lz_context_options with(int32_t threads) {
  lz_context_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.threads = threads;
  return options;
}

/* Compiles and computes x * x + 2 * x, and its derivative 2 * x + 2, at x = 3. */
static void recordedAndRead(void) {
  Fixture f = setUp(NULL);
  float values[3] = {0, 0, 0};
  lz_tensor *square = NULL, *twice = NULL, *y = NULL, *total, *g = NULL;
  OK(lz_multiply(f.x, f.x, NULL, &square));
  OK(lz_add(f.x, f.x, NULL, &twice));
  OK(lz_add(square, twice, NULL, &y));
  total = sum(f.device, y);
  OK(lz_gradients(&total, 1, NULL, &f.x, 1, NULL, &g));
  OK(lz_tensor_read(y, values, sizeof values));
  CHECK(values[2] == 15);
  OK(lz_tensor_read(g, values, sizeof values));
  CHECK(values[2] == 8);
  lz_tensor_release(square), lz_tensor_release(twice), lz_tensor_release(y);
  lz_tensor_release(total), lz_tensor_release(g);
  tearDown(&f);
}

/* Returns a text with `depth` nested levels. */
static char* nestedText(int depth) {
  char* text = (char*)malloc(1 << 20);
  char* at = text;
  at += sprintf(at, "func.func @main(%%x: tensor<3xf32>) -> tensor<3xf32> {\n"
                    "  %%t = stablehlo.constant dense<true> : tensor<i1>\n");
  for (int i = 0; i < depth; ++i)
    at += sprintf(at, "%%%d = \"stablehlo.if\"(%%t) ({\n", i);
  at += sprintf(at, "%%s = stablehlo.add %%x, %%x : tensor<3xf32>\n"
                    "stablehlo.return %%s : tensor<3xf32>\n");
  for (int i = depth; i-- > 0;) {
    at += sprintf(at, "}, {\nstablehlo.return %%x : tensor<3xf32>\n"
                      "}) : (tensor<i1>) -> tensor<3xf32>\n");
    at += sprintf(
        at, i > 0 ? "stablehlo.return %%%d : tensor<3xf32>\n" : "return %%%d : tensor<3xf32>\n}\n",
        i);
  }
  return text;
}

static void parsedAndCompiled(void) {
  Fixture f = setUp(NULL);
  float values[3] = {0, 0, 0};
  char* text = nestedText(120);
  lz_module *module = NULL, *folded = NULL;
  lz_executable* executable = NULL;
  lz_string* printed = NULL;
  lz_tensor* y = NULL;
  OK(lz_module_parse(f.context, text, SIZE_MAX, NULL, &module));
  OK(lz_module_verify(module));
  OK(lz_module_run_passes(module, "lz-hlo", NULL, &folded));
  for (lz_module_format format = LZ_MODULE_FORMAT_STABLEHLO; format <= LZ_MODULE_FORMAT_HLO_PROTO;
       ++format) {
    OK(lz_module_write(module, format, &printed));
    lz_string_release(printed);
  }
  OK(lz_module_compile(module, NULL, &executable));
  OK(lz_executable_run(executable, &f.x, 1, NULL, &y, 1));
  OK(lz_tensor_read(y, values, sizeof values));
  CHECK(values[2] == 6);
  lz_tensor_release(y), lz_executable_release(executable);
  lz_module_release(module), lz_module_release(folded);
  tearDown(&f);
  free(text);
}

static void comparedOpByOp(void) {
  Fixture f = setUp(NULL);
  lz_tensor* y = NULL;
  lz_string* text = NULL;
  lz_op_difference difference;
  memset(&difference, 0, sizeof difference);
  difference.struct_size = sizeof difference;
  OK(lz_add(f.x, f.x, NULL, &y));
  OK(lz_recording_compare(&y, 1, &difference, &text));
  CHECK(text && lz_string_size(text) == 0);
  lz_string_release(text), lz_tensor_release(y);
  tearDown(&f);
}

/* Decompositions take the most stack. */
static void decomposed(void) {
  static const char text[] =
      "func.func @main() -> (tensor<200x200xcomplex<f64>>, tensor<200xcomplex<f64>>) {\n"
      "  %0 = stablehlo.iota dim = 0 : tensor<200x200xf64>\n"
      "  %1 = stablehlo.iota dim = 1 : tensor<200x200xf64>\n"
      "  %2 = stablehlo.multiply %0, %1 : tensor<200x200xf64>\n"
      "  %3 = stablehlo.sine %2 : tensor<200x200xf64>\n"
      "  %4 = stablehlo.complex %3, %0 : tensor<200x200xcomplex<f64>>\n"
      "  %5:2 = stablehlo.custom_call @lapack_zgeqrf_ffi(%4) {mhlo.backend_config = {},\n"
      "    operand_layouts = [dense<[0, 1]> : tensor<2xindex>],\n"
      "    result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>]}\n"
      "    : (tensor<200x200xcomplex<f64>>)\n"
      "      -> (tensor<200x200xcomplex<f64>>, tensor<200xcomplex<f64>>)\n"
      "  return %5#0, %5#1 : tensor<200x200xcomplex<f64>>, tensor<200xcomplex<f64>>\n"
      "}\n";
  Fixture f = setUp(NULL);
  lz_run_options wait;
  memset(&wait, 0, sizeof wait);
  wait.struct_size = sizeof wait;
  wait.flags = LZ_RUN_WAIT;
  lz_module* module = NULL;
  lz_executable* executable = NULL;
  lz_tensor* out[2] = {NULL, NULL};
  OK(lz_module_parse(f.context, text, SIZE_MAX, NULL, &module));
  OK(lz_module_compile(module, NULL, &executable));
  OK(lz_executable_run(executable, NULL, 0, &wait, out, 2));
  lz_tensor_release(out[0]), lz_tensor_release(out[1]);
  lz_executable_release(executable), lz_module_release(module);
  tearDown(&f);
}
static void (*const kDecomposed)(void) = decomposed;

static void (*const kWork[])(void) = {recordedAndRead, parsedAndCompiled, comparedOpByOp};

static void* run(void* work) {
  (*(void (*const*)(void))work)();
  return NULL;
}

static void onThreadWithStack(void (*const* work)(void), size_t bytes) {
  pthread_attr_t attributes;
  pthread_t thread;
  CHECK(pthread_attr_init(&attributes) == 0);
  CHECK(pthread_attr_setstacksize(&attributes, bytes) == 0);
  CHECK(pthread_create(&thread, &attributes, run, (void*)work) == 0);
  CHECK(pthread_join(thread, NULL) == 0);
  pthread_attr_destroy(&attributes);
}

static void testSmallStacks(void) {
  static const size_t sizes[] = {LEAST_STACK, 2 * LEAST_STACK, 8 * LEAST_STACK, 64 * LEAST_STACK};
  for (size_t i = 0; i < COUNT(kWork) * COUNT(sizes); ++i)
    onThreadWithStack(&kWork[i / COUNT(sizes)], sizes[i % COUNT(sizes)]);
  onThreadWithStack(&kDecomposed, LEAST_STACK_OF_DECOMPOSITIONS);
}

/* Runs on a stack that is not the thread's own. */
static void (*inCoroutine)(void);
static ucontext_t outside, inside;
static void coroutine(void) {
  inCoroutine();
}

static void testCoroutines(void) {
  void* stack = mmap(NULL, LEAST_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK(stack != MAP_FAILED);
  for (size_t i = 0; i < COUNT(kWork); ++i) {
    inCoroutine = kWork[i];
    CHECK(getcontext(&inside) == 0);
    inside.uc_stack.ss_sp = stack;
    inside.uc_stack.ss_size = LEAST_STACK;
    inside.uc_link = &outside;
    makecontext(&inside, coroutine, 0);
    CHECK(swapcontext(&outside, &inside) == 0);
  }
  munmap(stack, LEAST_STACK);
}

/* Makes the threads of a device and its stream start. */
static void startThreads(const Fixture* f) {
  enum { N = 1 << 20 };
  static float values[N];
  const struct timespec pause = {0, 1000000};
  lz_tensor *x = makeVector(f->device, values, N), *y = NULL, *z = NULL;
  lz_event* event = NULL;
  int32_t ready = 0;
  OK(lz_exponential(x, NULL, &y));
  OK(lz_tensor_read(y, values, sizeof values));
  OK(lz_tanh(x, NULL, &z));
  OK(lz_evaluate(&z, 1, 0, NULL));
  OK(lz_tensor_event(z, &event));
  for (; !ready; nanosleep(&pause, NULL))
    OK(lz_event_is_ready(event, &ready));
  lz_event_release(event);
  lz_tensor_release(x), lz_tensor_release(y), lz_tensor_release(z);
}

/* Returns the rest of the line that begins with `key` in a file of /proc, or "". */
static const char* lineOf(const char* task, const char* file, const char* key) {
  static char line[4096];
  char path[512];
  snprintf(path, sizeof path, "/proc/self/task/%s/%s", task, file);
  FILE* in = fopen(path, "r");
  while (in && fgets(line, sizeof line, in))
    if (strncmp(line, key, strlen(key)) == 0) {
      fclose(in);
      line[strcspn(line, "\n")] = 0;
      return line + strlen(key);
    }
  if (in)
    fclose(in);
  return "";
}

/* Calls `check` for all threads of the library, which have names of their own. Returns how many
 * there are. */
static int forOwnThreads(void (*check)(const char* task)) {
  int count = 0;
  DIR* tasks = opendir("/proc/self/task");
  for (struct dirent* task = readdir(tasks); task; task = readdir(tasks))
    if (strncmp(lineOf(task->d_name, "comm", ""), "lazuli-", 7) == 0) {
      ++count;
      check(task->d_name);
    }
  closedir(tasks);
  return count;
}

static int blocks(unsigned long long mask, int number) {
  return (int)(mask >> (number - 1) & 1);
}

static void checkSignals(const char* task) {
  const unsigned long long mask = strtoull(lineOf(task, "status", "SigBlk:"), NULL, 16);
  static const int handled[] = {SIGINT, SIGTERM, SIGUSR1, SIGUSR2, SIGALRM, SIGCHLD, SIGPROF};
  static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
  for (size_t i = 0; i < COUNT(handled); ++i)
    CHECK(blocks(mask, handled[i]));
  for (size_t i = 0; i < COUNT(faults); ++i)
    CHECK(!blocks(mask, faults[i]));
}

/* Signal handlers run on threads of the program, and the program's masks stay as they are. */
static void testSignals(void) {
  sigset_t usr2, before, after;
  const lz_context_options options = with(3);
  sigemptyset(&usr2);
  sigaddset(&usr2, SIGUSR2);
  sigaddset(&usr2, SIGSEGV);
  CHECK(pthread_sigmask(SIG_BLOCK, &usr2, NULL) == 0);
  CHECK(pthread_sigmask(SIG_BLOCK, NULL, &before) == 0);
  Fixture f = setUp(&options);
  startThreads(&f);
  CHECK(forOwnThreads(checkSignals) == 3); /* two that compute with this one, and the stream's */
  CHECK(pthread_sigmask(SIG_UNBLOCK, &usr2, &after) == 0);
  for (int number = 1; number < 32; ++number)
    CHECK(sigismember(&before, number) == sigismember(&after, number));
  tearDown(&f);
}

static char cpusBefore[4096];
static void checkCpus(const char* task) {
  CHECK(strcmp(lineOf(task, "status", "Cpus_allowed:"), cpusBefore) == 0);
}

static void* pinnedThread(void* fixture) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(sched_getcpu(), &one);
  CHECK(sched_setaffinity(0, sizeof one, &one) == 0);
  startThreads((const Fixture*)fixture);
  return NULL;
}

/* The threads of a context may run on all CPUs of the thread that created the context, even if a
 * pinned thread is the first to need them. */
static void testThreadsArePinnedToNothing(void) {
  const lz_context_options options = with(3);
  char self[32];
  pthread_t pinned;
  snprintf(self, sizeof self, "%d", (int)getpid());
  snprintf(cpusBefore, sizeof cpusBefore, "%s", lineOf(self, "status", "Cpus_allowed:"));
  Fixture f = setUp(&options);
  CHECK(pthread_create(&pinned, NULL, pinnedThread, &f) == 0);
  CHECK(pthread_join(pinned, NULL) == 0);
  CHECK(forOwnThreads(checkCpus) == 3);
  tearDown(&f);
}

#ifdef __cplusplus
/* Makes calls, some of which fail, while an exception is in flight. */
struct CallsWhenUnwound {
  ~CallsWhenUnwound() {
    lz_event* none = NULL;
    FAILS(LZ_INVALID_ARGUMENT, "NULL", lz_event_wait(none, 0));
    recordedAndRead();
  }
};

static void testExceptionsInFlight(void) {
  int caught = 0;
  try {
    CallsWhenUnwound calls;
    throw 7;
  } catch (int number) {
    caught = number;
    recordedAndRead();
  }
  CHECK(caught == 7);
}
#endif

int main(void) {
  testSmallStacks();
  testCoroutines();
  testSignals();
  testThreadsArePinnedToNothing();
#ifdef __cplusplus
  testExceptionsInFlight();
#endif
  return finish();
}
