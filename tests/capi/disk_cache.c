/* Tests programs that an earlier process compiled, and modules that it read. With these arguments,
 * this program is the earlier process: "disk_cache run FOLDER" prints the number of compilations,
 * the number of hits, and the nanoseconds to the first result. */
#include "check.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static int64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static lz_context_options with(const char* folder) {
  lz_context_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.disk_cache = folder;
  return options;
}

/* Computes x + x. */
static float sum(const Fixture* f) {
  lz_tensor* y = NULL;
  float values[3] = {0, 0, 0};
  OK(lz_add(f->x, f->x, NULL, &y));
  OK(lz_tensor_read(y, values, sizeof values));
  lz_tensor_release(y);
  return values[2];
}

/* Counts compiles and hits in a context of its own. */
static void expectCounts(const char* folder, int64_t compiles, int64_t hits) {
  lz_context_options options = with(folder);
  Fixture f = setUp(&options);
  CHECK(sum(&f) == 6);
  CHECK(sum(&f) == 6);
  CHECK(counter(&f, LZ_COUNTER_COMPILES) == compiles);
  CHECK(counter(&f, LZ_COUNTER_DISK_CACHE_HITS) == hits);
  CHECK(counter(&f, LZ_COUNTER_CACHE_HITS) == 1 && counter(&f, LZ_COUNTER_CACHE_MISSES) == 1);
  tearDown(&f);
}

static int runOnce(const char* folder) {
  lz_context_options options = with(folder);
  Fixture f = setUp(&options);
  const int64_t start = now();
  CHECK(sum(&f) == 6);
  printf("%lld %lld %lld\n", (long long)counter(&f, LZ_COUNTER_COMPILES),
         (long long)counter(&f, LZ_COUNTER_DISK_CACHE_HITS), (long long)(now() - start));
  tearDown(&f);
  return finish();
}

/* Runs the other process and reads what it prints: the numbers of runOnce. */
static void runElsewhere(const char* self, const char* folder, long long numbers[3]) {
  char command[4096];
  snprintf(command, sizeof command, "'%s' run '%s'", self, folder);
  FILE* pipe = popen(command, "r");
  CHECK(pipe && fscanf(pipe, "%lld %lld %lld", &numbers[0], &numbers[1], &numbers[2]) == 3);
  CHECK(pipe && pclose(pipe) == 0);
}

static void testAnotherProcess(const char* self, const char* folder) {
  long long first[3] = {0, 0, 0}, second[3] = {0, 0, 0};
  runElsewhere(self, folder, first);
  runElsewhere(self, folder, second);
  CHECK(first[0] == 1 && first[1] == 0);
  CHECK(second[0] == 0 && second[1] == 1);
}

/* Two processes compile and write at the same time. */
static void testTwoAtOnce(const char* self, const char* folder) {
  char command[4096];
  for (int round = 0; round < 3; ++round) {
    snprintf(
        command, sizeof command,
        "rm -rf '%s'; '%s' run '%s' >/dev/null & one=$!; '%s' run '%s' >/dev/null && wait $one",
        folder, self, folder, self, folder);
    CHECK(system(command) == 0);
    expectCounts(folder, 0, 1);
  }
}

static void testWhereItIs(const char* root) {
  char folder[2048], xdg[2100];
  snprintf(folder, sizeof folder, "%s/variable", root);
  setenv("LAZULI_CACHE", folder, 1);
  expectCounts(NULL, 1, 0);
  expectCounts(NULL, 0, 1);
  expectCounts("off", 1, 0);
  setenv("LAZULI_CACHE", "off", 1);
  expectCounts(NULL, 1, 0);
  expectCounts(folder, 0, 1);
  setenv("XDG_CACHE_HOME", root, 1);
  unsetenv("LAZULI_CACHE");
  expectCounts(NULL, 1, 0);
  expectCounts(NULL, 0, 1);
  struct stat s;
  snprintf(xdg, sizeof xdg, "%s/lazuli", root);
  CHECK(stat(xdg, &s) == 0 && (s.st_mode & 0777) == 0700);
  setenv("LAZULI_CACHE", "off", 1);
}

static int warnings;
static void hear(void* user, lz_log_severity severity, const char* message) {
  (void)user;
  warnings += severity == LZ_LOG_WARNING && strstr(message, "not kept") != NULL;
}

/* Without a folder, only time is lost. */
static void testNoFolder(void) {
  lz_context_options options = with("/dev/null/cache");
  options.log = hear;
  Fixture f = setUp(&options);
  CHECK(sum(&f) == 6);
  CHECK(warnings == 1);
  tearDown(&f);
}

static const char kModule[] = "func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {\n"
                              "  %0 = stablehlo.add %x, %x : tensor<3xf32>\n"
                              "  return %0 : tensor<3xf32>\n"
                              "}\n";

/* Compiles the module in a context of its own, donating its input if `donates`. Returns the
 * number of programs found. `out_text` is the module, which the caller must release. */
static int64_t compileModule(const char* folder, uint8_t donates, lz_string** out_text) {
  lz_context_options options = with(folder);
  Fixture f = setUp(&options);
  lz_module* module = NULL;
  lz_executable* executable = NULL;
  size_t inputs = 0;
  OK(lz_module_parse(f.context, kModule, SIZE_MAX, "sum.mlir", &module));
  OK(lz_module_num_inputs(module, &inputs));
  CHECK(inputs == 1);
  OK(lz_module_print(module, out_text));
  lz_compile_options how;
  memset(&how, 0, sizeof how);
  how.struct_size = sizeof how, how.donate = &donates, how.num_donate = 1;
  OK(lz_module_compile(module, &how, &executable));
  lz_tensor* y = NULL;
  float values[3] = {0, 0, 0};
  OK(lz_executable_run(executable, &f.x, 1, NULL, &y, 1));
  OK(lz_tensor_read(y, values, sizeof values));
  CHECK(values[0] == 2 && values[1] == 4 && values[2] == 6);
  lz_tensor_release(y);
  const int64_t hits = counter(&f, LZ_COUNTER_DISK_CACHE_HITS);
  CHECK(hits + counter(&f, LZ_COUNTER_COMPILES) == 1);
  lz_module_release(module), lz_executable_release(executable);
  tearDown(&f);
  return hits;
}

/* A module that is found in the cache has the same text as before. Each way to compile it makes a
 * program of its own. */
static void testModules(const char* folder) {
  lz_string* texts[4];
  CHECK(compileModule(folder, 0, &texts[0]) == 0);
  CHECK(compileModule(folder, 0, &texts[1]) == 1);
  CHECK(compileModule(folder, 1, &texts[2]) == 0);
  CHECK(compileModule(folder, 1, &texts[3]) == 1);
  for (size_t i = 0; i < COUNT(texts); ++i) {
    CHECK(strcmp(lz_string_data(texts[i]), lz_string_data(texts[0])) == 0);
    CHECK(strstr(lz_string_data(texts[i]), "stablehlo.add"));
  }
  for (size_t i = 0; i < COUNT(texts); ++i)
    lz_string_release(texts[i]);
  lz_context_options options = with(folder);
  Fixture f = setUp(&options);
  for (int round = 0; round < 2; ++round) {
    lz_module* module = NULL;
    FAILS(LZ_INVALID_ARGUMENT, "expected operation name",
          lz_module_parse(f.context, kModule, sizeof kModule - 30, "sum.mlir", &module));
    CHECK(module == NULL);
  }
  tearDown(&f);
}

static void testOptions(void) {
  lz_context_options options = with(NULL);
  lz_context* context = NULL;
  options.disk_cache_bytes = -1;
  FAILS(LZ_INVALID_ARGUMENT, "negative", lz_context_create(&options, &context));
  CHECK(context == NULL);
  lz_counters all;
  memset(&all, 0, sizeof all);
  all.struct_size = sizeof all;
  Fixture f = setUp(NULL);
  CHECK(sum(&f) == 6);
  OK(lz_context_get_counters(f.context, &all));
  CHECK(all.compiles == 1 && all.disk_cache_hits == 0);
  tearDown(&f);
}

int main(int argc, char** argv) {
  if (argc == 3)
    return runOnce(argv[2]);
  char root[] = "/tmp/lazuli-test-XXXXXX", folder[64], command[128];
  CHECK(mkdtemp(root) != NULL);
  snprintf(folder, sizeof folder, "%s/cache", root);
  expectCounts(folder, 1, 0);
  expectCounts(folder, 0, 1);
  testTwoAtOnce(argv[0], folder);
  snprintf(folder, sizeof folder, "%s/other", root);
  testAnotherProcess(argv[0], folder);
  snprintf(folder, sizeof folder, "%s/modules", root);
  testModules(folder);
  testWhereItIs(root);
  testNoFolder();
  testOptions();
  snprintf(command, sizeof command, "rm -rf '%s'", root);
  CHECK(system(command) == 0);
  return finish();
}
