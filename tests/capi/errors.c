/* Tests what the status of a failed run says: the op, its place, and how much memory it needed; and
 * which tensors get the error. */
#include "check.h"

enum { MIB = 1 << 20 };

static Fixture withBudget(int64_t bytes) {
  const lz_context_options options = {sizeof options, 1, 0, bytes, NULL, NULL, NULL,
                                      NULL,           0, 0, 0,     0,    0};
  return setUp(&options);
}

static void expectBytes(const lz_status* status, int64_t least, int64_t budget) {
  CHECK(lz_status_code(status) == LZ_RESOURCE_EXHAUSTED);
  CHECK(lz_status_bytes_wanted(status) >= least);
  CHECK(lz_status_bytes_available(status) > 0);
  CHECK(lz_status_bytes_available(status) <= budget);
  CHECK(lz_status_bytes_available(status) < lz_status_bytes_wanted(status));
}

static void expectPlace(const lz_status* status, const char* op, const char* place) {
  const int same = !strcmp(lz_status_op(status), op) && !strcmp(lz_status_location(status), place);
  if (!same)
    printf("'%s' at '%s' instead of '%s' at '%s': %s\n", lz_status_op(status),
           lz_status_location(status), op, place, lz_status_message(status));
  CHECK(same);
}

static const int64_t kMany = 4 * MIB;

static lz_status* widen(lz_tensor* x, const char* file, int line, lz_tensor** out) {
  const lz_op_options here = {sizeof here, file, line, NULL};
  return lz_broadcast_in_dim(x, NULL, 0, &kMany, 1, &here, out);
}

static lz_tensor* one(const Fixture* f) {
  const float value = 1;
  lz_tensor* x = NULL;
  OK(lz_tensor_from_host(f->device, LZ_DTYPE_F32, NULL, 0, &value, NULL, &x));
  return x;
}

/* A recording needs 16 MiB, but the budget is 8 MiB. */
static void aRunOverTheBudgetGivesBothNumbersAndThePlaceInTheRecording(void) {
  Fixture f = withBudget(8 * MIB);
  lz_tensor *x = one(&f), *wide = NULL, *root = NULL;
  OK(widen(x, "model.c", 12, &wide));
  const lz_op_options later = {sizeof later, "model.c", 13, NULL};
  OK(lz_sqrt(wide, &later, &root));
  lz_tensor_release(wide);
  lz_status* status = lz_context_barrier(f.context, NULL, LZ_BARRIER_WAIT, NULL);
  expectBytes(status, kMany * 4, 8 * MIB);
  expectPlace(status, "sqrt", "model.c:13");
  lz_status_release(status);
  lz_tensor_release(root), lz_tensor_release(x);
  tearDown(&f);
}

/* The other tensors of the program are computed, no matter whether an event, an evaluation or a
 * read waits. */
static void aRunOverTheBudgetComputesWhatDoesNotNeedTheOp(void) {
  Fixture f = withBudget(8 * MIB);
  lz_tensor *x = one(&f), *wide = NULL, *root = NULL, *good = NULL, *more = NULL, *none = NULL;
  lz_event *ofGood = NULL, *ofRoot = NULL;
  float values[3] = {0, 0, 0};
  OK(widen(x, "model.c", 12, &wide));
  OK(lz_sqrt(wide, LZ_HERE, &root));
  OK(lz_add(f.x, f.x, LZ_HERE, &good));
  OK(lz_context_barrier(f.context, NULL, 0, NULL));
  OK(lz_tensor_event(good, &ofGood));
  OK(lz_tensor_event(root, &ofRoot));
  /* The same holds for a later cut, whether or not it is known by then that the operand failed. */
  OK(lz_negate(root, LZ_HERE, &none));
  OK(lz_negate(good, LZ_HERE, &more));
  OK(lz_context_barrier(f.context, NULL, 0, NULL));
  OK(lz_event_wait(ofGood, LZ_WAIT_FOREVER));
  FAILS(LZ_RESOURCE_EXHAUSTED, "out of memory", lz_event_wait(ofRoot, LZ_WAIT_FOREVER));
  OK(lz_evaluate(&good, 1, LZ_BARRIER_WAIT, NULL));
  OK(lz_tensor_read(good, values, sizeof values));
  CHECK(values[2] == 6);
  OK(lz_tensor_read(more, values, sizeof values));
  CHECK(values[2] == -6);
  FAILS(LZ_RESOURCE_EXHAUSTED, "out of memory", lz_evaluate(&none, 1, LZ_BARRIER_WAIT, NULL));
  lz_event_release(ofGood), lz_event_release(ofRoot);
  lz_tensor_release(wide), lz_tensor_release(root), lz_tensor_release(x);
  lz_tensor_release(good), lz_tensor_release(more), lz_tensor_release(none);
  tearDown(&f);
}

/* The program is a text. The error names the location that the text states for the op. If it states
 * none, the error names the line and column. */
static void aRunOfTextNamesItsPlace(const char* loc, const char* place) {
  Fixture f = withBudget(8 * MIB);
  char text[512];
  snprintf(text, sizeof text,
           "func.func @main(%%x: tensor<f32>) -> tensor<4194304xf32> {\n"
           "  %%0 = stablehlo.broadcast_in_dim %%x, dims = [] : (tensor<f32>) -> "
           "tensor<4194304xf32>\n"
           "  %%1 = stablehlo.sqrt %%0 : tensor<4194304xf32>%s\n"
           "  return %%1 : tensor<4194304xf32>\n"
           "}\n",
           loc);
  lz_module* module = NULL;
  lz_executable* executable = NULL;
  OK(lz_module_parse(f.context, text, SIZE_MAX, "net.mlir", &module));
  OK(lz_module_compile(module, NULL, &executable));
  lz_tensor *x = one(&f), *out = NULL;
  const lz_run_options wait = {sizeof wait, LZ_RUN_WAIT, NULL, 0, NULL, 0, NULL, NULL};
  lz_status* status = lz_executable_run(executable, &x, 1, &wait, &out, 1);
  expectBytes(status, kMany * 4, 8 * MIB);
  expectPlace(status, "sqrt", place);
  lz_status_release(status);
  lz_tensor_release(x);
  lz_executable_release(executable), lz_module_release(module);
  tearDown(&f);
}

static void otherStatusesHaveNoBytes(void) {
  CHECK(lz_status_bytes_wanted(NULL) == 0 && lz_status_bytes_available(NULL) == 0);
  Fixture f = setUp(NULL);
  lz_tensor *x = one(&f), *out = NULL;
  const int64_t dims[1] = {7};
  lz_status* status = lz_reshape(x, dims, 1, LZ_HERE, &out);
  CHECK(lz_status_code(status) == LZ_INVALID_ARGUMENT);
  CHECK(lz_status_bytes_wanted(status) == 0 && lz_status_bytes_available(status) == 0);
  lz_status_release(status);
  lz_tensor_release(x);
  tearDown(&f);
}

int main(void) {
  aRunOverTheBudgetGivesBothNumbersAndThePlaceInTheRecording();
  aRunOverTheBudgetComputesWhatDoesNotNeedTheOp();
  aRunOfTextNamesItsPlace("", "net.mlir:3:8");
  aRunOfTextNamesItsPlace(" loc(\"net.py\":12:3)", "net.py:12:3");
  otherStatusesHaveNoBytes();
  return finish();
}
