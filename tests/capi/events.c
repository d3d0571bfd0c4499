/* Tests callbacks of events, waits for several events, and events that the program itself sets. */
#include "check.h"
#include "endless.h"
#include "soon.h"

#include <pthread.h>

/* What a callback received. */
typedef struct {
  int calls; /* read only by threads that have seen the last callback's event */
  lz_code code;
  char message[128];
} Got;

static void note(void* user, lz_status* status) {
  Got* got = (Got*)user;
  got->code = lz_status_code(status);
  snprintf(got->message, sizeof got->message, "%s", lz_status_message(status));
  __atomic_add_fetch(&got->calls, 1, __ATOMIC_RELEASE);
}

static int callsOf(const Got* got) {
  return __atomic_load_n(&got->calls, __ATOMIC_ACQUIRE);
}

static void awaitCall(const Got* got) {
  while (callsOf(got) == 0)
    pause20Ms();
  CHECK(callsOf(got) == 1);
}

static lz_event* make(void) {
  lz_event* event = NULL;
  OK(lz_event_create(&event));
  return event;
}

static void set(lz_event* event, lz_code code, const char* message) {
  lz_status* status = code == LZ_OK ? NULL : lz_status_create(code, message);
  OK(lz_event_set(event, status));
  lz_status_release(status);
}

static void anEventOfTheProgram(void) {
  lz_event* event = make();
  Got before = {0, LZ_OK, ""}, after = {0, LZ_OK, ""};
  int32_t ready = 1;
  OK(lz_event_on_ready(event, note, &before));
  OK(lz_event_is_ready(event, &ready));
  CHECK(!ready && before.calls == 0);
  FAILS(LZ_DEADLINE_EXCEEDED, "running", lz_event_wait(event, 0));
  FAILS(LZ_DEADLINE_EXCEEDED, "running", lz_event_wait(event, 1000000));
  set(event, LZ_DATA_LOSS, "the disk is gone");
  CHECK(before.calls == 1 && before.code == LZ_DATA_LOSS);
  CHECK(strcmp(before.message, "the disk is gone") == 0);
  OK(lz_event_on_ready(event, note, &after));
  CHECK(after.calls == 1 && after.code == LZ_DATA_LOSS);
  FAILS(LZ_DATA_LOSS, "the disk is gone", lz_event_wait(event, LZ_WAIT_FOREVER));
  FAILS(LZ_FAILED_PRECONDITION, "already set or cancelled", lz_event_set(event, NULL));
  OK(lz_event_cancel(event)); /* has no effect any more */
  FAILS(LZ_DATA_LOSS, "the disk is gone", lz_event_wait(event, 0));
  lz_event_release(event);
  CHECK(before.calls == 1 && after.calls == 1);
}

static void anEventIsCancelledOrGivenUp(void) {
  lz_event* event = make();
  Got cancelled = {0, LZ_OK, ""}, givenUp = {0, LZ_OK, ""};
  OK(lz_event_on_ready(event, note, &cancelled));
  OK(lz_event_cancel(event));
  CHECK(cancelled.calls == 1 && cancelled.code == LZ_CANCELLED);
  FAILS(LZ_CANCELLED, "cancelled", lz_event_wait(event, LZ_WAIT_FOREVER));
  FAILS(LZ_FAILED_PRECONDITION, "cancelled", lz_event_set(event, NULL));
  lz_event_release(event);
  event = make();
  OK(lz_event_on_ready(event, note, &givenUp));
  lz_event_release(event);
  CHECK(givenUp.calls == 1 && givenUp.code == LZ_CANCELLED);
}

static void* setLater(void* event) {
  pause20Ms();
  set((lz_event*)event, LZ_OK, NULL);
  return NULL;
}

static void fulfilledByAnotherThread(void) {
  lz_event *event = make(), *never = make(), *both[2] = {never, event};
  size_t index = 7;
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, setLater, event) == 0);
  OK(lz_event_wait(event, LZ_WAIT_FOREVER));
  pthread_join(thread, NULL);
  lz_event_release(event);
  both[1] = event = make();
  CHECK(pthread_create(&thread, NULL, setLater, event) == 0);
  OK(lz_events_wait(both, 2, LZ_WAIT_ANY, LZ_WAIT_FOREVER, &index));
  CHECK(index == 1);
  pthread_join(thread, NULL);
  lz_event_release(event), lz_event_release(never);
}

static void waitsForSeveral(void) {
  lz_event *a = make(), *b = make(), *three[3] = {a, b, a};
  size_t index = 7;
  FAILS(LZ_DEADLINE_EXCEEDED, "running", lz_events_wait(three, 3, LZ_WAIT_ANY, 0, &index));
  CHECK(index == 3);
  FAILS(LZ_DEADLINE_EXCEEDED, "running", lz_events_wait(three, 3, LZ_WAIT_ANY, 1000000, NULL));
  FAILS(LZ_DEADLINE_EXCEEDED, "running", lz_events_wait(three, 3, LZ_WAIT_ALL, 1000000, NULL));
  set(b, LZ_ABORTED, "b is bad");
  FAILS(LZ_ABORTED, "b is bad", lz_events_wait(three, 3, LZ_WAIT_ANY, LZ_WAIT_FOREVER, &index));
  CHECK(index == 1);
  FAILS(LZ_DEADLINE_EXCEEDED, "running", lz_events_wait(three, 3, LZ_WAIT_ALL, 0, &index));
  CHECK(index == 3);
  set(a, LZ_OK, NULL);
  OK(lz_events_wait(three, 3, LZ_WAIT_ANY, INT64_MAX, &index));
  CHECK(index == 0);
  FAILS(LZ_ABORTED, "b is bad", lz_events_wait(three, 3, LZ_WAIT_ALL, INT64_MAX, &index));
  CHECK(index == 1);
  OK(lz_events_wait(three, 1, LZ_WAIT_ALL, LZ_WAIT_FOREVER, &index));
  CHECK(index == 1);
  OK(lz_events_wait(NULL, 0, LZ_WAIT_ALL, LZ_WAIT_FOREVER, &index));
  FAILS(LZ_INVALID_ARGUMENT, "num_events is 0", lz_events_wait(NULL, 0, LZ_WAIT_ANY, 0, &index));
  FAILS(LZ_INVALID_ARGUMENT, "events", lz_events_wait(three, SIZE_MAX, LZ_WAIT_ALL, 0, &index));
  FAILS(LZ_INVALID_ARGUMENT, "events", lz_events_wait(NULL, 2, LZ_WAIT_ALL, 0, &index));
  FAILS(LZ_INVALID_ARGUMENT, "mode is 2", lz_events_wait(three, 3, 2, 0, &index));
  three[1] = NULL;
  FAILS(LZ_INVALID_ARGUMENT, "an event is NULL", lz_events_wait(three, 3, LZ_WAIT_ANY, 0, &index));
  CHECK(index == 0);
  lz_event_release(a), lz_event_release(b);
}

/* Waits for events of two contexts and one of the program. */
static void waitsForEventsOfSeveralContexts(void) {
  Fixture f[2] = {setUp(NULL), setUp(NULL)};
  lz_tensor* y[2] = {NULL, NULL};
  lz_event* events[3] = {NULL, NULL, make()};
  size_t index = 7;
  for (int i = 0; i < 2; ++i) {
    OK(lz_negate(f[i].x, LZ_HERE, &y[i]));
    OK(lz_evaluate(&y[i], 1, 0, NULL));
    OK(lz_tensor_event(y[i], &events[i]));
  }
  OK(lz_events_wait(events, 3, LZ_WAIT_ANY, LZ_WAIT_FOREVER, &index));
  CHECK(index < 2);
  OK(lz_events_wait(events, 2, LZ_WAIT_ALL, LZ_WAIT_FOREVER, &index));
  CHECK(index == 2);
  set(events[2], LZ_OK, NULL);
  OK(lz_events_wait(events, 3, LZ_WAIT_ALL, LZ_WAIT_FOREVER, NULL));
  for (int i = 0; i < 3; ++i)
    lz_event_release(events[i]);
  for (int i = 0; i < 2; ++i)
    lz_tensor_release(y[i]), tearDown(&f[i]);
}

static lz_event* eventOf(lz_tensor* tensor) {
  lz_event* event = NULL;
  OK(lz_evaluate(&tensor, 1, 0, NULL));
  OK(lz_tensor_event(tensor, &event));
  return event;
}

static void ofWork(void) {
  Fixture f = setUp(NULL);
  enum { MANY = 1000 };
  static Got got[MANY];
  Got memory = {0, LZ_OK, ""}, cancelled = {0, LZ_OK, ""}, queued = {0, LZ_OK, ""};
  lz_tensor *y = NULL, *z = NULL;
  OK(lz_negate(f.x, LZ_HERE, &y));
  lz_event* event = eventOf(y);
  for (int i = 0; i < MANY; ++i)
    OK(lz_event_on_ready(event, note, &got[i]));
  lz_event_release(event); /* there is no waiter, and no other reference */
  for (int i = 0; i < MANY; ++i) {
    awaitCall(&got[i]);
    CHECK(got[i].code == LZ_OK);
  }
  OK(lz_tensor_event(f.x, &event));
  OK(lz_event_on_ready(event, note, &memory));
  CHECK(memory.calls == 1 && memory.code == LZ_OK);
  FAILS(LZ_FAILED_PRECONDITION, "library", lz_event_set(event, NULL));
  lz_event_release(event);
  lz_tensor* never = endless(f.device, 3);
  event = eventOf(never);
  OK(lz_event_on_ready(event, note, &cancelled));
  OK(lz_add(y, y, LZ_HERE, &z));
  lz_event* behind = eventOf(z);
  OK(lz_event_on_ready(behind, note, &queued));
  FAILS(LZ_FAILED_PRECONDITION, "library", lz_event_set(event, NULL));
  OK(lz_context_shutdown(f.context));
  CHECK(callsOf(&cancelled) == 1 && cancelled.code == LZ_CANCELLED);
  CHECK(callsOf(&queued) == 1 && queued.code == LZ_CANCELLED);
  lz_event_release(event), lz_event_release(behind);
  lz_tensor_release(y), lz_tensor_release(z), lz_tensor_release(never);
  tearDown(&f);
}

/* One program computes two values, and there is memory only for the small one. The event of each
 * tensor has the status of that tensor. */
static void theTensorsOwnOutcome(void) {
  lz_context_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.budget_bytes = 1 << 20;
  Fixture f = setUp(&options);
  const int64_t dim = 0, wide[2] = {3, 1 << 22};
  lz_tensor* both[2] = {NULL, NULL};
  lz_event* events[2] = {NULL, NULL};
  Got got[2] = {{0, LZ_OK, ""}, {0, LZ_OK, ""}};
  size_t index = 7;
  OK(lz_broadcast_in_dim(f.x, &dim, 1, wide, 2, LZ_HERE, &both[0]));
  OK(lz_negate(f.x, LZ_HERE, &both[1]));
  OK(lz_evaluate(both, 2, 0, NULL));
  for (int i = 0; i < 2; ++i) {
    OK(lz_tensor_event(both[i], &events[i]));
    OK(lz_event_on_ready(events[i], note, &got[i]));
  }
  FAILS(LZ_RESOURCE_EXHAUSTED, "memory",
        lz_events_wait(events, 2, LZ_WAIT_ALL, LZ_WAIT_FOREVER, &index));
  CHECK(index == 0);
  for (int i = 0; i < 2; ++i)
    awaitCall(&got[i]);
  CHECK(got[0].code == LZ_RESOURCE_EXHAUSTED && got[1].code == LZ_OK);
  for (int i = 0; i < 2; ++i)
    lz_event_release(events[i]), lz_tensor_release(both[i]);
  tearDown(&f);
}

/* The data of a callback that makes allowed and forbidden calls. */
typedef struct {
  Fixture f;
  lz_event *event, *mine;
  lz_tensor *x, *y;
  Got got;
} Inside;

static void actInside(void* user, lz_status* status) {
  Inside* in = (Inside*)user;
  float values[3];
  lz_event* event = NULL;
  CHECK(status == NULL);
  OK(lz_tensor_read(in->x, values, sizeof values)); /* the value of x is there */
  CHECK(values[2] == -3);
  OK(lz_add(in->x, in->x, LZ_HERE, &in->y));
  FAILS(LZ_FAILED_PRECONDITION, "callback", lz_tensor_read(in->y, values, sizeof values));
  OK(lz_evaluate(&in->y, 1, 0, NULL));
  FAILS(LZ_FAILED_PRECONDITION, "callback",
        lz_context_barrier(in->f.context, NULL, LZ_BARRIER_WAIT, NULL));
  FAILS(LZ_FAILED_PRECONDITION, "callback", lz_event_wait(in->mine, LZ_WAIT_FOREVER));
  FAILS(LZ_FAILED_PRECONDITION, "callback",
        lz_events_wait(&in->mine, 1, LZ_WAIT_ANY, LZ_WAIT_FOREVER, NULL));
  FAILS(LZ_FAILED_PRECONDITION, "callback",
        lz_events_wait(&in->mine, 1, LZ_WAIT_ALL, 1000000, NULL));
  FAILS(LZ_DEADLINE_EXCEEDED, "running", lz_events_wait(&in->mine, 1, LZ_WAIT_ANY, 0, NULL));
  OK(lz_tensor_read_async(in->x, values, sizeof values, NULL, &event));
  OK(lz_event_wait(event, 0));
  lz_event_release(event), lz_event_release(in->event);
  lz_tensor_release(in->x), lz_tensor_release(in->y);
  tearDown(&in->f); /* the last references of the context */
  OK(lz_event_on_ready(in->mine, note, &in->got));
  set(in->mine, LZ_OK, NULL);
  CHECK(callsOf(&in->got) == 0); /* set when this has returned */
}

static void insideOfACallback(int hasHappened) {
  Inside in = {setUp(NULL), NULL, make(), NULL, NULL, {0, LZ_OK, ""}};
  OK(lz_negate(in.f.x, LZ_HERE, &in.x));
  in.event = eventOf(in.x);
  if (hasHappened)
    OK(lz_event_wait(in.event, LZ_WAIT_FOREVER));
  OK(lz_event_on_ready(in.event, actInside, &in));
  awaitCall(&in.got);
  OK(lz_event_wait(in.mine, LZ_WAIT_FOREVER));
  lz_event_release(in.mine);
  while (lz_live_handles() != 0)
    pause20Ms(); /* the callback is about to return */
}

enum { CHAIN = 200000 };
static lz_event* chain[CHAIN];

static void setNext(void* user, lz_status* status) {
  size_t next = (size_t)((lz_event**)user - chain) + 1;
  CHECK(status == NULL);
  if (next < CHAIN)
    set(chain[next], LZ_OK, NULL);
}

/* If each event of the chain called the next callback recursively, the stack would overflow. */
static void aLongChain(void) {
  for (int i = 0; i < CHAIN; ++i) {
    chain[i] = make();
    OK(lz_event_on_ready(chain[i], setNext, &chain[i]));
  }
  set(chain[0], LZ_OK, NULL);
  OK(lz_events_wait(chain, CHAIN, LZ_WAIT_ALL, 0, NULL));
  for (int i = 0; i < CHAIN; ++i)
    lz_event_release(chain[i]);
}

enum { THREADS = 4, ROUNDS = 500 };
static lz_event* shared[ROUNDS];
static int wins;

static void* raceToSet(void* unused) {
  for (int i = 0; i < ROUNDS; ++i) {
    lz_status* status = lz_event_set(shared[i], NULL);
    if (!status)
      __atomic_add_fetch(&wins, 1, __ATOMIC_RELAXED);
    lz_status_release(status);
    OK(lz_events_wait(shared, ROUNDS, LZ_WAIT_ANY, LZ_WAIT_FOREVER, NULL));
    OK(lz_event_wait(shared[i], LZ_WAIT_FOREVER));
  }
  (void)unused;
  return NULL;
}

static void manyThreads(void) {
  static Got got[ROUNDS];
  pthread_t threads[THREADS];
  for (int i = 0; i < ROUNDS; ++i) {
    shared[i] = make();
    OK(lz_event_on_ready(shared[i], note, &got[i]));
  }
  for (int i = 0; i < THREADS; ++i)
    CHECK(pthread_create(&threads[i], NULL, raceToSet, NULL) == 0);
  for (int i = 0; i < THREADS; ++i)
    pthread_join(threads[i], NULL);
  CHECK(wins == ROUNDS);
  for (int i = 0; i < ROUNDS; ++i) {
    CHECK(callsOf(&got[i]) == 1);
    lz_event_release(shared[i]);
  }
}

static void misuse(void) {
  lz_event* event = make();
  Got got = {0, LZ_OK, ""};
  FAILS(LZ_INVALID_ARGUMENT, "function is NULL", lz_event_on_ready(event, NULL, NULL));
  FAILS(LZ_INVALID_ARGUMENT, "event is NULL", lz_event_on_ready(NULL, note, &got));
  FAILS(LZ_INVALID_ARGUMENT, "out_event", lz_event_create(NULL));
  FAILS(LZ_INVALID_ARGUMENT, "status is not", lz_event_set(event, (const lz_status*)event));
  OK(lz_event_set(event, NULL));
  lz_event_release(event);
  CHECK(got.calls == 0);
}

int main(void) {
  anEventOfTheProgram();
  anEventIsCancelledOrGivenUp();
  fulfilledByAnotherThread();
  waitsForSeveral();
  waitsForEventsOfSeveralContexts();
  ofWork();
  theTensorsOwnOutcome();
  insideOfACallback(0);
  insideOfACallback(1);
  aLongChain();
  manyThreads();
  misuse();
  return finish();
}
