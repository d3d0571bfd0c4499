/* Op by op: behaviour 38 of docs/lazy-behaviours.md. */
#include "lazy/behaviours.h"

static lz_context_options opByOp(void) {
  lz_context_options options = defaultOptions();
  options.op_by_op = 1;
  return options;
}

static void behaviour38_opByOpHasTheSameValues(void) {
  const lz_context_options options = opByOp();
  Fixture f[2] = {setUp(NULL), setUp(&options)};
  float values[2][3];
  for (int i = 0; i < 2; ++i) {
    lz_tensor *third = spread(&f[i], 1.0 / 3), *y = binary(lz_multiply, f[i].x, third), *z = NULL;
    OK(lz_exponential(y, LZ_HERE, &z));
    CHECK(i == 0 || !isPending(z));
    OK(lz_tensor_read(z, values[i], sizeof values[i]));
    lz_tensor_release(third), lz_tensor_release(y), lz_tensor_release(z);
  }
  CHECK(memcmp(values[0], values[1], sizeof values[0]) == 0);
  CHECK(counter(&f[1], LZ_COUNTER_EXECUTIONS) == counter(&f[1], LZ_COUNTER_OPS_RECORDED));
  tearDown(&f[0]), tearDown(&f[1]);
}

static void behaviour38_forAPart(void) {
  Fixture f = setUp(NULL);
  int32_t before = -1;
  lz_tensor* pending = binary(lz_add, f.x, f.x);
  OK(lz_context_set_op_by_op(f.context, 1, &before));
  CHECK(before == 0 && isPending(pending));
  lz_tensor* inside = binary(lz_multiply, pending, f.x);
  CHECK(!isPending(inside));
  OK(lz_context_set_op_by_op(f.context, before, &before));
  CHECK(before == 1);
  lz_tensor* behind = binary(lz_add, inside, f.x);
  CHECK(isPending(behind));
  expectValues(behind, 3, 10, 21);
  FAILS(LZ_INVALID_ARGUMENT, "op_by_op is 2", lz_context_set_op_by_op(f.context, 2, NULL));
  lz_tensor_release(pending), lz_tensor_release(inside), lz_tensor_release(behind);
  OK(lz_context_shutdown(f.context));
  FAILS(LZ_FAILED_PRECONDITION, "shut down", lz_context_set_op_by_op(f.context, 1, NULL));
  tearDown(&f);
}

/* The host call in a branch runs when the branch is taken, not when it is recorded. */
static void behaviour38_bodiesRunWhenTheirOpDoes(void) {
  Fixture f = setUp(NULL);
  int calls = 0;
  lz_function* branches[2] = {NULL, NULL};
  registerCall(&f, "twice", twice, &calls, LZ_HOST_CALL_HAS_EFFECTS);
  OK(lz_context_set_op_by_op(f.context, 1, NULL));
  for (int i = 0; i < 2; ++i) {
    OK(lz_function_begin(f.device, "branch", &branches[i]));
    lz_tensor* y = i ? binary(lz_multiply, f.x, f.x) : callOn(&f, "twice", f.x);
    OK(lz_function_finish(branches[i], &y, 1));
    lz_tensor_release(y);
  }
  CHECK(calls == 0);
  for (uint8_t taken = 0; taken < 2; ++taken) {
    lz_tensor *pred = NULL, *y = NULL;
    OK(lz_scalar(f.device, LZ_DTYPE_PRED, &taken, LZ_HERE, &pred));
    OK(lz_if(pred, branches[0], branches[1], LZ_HERE, &y, 1));
    CHECK(!isPending(y) && calls == taken);
    expectValues(y, taken ? 2 : 1, 4, taken ? 6 : 9);
    lz_tensor_release(pred), lz_tensor_release(y);
  }
  lz_function_release(branches[0]), lz_function_release(branches[1]);
  tearDown(&f);
}

static void behaviour38_byTheEnvironment(void) {
  setenv("LAZULI_OP_BY_OP", "1", 1);
  lz_context_options options = defaultOptions();
  options.ignore_environment = 1;
  Fixture all = setUp(NULL), none = setUp(&options);
  setenv("LAZULI_OP_BY_OP", "0", 1);
  Fixture zero = setUp(NULL);
  unsetenv("LAZULI_OP_BY_OP");
  Fixture* fixtures[3] = {&all, &none, &zero};
  for (int i = 0; i < 3; ++i) {
    lz_tensor* y = binary(lz_add, fixtures[i]->x, fixtures[i]->x);
    CHECK(isPending(y) == (i > 0));
    expectValues(y, 2, 4, 6);
    lz_tensor_release(y);
    tearDown(fixtures[i]);
  }
}

/* y = x exp(x / 3), and d sum(y) / dx. */
static void behaviour38_gradientsToo(void) {
  lz_context_options options = defaultOptions();
  float values[2][3];
  for (int i = 0; i < 2; ++i) {
    options.op_by_op = i;
    options.numerics = LZ_NUMERICS_STRICT;
    Fixture f = setUp(&options);
    lz_tensor *third = spread(&f, 1.0 / 3), *y = binary(lz_multiply, f.x, third), *gradient = NULL;
    lz_tensor *z = NULL, *one = spread(&f, 1);
    OK(lz_exponential(y, LZ_HERE, &z));
    update(lz_multiply, &z, f.x);
    OK(lz_gradients(&z, 1, &one, &f.x, 1, NULL, &gradient));
    OK(lz_tensor_read(gradient, values[i], sizeof values[i]));
    lz_tensor_release(third), lz_tensor_release(y), lz_tensor_release(z), lz_tensor_release(one);
    lz_tensor_release(gradient);
    tearDown(&f);
  }
  CHECK(memcmp(values[0], values[1], sizeof values[0]) == 0);
}

static lz_op_difference emptyDifference(void) {
  lz_op_difference difference;
  memset(&difference, -1, sizeof difference);
  difference.struct_size = sizeof difference;
  return difference;
}

static void behaviour38_noDifference(void) {
  lz_context_options options = defaultOptions();
  options.numerics = LZ_NUMERICS_STRICT;
  Fixture f = setUp(&options);
  lz_op_difference difference = emptyDifference();
  lz_string* text = NULL;
  lz_tensor *third = spread(&f, 1.0 / 3), *y = binary(lz_multiply, f.x, third), *z = NULL;
  OK(lz_exponential(y, LZ_HERE, &z));
  update(lz_subtract, &z, y);
  lz_tensor* both[2] = {z, f.x};
  OK(lz_recording_compare(both, 2, &difference, &text));
  CHECK(difference.op == -1 && difference.num_different == 0 && lz_string_size(text) == 0);
  CHECK(isPending(z) && isPending(y));
  lz_string_release(text);
  OK(lz_recording_compare(&f.x, 1, &difference, NULL)); /* no op is recorded */
  CHECK(difference.op == -1);
  lz_tensor_release(third), lz_tensor_release(y), lz_tensor_release(z);
  tearDown(&f);
}

/* y = x + the number of calls so far: each call gives another value. */
static lz_status* counting(void* user, const lz_host_call_args* args) {
  const float *x = (const float*)args->operands[0].data, calls = (float)++*(int*)user;
  float* y = (float*)args->results[0].data;
  for (int i = 0; i < 3; ++i)
    y[i] = x[i] + (i > 0 ? calls : 0);
  return NULL;
}

static void behaviour38_theFirstOpThatDiffers(void) {
  Fixture f = setUp(NULL);
  lz_op_difference difference = emptyDifference();
  lz_string* text = NULL;
  int calls = 0;
  registerCall(&f, "counting", counting, &calls, 0);
  lz_tensor *y = binary(lz_add, f.x, f.x), *z = callOn(&f, "counting", y);
  update(lz_multiply, &z, z);
  update(lz_add, &z, y);
  OK(lz_recording_compare(&z, 1, &difference, &text));
  CHECK(calls == 3); /* once in the program, once alone, and once with every value stored */
  CHECK(difference.op == 1 && difference.num_elements == 3 && difference.num_different == 2);
  CHECK(difference.first_element == 1 && difference.is_fused_only == 0);
  CHECK(difference.op_by_op == 6 && difference.compiled == 7 && difference.reserved == 0);
  CHECK(strstr(lz_string_data(text), "[custom_call]: 2 of the 3 elements of tensor<3xf32> differ"));
  lz_string_release(text);
  lz_op_difference shorter = emptyDifference();
  shorter.struct_size = 2 * sizeof(int64_t);
  OK(lz_recording_compare(&z, 1, &shorter, NULL));
  CHECK(shorter.op == 1 && shorter.num_elements == -1);
  lz_tensor_release(y), lz_tensor_release(z);
  tearDown(&f);
}

static void behaviour38_refusals(void) {
  Fixture f = setUp(NULL);
  lz_op_difference difference = emptyDifference();
  int calls = 0;
  registerCall(&f, "counting", counting, &calls, LZ_HOST_CALL_HAS_EFFECTS);
  lz_tensor *y = callOn(&f, "counting", f.x), *z = binary(lz_add, y, y);
  FAILS(LZ_UNIMPLEMENTED, "has effects", lz_recording_compare(&z, 1, &difference, NULL));
  CHECK(calls == 0);
  lz_tensor_release(y), lz_tensor_release(z);
  FAILS(LZ_INVALID_ARGUMENT, "no tensors", lz_recording_compare(NULL, 0, &difference, NULL));
  FAILS(LZ_INVALID_ARGUMENT, "difference is NULL", lz_recording_compare(&f.x, 1, NULL, NULL));
  difference.struct_size = 1;
  FAILS(LZ_INVALID_ARGUMENT, "struct_size", lz_recording_compare(&f.x, 1, &difference, NULL));
  tearDown(&f);
}

int main(void) {
  behaviour38_opByOpHasTheSameValues();
  behaviour38_forAPart();
  behaviour38_bodiesRunWhenTheirOpDoes();
  behaviour38_byTheEnvironment();
  behaviour38_gradientsToo();
  behaviour38_noDifference();
  behaviour38_theFirstOpThatDiffers();
  behaviour38_refusals();
  return finish();
}
