/* Tests the queries of modules and executables, and what a run keeps alive. With an argument,
 * prints fingerprints, which another process compares. */
#include "modules.h"

#include <stddef.h>

static void testTypesOfModule(Fixture* f) {
  lz_module* module = parse(f, dense);
  size_t count = 0, rank = 0;
  lz_dtype dtype = 0;
  const int64_t* dims = NULL;
  OK(lz_module_num_inputs(module, &count));
  CHECK(count == 2);
  OK(lz_module_num_outputs(module, &count));
  CHECK(count == 2);
  OK(lz_module_input_type(module, 1, &dtype, &dims, &rank));
  CHECK(dtype == LZ_DTYPE_F32 && rank == 2 && dims[0] == 3 && dims[1] == 5);
  OK(lz_module_output_type(module, 1, &dtype, &dims, &rank));
  CHECK(dtype == LZ_DTYPE_F32 && rank == 1 && dims[0] == 4);
  FAILS(LZ_OUT_OF_RANGE, "index 2 is too large: there are 2",
        lz_module_input_type(module, 2, &dtype, &dims, &rank));
  CHECK(dtype == LZ_DTYPE_INVALID && dims == NULL && rank == 0);
  FAILS(LZ_OUT_OF_RANGE, "there are 2",
        lz_module_output_type(module, SIZE_MAX, &dtype, &dims, &rank));
  FAILS(LZ_INVALID_ARGUMENT, "out_rank", lz_module_input_type(module, 0, &dtype, &dims, NULL));
  FAILS(LZ_INVALID_ARGUMENT, "out_count", lz_module_num_inputs(module, NULL));
  FAILS(LZ_INVALID_ARGUMENT, "lz_module", lz_module_num_outputs(NULL, &count));
  FAILS(LZ_INVALID_ARGUMENT, "lz_module", lz_module_num_inputs((lz_module*)f->x, &count));
  lz_module_release(module);
}

/* Tokens of a text are neither inputs nor outputs. */
static void testTokensOfModule(Fixture* f) {
  lz_module* module =
      parse(f, "func.func @main(%t: !stablehlo.token, %x: tensor<3xf32>, %p: tuple<tensor<3xf32>, "
               "!stablehlo.token>) -> (tensor<3xf32>, !stablehlo.token) {\n"
               "  return %x, %t : tensor<3xf32>, !stablehlo.token\n}");
  size_t count = 0;
  const int64_t* places = NULL;
  OK(lz_module_num_inputs(module, &count));
  CHECK(count == 2);
  OK(lz_module_input_tokens(module, &places, &count));
  CHECK(count == 2 && places[0] == 0 && places[1] == 3);
  OK(lz_module_output_tokens(module, &places, &count));
  CHECK(count == 1 && places[0] == 1);
  FAILS(LZ_INVALID_ARGUMENT, "out_places", lz_module_input_tokens(module, NULL, &count));
  FAILS(LZ_INVALID_ARGUMENT, "out_count", lz_module_output_tokens(module, &places, NULL));
  FAILS(LZ_INVALID_ARGUMENT, "lz_module", lz_module_input_tokens(NULL, &places, &count));
  lz_module_release(module);
  module = parse(f, dense);
  OK(lz_module_input_tokens(module, &places, &count));
  CHECK(count == 0);
  lz_module_release(module);
}

static void testMemory(Fixture* f) {
  lz_executable* executable = compileText(f, dense, NULL);
  lz_memory_statistics m;
  m.struct_size = sizeof m;
  OK(lz_executable_get_memory(executable, &m));
  CHECK(m.struct_size == sizeof m);
  CHECK(m.input_bytes == (4 * 3 + 3 * 5) * 4 && m.output_bytes == (4 * 5 + 4) * 4);
  CHECK(m.donated_bytes == 0 && m.arena_bytes >= 0 && m.constant_bytes >= 0 && m.code_bytes > 0);
  CHECK(m.peak_bytes == m.input_bytes + m.output_bytes + m.arena_bytes + m.constant_bytes);
  /* The struct of an older caller has fewer fields, and bytes after it stay unchanged. The struct
   * of a newer caller has more fields, which become 0. */
  struct {
    lz_memory_statistics known;
    int64_t later[2];
  } wide;
  memset(&wide, 7, sizeof wide);
  wide.known.struct_size = offsetof(lz_memory_statistics, arena_bytes);
  OK(lz_executable_get_memory(executable, &wide.known));
  CHECK(wide.known.output_bytes == m.output_bytes);
  CHECK(wide.known.arena_bytes == 0x0707070707070707);
  wide.known.struct_size = sizeof wide;
  OK(lz_executable_get_memory(executable, &wide.known));
  CHECK(wide.known.code_bytes == m.code_bytes && wide.later[0] == 0 && wide.later[1] == 0);
  const size_t wrong[] = {0, 1, sizeof(size_t) - 1, 4097, SIZE_MAX};
  for (size_t i = 0; i < COUNT(wrong); ++i) {
    m.struct_size = wrong[i];
    FAILS(LZ_INVALID_ARGUMENT, "struct_size", lz_executable_get_memory(executable, &m));
  }
  m.struct_size = sizeof m;
  FAILS(LZ_INVALID_ARGUMENT, "statistics", lz_executable_get_memory(executable, NULL));
  FAILS(LZ_INVALID_ARGUMENT, "lz_executable", lz_executable_get_memory(NULL, &m));
  lz_executable_release(executable);
}

/* Memory of an input that an output takes over counts once. */
static void testMemoryOfDonation(Fixture* f) {
  const uint8_t yes = 1;
  const lz_compile_options donate = {sizeof donate, LZ_NUMERICS_DEFAULT, 0, &yes, 1};
  lz_executable* executable = compileText(f, vectors(1000, "multiply", "2.0"), &donate);
  lz_memory_statistics m;
  m.struct_size = sizeof m;
  OK(lz_executable_get_memory(executable, &m));
  CHECK(m.input_bytes == 4000 && m.output_bytes == 4000 && m.donated_bytes == 4000);
  CHECK(m.peak_bytes == 4000 + m.arena_bytes + m.constant_bytes);
  int32_t isDonated = 0;
  OK(lz_executable_input_donation(executable, 0, &isDonated));
  CHECK(isDonated == 1);
  FAILS(LZ_OUT_OF_RANGE, "index 1", lz_executable_input_donation(executable, 1, &isDonated));
  CHECK(isDonated == 0);
  FAILS(LZ_INVALID_ARGUMENT, "out_is_donated", lz_executable_input_donation(executable, 0, NULL));
  lz_executable_release(executable);
  executable = compileText(f, vectors(1000, "multiply", "2.0"), NULL);
  OK(lz_executable_input_donation(executable, 0, &isDonated));
  CHECK(isDonated == 0);
  lz_executable_release(executable);
}

static void testCost(Fixture* f) {
  lz_executable* executable = compileText(f, dense, NULL);
  lz_cost_statistics c;
  c.struct_size = sizeof c;
  OK(lz_executable_get_cost(executable, &c));
  CHECK(c.flops == 2 * 4 * 5 * 3 + 4 * 5 + (4 * 5 - 4));
  CHECK(c.nanoseconds > 0 && c.nanoseconds < 1e9);
  CHECK(c.steps >= 1 && c.kernels >= 1);
  /* Inputs are read, and outputs written, at least once. */
  CHECK(c.bytes_accessed >= (4 * 3 + 3 * 5 + 4 * 5 + 4) * 4);
  c.struct_size = 0;
  FAILS(LZ_INVALID_ARGUMENT, "lz_cost_statistics", lz_executable_get_cost(executable, &c));
  FAILS(LZ_INVALID_ARGUMENT, "statistics", lz_executable_get_cost(executable, NULL));
  lz_executable_release(executable);
  /* A fused chain reads its input and writes its output. */
  executable = compileText(f, vectors(100000, "multiply", "2.0"), NULL);
  c.struct_size = sizeof c;
  OK(lz_executable_get_cost(executable, &c));
  CHECK(c.flops == 200000 && c.steps == 1 && c.kernels == 1);
  CHECK(c.bytes_accessed >= 800000 && c.bytes_accessed < 810000);
  lz_executable_release(executable);
}

/* Writes 33 bytes to `text`. */
static void fingerprint(const lz_executable* executable, char* text) {
  lz_string* string = NULL;
  OK(lz_executable_fingerprint(executable, &string));
  CHECK(lz_string_size(string) == 32 && strspn(lz_string_data(string), "0123456789abcdef") == 32);
  snprintf(text, 33, "%s", lz_string_data(string));
  lz_string_release(string);
}

enum { kFingerprints = 8 };

/* Makes fingerprints that must all differ. */
static void makeFingerprints(const Fixture* f, char texts[kFingerprints][33]) {
  const uint8_t yes = 1;
  const lz_compile_options strict = {sizeof strict, LZ_NUMERICS_STRICT, 0, NULL, 0};
  const lz_compile_options donate = {sizeof donate, LZ_NUMERICS_DEFAULT, 0, &yes, 1};
  char plain[1024];
  snprintf(plain, sizeof plain, "%s", vectors(4, "multiply", "2.0"));
  const struct {
    const char* text;
    const lz_compile_options* options;
  } cases[] = {{plain, NULL}, {plain, &strict}, {plain, &donate}};
  lz_executable* executables[kFingerprints];
  size_t n = 0;
  for (; n < COUNT(cases); ++n)
    executables[n] = compileText(f, cases[n].text, cases[n].options);
  executables[n++] = compileText(f, vectors(4, "multiply", "3.0"), NULL);
  executables[n++] = compileText(f, vectors(4, "multiply", "-0.0"), NULL);
  executables[n++] = compileText(f, vectors(5, "multiply", "2.0"), NULL);
  executables[n++] = compileText(f, vectors(4, "subtract", "2.0"), NULL);
  executables[n++] = compileText(f, dense, NULL);
  CHECK(n == kFingerprints);
  for (size_t i = 0; i < n; ++i) {
    fingerprint(executables[i], texts[i]);
    lz_executable_release(executables[i]);
  }
}

static void testFingerprints(Fixture* f) {
  char first[kFingerprints][33], again[kFingerprints][33];
  makeFingerprints(f, first);
  lz_context_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.threads = 1;
  Fixture other = setUp(&options);
  makeFingerprints(&other, again);
  tearDown(&other);
  for (size_t i = 0; i < kFingerprints; ++i) {
    CHECK(strcmp(first[i], again[i]) == 0);
    for (size_t j = 0; j < i; ++j)
      CHECK(strcmp(first[i], first[j]) != 0);
  }
}

/* Names of values, the name of the file and places in it are not part of a program. */
static void testFingerprintOfNames(Fixture* f) {
  lz_module *a = NULL, *b = NULL;
  OK(lz_module_parse(f->context,
                     "func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {\n"
                     "  %0 = stablehlo.tanh %x : tensor<3xf32>\n"
                     "  return %0 : tensor<3xf32>\n}",
                     SIZE_MAX, "a.mlir", &a));
  OK(lz_module_parse(f->context,
                     "\n\nmodule @m {\nfunc.func @main(%input: tensor<3xf32>) -> tensor<3xf32> {\n"
                     "  %result = stablehlo.tanh %input : tensor<3xf32>\n"
                     "  return %result : tensor<3xf32>\n}}",
                     SIZE_MAX, "b.mlir", &b));
  lz_executable *one = NULL, *two = NULL;
  OK(lz_module_compile(a, NULL, &one));
  OK(lz_module_compile(b, NULL, &two));
  char first[33], second[33];
  fingerprint(one, first), fingerprint(two, second);
  CHECK(strcmp(first, second) == 0);
  lz_string* text = (lz_string*)f;
  FAILS(LZ_INVALID_ARGUMENT, "lz_executable", lz_executable_fingerprint(NULL, &text));
  CHECK(text == NULL);
  FAILS(LZ_INVALID_ARGUMENT, "out_text", lz_executable_fingerprint(one, NULL));
  lz_executable_release(one), lz_executable_release(two);
  lz_module_release(a), lz_module_release(b);
}

static void testFingerprintsOfAnotherProcess(Fixture* f, const char* self) {
  char texts[kFingerprints][33], command[4096], line[64];
  makeFingerprints(f, texts);
  snprintf(command, sizeof command, "'%s' fingerprints", self);
  FILE* pipe = popen(command, "r");
  CHECK(pipe != NULL);
  for (size_t i = 0; pipe && i < kFingerprints; ++i) {
    CHECK(fgets(line, sizeof line, pipe) != NULL);
    line[strcspn(line, "\n")] = 0;
    CHECK(strcmp(line, texts[i]) == 0);
  }
  CHECK(pipe && pclose(pipe) == 0);
}

static int printFingerprints(void) {
  Fixture f = setUp(NULL);
  char texts[kFingerprints][33];
  makeFingerprints(&f, texts);
  for (size_t i = 0; i < kFingerprints; ++i)
    printf("%s\n", texts[i]);
  tearDown(&f);
  return finish();
}

static void testAfterShutdown(void) {
  Fixture f = setUp(NULL);
  lz_module* module = parse(&f, vectors(3, "multiply", "2.0"));
  lz_executable* executable = NULL;
  OK(lz_module_compile(module, NULL, &executable));
  OK(lz_context_shutdown(f.context));
  lz_tensor* out = NULL;
  FAILS(LZ_FAILED_PRECONDITION, "shut down", lz_module_call(module, &f.x, 1, NULL, &out, 1));
  FAILS(LZ_FAILED_PRECONDITION, "shut down", lz_executable_run(executable, &f.x, 1, NULL, &out, 1));
  /* Queries still work after the shutdown. */
  size_t count = 0;
  lz_cost_statistics c;
  c.struct_size = sizeof c;
  OK(lz_module_num_inputs(module, &count));
  OK(lz_executable_get_cost(executable, &c));
  CHECK(count == 1 && c.flops == 6);
  lz_module_release(module);
  lz_executable_release(executable);
  tearDown(&f);
}

/* A run keeps everything that it needs, even if executable, module and inputs are released before
 * it begins. */
static void testRunKeepsItsExecutable(Fixture* f) {
  enum { kRuns = 50 };
  lz_tensor* outs[kRuns];
  for (int i = 0; i < kRuns; ++i) {
    char constant[16];
    snprintf(constant, sizeof constant, "%d.0", i % 3);
    lz_executable* executable = compileText(f, vectors(3, "multiply", constant), NULL);
    lz_tensor* input = NULL;
    OK(lz_add(f->x, f->x, LZ_HERE, &input));
    OK(lz_executable_run(executable, &input, 1, NULL, &outs[i], 1));
    lz_tensor_release(input);
    lz_executable_release(executable);
  }
  for (int i = 0; i < kRuns; ++i) {
    float got[3];
    OK(lz_tensor_read(outs[i], got, sizeof got));
    CHECK(got[0] == 4 + (float)(i % 3) && got[2] == 36 + (float)(i % 3));
    lz_tensor_release(outs[i]);
  }
}

/* A very short run has ended when the call returns. */
static void testQuickRuns(Fixture* f) {
  lz_executable* quick = compileText(f, vectors(3, "multiply", "2.0"), NULL);
  lz_tensor *out = f->x, *next = NULL;
  lz_tensor_retain(out);
  for (int i = 0; i < 3; ++i) {
    lz_event* event = NULL;
    int32_t ready = 0;
    OK(lz_executable_run(quick, &out, 1, NULL, &next, 1));
    OK(lz_tensor_event(next, &event));
    OK(lz_event_is_ready(event, &ready));
    CHECK(ready == 1);
    lz_event_release(event);
    lz_tensor_release(out);
    out = next;
  }
  float got[3];
  OK(lz_tensor_read(out, got, sizeof got));
  CHECK(got[0] == 123); /* 1 -> 3 -> 11 -> 123 */
  lz_tensor_release(out);
  lz_executable_release(quick);
}

/* If a run finds no memory, its results have the error. The call returns the error only if it
 * waits. */
/* So has one that gives its input away, and its result has the memory of the input. */
static void testQuickRunsWithDonation(Fixture* f) {
  const uint8_t yes = 1;
  const lz_compile_options donate = {sizeof donate, LZ_NUMERICS_DEFAULT, 0, &yes, 1};
  const lz_run_options gives = {.struct_size = sizeof gives, .donate = &yes, .num_donate = 1};
  lz_executable* quick = compileText(f, vectors(3, "multiply", "2.0"), &donate);
  lz_tensor *x = NULL, *next = NULL;
  OK(lz_add(f->x, f->x, LZ_HERE, &x)); /* 2, 4, 6 */
  float got[3];
  OK(lz_tensor_read(x, got, sizeof got));
  const void* before = addressOf(x);
  for (int i = 0; i < 3; ++i) {
    lz_event* event = NULL;
    int32_t ready = 0;
    OK(lz_executable_run(quick, &x, 1, &gives, &next, 1));
    OK(lz_tensor_event(next, &event));
    OK(lz_event_is_ready(event, &ready));
    CHECK(ready == 1);
    lz_event_release(event);
    FAILS(LZ_FAILED_PRECONDITION, "donated", lz_tensor_read(x, got, sizeof got));
    lz_tensor_release(x);
    x = next;
  }
  CHECK(addressOf(x) == before);
  OK(lz_tensor_read(x, got, sizeof got));
  CHECK(got[0] == 1446); /* 2 -> 6 -> 38 -> 1446 */
  lz_tensor_release(x);
  lz_executable_release(quick);
}

static void testQuickRunsThatFail(void) {
  enum { kCount = 4096, kMost = 64 };
  static float values[kCount];
  const int64_t dims[] = {kCount};
  lz_context_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.budget_bytes = 64 << 10;
  Fixture f = setUp(&options);
  lz_executable* quick = compileText(&f, vectors(kCount, "multiply", "2.0"), NULL);
  lz_tensor* all[kMost];
  size_t count = 0;
  lz_status* status = NULL;
  while (status == NULL && count < kMost) {
    status = lz_tensor_from_host(f.device, LZ_DTYPE_F32, dims, 1, values, NULL, &all[count]);
    count += status == NULL;
  }
  CHECK(lz_status_code(status) == LZ_RESOURCE_EXHAUSTED && count > 0);
  lz_status_release(status);
  const lz_run_options wait = {.struct_size = sizeof wait, .flags = LZ_RUN_WAIT};
  lz_tensor* out = NULL;
  FAILS(LZ_RESOURCE_EXHAUSTED, "memory", lz_executable_run(quick, all, 1, &wait, &out, 1));
  CHECK(out == NULL);
  OK(lz_executable_run(quick, all, 1, NULL, &out, 1));
  FAILS(LZ_RESOURCE_EXHAUSTED, "memory", lz_tensor_read(out, values, sizeof values));
  OK(lz_context_barrier(f.context, NULL, LZ_BARRIER_WAIT, NULL));
  lz_tensor_release(out);
  while (count > 0)
    lz_tensor_release(all[--count]);
  lz_executable_release(quick);
  tearDown(&f);
}

int main(int argc, char** argv) {
  if (argc > 1)
    return printFingerprints();
  Fixture f = setUp(NULL);
  testTypesOfModule(&f);
  testTokensOfModule(&f);
  testMemory(&f);
  testMemoryOfDonation(&f);
  testCost(&f);
  testFingerprints(&f);
  testFingerprintOfNames(&f);
  testFingerprintsOfAnotherProcess(&f, argv[0]);
  testRunKeepsItsExecutable(&f);
  testQuickRuns(&f);
  testQuickRunsWithDonation(&f);
  tearDown(&f);
  testQuickRunsThatFail();
  testAfterShutdown();
  return finish();
}
