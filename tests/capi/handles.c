/* Calls every function of the API with NULL and with handles of every other kind for each of its
 * handles, with impossible lengths for each of its arrays, and with impossible sizes for each of
 * its structs. Each call must return a status and must not crash, and nothing may leak or be
 * released by mistake. */
#include "check.h"

typedef enum {
  kind_status,
  kind_string,
  kind_context,
  kind_device,
  kind_tensor,
  kind_op,
  kind_function,
  kind_module,
  kind_executable,
  kind_event,
  kind_barrier,
  kind_view,
  num_kinds,
  no_kind
} Kind;

enum { MOST_HANDLES = 8, MOST_ARRAYS = 12 };

typedef struct {
  Kind kind;
  int nullable;
  int array; /* the handle is the only element of an array */
} HandleArgument;

typedef struct {
  size_t length; /* the length that the caller states; there is one element */
  int no_array;  /* whether the array is NULL */
} Array;

typedef struct {
  const char* name;
  lz_status* (*call)(void* const* handles, const Array* arrays);
  int returns_status;
  int clears_out;  /* whether `outs` is NULL after a failure */
  int num_numbers; /* how many of `numbers` are 0 or NULL after a failure */
  int num_arrays;  /* arrays that are followed by a length */
  int num_structs; /* structs that begin with struct_size */
  Kind made;       /* what `outs` receives */
  int num_handles;
  HandleArgument handles[MOST_HANDLES];
} Call;

static int64_t scratch[64]; /* functions read this memory */
static void* outs[64];
static int64_t numbers[MOST_HANDLES];
static char no_array[1]; /* passed as a handle, it means that the array itself is NULL */

static void* given; /* passed as each struct; NULL means harmless ones */

#include "calls.inc"

static void* valid[num_kinds];
static int tried = 0;
static Array ones[MOST_ARRAYS];

static void makeHandles(void) {
  static const char text[] =
      "func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> { return %x : tensor<3xf32> }";
  lz_tensor *pending, *parameter, *none;
  Fixture f = setUp(NULL);
  OK(lz_add(f.x, f.x, NULL, &pending));
  OK(lz_tensor_op(pending, (lz_op**)&valid[kind_op]));
  OK(lz_context_barrier(f.context, NULL, LZ_BARRIER_WAIT, (lz_barrier**)&valid[kind_barrier]));
  OK(lz_tensor_event(pending, (lz_event**)&valid[kind_event]));
  OK(lz_tensor_acquire_view(pending, (lz_view**)&valid[kind_view]));
  OK(lz_function_begin(f.device, "f", (lz_function**)&valid[kind_function]));
  OK(lz_function_parameter((lz_function*)valid[kind_function], LZ_DTYPE_F32, NULL, 0, &parameter));
  OK(lz_function_finish((lz_function*)valid[kind_function], &parameter, 1));
  OK(lz_function_print((lz_function*)valid[kind_function], (lz_string**)&valid[kind_string]));
  OK(lz_module_parse(f.context, text, SIZE_MAX, NULL, (lz_module**)&valid[kind_module]));
  OK(lz_module_compile((lz_module*)valid[kind_module], NULL,
                       (lz_executable**)&valid[kind_executable]));
  valid[kind_status] = lz_add(f.x, NULL, NULL, &none);
  valid[kind_context] = f.context, valid[kind_device] = f.device, valid[kind_tensor] = f.x;
  lz_tensor_release(pending), lz_tensor_release(parameter);
}

static void releaseHandles(void) {
  lz_op_release((lz_op*)valid[kind_op]), lz_barrier_release((lz_barrier*)valid[kind_barrier]);
  lz_event_release((lz_event*)valid[kind_event]),
      lz_function_release((lz_function*)valid[kind_function]);
  lz_string_release((lz_string*)valid[kind_string]),
      lz_module_release((lz_module*)valid[kind_module]);
  lz_executable_release((lz_executable*)valid[kind_executable]);
  lz_status_release((lz_status*)valid[kind_status]);
  lz_tensor_release((lz_tensor*)valid[kind_tensor]),
      lz_device_release((lz_device*)valid[kind_device]);
  lz_context_release((lz_context*)valid[kind_context]);
  lz_view_release((lz_view*)valid[kind_view]);
}

/* Makes the call with each handle in turn replaced by `bad`. */
static void tryCall(const Call* call, int which, void* bad, const char* what) {
  void* handles[MOST_HANDLES];
  ++tried;
  for (int i = 0; i < call->num_handles; ++i)
    handles[i] = i == which ? bad : valid[call->handles[i].kind];
  memset(scratch, 0, sizeof scratch);
  outs[0] = outs;
  for (int i = 0; i < MOST_HANDLES; ++i)
    numbers[i] = 7;
  int64_t before = lz_live_handles();
  lz_status* status = call->call(handles, ones);
  if (call->returns_status && lz_status_code(status) != LZ_INVALID_ARGUMENT) {
    fprintf(stderr, "%s: handle %d is %s: code %d, message '%s'\n", call->name, which, what,
            (int)lz_status_code(status), lz_status_message(status));
    ++failures;
  }
  lz_status_release(status);
  int kept = call->clears_out && outs[0] != NULL;
  for (int i = 0; call->returns_status && i < call->num_numbers; ++i)
    kept |= numbers[i] != 0;
  if (kept) {
    fprintf(stderr, "%s: handle %d is %s: an out-parameter is not NULL or 0\n", call->name, which,
            what);
    ++failures;
  }
  if (lz_live_handles() != before) {
    fprintf(stderr, "%s: handle %d is %s: %lld live handles, had %lld\n", call->name, which, what,
            (long long)lz_live_handles(), (long long)before);
    ++failures;
  }
}

static void tryAll(const Call* call) {
  static const char* names[num_kinds] = {"a status",      "a string", "a context",  "a device",
                                         "a tensor",      "an op",    "a function", "a module",
                                         "an executable", "an event", "a barrier",  "a view"};
  for (int i = 0; i < call->num_handles; ++i) {
    const HandleArgument* argument = &call->handles[i];
    /* A missing handle that is optional is no error. */
    if (!argument->nullable || !call->returns_status)
      tryCall(call, i, NULL, "NULL");
    if (argument->array && !argument->nullable)
      tryCall(call, i, no_array, "in an array that is NULL");
    for (int kind = 0; kind < num_kinds; ++kind)
      if (kind != (int)argument->kind)
        tryCall(call, i, valid[kind], names[kind]);
  }
}

static void releaseOuts(Kind made) {
  for (int i = 0; i < (int)(sizeof outs / sizeof *outs); ++i) {
    if (made == kind_tensor)
      lz_tensor_release((lz_tensor*)outs[i]);
    else if (made == kind_function)
      lz_function_release((lz_function*)outs[i]);
    else if (made == kind_module)
      lz_module_release((lz_module*)outs[i]);
    else if (made == kind_string)
      lz_string_release((lz_string*)outs[i]);
    else if (made == kind_barrier)
      lz_barrier_release((lz_barrier*)outs[i]);
    else
      CHECK(outs[i] == NULL);
    outs[i] = NULL;
  }
}

/* Makes a call with valid handles in which one array has this length or is NULL. */
static void tryLength(const Call* call, int which, Array array, int mustFail) {
  void* handles[MOST_HANDLES];
  Array arrays[MOST_ARRAYS];
  ++tried;
  for (int i = 0; i < call->num_handles; ++i)
    handles[i] = valid[call->handles[i].kind];
  memcpy(arrays, ones, sizeof arrays);
  arrays[which] = array;
  memset(scratch, 0, sizeof scratch);
  memset(outs, 0, sizeof outs);
  int64_t before = lz_live_handles();
  lz_status* status = call->call(handles, arrays);
  lz_code code = lz_status_code(status);
  if (mustFail ? code != LZ_INVALID_ARGUMENT : code == LZ_INTERNAL) {
    fprintf(stderr, "%s: array %d%s has length %zu: code %d, message '%s'\n", call->name, which,
            array.no_array ? " is NULL and" : "", array.length, (int)code,
            lz_status_message(status));
    ++failures;
  }
  CHECK(!status || outs[0] == NULL);
  lz_status_release(status);
  releaseOuts(call->made);
  if (lz_live_handles() != before) {
    fprintf(stderr, "%s: array %d has length %zu: %lld live handles, had %lld\n", call->name, which,
            array.length, (long long)lz_live_handles(), (long long)before);
    ++failures;
  }
}

static void tryLengths(const Call* call) {
  const size_t huge[] = {(size_t)1 << 32, (size_t)1 << 40, (size_t)1 << 62, SIZE_MAX / 8, SIZE_MAX};
  for (int i = 0; i < call->num_arrays; ++i) {
    for (size_t k = 0; k < sizeof huge / sizeof *huge; ++k) {
      /* The length SIZE_MAX has another meaning for a module's text: the text is NUL-terminated. */
      int isText = huge[k] == SIZE_MAX && strcmp(call->name, "lz_module_parse") == 0;
      tryLength(call, i, (Array){huge[k], 0}, !isText);
      tryLength(call, i, (Array){huge[k], 1}, 1);
    }
    tryLength(call, i, (Array){0, 0}, 0);
    tryLength(call, i, (Array){0, 1}, 0);
    tryLength(call, i, (Array){1, 0}, 0);
    tryLength(call, i, (Array){1, 1}, 1);
  }
}

/* Makes a call with valid handles and a struct of this size, whose last byte is not 0. */
static int tryStruct(const Call* call, size_t size) {
  static union {
    size_t size;
    char bytes[4096];
  } wrong;
  void* handles[MOST_HANDLES];
  ++tried;
  for (int i = 0; i < call->num_handles; ++i)
    handles[i] = valid[call->handles[i].kind];
  memset(&wrong, 0, sizeof wrong);
  wrong.size = size;
  wrong.bytes[4095] = 1;
  memset(scratch, 0, sizeof scratch);
  memset(outs, 0, sizeof outs);
  int64_t before = lz_live_handles();
  given = &wrong;
  lz_status* status = call->call(handles, ones);
  given = NULL;
  lz_code code = lz_status_code(status);
  /* Some calls look up a name before they check the struct, and no op or host call is named "x". */
  int says = strstr(lz_status_message(status), "struct_size") != NULL ||
             strstr(lz_status_message(status), "does not know") != NULL;
  /* A struct that the library fills may be larger than the struct that the library knows. Then the
   * rest becomes 0. */
  int filled = code != LZ_INTERNAL && wrong.bytes[4095] == 0;
  if (code != LZ_INVALID_ARGUMENT && code != LZ_NOT_FOUND && !filled) {
    fprintf(stderr, "%s: struct_size is %zu: code %d, message '%s'\n", call->name, size, (int)code,
            lz_status_message(status));
    ++failures;
  }
  lz_status_release(status);
  releaseOuts(call->made);
  CHECK(lz_live_handles() == before);
  return says;
}

/* Most messages are about the struct. A few calls find an error in another argument first. */
static void tryStructs(size_t count) {
  const size_t sizes[] = {0, 1, sizeof(size_t) - 1, 4096, 4097, SIZE_MAX / 2, SIZE_MAX};
  int said = 0;
  for (size_t i = 0; i < count; ++i)
    for (size_t k = 0; calls[i].num_structs > 0 && k < COUNT(sizes); ++k)
      said += tryStruct(&calls[i], sizes[k]);
  printf("%d calls with wrong structs, %d refused for their size\n", tried, said);
  CHECK(tried > 400 && said > tried / 2);
}

int main(void) {
  for (int i = 0; i < MOST_ARRAYS; ++i)
    ones[i].length = 1;
  makeHandles();
  const size_t count = sizeof calls / sizeof *calls;
  for (size_t i = 0; i < count; ++i)
    tryAll(&calls[i]);
  printf("%d calls of %d functions with wrong handles\n", tried, (int)count);
  CHECK(count > 150);
  tried = 0;
  for (size_t i = 0; i < count; ++i)
    tryLengths(&calls[i]);
  printf("%d calls with wrong lengths\n", tried);
  CHECK(tried > 500);
  tried = 0;
  tryStructs(count);
  releaseHandles();
  return finish();
}
