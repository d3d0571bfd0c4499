/* An object of every kind lives until it has been released as often as it has references. */
#include "modules.h"

/* `object` has one reference. With a second reference it still works after the first release, and
 * counts as one object. The second release destroys it. */
#define ENDS_WITH_THE_SECOND(object, retain, release, works)                                       \
  do {                                                                                             \
    int64_t live = lz_live_handles();                                                              \
    retain(object);                                                                                \
    CHECK(lz_live_handles() == live);                                                              \
    release(object);                                                                               \
    CHECK(lz_live_handles() == live);                                                              \
    CHECK(works); /* and may make another object */                                                \
    live = lz_live_handles();                                                                      \
    release(object);                                                                               \
    CHECK(lz_live_handles() == live - 1);                                                          \
  } while (0)

static int isOk(lz_status* status) {
  OK(status);
  return status == NULL;
}

static int runs(lz_executable* program, lz_tensor* x) {
  lz_tensor* out = NULL;
  float got[3] = {0, 0, 0};
  OK(lz_executable_run(program, &x, 1, NULL, &out, 1));
  OK(lz_tensor_read(out, got, sizeof got));
  lz_tensor_release(out);
  return got[2] == 11;
}

static void testContextAndDevice(void) {
  Fixture f = setUp(NULL);
  size_t devices = 0;
  const char* name = NULL;
  lz_tensor_release(f.x);
  ENDS_WITH_THE_SECOND(f.device, lz_device_retain, lz_device_release,
                       (name = lz_device_name(f.device)) && strcmp(name, "host:0") == 0);
  ENDS_WITH_THE_SECOND(f.context, lz_context_retain, lz_context_release,
                       isOk(lz_context_num_devices(f.context, &devices)) && devices == 1);
}

static void testTensors(Fixture* f) {
  lz_tensor* sum = NULL;
  lz_op* op = NULL;
  lz_view* view = NULL;
  OK(lz_add(f->x, f->x, LZ_HERE, &sum));
  OK(lz_tensor_op(sum, &op));
  ENDS_WITH_THE_SECOND(op, lz_op_retain, lz_op_release, strcmp(lz_op_name(op), "add") == 0);
  OK(lz_tensor_acquire_view(sum, &view));
  ENDS_WITH_THE_SECOND(sum, lz_tensor_retain, lz_tensor_release, lz_tensor_rank(sum) == 1);
  ENDS_WITH_THE_SECOND(view, lz_view_retain, lz_view_release,
                       ((const float*)lz_view_data(view))[2] == 6);
}

static void testPrograms(Fixture* f) {
  const int64_t three = 3;
  lz_function* function = NULL;
  lz_tensor* x = NULL;
  lz_string* text = NULL;
  lz_module* module = parse(f, vectors(3, "multiply", "2.0"));
  lz_executable* program = NULL;
  OK(lz_module_compile(module, NULL, &program));
  ENDS_WITH_THE_SECOND(module, lz_module_retain, lz_module_release,
                       isOk(lz_module_print(module, &text)));
  ENDS_WITH_THE_SECOND(text, lz_string_retain, lz_string_release,
                       strstr(lz_string_data(text), "multiply"));
  ENDS_WITH_THE_SECOND(program, lz_executable_retain, lz_executable_release, runs(program, f->x));
  OK(lz_function_begin(f->device, "same", &function));
  OK(lz_function_parameter(function, LZ_DTYPE_F32, &three, 1, &x));
  OK(lz_function_finish(function, &x, 1));
  lz_tensor_release(x);
  ENDS_WITH_THE_SECOND(function, lz_function_retain, lz_function_release,
                       lz_function_num_parameters(function) == 1);
}

static void testWork(Fixture* f) {
  lz_tensor* sum = NULL;
  lz_barrier* barrier = NULL;
  lz_event* event = NULL;
  OK(lz_add(f->x, f->x, LZ_HERE, &sum));
  OK(lz_evaluate(&sum, 1, 0, &barrier));
  ENDS_WITH_THE_SECOND(barrier, lz_barrier_retain, lz_barrier_release,
                       isOk(lz_barrier_event(barrier, &event)));
  ENDS_WITH_THE_SECOND(event, lz_event_retain, lz_event_release,
                       isOk(lz_event_wait(event, LZ_WAIT_FOREVER)));
  lz_tensor_release(sum);
  lz_status* status = lz_status_create(LZ_DATA_LOSS, "the disk is gone");
  ENDS_WITH_THE_SECOND(status, lz_status_retain, lz_status_release,
                       lz_status_code(status) == LZ_DATA_LOSS);
}

int main(void) {
  testContextAndDevice();
  Fixture f = setUp(NULL);
  testTensors(&f);
  testPrograms(&f);
  testWork(&f);
  tearDown(&f);
  return finish();
}
