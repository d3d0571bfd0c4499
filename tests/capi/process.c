/* Tests the promises of docs/abi.md about the end of a process and about fork. Each scenario runs
 * in a child, which must end with status 0 in time. */
#include "check.h"
#include "endless.h"

#include <fenv.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* A child does not have the stacks of its parent's threads, so a leak sanitizer reports objects
 * that only those stacks point to. */
#ifdef __cplusplus
extern "C"
#endif
    const char*
    __lsan_default_options(void);
const char* __lsan_default_options(void) {
  return "detect_leaks=0";
}

enum { LENGTH = 1 << 20, SECONDS = 60 };
static float values[LENGTH];

typedef struct {
  lz_context* context;
  lz_device* device;
  lz_tensor* sum; /* x + x of some values, in memory */
} Session;

static lz_tensor* doubled(lz_device* device) {
  lz_tensor *x = makeVector(device, values, LENGTH), *sum = NULL;
  OK(lz_add(x, x, NULL, &sum));
  lz_tensor_release(x);
  return sum;
}

/* Starts a context with two threads, and lets them compute. */
static Session start(void) {
  const lz_context_options options = {sizeof options, 2, 0, 0, NULL, NULL, NULL,
                                      NULL,           0, 0, 0, 0,    0};
  Session s = {NULL, NULL, NULL};
  OK(lz_context_create(&options, &s.context));
  OK(lz_context_device(s.context, 0, &s.device));
  s.sum = doubled(s.device);
  OK(lz_context_barrier(s.context, s.device, 0, NULL)); /* starts the stream's thread */
  OK(lz_context_barrier(s.context, s.device, LZ_BARRIER_WAIT, NULL));
  return s;
}

static void stop(Session* s) {
  lz_tensor_release(s->sum);
  lz_device_release(s->device);
  lz_context_release(s->context);
}

static void checkSum(lz_tensor* sum) {
  static float result[LENGTH];
  OK(lz_tensor_read(sum, result, sizeof result));
  int wrong = 0;
  for (int i = 0; i < LENGTH; ++i)
    wrong += result[i] != 2 * values[i];
  CHECK(wrong == 0);
}

/* Tests of the end of a process. */

static void exitWithHandles(void) {
  start();
}

static void exitWithWorkInFlight(void) {
  Session s = start();
  lz_tensor* x = s.sum;
  for (int i = 0; i < 50; ++i) {
    OK(lz_exponential_minus_one(x, NULL, &x));
    OK(lz_context_barrier(s.context, s.device, 0, NULL));
  }
}

static Session startEndless(void) {
  Session s = start();
  endless(s.device, 3);
  OK(lz_context_barrier(s.context, s.device, 0, NULL));
  return s;
}

static void exitBesideARunThatNeverEnds(void) {
  startEndless();
}

static int cancelled; /* callbacks so far */

static void noteCancelled(void* user, lz_status* status) {
  CHECK(lz_status_code(status) == LZ_CANCELLED);
  ++*(int*)user;
}

/* A read and a callback that wait for an endless run. */
static Session waitForEndless(void) {
  static float read[3];
  Session s = start();
  lz_event* event = NULL;
  OK(lz_tensor_read_async(endless(s.device, 3), read, sizeof read, NULL, &event));
  OK(lz_event_on_ready(event, noteCancelled, &cancelled));
  return s;
}

static void exitWithCallbacksThatWait(void) {
  waitForEndless();
}

static Session atEnd;

static void shutDown(void) {
  OK(lz_context_shutdown(atEnd.context));
  checkSum(atEnd.sum);
  if (failures != 0)
    _exit(1);
}

static void shutdownAtExitEndsARunThatNeverWould(void) {
  atEnd = startEndless();
  atexit(shutDown);
}

static void shutDownTheRead(void) {
  shutDown();
  if (cancelled != 1)
    _exit(1);
}

static void shutdownAtExitCallsBack(void) {
  atEnd = waitForEndless();
  atexit(shutDownTheRead);
}

static void releaseAtExit(void) {
  checkSum(atEnd.sum);
  stop(&atEnd);
  CHECK(lz_live_handles() == 0);
  if (failures != 0)
    _exit(1);
}

/* At exit, the compiler's thread-local objects are destroyed first, so a new program is refused,
 * but a compiled one still runs. */
static void compileAtExit(void) {
  lz_tensor *more = NULL, *again = NULL;
  OK(lz_multiply(atEnd.sum, atEnd.sum, NULL, &more));
  FAILS(LZ_FAILED_PRECONDITION, "ending", lz_context_barrier(atEnd.context, NULL, 0, NULL));
  lz_tensor_release(more);
  again = doubled(atEnd.device);
  OK(lz_context_barrier(atEnd.context, NULL, LZ_BARRIER_WAIT, NULL));
  checkSum(again);
  lz_tensor_release(again);
}

/* Exit handlers run in reverse order: one of these runs before the library's handler, and one after
 * it. */
static void useAtExit(void) {
  atexit(releaseAtExit);
  atEnd = start();
  atexit(compileAtExit);
}

static void leavesItsHostAlone(void) {
  struct sigaction before[NSIG], after;
  for (int signal = 1; signal < NSIG; ++signal)
    if (sigaction(signal, NULL, &before[signal]) != 0)
      before[signal].sa_handler = SIG_DFL;
  fesetround(FE_UPWARD);
  feraiseexcept(FE_OVERFLOW);
  Session s = start();
  checkSum(s.sum);
  stop(&s);
  CHECK(fegetround() == FE_UPWARD);
  CHECK(fetestexcept(FE_OVERFLOW) != 0);
  for (int signal = 1; signal < NSIG; ++signal)
    if (sigaction(signal, NULL, &after) == 0)
      CHECK(after.sa_handler == before[signal].sa_handler);
}

static void releaseAfterShutdown(void) {
  Session s = start();
  OK(lz_context_shutdown(s.context));
  FAILS(LZ_FAILED_PRECONDITION, "shut down", lz_context_barrier(s.context, NULL, 0, NULL));
  checkSum(s.sum);
  stop(&s);
  CHECK(lz_live_handles() == 0);
}

/* Tests after fork, with the parent's session. */

static void childExits(Session* s) {
  (void)s;
}

static void childReadsAndReleases(Session* s) {
  checkSum(s->sum);
  stop(s);
  CHECK(lz_live_handles() == 0);
}

static void childIsRefused(Session* s) {
  static const char kText[] = "fork";
  lz_tensor* out = NULL;
  FAILS(LZ_FAILED_PRECONDITION, kText, lz_add(s->sum, s->sum, NULL, &out));
  FAILS(LZ_FAILED_PRECONDITION, kText, lz_context_barrier(s->context, NULL, 0, NULL));
  FAILS(LZ_FAILED_PRECONDITION, kText, lz_context_shutdown(s->context));
  stop(s);
}

static void childUsesEvents(Session* s) {
  static float result[LENGTH];
  lz_event* events[2] = {NULL, NULL};
  OK(lz_tensor_read_async(s->sum, result, sizeof result, NULL, &events[0]));
  OK(lz_event_create(&events[1]));
  OK(lz_event_on_ready(events[1], noteCancelled, &cancelled));
  OK(lz_event_cancel(events[1]));
  CHECK(cancelled == 1);
  FAILS(LZ_CANCELLED, "", lz_events_wait(events, 2, LZ_WAIT_ALL, LZ_WAIT_FOREVER, NULL));
  CHECK(result[9] == 2 * values[9]);
  lz_event_release(events[0]), lz_event_release(events[1]);
  stop(s);
  CHECK(lz_live_handles() == 0);
}

static void childMakesItsOwn(Session* s) {
  Session own = start();
  checkSum(own.sum);
  stop(&own);
  stop(s);
  CHECK(lz_live_handles() == 0);
}

static void expectSuccess(pid_t child, const char* what) {
  int status = -1;
  CHECK(child > 0 && waitpid(child, &status, 0) == child);
  if (status == 0)
    return;
  fprintf(stderr, "%s: the child ended with status 0x%x\n", what, status);
  ++failures;
}

static const struct {
  const char* name;
  void (*run)(void);
} ends[] = {{"exit with handles", exitWithHandles},
            {"exit with work in flight", exitWithWorkInFlight},
            {"exit beside a run that never ends", exitBesideARunThatNeverEnds},
            {"exit with callbacks that wait", exitWithCallbacksThatWait},
            {"shutdown at exit", shutdownAtExitEndsARunThatNeverWould},
            {"shutdown at exit calls back", shutdownAtExitCallsBack},
            {"use at exit", useAtExit},
            {"leaves its host alone", leavesItsHostAlone},
            {"release after shutdown", releaseAfterShutdown}};

static const struct {
  const char* name;
  void (*run)(Session*);
} children[] = {{"child exits", childExits},
                {"child reads and releases", childReadsAndReleases},
                {"child is refused", childIsRefused},
                {"child uses events", childUsesEvents},
                {"child makes its own", childMakesItsOwn}};

int main(void) {
  for (int i = 0; i < LENGTH; ++i)
    values[i] = (float)(i % 1000) / 8;
  /* Lazuli has no thread yet, so the children are like fresh processes. */
  for (size_t i = 0; i < sizeof ends / sizeof *ends; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(SECONDS);
      failures = 0;
      ends[i].run();
      exit(failures != 0);
    }
    expectSuccess(child, ends[i].name);
  }
  Session session = start();
  for (size_t i = 0; i < sizeof children / sizeof *children; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(SECONDS);
      failures = 0;
      children[i].run(&session);
      exit(failures != 0);
    }
    expectSuccess(child, children[i].name);
    checkSum(session.sum); /* the parent notices nothing */
    lz_tensor* more = doubled(session.device);
    checkSum(more);
    lz_tensor_release(more);
  }
  stop(&session);
  return finish();
}
