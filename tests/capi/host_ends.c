/* A host call releases all handles of the program while a function of the library uses them. Every
 * such function must still run to its end. */
#include "host_functions.h"
#include "lazuli/dlpack_types.h"
#include "soon.h"

/* The handles of the program, and the counts that are checked after the call. */
typedef struct {
  Fixture f;
  lz_tensor* y;              /* the result of ends(x) */
  lz_executable* executable; /* negates its input */
  int shutsDown;
  int calls, released;
} Ending;

static lz_status* ends(void* user, const lz_host_call_args* args) {
  Ending* ending = (Ending*)user;
  if (ending->shutsDown)
    OK(lz_context_shutdown(ending->f.context));
  lz_tensor_release(ending->y);
  lz_executable_release(ending->executable);
  tearDown(&ending->f);
  memset(args->results[0].data, 0, (size_t)args->results[0].nbytes);
  ++ending->calls;
  return NULL;
}

static void setsReleased(void* user) {
  __atomic_store_n(&((Ending*)user)->released, 1, __ATOMIC_RELEASE);
}

/* These functions are all the ways in which a program can make the work of y run. They may return
 * an error, because the context may have been shut down. */
static lz_status* evaluates(Ending* e) {
  return lz_evaluate(&e->y, 1, 0, NULL);
}
static lz_status* evaluatesAndWaits(Ending* e) {
  return lz_evaluate(&e->y, 1, LZ_BARRIER_WAIT, NULL);
}
static lz_status* evaluatesWithBarrier(Ending* e) {
  lz_barrier* barrier = NULL;
  lz_status* status = lz_evaluate(&e->y, 1, LZ_BARRIER_WAIT, &barrier);
  lz_barrier_release(barrier);
  return status;
}
static lz_status* cuts(Ending* e) {
  lz_barrier* barrier = NULL;
  lz_status* status = lz_context_barrier(e->f.context, NULL, LZ_BARRIER_WAIT, &barrier);
  lz_barrier_release(barrier);
  return status;
}
static lz_status* reads(Ending* e) {
  float values[3];
  return lz_tensor_read(e->y, values, sizeof values);
}
static lz_status* readsLater(Ending* e) {
  static float values[3];
  lz_event* event = NULL;
  lz_status* status = lz_tensor_read_async(e->y, values, sizeof values, NULL, &event);
  if (event)
    lz_status_release(lz_event_wait(event, LZ_WAIT_FOREVER));
  lz_event_release(event);
  return status;
}
static lz_status* views(Ending* e) {
  lz_view* view = NULL;
  lz_status* status = lz_tensor_acquire_view(e->y, &view);
  lz_view_release(view);
  return status;
}
static lz_status* copies(Ending* e) {
  lz_tensor* copy = NULL;
  lz_status* status = lz_tensor_copy_to_device(e->y, e->f.device, 0, &copy);
  lz_tensor_release(copy);
  return status;
}
static lz_status* exports(Ending* e) {
  DLManagedTensorVersioned* managed = NULL;
  lz_status* status = lz_tensor_to_dlpack(e->y, &managed);
  if (managed)
    managed->deleter(managed);
  return status;
}
static lz_status* runs(Ending* e, uint64_t flags) {
  lz_run_options run = {sizeof run, flags, NULL, 0};
  lz_tensor* out = NULL;
  lz_status* status = lz_executable_run(e->executable, &e->y, 1, &run, &out, 1);
  lz_tensor_release(out);
  return status;
}
static lz_status* runsLater(Ending* e) {
  return runs(e, 0);
}
static lz_status* runsAndWaits(Ending* e) {
  return runs(e, LZ_RUN_WAIT);
}
typedef struct {
  const char* name;
  lz_status* (*run)(Ending*);
} Way;
#define WAY(name) {#name, name}
static const Way kWays[] = {WAY(evaluates),
                            WAY(evaluatesAndWaits),
                            WAY(evaluatesWithBarrier),
                            WAY(cuts),
                            WAY(reads),
                            WAY(readsLater),
                            WAY(views),
                            WAY(copies),
                            WAY(exports),
                            WAY(runsLater),
                            WAY(runsAndWaits)};

static lz_executable* compileNegate(const Fixture* f) {
  lz_function* function = NULL;
  lz_tensor *x = NULL, *y = NULL;
  lz_executable* executable = NULL;
  OK(lz_function_begin(f->device, "negates", &function));
  OK(lz_function_parameter(function, LZ_DTYPE_F32, kThree, 1, &x));
  OK(lz_negate(x, NULL, &y));
  OK(lz_function_finish(function, &y, 1));
  OK(lz_function_compile(function, NULL, &executable));
  lz_tensor_release(x), lz_tensor_release(y);
  lz_function_release(function);
  return executable;
}

static void testTheEndInACall(Way way, int shutsDown) {
  Ending ending = {setUp(NULL), NULL, NULL, shutsDown, 0, 0};
  lz_host_call_options options = hostOptions(&ending, LZ_HOST_CALL_HAS_EFFECTS);
  int i;
  options.release = setsReleased;
  OK(lz_context_register_host_call(ending.f.context, "ends", ends, &options));
  ending.executable = compileNegate(&ending.f);
  ending.y = callOn(&ending.f, "ends", ending.f.x);
  lz_status_release(way.run(&ending));
  for (i = 0; i < 500 && !__atomic_load_n(&ending.released, __ATOMIC_ACQUIRE); ++i)
    pause20Ms();
  if (ending.calls != 1 || ending.released != 1)
    fprintf(stderr, "%s: %d calls, %d released\n", way.name, ending.calls, ending.released);
  CHECK(ending.calls == 1 && ending.released == 1);
}

int main(void) {
  size_t way;
  int i;
  for (way = 0; way < sizeof kWays / sizeof kWays[0]; ++way)
    /* Several attempts, because with functions that do not wait, the host call runs during the
     * function only by chance. */
    for (i = 0; i < 8; ++i)
      testTheEndInACall(kWays[way], i % 2);
  return finish();
}
