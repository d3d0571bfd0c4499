/* Op by op, host calls, devices, control flow and long runs: behaviours 35 to 50 of
 * docs/lazy-behaviours.md. */
#include "lazy/behaviours.h"

/* A recording becomes HLO text, and that text becomes a program again. */
static void behaviour35_hloTextIsTheSameProgram(void) {
  Fixture f = setUp(NULL);
  lz_function* function = NULL;
  lz_module *module = NULL, *again = NULL;
  lz_executable* executable = NULL;
  lz_string *text = NULL, *twice = NULL;
  lz_tensor *x = NULL, *y = NULL, *half = spread(&f, 0.5);
  OK(lz_function_begin(f.device, "main", &function));
  OK(lz_function_parameter(function, LZ_DTYPE_F32, kThree, 1, &x));
  y = binary(lz_multiply, x, x);
  update(lz_maximum, &y, x);
  OK(lz_function_finish(function, &y, 1));
  OK(lz_module_from_function(function, &module));
  OK(lz_module_write(module, LZ_MODULE_FORMAT_HLO, &text));
  OK(lz_module_parse(f.context, lz_string_data(text), lz_string_size(text), "again", &again));
  OK(lz_module_write(again, LZ_MODULE_FORMAT_HLO, &twice));
  CHECK(strstr(lz_string_data(text), "HloModule") && strstr(lz_string_data(text), "maximum("));
  CHECK(strcmp(lz_string_data(text), lz_string_data(twice)) == 0);
  OK(lz_module_compile(again, NULL, &executable));
  lz_tensor* results[1] = {NULL};
  OK(lz_executable_run(executable, &half, 1, NULL, results, 1));
  expectValues(results[0], 0.5f, 0.5f, 0.5f);
  lz_tensor_release(results[0]), lz_tensor_release(x), lz_tensor_release(y);
  lz_tensor_release(half), lz_string_release(text), lz_string_release(twice);
  lz_executable_release(executable), lz_module_release(again), lz_module_release(module);
  lz_function_release(function);
  tearDown(&f);
}

static void behaviour36_whyItCompiled(void) {
  Fixture f = setUp(NULL);
  const float four[4] = {1, 2, 3, 4};
  lz_tensor *wider = makeVector(f.device, four, 4), *inputs[2] = {f.x, wider};
  for (int i = 0; i < 2; ++i) {
    lz_tensor* y = binary(lz_add, inputs[i], inputs[i]);
    update(lz_multiply, &y, inputs[i]);
    barrier(&f, LZ_BARRIER_WAIT);
    lz_tensor_release(y);
  }
  lz_string* text = NULL;
  OK(lz_context_explain_recompile(f.context, &text));
  const char* why = lz_string_data(text);
  CHECK(strstr(why, "op 0 [add]") && strstr(why, "tensor<4xf32>") && strstr(why, "tensor<3xf32>"));
  const char* first = strstr(why, "behaviours.h:");
  CHECK(first && strstr(first + 1, "behaviours.h:")); /* where it is recorded, and was */
  lz_string_release(text);
  lz_tensor* y = binary(lz_add, f.x, f.x);
  update(lz_subtract, &y, f.x);
  barrier(&f, LZ_BARRIER_WAIT);
  OK(lz_context_explain_recompile(f.context, &text));
  CHECK(strstr(lz_string_data(text), "op 1") && strstr(lz_string_data(text), "subtract"));
  lz_string_release(text);
  lz_tensor_release(y), lz_tensor_release(wider);
  tearDown(&f);
}

/* The batches have 4, 5, 6, ... elements. From the fourth program on, a hint says what to do. */
static void behaviour36_aSizeThatGoesOnChanging(void) {
  Fixture f = setUp(NULL);
  const float values[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  for (int64_t n = 1; n <= 8; ++n) {
    lz_tensor *x = makeVector(f.device, values, n), *y = binary(lz_add, x, x);
    barrier(&f, LZ_BARRIER_WAIT);
    lz_string* reason = NULL;
    OK(lz_context_explain_recompile(f.context, &reason));
    CHECK(!strstr(lz_string_data(reason), "dimension 0 changes") == (n < 4));
    lz_string_release(reason);
    lz_tensor_release(x), lz_tensor_release(y);
  }
  tearDown(&f);
}

static void behaviour40_hostCallsAreOps(void) {
  Fixture f = setUp(NULL);
  int calls = 0;
  registerCall(&f, "twice", twice, &calls, 0);
  lz_tensor *y = binary(lz_add, f.x, f.x), *z = callOn(&f, "twice", y);
  update(lz_add, &z, f.x);
  CHECK(calls == 0 && isPending(z));
  expectValues(z, 5, 10, 15);
  CHECK(calls == 1 && counter(&f, LZ_COUNTER_EXECUTIONS) == 1);
  lz_tensor* unknown = NULL;
  lz_status* status = lz_host_call(f.device, "thrice", &f.x, 1, &kVector, NULL, NULL, &unknown, 1);
  if (!status) {
    float values[3];
    status = lz_tensor_read(unknown, values, sizeof values);
  }
  CHECK(lz_status_code(status) != LZ_OK && strstr(lz_status_message(status), "thrice"));
  lz_status_release(status);
  lz_tensor_release(y), lz_tensor_release(z), lz_tensor_release(unknown);
  tearDown(&f);
}

static void behaviour41_nothingMovesByItself(void) {
  Fixture f = setUp(NULL), g = setUp(NULL);
  lz_tensor *y = NULL, *copy = NULL;
  FAILS(LZ_INVALID_ARGUMENT, "different devices", lz_add(f.x, g.x, LZ_HERE, &y));
  OK(lz_tensor_copy_to_device(f.x, g.device, 0, &copy));
  y = binary(lz_add, copy, g.x);
  expectValues(y, 2, 4, 6);
  lz_tensor_release(y), lz_tensor_release(copy);
  tearDown(&f), tearDown(&g);
}

/* while (i < trips) i = i + 1, a = a * 2 + offset, with `offset` captured. */
static float loop(Fixture* f, int trips, lz_tensor* offset) {
  lz_function *condition = NULL, *body = NULL;
  lz_tensor *start[2] = {scalar(f, 0), scalar(f, 3)}, *end = scalar(f, trips), *p[2], *next[2],
            *test = NULL, *out[2];
  OK(lz_function_begin(f->device, "condition", &condition));
  for (int i = 0; i < 2; ++i)
    OK(lz_function_parameter(condition, LZ_DTYPE_F32, NULL, 0, &p[i]));
  OK(lz_compare(p[0], end, LZ_COMPARISON_DIRECTION_LT, LZ_COMPARISON_TYPE_FLOAT, LZ_HERE, &test));
  OK(lz_function_finish(condition, &test, 1));
  lz_tensor_release(p[0]), lz_tensor_release(p[1]), lz_tensor_release(test);
  OK(lz_function_begin(f->device, "body", &body));
  for (int i = 0; i < 2; ++i)
    OK(lz_function_parameter(body, LZ_DTYPE_F32, NULL, 0, &p[i]));
  lz_tensor *one = scalar(f, 1), *two = scalar(f, 2);
  next[0] = binary(lz_add, p[0], one);
  next[1] = binary(lz_multiply, p[1], two);
  update(lz_add, &next[1], offset);
  OK(lz_function_finish(body, next, 2));
  OK(lz_while(start, 2, condition, body, LZ_HERE, out, 2));
  const float result = readOne(out[1]);
  for (int i = 0; i < 2; ++i) {
    lz_tensor_release(p[i]), lz_tensor_release(next[i]);
    lz_tensor_release(start[i]), lz_tensor_release(out[i]);
  }
  lz_tensor_release(one), lz_tensor_release(two), lz_tensor_release(end);
  lz_function_release(condition), lz_function_release(body);
  return result;
}

static void behaviour45_loopsAreOneProgram(void) {
  Fixture f = setUp(NULL);
  lz_tensor* offset = scalar(&f, 1);
  CHECK(loop(&f, 4, offset) == 63);
  const int64_t compiles = counter(&f, LZ_COUNTER_COMPILES);
  CHECK(compiles == 1 && counter(&f, LZ_COUNTER_EXECUTIONS) == 1);
  CHECK(loop(&f, 2, offset) == 15 && loop(&f, 10, offset) == 4095);
  CHECK(counter(&f, LZ_COUNTER_COMPILES) == compiles);
  lz_tensor_release(offset);
  offset = scalar(&f, 5);
  CHECK(loop(&f, 4, offset) == 123);
  lz_tensor_release(offset);
  tearDown(&f);
}

/* An `if` of the host's language on a value reads the value, and so runs the recording. Both paths
 * give right results. */
static void behaviour46_branchesOnValues(void) {
  for (int way = 0; way < 2; ++way) {
    Fixture f = setUp(NULL);
    lz_tensor *start = scalar(&f, way ? 2.5 : -2.5), *two = scalar(&f, 2);
    lz_tensor* y = binary(lz_multiply, start, two);
    const int isGreat = readOne(y) > 0;
    CHECK(isGreat == way && counter(&f, LZ_COUNTER_EXECUTIONS) == 1);
    update(isGreat ? lz_add : lz_subtract, &y, two);
    CHECK(readOne(y) == (way ? 7 : -7));
    CHECK(counter(&f, LZ_COUNTER_EXECUTIONS) == 2 && counter(&f, LZ_COUNTER_READS) == 2);
    lz_tensor_release(start), lz_tensor_release(two), lz_tensor_release(y);
    tearDown(&f);
  }
}

/* The address sanitizer keeps freed memory, so resident pages do not show leaks. It finds leaks
 * itself. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define KEEPS_FREED_MEMORY 1
#endif
#endif
#ifndef KEEPS_FREED_MEMORY
#define KEEPS_FREED_MEMORY 0
#endif

static int64_t residentPages(void) {
  long long all = 0, resident = 0;
  FILE* file = fopen("/proc/self/statm", "r");
  CHECK(file && fscanf(file, "%lld %lld", &all, &resident) == 2);
  if (file)
    fclose(file);
  return resident;
}

/* The test waits now and then, as a training loop does, so that the work in flight is bounded. */
static void behaviour48_tenThousandSteps(void) {
  Fixture f = setUp(NULL);
  lz_tensor *half = spread(&f, 0.5), *w = binary(lz_add, f.x, f.x);
  const int64_t handles = lz_live_handles();
  int64_t pages = 0;
  for (int step = 0; step < 10000; ++step) {
    update(lz_multiply, &w, half);
    update(lz_add, &w, f.x);
    barrier(&f, step % 16 == 15 ? LZ_BARRIER_WAIT : 0);
    if (step == 2000)
      pages = residentPages();
  }
  barrier(&f, LZ_BARRIER_WAIT);
  expectValues(w, 2, 4, 6);
  CHECK(lz_live_handles() == handles);
  const int64_t later = residentPages();
  if (!KEEPS_FREED_MEMORY && later > pages + pages / 100)
    fprintf(stderr, "%lld pages became %lld\n", (long long)pages, (long long)later);
  CHECK(KEEPS_FREED_MEMORY || later <= pages + pages / 100);
  CHECK(counter(&f, LZ_COUNTER_COMPILES) <= 2);
  lz_tensor_release(half), lz_tensor_release(w);
  tearDown(&f);
}

/* If a program forgets its barriers, automatic barriers replace them. */
static void behaviour48_forgottenBarriers(void) {
  lz_context_options options = defaultOptions();
  options.max_pending_ops = 100;
  Fixture f = setUp(&options);
  lz_tensor *half = spread(&f, 0.5), *w = binary(lz_add, f.x, f.x);
  for (int step = 0; step < 1000; ++step) {
    update(lz_multiply, &w, half);
    update(lz_add, &w, f.x);
    CHECK(counter(&f, LZ_COUNTER_PENDING_OPS) <= 101);
  }
  expectValues(w, 2, 4, 6);
  CHECK(counter(&f, LZ_COUNTER_AUTO_BARRIERS) >= 19);
  CHECK(counter(&f, LZ_COUNTER_COMPILES) <= 4);
  lz_tensor_release(half), lz_tensor_release(w);
  tearDown(&f);
}

/* tests/capi/misuse.c and handles.c test many more cases. */
static void behaviour49_misuseIsAnError(void) {
  Fixture f = setUp(NULL);
  lz_tensor *y = NULL, *never = NULL;
  lz_function* function = NULL;
  FAILS(LZ_INVALID_ARGUMENT, "NULL", lz_add(f.x, NULL, LZ_HERE, &y));
  FAILS(LZ_INVALID_ARGUMENT, "another kind", lz_add(f.x, (lz_tensor*)f.device, LZ_HERE, &y));
  FAILS(LZ_INVALID_ARGUMENT, "another kind", lz_evaluate((lz_tensor**)&f.context, 1, 0, NULL));
  lz_tensor_release(NULL);
  lz_tensor_release((lz_tensor*)f.device); /* it is ignored and logged */
  OK(lz_function_begin(f.device, "f", &function));
  OK(lz_function_parameter(function, LZ_DTYPE_F32, NULL, 0, &never));
  float value;
  FAILS(LZ_FAILED_PRECONDITION, "parameter", lz_tensor_read(never, &value, sizeof value));
  lz_tensor_release(never), lz_function_release(function);
  OK(lz_tensor_delete(f.x));
  float values[3];
  FAILS(LZ_FAILED_PRECONDITION, "deleted", lz_tensor_read(f.x, values, sizeof values));
  CHECK(y == NULL);
  tearDown(&f);
}

static void behaviour50_compiledOnce(void) {
  Fixture f = setUp(NULL);
  int calls = 0;
  registerCall(&f, "twice", twice, &calls, 0);
  lz_executable* executable = compileCall(&f, "twice", NULL);
  lz_tensor* y = NULL;
  for (int i = 0; i < 3; ++i) {
    OK(lz_executable_run(executable, &f.x, 1, NULL, &y, 1));
    expectValues(y, 2, 4, 6);
    lz_tensor_release(y);
  }
  CHECK(calls == 3 && counter(&f, LZ_COUNTER_COMPILES) == 1);
  const float four[4] = {1, 2, 3, 4};
  lz_tensor* wider = makeVector(f.device, four, 4);
  y = NULL;
  FAILS(LZ_INVALID_ARGUMENT, "tensor<4xf32>",
        lz_executable_run(executable, &wider, 1, NULL, &y, 1));
  CHECK(y == NULL);
  lz_tensor_release(wider), lz_executable_release(executable);
  tearDown(&f);
}

int main(void) {
  behaviour35_hloTextIsTheSameProgram();
  behaviour36_whyItCompiled();
  behaviour36_aSizeThatGoesOnChanging();
  behaviour40_hostCallsAreOps();
  behaviour41_nothingMovesByItself();
  behaviour45_loopsAreOneProgram();
  behaviour46_branchesOnValues();
  behaviour48_tenThousandSteps();
  behaviour48_forgottenBarriers();
  behaviour49_misuseIsAnError();
  behaviour50_compiledOnce();
  return finish();
}
