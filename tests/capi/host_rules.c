/* The rules of host calls: errors, effects, names, misuse. */
#include "host_functions.h"

#include <stdlib.h>

/* Fails if the first element is negative. */
static lz_status* refusesNegative(void* user, const lz_host_call_args* args) {
  if (((const float*)args->operands[0].data)[0] < 0)
    return lz_status_create(LZ_OUT_OF_RANGE, "element 0 is negative; take its absolute value");
  return twice(user, args);
}

/* Only the tensors that depend on the call have its error. Other tensors are computed. */
static void testAnErrorOfItsTensors(void) {
  Fixture f = setUp(NULL);
  lz_tensor *negative = NULL, *failed = NULL, *after = NULL, *beside = NULL, *good = NULL;
  lz_status* status = NULL;
  float values[3];
  int calls = 0, line = 0;
  registerCall(&f, "refuses_negative", refusesNegative, &calls, 0);
  OK(lz_negate(f.x, NULL, &negative));
  line = __LINE__ + 1;
  OK(lz_host_call(f.device, "refuses_negative", &negative, 1, &kVector, NULL, LZ_HERE, &failed, 1));
  OK(lz_negate(failed, LZ_HERE, &after));
  OK(lz_add(f.x, f.x, LZ_HERE, &beside));
  good = callOn(&f, "refuses_negative", beside);
  FAILS(LZ_OUT_OF_RANGE, "[refuses_negative] element 0 is negative",
        lz_context_barrier(f.context, NULL, LZ_BARRIER_WAIT, NULL));
  status = lz_tensor_read(after, values, sizeof values);
  CHECK(lz_status_code(status) == LZ_OUT_OF_RANGE);
  CHECK(strcmp(lz_status_op(status), "custom_call") == 0);
  CHECK(strstr(lz_status_location(status), "host_rules.c") != NULL);
  CHECK(line > 0 && strstr(lz_status_location(status), ":") != NULL &&
        atoi(strrchr(lz_status_location(status), ':') + 1) == line);
  lz_status_release(status);
  FAILS(LZ_OUT_OF_RANGE, "negative", lz_tensor_read(failed, values, sizeof values));
  expectValues(beside, 2, 4, 6);
  expectValues(good, 4, 8, 12);
  lz_tensor_release(negative), lz_tensor_release(failed), lz_tensor_release(after);
  lz_tensor_release(beside), lz_tensor_release(good);
  tearDown(&f);
}

static void testAnErrorOfARun(void) {
  Fixture f = setUp(NULL);
  lz_run_options run = {sizeof run, LZ_RUN_WAIT, NULL, 0};
  lz_executable* executable = NULL;
  lz_tensor *negative = NULL, *out = NULL;
  int calls = 0;
  registerCall(&f, "refuses_negative", refusesNegative, &calls, 0);
  executable = compileCall(&f, "refuses_negative", NULL);
  OK(lz_negate(f.x, NULL, &negative));
  FAILS(LZ_OUT_OF_RANGE, "negative", lz_executable_run(executable, &negative, 1, &run, &out, 1));
  CHECK(out == NULL);
  OK(lz_executable_run(executable, &f.x, 1, &run, &out, 1));
  expectValues(out, 2, 4, 6);
  lz_tensor_release(negative), lz_tensor_release(out);
  lz_executable_release(executable);
  tearDown(&f);
}

static lz_status* returnsATensor(void* user, const lz_host_call_args* args) {
  (void)args;
  return (lz_status*)user;
}

static void testSomethingThatIsNoStatus(void) {
  Fixture f = setUp(NULL);
  lz_tensor* y = NULL;
  float values[3];
  registerCall(&f, "returns_a_tensor", returnsATensor, f.x, 0);
  y = callOn(&f, "returns_a_tensor", f.x);
  FAILS(LZ_INVALID_ARGUMENT, "that is not an lz_status", lz_tensor_read(y, values, sizeof values));
  lz_tensor_release(y);
  tearDown(&f);
}

/* Stores the first element that each call receives. */
typedef struct {
  float seen[16];
  int count;
} Journal;

static lz_status* writesDown(void* user, const lz_host_call_args* args) {
  Journal* journal = (Journal*)user;
  const float* x = (const float*)args->operands[0].data;
  if (journal->count < 16)
    journal->seen[journal->count++] = x[0];
  if (args->num_results > 0)
    memcpy(args->results[0].data, x, (size_t)args->results[0].nbytes);
  return NULL;
}

/* Calls the function on 1, 2 and 3 times x, with the results used in another order, and twice on
 * x. */
static void testEffects(uint64_t flags, int expected) {
  Fixture f = setUp(NULL);
  Journal journal = {{0}, 0};
  lz_tensor *x[5], *y[5], *sum = NULL, *all = NULL;
  int i;
  registerCall(&f, "writes_down", writesDown, &journal, flags);
  x[0] = f.x;
  OK(lz_add(f.x, f.x, NULL, &x[1]));
  OK(lz_add(x[1], f.x, NULL, &x[2]));
  x[3] = x[4] = f.x;
  for (i = 0; i < 5; ++i)
    y[i] = callOn(&f, "writes_down", x[i]);
  OK(lz_add(y[2], y[1], NULL, &sum));
  OK(lz_add(sum, y[0], NULL, &all));
  OK(lz_context_barrier(f.context, NULL, LZ_BARRIER_WAIT, NULL));
  expectValues(all, 6, 12, 18);
  CHECK(journal.count == expected);
  for (i = 0; i < 3 && flags; ++i)
    CHECK(journal.seen[i] == (float)(i + 1));
  for (i = 0; i < 5; ++i)
    lz_tensor_release(y[i]);
  lz_tensor_release(x[1]), lz_tensor_release(x[2]), lz_tensor_release(sum), lz_tensor_release(all);
  tearDown(&f);
}

/* The text does not say that the function has effects, but its registration does. A call without
 * results has no purpose other than its effects. */
static void testEffectsOfText(uint64_t flags, int expected) {
  static const char text[] =
      "func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {\n"
      "  %0 = stablehlo.custom_call @writes_down(%x) : (tensor<3xf32>) -> tensor<3xf32>\n"
      "  %1 = stablehlo.custom_call @writes_down(%x) : (tensor<3xf32>) -> tensor<3xf32>\n"
      "  stablehlo.custom_call @writes_down(%x) : (tensor<3xf32>) -> ()\n"
      "  %2 = stablehlo.negate %x : tensor<3xf32>\n"
      "  return %2 : tensor<3xf32>\n}\n";
  Fixture f = setUp(NULL);
  Journal journal = {{0}, 0};
  lz_run_options run = {sizeof run, LZ_RUN_WAIT, NULL, 0};
  lz_module* module = NULL;
  lz_executable* executable = NULL;
  lz_tensor* out = NULL;
  registerCall(&f, "writes_down", writesDown, &journal, flags);
  OK(lz_module_parse(f.context, text, SIZE_MAX, "effects.mlir", &module));
  OK(lz_module_compile(module, NULL, &executable));
  OK(lz_executable_run(executable, &f.x, 1, &run, &out, 1));
  expectValues(out, -1, -2, -3);
  CHECK(journal.count == expected);
  lz_tensor_release(out);
  lz_executable_release(executable);
  lz_module_release(module);
  tearDown(&f);
}

/* A loop of three trips evaluates its condition four times. */
static void testEffectsOfACondition(void) {
  static const char text[] =
      "func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {\n"
      "  %zero = stablehlo.constant dense<0> : tensor<i32>\n"
      "  %0:2 = stablehlo.while(%i = %zero, %h = %x) : tensor<i32>, tensor<3xf32>\n"
      "  cond {\n"
      "    %three = stablehlo.constant dense<3> : tensor<i32>\n"
      "    %seen = stablehlo.custom_call @writes_down(%h) : (tensor<3xf32>) -> tensor<3xf32>\n"
      "    %more = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
      "    stablehlo.return %more : tensor<i1>\n"
      "  } do {\n"
      "    %one = stablehlo.constant dense<1> : tensor<i32>\n"
      "    %next = stablehlo.add %i, %one : tensor<i32>\n"
      "    %twice = stablehlo.add %h, %h : tensor<3xf32>\n"
      "    stablehlo.return %next, %twice : tensor<i32>, tensor<3xf32>\n"
      "  }\n"
      "  return %0#1 : tensor<3xf32>\n}\n";
  Fixture f = setUp(NULL);
  Journal journal = {{0}, 0};
  lz_run_options run = {sizeof run, LZ_RUN_WAIT, NULL, 0};
  lz_module* module = NULL;
  lz_executable* executable = NULL;
  lz_tensor* out = NULL;
  int i;
  registerCall(&f, "writes_down", writesDown, &journal, LZ_HOST_CALL_HAS_EFFECTS);
  OK(lz_module_parse(f.context, text, SIZE_MAX, "condition.mlir", &module));
  OK(lz_module_compile(module, NULL, &executable));
  OK(lz_executable_run(executable, &f.x, 1, &run, &out, 1));
  expectValues(out, 8, 16, 24);
  CHECK(journal.count == 4);
  for (i = 0; i < journal.count; ++i)
    CHECK(journal.seen[i] == (float)(1 << i));
  lz_tensor_release(out);
  lz_executable_release(executable);
  lz_module_release(module);
  tearDown(&f);
}

/* Bodies that combine elements become kernels, which cannot call anything. */
static void testBodiesOfKernels(void) {
  static const char text[] =
      "func.func @main(%x: tensor<3xf32>, %z: tensor<f32>) -> tensor<f32> {\n"
      "  %0 = \"stablehlo.reduce\"(%x, %z) <{dimensions = array<i64: 0>}> ({\n"
      "  ^bb0(%p: tensor<f32>, %q: tensor<f32>):\n"
      "    %sum = stablehlo.add %p, %q : tensor<f32>\n"
      "    stablehlo.custom_call @writes_down(%sum) : (tensor<f32>) -> ()\n"
      "    stablehlo.return %sum : tensor<f32>\n"
      "  }) : (tensor<3xf32>, tensor<f32>) -> tensor<f32>\n"
      "  return %0 : tensor<f32>\n}\n";
  Fixture f = setUp(NULL);
  Journal journal = {{0}, 0};
  lz_module* module = NULL;
  lz_executable* executable = NULL;
  registerCall(&f, "writes_down", writesDown, &journal, LZ_HOST_CALL_HAS_EFFECTS);
  OK(lz_module_parse(f.context, text, SIZE_MAX, "bodies.mlir", &module));
  FAILS(LZ_UNIMPLEMENTED, "[reduce] has a body that calls \"writes_down\"",
        lz_module_compile(module, NULL, &executable));
  lz_module_release(module);
  tearDown(&f);
}

/* A later read needs the result of a call with effects. The result exists already, so the function
 * is not called again. */
static void testEffectsComeOnce(void) {
  Fixture f = setUp(NULL);
  Journal journal = {{0}, 0};
  lz_tensor *y = NULL, *a = NULL, *b = NULL;
  registerCall(&f, "writes_down", writesDown, &journal, LZ_HOST_CALL_HAS_EFFECTS);
  y = callOn(&f, "writes_down", f.x);
  OK(lz_negate(y, NULL, &a));
  OK(lz_add(y, y, NULL, &b));
  lz_tensor_release(y);
  expectValues(a, -1, -2, -3);
  expectValues(b, 2, 4, 6);
  CHECK(journal.count == 1);
  lz_tensor_release(a), lz_tensor_release(b);
  tearDown(&f);
}

/* After a failure, values that succeeded are not computed again, because that would call the
 * function twice. */
static void testAFailureAfterEffects(void) {
  Fixture f = setUp(NULL);
  Journal journal = {{0}, 0};
  lz_tensor *y = NULL, *negative = NULL, *z = NULL;
  float values[3];
  int calls = 0;
  registerCall(&f, "writes_down", writesDown, &journal, LZ_HOST_CALL_HAS_EFFECTS);
  registerCall(&f, "refuses_negative", refusesNegative, &calls, 0);
  y = callOn(&f, "writes_down", f.x);
  OK(lz_negate(y, NULL, &negative));
  z = callOn(&f, "refuses_negative", negative);
  FAILS(LZ_OUT_OF_RANGE, "negative", lz_context_barrier(f.context, NULL, LZ_BARRIER_WAIT, NULL));
  FAILS(LZ_OUT_OF_RANGE, "negative", lz_tensor_read(z, values, sizeof values));
  FAILS(LZ_OUT_OF_RANGE, "negative", lz_tensor_read(y, values, sizeof values));
  CHECK(journal.count == 1);
  lz_tensor_release(y), lz_tensor_release(negative), lz_tensor_release(z);
  tearDown(&f);
}

static void testNamesThatNobodyKnows(void) {
  static const char text[] =
      "func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {\n"
      "  %0 = stablehlo.custom_call @nobodys(%x) : (tensor<3xf32>) -> tensor<3xf32>\n"
      "  return %0 : tensor<3xf32>\n}\n";
  Fixture f = setUp(NULL);
  lz_module* module = NULL;
  lz_executable* executable = NULL;
  lz_tensor* out = NULL;
  int calls = 0;
  FAILS(LZ_NOT_FOUND, "\"nobodys\"; register it",
        lz_host_call(f.device, "nobodys", &f.x, 1, &kVector, NULL, LZ_HERE, &out, 1));
  OK(lz_module_parse(f.context, text, SIZE_MAX, "calls.mlir", &module));
  FAILS(LZ_UNIMPLEMENTED, "no function \"nobodys\": register it",
        lz_module_compile(module, NULL, &executable));
  registerCall(&f, "nobodys", twice, &calls, 0);
  OK(lz_module_compile(module, NULL, &executable));
  lz_executable_release(executable);
  lz_module_release(module);
  tearDown(&f);
}

static void countsReleases(void* user) {
  ++*(int*)user;
}

static void testRegistration(void) {
  Fixture f = setUp(NULL);
  int released = 0;
  char name[300];
  const lz_host_call_alias twiceTheSame[2] = {{0, 0}, {0, 1}};
  const lz_host_call_alias beyond = {1, 0};
  lz_tensor* y = NULL;
  lz_host_call_options options = hostOptions(&released, 0);
  options.release = countsReleases;
  OK(lz_context_register_host_call(f.context, "mine", twice, &options));
  CHECK(released == 0);
  FAILS(LZ_ALREADY_EXISTS, "\"mine\"",
        lz_context_register_host_call(f.context, "mine", twice, &options));
  FAILS(LZ_INVALID_ARGUMENT, "fn is NULL",
        lz_context_register_host_call(f.context, "other", NULL, &options));
  FAILS(LZ_INVALID_ARGUMENT, "name is NULL",
        lz_context_register_host_call(f.context, NULL, twice, &options));
  FAILS(LZ_INVALID_ARGUMENT, "no bytes",
        lz_context_register_host_call(f.context, "", twice, &options));
  memset(name, 'x', sizeof name - 1), name[sizeof name - 1] = 0;
  FAILS(LZ_INVALID_ARGUMENT, "too many bytes",
        lz_context_register_host_call(f.context, name, twice, &options));
  FAILS(LZ_INVALID_ARGUMENT, "is reserved for Lazuli",
        lz_context_register_host_call(f.context, "Sharding", twice, &options));
  FAILS(LZ_INVALID_ARGUMENT, "is reserved for Lazuli",
        lz_context_register_host_call(f.context, "lz.mine", twice, &options));
  options.flags = 4;
  FAILS(LZ_INVALID_ARGUMENT, "unknown bits",
        lz_context_register_host_call(f.context, "other", twice, &options));
  options.flags = 0, options.predicted_ns = -1;
  FAILS(LZ_INVALID_ARGUMENT, "predicted_ns",
        lz_context_register_host_call(f.context, "other", twice, &options));
  options.predicted_ns = 0, options.aliases = twiceTheSame, options.num_aliases = 2;
  FAILS(LZ_INVALID_ARGUMENT, "at most one alias",
        lz_context_register_host_call(f.context, "other", twice, &options));
  CHECK(released == 10);
  options.aliases = &beyond, options.num_aliases = 1;
  OK(lz_context_register_host_call(f.context, "beyond", twice, &options));
  FAILS(LZ_INVALID_ARGUMENT, "alias of result 1",
        lz_host_call(f.device, "beyond", &f.x, 1, &kVector, NULL, LZ_HERE, &y, 1));
  options.struct_size = 3;
  FAILS(LZ_INVALID_ARGUMENT, "struct_size",
        lz_context_register_host_call(f.context, "other", twice, &options));
  tearDown(&f);
  CHECK(released == 12);
}

static void testMisuseOfACall(void) {
  Fixture f = setUp(NULL);
  const int64_t negative[1] = {-3};
  lz_tensor_type type = kVector;
  lz_tensor* y = f.x;
  int calls = 0;
  registerCall(&f, "twice", twice, &calls, 0);
  FAILS(LZ_INVALID_ARGUMENT, "num_outs is 0",
        lz_host_call(f.device, "twice", &f.x, 1, NULL, NULL, LZ_HERE, NULL, 0));
  FAILS(LZ_INVALID_ARGUMENT, "result_types is NULL",
        lz_host_call(f.device, "twice", &f.x, 1, NULL, NULL, LZ_HERE, &y, 1));
  CHECK(y == NULL);
  type.dims = negative;
  FAILS(LZ_INVALID_ARGUMENT, "",
        lz_host_call(f.device, "twice", &f.x, 1, &type, NULL, NULL, &y, 1));
  type = kVector, type.dtype = 99;
  FAILS(LZ_INVALID_ARGUMENT, "dtype",
        lz_host_call(f.device, "twice", &f.x, 1, &type, NULL, NULL, &y, 1));
  type = kVector, type.reserved = 1;
  FAILS(LZ_INVALID_ARGUMENT, "reserved",
        lz_host_call(f.device, "twice", &f.x, 1, &type, NULL, NULL, &y, 1));
  FAILS(LZ_INVALID_ARGUMENT, "name is NULL",
        lz_host_call(f.device, NULL, &f.x, 1, &kVector, NULL, NULL, &y, 1));
  tearDown(&f);
}

static void testGradientsAreRefused(void) {
  Fixture f = setUp(NULL);
  lz_tensor *y = NULL, *sum = NULL, *gradient = NULL;
  int calls = 0;
  registerCall(&f, "twice", twice, &calls, 0);
  y = callOn(&f, "twice", f.x);
  OK(lz_negate(y, NULL, &sum));
  FAILS(LZ_UNIMPLEMENTED, "the derivative of the host call \"twice\" is not known",
        lz_gradients(&sum, 1, &f.x, &f.x, 1, NULL, &gradient));
  lz_tensor_release(y), lz_tensor_release(sum);
  tearDown(&f);
}

int main(void) {
  testAnErrorOfItsTensors();
  testAnErrorOfARun();
  testSomethingThatIsNoStatus();
  testEffects(LZ_HOST_CALL_HAS_EFFECTS, 5);
  testEffects(0, 3);
  testEffectsOfText(LZ_HOST_CALL_HAS_EFFECTS, 3);
  testEffectsOfText(0, 1);
  testEffectsOfACondition();
  testBodiesOfKernels();
  testEffectsComeOnce();
  testAFailureAfterEffects();
  testNamesThatNobodyKnows();
  testRegistration();
  testMisuseOfACall();
  testGradientsAreRefused();
  return finish();
}
