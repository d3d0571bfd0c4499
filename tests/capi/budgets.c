/* Tests budgets of contexts, devices, compilations and files. The bytes that a run takes are known,
 * and a budget of exactly so many bytes suffices. A run is refused before anything has happened. */
#include "modules.h"

#define SORT(result, operand)                                                                      \
  "  " result " = \"stablehlo.sort\"(" operand ") ({\n"                                            \
  "  ^bb0(%p: tensor<f32>, %q: tensor<f32>):\n"                                                    \
  "    %lt = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"            \
  "    stablehlo.return %lt : tensor<i1>\n"                                                        \
  "  }) {dimension = 1 : i64} : (tensor<256x256xf32>) -> tensor<256x256xf32>\n"

/* The program sorts two products, and makes a small array of each. In its text, both products are
 * computed before the first is sorted. */
static const char* const disordered =
    "func.func @main(%a: tensor<256x256xf32>, %w: tensor<256x4xf32>) -> tensor<256x4xf32> {\n"
    "  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<256x256xf32>, "
    "tensor<256x256xf32>) -> tensor<256x256xf32>\n"
    "  %1 = stablehlo.dot_general %a, %a, contracting_dims = [0] x [1] : (tensor<256x256xf32>, "
    "tensor<256x256xf32>) -> tensor<256x256xf32>\n" SORT("%2", "%0")
        SORT("%3", "%1") "  %4 = stablehlo.dot_general %2, %w, contracting_dims = [1] x [0] : "
                         "(tensor<256x256xf32>, "
                         "tensor<256x4xf32>) -> tensor<256x4xf32>\n"
                         "  %5 = stablehlo.dot_general %3, %w, contracting_dims = [1] x [0] : "
                         "(tensor<256x256xf32>, "
                         "tensor<256x4xf32>) -> tensor<256x4xf32>\n"
                         "  %6 = stablehlo.add %4, %5 : tensor<256x4xf32>\n"
                         "  return %6 : tensor<256x4xf32>\n"
                         "}\n";

static Fixture withBudget(int64_t bytes) {
  lz_context_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.budget_bytes = bytes;
  return setUp(&options);
}

static lz_tensor* matrix(const Fixture* f) {
  static float values[kSide * kSide];
  const int64_t dims[2] = {kSide, kSide};
  lz_tensor* x = NULL;
  OK(lz_tensor_from_host(f->device, LZ_DTYPE_F32, dims, 2, values, NULL, &x));
  return x;
}

static lz_status* run(lz_executable* executable, lz_tensor* x, int donates, lz_tensor** out) {
  const uint8_t yes = 1;
  lz_run_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.flags = LZ_RUN_WAIT;
  options.donate = donates ? &yes : NULL;
  options.num_donate = donates ? 1 : 0;
  return lz_executable_run(executable, &x, 1, &options, out, 1);
}

/* A run takes exactly the bytes that the executable states. */
static void testCertificate(int donates) {
  Fixture f = withBudget(64 << 20);
  const uint8_t yes = 1;
  lz_compile_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.donate = donates ? &yes : NULL;
  options.num_donate = donates ? 1 : 0;
  lz_executable* executable = compileText(&f, products, &options);
  const lz_memory_statistics m = memoryOf(executable);
  CHECK(m.run_bytes >= 2 * kBytes);
  CHECK(m.smallest_budget <= m.run_bytes);
  CHECK(m.lower_bound >= 2 * kBytes && m.lower_bound <= m.smallest_budget);
  CHECK(m.donated_run_bytes == m.run_bytes - m.donated_bytes);
  CHECK(m.donated_bytes == (donates ? kBytes : 0));
  lz_tensor *x = matrix(&f), *out = NULL;
  const int64_t before = counter(&f, LZ_COUNTER_BYTES_IN_USE);
  OK(lz_context_reset_counters(f.context));
  OK(run(executable, x, donates, &out));
  const int64_t taken = counter(&f, LZ_COUNTER_PEAK_BYTES) - before;
  CHECK(taken == (donates ? m.donated_run_bytes : m.run_bytes));
  lz_tensor_release(x), lz_tensor_release(out);
  lz_executable_release(executable);
  tearDown(&f);
}

/* Compiling with the smallest budget succeeds, and with a byte less it fails. */
static void testCompile(Fixture* f) {
  lz_module* module = parse(f, products);
  lz_executable *executable = NULL, *same = NULL;
  lz_compile_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  OK(lz_module_compile(module, NULL, &executable));
  const lz_memory_statistics m = memoryOf(executable);
  options.budget_bytes = m.smallest_budget;
  OK(lz_module_compile(module, &options, &same));
  lz_executable_release(same);
  options.budget_bytes = m.smallest_budget - 1;
  lz_status* status = lz_module_compile(module, &options, &same);
  CHECK(same == NULL && lz_status_code(status) == LZ_RESOURCE_EXHAUSTED);
  CHECK(lz_status_bytes_wanted(status) == m.smallest_budget);
  CHECK(lz_status_bytes_available(status) == m.smallest_budget - 1);
  CHECK(strcmp(lz_status_op(status), "dot_general") == 0);
  char bound[64];
  snprintf(bound, sizeof bound, "need at least %lld bytes", (long long)m.lower_bound);
  CHECK(strstr(lz_status_message(status), bound) != NULL);
  CHECK(strstr(lz_status_message(status), "of 262144 bytes (dot_general at ") != NULL);
  lz_status_release(status);
  options.budget_bytes = -1;
  FAILS(LZ_INVALID_ARGUMENT, "budget_bytes is -1", lz_module_compile(module, &options, &same));
  lz_executable_release(executable), lz_module_release(module);
}

/* Without a budget, steps run in the order of the program. With one they get another order, and the
 * results have the same bits. A file keeps the order. */
static void testOrder(Fixture* f) {
  lz_compile_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  lz_executable *plain = compileText(f, disordered, NULL), *loaded = NULL;
  const lz_memory_statistics m = memoryOf(plain);
  CHECK(m.smallest_budget <= m.run_bytes - kBytes);
  options.budget_bytes = m.smallest_budget;
  lz_executable* small = compileText(f, disordered, &options);
  CHECK(memoryOf(small).run_bytes == m.smallest_budget);
  CHECK(memoryOf(small).smallest_budget == m.smallest_budget);
  lz_string *report = NULL, *bytes = NULL;
  OK(lz_executable_memory_report(plain, &report));
  CHECK(strstr(lz_string_data(report), "order changed") == NULL);
  lz_string_release(report);
  OK(lz_executable_save(small, &bytes));
  OK(lz_executable_load(f->context, lz_string_data(bytes), lz_string_size(bytes), &loaded));
  CHECK(memoryOf(loaded).smallest_budget == m.smallest_budget);
  OK(lz_executable_memory_report(loaded, &report));
  CHECK(strstr(lz_string_data(report), "order changed: -") != NULL);
  lz_string_release(report);

  static float numbers[kSide * kSide], expected[kSide * 4], found[kSide * 4];
  for (size_t i = 0; i < kSide * kSide; ++i)
    numbers[i] = (float)((i * 7919) % 1009) / 1009 - 0.5F;
  const int64_t dims[2] = {kSide, kSide}, few[2] = {kSide, 4};
  lz_tensor *args[2] = {NULL, NULL}, *out = NULL;
  OK(lz_tensor_from_host(f->device, LZ_DTYPE_F32, dims, 2, numbers, NULL, &args[0]));
  OK(lz_tensor_from_host(f->device, LZ_DTYPE_F32, few, 2, numbers, NULL, &args[1]));
  lz_executable* const all[3] = {plain, small, loaded};
  for (size_t i = 0; i < 3; ++i) {
    OK(lz_executable_run(all[i], args, 2, NULL, &out, 1));
    OK(lz_tensor_read(out, i == 0 ? expected : found, sizeof found));
    CHECK(i == 0 || memcmp(expected, found, sizeof found) == 0);
    lz_tensor_release(out);
    lz_executable_release(all[i]);
  }
  lz_tensor_release(args[0]), lz_tensor_release(args[1]);
  lz_string_release(bytes);
}

/* A device has one byte less than the input and one run need. It refuses the run. The input that
 * was to be donated is still there. */
static void testRun(void) {
  Fixture f = setUp(NULL);
  const uint8_t yes = 1;
  const lz_compile_options options = {sizeof options, LZ_NUMERICS_DEFAULT, 0, &yes, 1, 0};
  lz_executable* executable = compileText(&f, products, &options);
  lz_tensor *x = matrix(&f), *out = NULL;
  const int64_t live = counter(&f, LZ_COUNTER_BYTES_IN_USE);
  const int64_t enough = live + memoryOf(executable).donated_run_bytes;
  OK(lz_device_set_memory_budget(f.device, enough - 1));
  lz_status* status = run(executable, x, 1, &out);
  CHECK(lz_status_code(status) == LZ_RESOURCE_EXHAUSTED && out == NULL);
  CHECK(lz_status_bytes_wanted(status) == enough - live);
  CHECK(lz_status_bytes_available(status) == enough - live - 1);
  CHECK(strstr(lz_status_message(status), "dot_general") != NULL);
  lz_status_release(status);
  CHECK(counter(&f, LZ_COUNTER_BYTES_IN_USE) == live);
  OK(lz_device_set_memory_budget(f.device, enough));
  OK(run(executable, x, 1, &out));
  lz_tensor_release(x), lz_tensor_release(out);
  lz_executable_release(executable);
  tearDown(&f);
}

static void testBudgetOfADevice(void) {
  Fixture f = setUp(NULL);
  char numbers[96];
  lz_tensor* x = matrix(&f);
  const int64_t live = counter(&f, LZ_COUNTER_BYTES_IN_USE);
  snprintf(numbers, sizeof numbers, "the budget of %lld bytes is below the %lld bytes",
           (long long)(live - 1), (long long)live);
  FAILS(LZ_FAILED_PRECONDITION, numbers, lz_device_set_memory_budget(f.device, live - 1));
  FAILS(LZ_INVALID_ARGUMENT, "budget_bytes is -1", lz_device_set_memory_budget(f.device, -1));
  FAILS(LZ_INVALID_ARGUMENT, "lz_device", lz_device_set_memory_budget(NULL, 1));
  FAILS(LZ_INVALID_ARGUMENT, "lz_device", lz_device_set_memory_budget((lz_device*)f.context, 1));
  OK(lz_device_set_memory_budget(f.device, live));
  lz_tensor *y = NULL, *sum = NULL;
  OK(lz_add(x, x, LZ_HERE, &sum));
  FAILS(LZ_RESOURCE_EXHAUSTED, "out of memory", lz_evaluate(&sum, 1, LZ_BARRIER_WAIT, NULL));
  lz_tensor_release(sum);
  OK(lz_device_set_memory_budget(f.device, 0));
  y = matrix(&f);
  lz_tensor_release(x), lz_tensor_release(y);
  tearDown(&f);
}

/* The other device keeps its own budget. */
static void testTwoDevices(void) {
  lz_context_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.host_devices = 2;
  options.budget_bytes = 8 * kBytes;
  lz_context* context = NULL;
  lz_device* devices[2] = {NULL, NULL};
  OK(lz_context_create(&options, &context));
  static float values[kSide * kSide];
  const int64_t dims[2] = {kSide, kSide};
  lz_tensor* x = NULL;
  for (size_t i = 0; i < 2; ++i)
    OK(lz_context_device(context, i, &devices[i]));
  OK(lz_device_set_memory_budget(devices[1], kBytes - 1));
  FAILS(LZ_RESOURCE_EXHAUSTED, "out of memory",
        lz_tensor_from_host(devices[1], LZ_DTYPE_F32, dims, 2, values, NULL, &x));
  OK(lz_tensor_from_host(devices[0], LZ_DTYPE_F32, dims, 2, values, NULL, &x));
  lz_tensor_release(x);
  for (size_t i = 0; i < 2; ++i)
    lz_device_release(devices[i]);
  lz_context_release(context);
}

/* A file is loaded only if one run of it can fit. */
static void testFiles(Fixture* f) {
  lz_executable *executable = compileText(f, products, NULL), *loaded = NULL;
  const int64_t needed = memoryOf(executable).run_bytes;
  lz_string* bytes = NULL;
  OK(lz_executable_save(executable, &bytes));
  Fixture small = withBudget(needed);
  OK(lz_executable_load(small.context, lz_string_data(bytes), lz_string_size(bytes), &loaded));
  CHECK(memoryOf(loaded).lower_bound == memoryOf(executable).lower_bound);
  lz_executable_release(loaded);
  OK(lz_device_set_memory_budget(small.device, needed - 1));
  FAILS(LZ_RESOURCE_EXHAUSTED, "the executable \"main\" needs more",
        lz_executable_load(small.context, lz_string_data(bytes), lz_string_size(bytes), &loaded));
  CHECK(loaded == NULL);
  tearDown(&small);
  lz_string_release(bytes);
  lz_executable_release(executable);
}

static lz_status* createWith(const char* size, int64_t budget, int32_t ignores) {
  lz_context_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.budget_bytes = budget;
  options.ignore_environment = ignores;
  setenv("LAZULI_MEMORY_BUDGET", size, 1);
  lz_context* context = NULL;
  lz_device* device = NULL;
  lz_status* status = lz_context_create(&options, &context);
  if (status == NULL) {
    static float values[kSide * kSide];
    const int64_t dims[2] = {kSide, kSide};
    lz_tensor* x = NULL;
    OK(lz_context_device(context, 0, &device));
    status = lz_tensor_from_host(device, LZ_DTYPE_F32, dims, 2, values, NULL, &x);
    lz_tensor_release(x);
  }
  lz_device_release(device);
  lz_context_release(context);
  unsetenv("LAZULI_MEMORY_BUDGET");
  return status;
}

static void testEnvironment(void) {
  static const char* const wrong[] = {"1 GB", "-1", "GB", "1.5", "2gigs", "99999999999GB"};
  for (size_t i = 0; i < COUNT(wrong); ++i) {
    char said[64];
    snprintf(said, sizeof said, "LAZULI_MEMORY_BUDGET is \"%s\"", wrong[i]);
    FAILS(LZ_INVALID_ARGUMENT, said, createWith(wrong[i], 0, 0));
    FAILS(LZ_INVALID_ARGUMENT, "kB, MB, GB", createWith(wrong[i], 0, 0));
    OK(createWith(wrong[i], 0, 1));
  }
  OK(createWith("1GB", 0, 0));
  OK(createWith("256KiB", 0, 0));
  FAILS(LZ_RESOURCE_EXHAUSTED, "262144 bytes wanted, 262143", createWith("262143", 0, 0));
  OK(createWith("262143", 1 << 20, 0)); /* the option comes first */
  OK(createWith("262143", 0, 1));
}

/* The median of 300 x 600 distances along each row: a table of 720,000 bytes that sorts need. */
static const char* const medians =
    "func.func @main(%x: tensor<300x1xf32>, %y: tensor<600x1xf32>) -> tensor<300x1xf32> {\n"
    "  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<300x1xf32>, "
    "tensor<600x1xf32>) -> tensor<300x600xf32>\n"
    "  %1 = \"stablehlo.sort\"(%0) <{dimension = 1 : i64, is_stable = true}> ({\n"
    "  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
    "    %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
    "    stablehlo.return %c : tensor<i1>\n"
    "  }) : (tensor<300x600xf32>) -> tensor<300x600xf32>\n"
    "  %2 = stablehlo.slice %1 [0:300, 300:301] : (tensor<300x600xf32>) -> tensor<300x1xf32>\n"
    "  return %2 : tensor<300x1xf32>\n"
    "}\n";

static lz_status* contextWithFlags(const char* flags, int32_t ignores) {
  lz_context_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.ignore_environment = ignores;
  setenv("LAZULI_FLAGS", flags, 1);
  lz_context* context = NULL;
  lz_status* status = lz_context_create(&options, &context);
  lz_context_release(context);
  unsetenv("LAZULI_FLAGS");
  return status;
}

static int64_t runBytesOf(const Fixture* f, int64_t threshold, int64_t slice) {
  lz_compile_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.tensor_size_threshold = threshold;
  options.tensor_split_size = slice;
  lz_executable* executable = compileText(f, medians, &options);
  const int64_t bytes = memoryOf(executable).run_bytes;
  lz_executable_release(executable);
  return bytes;
}

/* Tensors that are larger than the options allow are split. */
static void testSplits(const Fixture* f) {
  const int64_t whole = runBytesOf(f, 0, 0);
  CHECK(whole > 700000);
  CHECK(runBytesOf(f, 800000, 0) == whole); /* nothing is larger */
  CHECK(runBytesOf(f, 400000, 0) < whole);
  CHECK(runBytesOf(f, 400000, 50000) < 200000);

  static const char* const wrong[] = {"1 GB", "-1", "GB", "1.5", "2gigs", "99999999999GB"};
  for (size_t i = 0; i < COUNT(wrong); ++i) {
    char flags[64];
    snprintf(flags, sizeof flags, "--xla_tensor_size_threshold=%s", wrong[i]);
    FAILS(LZ_INVALID_ARGUMENT, flags, contextWithFlags(flags, 0));
    FAILS(LZ_INVALID_ARGUMENT, "LAZULI_FLAGS", contextWithFlags(flags, 0));
    FAILS(LZ_INVALID_ARGUMENT, "kB, MB, GB", contextWithFlags(flags, 0));
    OK(contextWithFlags(flags, 1));
  }
  FAILS(LZ_INVALID_ARGUMENT, "\"--size=1GB\" is no flag", contextWithFlags("--size=1GB", 0));
  OK(contextWithFlags("--tensor_size_threshold=1GB --xla_tensor_split_size=500MB", 0));

  lz_module* module = parse(f, medians);
  lz_executable* executable = NULL;
  lz_compile_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.tensor_split_size = 1;
  FAILS(LZ_INVALID_ARGUMENT, "tensor_split_size", lz_module_compile(module, &options, &executable));
  options.tensor_size_threshold = -1;
  FAILS(LZ_INVALID_ARGUMENT, "tensor_size_threshold is -1",
        lz_module_compile(module, &options, &executable));
  lz_module_release(module);
}

int main(void) {
  Fixture f = setUp(NULL);
  testSplits(&f);
  testCertificate(0);
  testCertificate(1);
  testCompile(&f);
  testOrder(&f);
  testRun();
  testBudgetOfADevice();
  testTwoDevices();
  testFiles(&f);
  testEnvironment();
  tearDown(&f);
  return finish();
}
