/* Recording and shapes: behaviours 1 to 6 of docs/lazy-behaviours.md. */
#include "lazy/behaviours.h"

static void behaviour01_nothingRunsBeforeItIsNeeded(void) {
  Fixture f = setUp(NULL);
  lz_tensor* y = binary(lz_add, f.x, f.x);
  for (int i = 1; i < 1000; ++i)
    update(lz_add, &y, f.x);
  CHECK(counter(&f, LZ_COUNTER_EXECUTIONS) == 0 && counter(&f, LZ_COUNTER_COMPILES) == 0);
  CHECK(counter(&f, LZ_COUNTER_PENDING_OPS) == 1000 && isPending(y));
  lz_tensor_release(y);
  tearDown(&f);
}

static void behaviour02_shapesAreKnownBeforeValues(void) {
  Fixture f = setUp(NULL);
  const int64_t dims[2] = {4, 3}, where = 1, order[2] = {1, 0};
  lz_tensor *wide = NULL, *turned = NULL, *half = NULL;
  OK(lz_broadcast_in_dim(f.x, &where, 1, dims, 2, LZ_HERE, &wide));
  OK(lz_transpose(wide, order, 2, LZ_HERE, &turned));
  OK(lz_convert(turned, LZ_DTYPE_BF16, LZ_HERE, &half));
  CHECK(lz_tensor_rank(half) == 2 && lz_tensor_dims(half)[0] == 3 && lz_tensor_dims(half)[1] == 4);
  CHECK(lz_tensor_dtype(half) == LZ_DTYPE_BF16 && lz_tensor_nbytes(half) == 24);
  CHECK(counter(&f, LZ_COUNTER_EXECUTIONS) == 0);
  lz_tensor_release(wide), lz_tensor_release(turned), lz_tensor_release(half);
  tearDown(&f);
}

static void behaviour03_aWrongShapeIsAnErrorOfItsCall(void) {
  Fixture f = setUp(NULL);
  const float four[4] = {1, 2, 3, 4};
  lz_tensor *wider = makeVector(f.device, four, 4), *y = NULL;
  const int64_t handles = lz_live_handles();
  for (int attempt = 0; attempt < 3; ++attempt) {
    lz_status* status = lz_multiply(f.x, wider, LZ_HERE, &y);
    const char* message = lz_status_message(status);
    CHECK(lz_status_code(status) == LZ_INVALID_ARGUMENT && y == NULL);
    CHECK(strstr(message, "multiply") && strstr(message, "tensor<3xf32>"));
    CHECK(strstr(message, "tensor<4xf32>") && strstr(lz_status_location(status), "record.c:"));
    lz_status_release(status);
  }
  CHECK(lz_live_handles() == handles);
  y = binary(lz_multiply, f.x, f.x);
  expectValues(y, 1, 4, 9);
  lz_tensor_release(wider), lz_tensor_release(y);
  tearDown(&f);
}

static uint64_t state = 1;
static int64_t below(int64_t n) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (int64_t)((state >> 33) % (uint64_t)n);
}

/* Records a random op on operands that may not fit, or returns NULL if recording refuses the op. */
static lz_tensor* anyOp(lz_tensor* a, lz_tensor* b) {
  static const BinaryOp ops[] = {lz_add, lz_multiply, lz_maximum, lz_subtract};
  const int64_t order[2] = {1, 0}, zero[2] = {0, 0}, one[2] = {1, 1};
  lz_tensor *out = NULL, *both[2] = {a, b};
  lz_status* status = NULL;
  switch (below(6)) {
  case 0:
    status = lz_transpose(a, order, lz_tensor_rank(a), LZ_HERE, &out);
    break;
  case 1: {
    const int64_t limit[2] = {1 + below(4), 1 + below(4)};
    status = lz_slice(a, zero, 2, limit, 2, one, 2, LZ_HERE, &out);
    break;
  }
  case 2:
    status = lz_concatenate(both, 2, below(2), LZ_HERE, &out);
    break;
  case 3: {
    const int64_t dims[2] = {lz_tensor_dims(a)[1], lz_tensor_dims(a)[0]};
    status = lz_reshape(a, dims, 2, LZ_HERE, &out);
    break;
  }
  case 4:
    status = matmul(a, b, LZ_HERE, &out);
    break;
  default:
    status = ops[below((int64_t)COUNT(ops))](a, b, LZ_HERE, &out);
  }
  lz_status_release(status);
  return out;
}

/* The compiler's verifier accepts whatever recording accepts: 10,000 graphs of up to eight ops. */
static void behaviour04_whatIsRecordedIsWellTyped(void) {
  Fixture f = setUp(NULL);
  int64_t refused = 0, recorded = 0;
  for (int graph = 0; graph < 10000 && failures == 0; ++graph) {
    lz_function* function = NULL;
    lz_module* module = NULL;
    lz_tensor* values[10] = {NULL};
    size_t count = 2;
    OK(lz_function_begin(f.device, "main", &function));
    for (size_t i = 0; i < count; ++i) {
      const int64_t dims[2] = {1 + below(3), 1 + below(3)};
      OK(lz_function_parameter(function, LZ_DTYPE_F32, dims, 2, &values[i]));
    }
    for (int op = 0; op < 8; ++op) {
      lz_tensor* next = anyOp(values[below((int64_t)count)], values[below((int64_t)count)]);
      refused += next == NULL, recorded += next != NULL;
      if (next)
        values[count++] = next;
    }
    OK(lz_function_finish(function, &values[count - 1], 1));
    OK(lz_module_from_function(function, &module));
    OK(lz_module_verify(module));
    for (size_t i = 0; i < count; ++i)
      lz_tensor_release(values[i]);
    lz_module_release(module), lz_function_release(function);
  }
  printf("%lld ops were recorded, %lld refused\n", (long long)recorded, (long long)refused);
  CHECK(refused > 1000 && recorded > 10000);
  tearDown(&f);
}

/* The bench has a row for how long an op takes (`scripts/lz bench record`). */
static void behaviour05_nothingOfAStepStays(void) {
  Fixture f = setUp(NULL);
  int64_t bytes = 0;
  for (int step = 0; step < 100; ++step) {
    for (int i = 0; i < 100; ++i)
      update(lz_add, &f.x, f.x);
    barrier(&f, LZ_BARRIER_WAIT);
    CHECK(counter(&f, LZ_COUNTER_PENDING_OPS) == 0);
    if (step == 2)
      bytes = counter(&f, LZ_COUNTER_BYTES_IN_USE);
    CHECK(step < 2 || counter(&f, LZ_COUNTER_BYTES_IN_USE) == bytes);
  }
  tearDown(&f);
}

static void behaviour06_aMillionOps(void) {
  enum { LENGTH = 1000000 };
  Fixture f = setUp(NULL);
  for (int isRead = 0; isRead < 2; ++isRead) {
    lz_tensor* y = binary(lz_add, f.x, f.x);
    for (int i = 1; i < LENGTH; ++i)
      update(lz_add, &y, f.x);
    if (isRead)
      expectValues(y, LENGTH + 1, 2 * (LENGTH + 1), 3 * (LENGTH + 1));
    lz_tensor_release(y);
    CHECK(counter(&f, LZ_COUNTER_PENDING_OPS) == 0);
  }
  CHECK(counter(&f, LZ_COUNTER_COMPILES) < 10);
  tearDown(&f);
}

int main(void) {
  behaviour01_nothingRunsBeforeItIsNeeded();
  behaviour02_shapesAreKnownBeforeValues();
  behaviour03_aWrongShapeIsAnErrorOfItsCall();
  behaviour04_whatIsRecordedIsWellTyped();
  behaviour05_nothingOfAStepStays();
  behaviour06_aMillionOps();
  return finish();
}
