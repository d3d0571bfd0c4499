/* Tests what a host call may do, and what other threads may do during the call. They may use
 * threads, release handles, or cancel the run. */
#include "host_functions.h"
#include "soon.h"

#include <pthread.h>

/* Two threads meet here if they run at the same time. A single thread waits ten seconds. */
typedef struct {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  int inside, met;
} Meeting;

static lz_status* meets(void* user, const lz_host_call_args* args) {
  Meeting* meeting = (Meeting*)user;
  struct timespec end;
  clock_gettime(CLOCK_REALTIME, &end);
  end.tv_sec += 10;
  pthread_mutex_lock(&meeting->mutex);
  ++meeting->inside;
  pthread_cond_broadcast(&meeting->changed);
  while (meeting->inside < 2)
    if (pthread_cond_timedwait(&meeting->changed, &meeting->mutex, &end) != 0)
      break;
  meeting->met += meeting->inside == 2;
  pthread_mutex_unlock(&meeting->mutex);
  memcpy(args->results[0].data, args->operands[0].data, (size_t)args->results[0].nbytes);
  return NULL;
}

/* Runs in a context of its own. */
static void* runsOnItsOwn(void* user) {
  Fixture f = setUp(NULL);
  lz_run_options run = {sizeof run, LZ_RUN_WAIT, NULL, 0};
  lz_executable* executable = NULL;
  lz_tensor* out = NULL;
  registerCall(&f, "meets", meets, user, 0);
  executable = compileCall(&f, "meets", NULL);
  OK(lz_executable_run(executable, &f.x, 1, &run, &out, 1));
  expectValues(out, 1, 2, 3);
  lz_tensor_release(out);
  lz_executable_release(executable);
  tearDown(&f);
  return NULL;
}

static void testTwoThreadsAtOnce(void) {
  Meeting meeting = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0};
  pthread_t threads[2];
  int i;
  for (i = 0; i < 2; ++i)
    CHECK(pthread_create(&threads[i], NULL, runsOnItsOwn, &meeting) == 0);
  for (i = 0; i < 2; ++i)
    pthread_join(threads[i], NULL);
  CHECK(meeting.met == 2);
}

/* Two threads run one executable of one context, and the calls come one after another. */
typedef struct {
  lz_executable* executable;
  lz_tensor* x;
} Shared;

static void* runsShared(void* user) {
  const Shared* shared = (const Shared*)user;
  lz_run_options run = {sizeof run, LZ_RUN_WAIT, NULL, 0};
  int i;
  for (i = 0; i < 200; ++i) {
    lz_tensor *x = shared->x, *out = NULL;
    OK(lz_executable_run(shared->executable, &x, 1, &run, &out, 1));
    expectValues(out, 2, 4, 6);
    lz_tensor_release(out);
  }
  return NULL;
}

static void testOneExecutableFromTwoThreads(void) {
  Fixture f = setUp(NULL);
  Shared shared;
  pthread_t threads[2];
  int calls = 0, i;
  registerCall(&f, "twice", twice, &calls, 0);
  shared.executable = compileCall(&f, "twice", NULL);
  shared.x = f.x;
  for (i = 0; i < 2; ++i)
    CHECK(pthread_create(&threads[i], NULL, runsShared, &shared) == 0);
  for (i = 0; i < 2; ++i)
    pthread_join(threads[i], NULL);
  CHECK(calls == 400);
  lz_executable_release(shared.executable);
  tearDown(&f);
}

/* Uses the library from inside of a call. */
typedef struct {
  Fixture f;
  lz_tensor* other; /* released in the call */
  lz_tensor* made;  /* recorded and evaluated in the call */
} World;

static lz_status* usesTheLibrary(void* user, const lz_host_call_args* args) {
  World* world = (World*)user;
  float values[3];
  OK(lz_negate(world->f.x, LZ_HERE, &world->made));
  FAILS(LZ_FAILED_PRECONDITION, "host call", lz_tensor_read(world->made, values, sizeof values));
  FAILS(LZ_FAILED_PRECONDITION, "host call",
        lz_context_barrier(world->f.context, NULL, LZ_BARRIER_WAIT, NULL));
  OK(lz_evaluate(&world->made, 1, 0, NULL));
  OK(lz_tensor_read(world->f.x, values, sizeof values));
  lz_tensor_release(world->other);
  memcpy(args->results[0].data, args->operands[0].data, (size_t)args->results[0].nbytes);
  return NULL;
}

/* The call runs on the thread that waits, or on a thread of the library. */
static void testUseOfTheLibrary(int wait) {
  World world = {setUp(NULL), NULL, NULL};
  lz_tensor* y = NULL;
  registerCall(&world.f, "uses_the_library", usesTheLibrary, &world, 0);
  OK(lz_negate(world.f.x, NULL, &world.other));
  y = callOn(&world.f, "uses_the_library", world.other);
  if (!wait)
    OK(lz_evaluate(&y, 1, 0, NULL));
  expectValues(y, -1, -2, -3);
  expectValues(world.made, -1, -2, -3);
  lz_tensor_release(y), lz_tensor_release(world.made);
  tearDown(&world.f);
}

/* Sleeps until the test lets it go on. */
typedef struct {
  int isInside, mayGo;
} Sleep;

static lz_status* sleeps(void* user, const lz_host_call_args* args) {
  Sleep* sleep = (Sleep*)user;
  __atomic_store_n(&sleep->isInside, 1, __ATOMIC_RELEASE);
  while (!__atomic_load_n(&sleep->mayGo, __ATOMIC_ACQUIRE))
    pause20Ms();
  memset(args->results[0].data, 0, (size_t)args->results[0].nbytes);
  return NULL;
}

/* A cancellation does not interrupt a call: the run ends as cancelled when the function returns. */
static void testCancellation(void) {
  Fixture f = setUp(NULL);
  Sleep sleep = {0, 0};
  lz_tensor *y = NULL, *z = NULL;
  lz_event* event = NULL;
  float values[3];
  registerCall(&f, "sleeps", sleeps, &sleep, 0);
  y = callOn(&f, "sleeps", f.x);
  OK(lz_negate(y, NULL, &z));
  OK(lz_evaluate(&z, 1, 0, NULL));
  OK(lz_tensor_event(z, &event));
  while (!__atomic_load_n(&sleep.isInside, __ATOMIC_ACQUIRE))
    pause20Ms();
  OK(lz_event_cancel(event));
  FAILS(LZ_DEADLINE_EXCEEDED, "", lz_event_wait(event, 20000000));
  __atomic_store_n(&sleep.mayGo, 1, __ATOMIC_RELEASE);
  FAILS(LZ_CANCELLED, "cancelled", lz_event_wait(event, LZ_WAIT_FOREVER));
  FAILS(LZ_CANCELLED, "cancelled", lz_tensor_read(z, values, sizeof values));
  lz_event_release(event);
  lz_tensor_release(y), lz_tensor_release(z);
  y = callOn(&f, "sleeps", f.x);
  expectValues(y, 0, 0, 0);
  lz_tensor_release(y);
  tearDown(&f);
}

/* A function that must run on threads of the program. */
typedef struct {
  Fixture f;
  pthread_t first, second; /* the threads that may call it */
  pthread_mutex_t open;    /* held until `second` is known */
  int calls, elsewhere;
} Home;

static lz_status* staysHome(void* user, const lz_host_call_args* args) {
  Home* home = (Home*)user;
  const pthread_t self = pthread_self();
  ++home->calls;
  home->elsewhere += !pthread_equal(self, home->first) && !pthread_equal(self, home->second);
  memcpy(args->results[0].data, args->operands[0].data, (size_t)args->results[0].nbytes);
  return NULL;
}

/* Records work before and after the call, which a thread of the library may run. */
static void* evaluatesAtHome(void* user) {
  Home* home = (Home*)user;
  int i;
  pthread_mutex_lock(&home->open);
  pthread_mutex_unlock(&home->open);
  for (i = 0; i < 100; ++i) {
    lz_tensor *x = NULL, *y, *z = NULL;
    lz_event* event = NULL;
    int32_t ready = 0;
    OK(lz_negate(home->f.x, NULL, &x));
    OK(lz_evaluate(&x, 1, 0, NULL));
    y = callOn(&home->f, "stays_home", x);
    OK(lz_evaluate(&y, 1, i % 2 ? LZ_BARRIER_WAIT : 0, NULL));
    OK(lz_tensor_event(y, &event));
    OK(lz_event_is_ready(event, &ready));
    CHECK(ready == 1);
    OK(lz_negate(y, NULL, &z));
    OK(lz_evaluate(&z, 1, 0, NULL));
    expectValues(z, 1, 2, 3);
    lz_event_release(event);
    lz_tensor_release(x), lz_tensor_release(y), lz_tensor_release(z);
  }
  return NULL;
}

static lz_status* callsHome(void* user, const lz_host_call_args* args) {
  Home* home = (Home*)user;
  lz_tensor* y = callOn(&home->f, "stays_home", home->f.x);
  lz_status* status;
  (void)args;
  OK(lz_evaluate(&y, 1, 0, NULL));
  float values[3];
  status = lz_tensor_read(y, values, sizeof values);
  lz_tensor_release(y);
  return status;
}

static void testOnProgramThreads(void) {
  Home home = {setUp(NULL), pthread_self(), pthread_self(), PTHREAD_MUTEX_INITIALIZER, 0, 0};
  lz_run_options run = {sizeof run, 0, NULL, 0};
  lz_executable* executable;
  lz_tensor *y = NULL, *z = NULL;
  pthread_t other;
  registerCall(&home.f, "stays_home", staysHome, &home, LZ_HOST_CALL_ON_PROGRAM_THREAD);
  registerCall(&home.f, "calls_home", callsHome, &home, 0);
  evaluatesAtHome(&home);
  executable = compileCall(&home.f, "stays_home", NULL);
  OK(lz_executable_run(executable, &home.f.x, 1, &run, &y, 1));
  CHECK(home.calls == 101 && home.elsewhere == 0);
  expectValues(y, 1, 2, 3);
  lz_tensor_release(y);
  lz_executable_release(executable);
  /* Such a function cannot be called inside of a host call, because no thread may run it. */
  y = callOn(&home.f, "calls_home", home.f.x);
  OK(lz_negate(home.f.x, NULL, &z));
  FAILS(LZ_FAILED_PRECONDITION, "LZ_HOST_CALL_ON_PROGRAM_THREAD",
        lz_evaluate(&y, 1, LZ_BARRIER_WAIT, NULL));
  expectValues(z, -1, -2, -3);
  CHECK(home.calls == 101);
  lz_tensor_release(y), lz_tensor_release(z);
  /* Each of two threads of the program runs the other's calls. */
  pthread_mutex_lock(&home.open);
  CHECK(pthread_create(&other, NULL, evaluatesAtHome, &home) == 0);
  home.second = other;
  pthread_mutex_unlock(&home.open);
  evaluatesAtHome(&home);
  pthread_join(other, NULL);
  CHECK(home.calls == 301 && home.elsewhere == 0);
  tearDown(&home.f);
}

static void testAfterShutdown(void) {
  Fixture f = setUp(NULL);
  lz_tensor* y = NULL;
  int calls = 0;
  registerCall(&f, "twice", twice, &calls, 0);
  OK(lz_context_shutdown(f.context));
  FAILS(LZ_FAILED_PRECONDITION, "shut down",
        lz_context_register_host_call(f.context, "other", twice, NULL));
  FAILS(LZ_FAILED_PRECONDITION, "shut down",
        lz_host_call(f.device, "twice", &f.x, 1, &kVector, NULL, LZ_HERE, &y, 1));
  tearDown(&f);
}

int main(void) {
  testTwoThreadsAtOnce();
  testOneExecutableFromTwoThreads();
  testUseOfTheLibrary(1);
  testUseOfTheLibrary(0);
  testCancellation();
  testOnProgramThreads();
  testAfterShutdown();
  return finish();
}
