/* A program uses one tensor in two places, and donates it in one of them. */
#include "check.h"

/* A tensor that the same run reads in another place cannot be donated. The call is refused before
 * anything runs, and no tensor is lost. */
static void ofTwoPlacesInARunNoneIsGivenAway(Fixture* f) {
  static const uint8_t first[2] = {1, 0}, second[2] = {0, 1}, both[2] = {1, 1}, none[2] = {0, 0};
  const uint8_t* const refused[] = {first, second, both};
  const int64_t three = 3;
  float values[3] = {0, 0, 0};
  lz_function* function = NULL;
  lz_executable* executable = NULL;
  lz_tensor *a = NULL, *b = NULL, *out = NULL, *pair[2] = {f->x, f->x};
  OK(lz_function_begin(f->device, "sum", &function));
  OK(lz_function_parameter(function, LZ_DTYPE_F32, &three, 1, &a));
  OK(lz_function_parameter(function, LZ_DTYPE_F32, &three, 1, &b));
  OK(lz_add(a, b, LZ_HERE, &out));
  OK(lz_function_finish(function, &out, 1));
  lz_tensor_release(a), lz_tensor_release(b), lz_tensor_release(out), out = NULL;
  OK(lz_function_compile(function, NULL, &executable));
  for (size_t i = 0; i < COUNT(refused); ++i) {
    lz_run_options run = {sizeof run, LZ_RUN_WAIT, refused[i], 2, NULL, 0, NULL, NULL};
    FAILS(LZ_INVALID_ARGUMENT, "is donated, but the same tensor is also input",
          lz_executable_run(executable, pair, 2, &run, &out, 1));
    CHECK(out == NULL);
  }
  lz_run_options run = {sizeof run, LZ_RUN_WAIT, none, 2, NULL, 0, NULL, NULL};
  OK(lz_executable_run(executable, pair, 2, &run, &out, 1));
  OK(lz_tensor_read(out, values, sizeof values));
  CHECK(values[2] == 6);
  lz_tensor_release(out), out = NULL;
  lz_executable_release(executable), lz_function_release(function);
}

/* The executable reads a captured tensor in each run. */
static void aCaptureIsNotGivenAway(Fixture* f) {
  static const uint8_t yes = 1;
  const int64_t three = 3;
  float values[3] = {0, 0, 0};
  lz_function* function = NULL;
  lz_executable* executable = NULL;
  lz_tensor *a = NULL, *out = NULL;
  OK(lz_function_begin(f->device, "shift", &function));
  OK(lz_function_parameter(function, LZ_DTYPE_F32, &three, 1, &a));
  OK(lz_add(a, f->x, LZ_HERE, &out));
  OK(lz_function_finish(function, &out, 1));
  lz_tensor_release(a), lz_tensor_release(out), out = NULL;
  OK(lz_function_compile(function, NULL, &executable));
  lz_run_options run = {sizeof run, LZ_RUN_WAIT, &yes, 1, NULL, 0, NULL, NULL};
  FAILS(LZ_INVALID_ARGUMENT, "input 0 is donated, but the same tensor is also captured",
        lz_executable_run(executable, &f->x, 1, &run, &out, 1));
  OK(lz_executable_run(executable, &f->x, 1, NULL, &out, 1));
  OK(lz_tensor_read(out, values, sizeof values));
  CHECK(values[0] == 2 && values[2] == 6);
  lz_tensor_release(out);
  lz_executable_release(executable), lz_function_release(function);
}

/* A tensor that is donated to the next barrier may be read in two places of that barrier's
 * program. */
static void ofTwoPlacesInAProgramBothAreReadBeforeItIsGone(void) {
  Fixture f = setUp(NULL);
  float values[3] = {0, 0, 0};
  lz_tensor* out = NULL;
  OK(lz_add(f.x, f.x, LZ_HERE, &out));
  OK(lz_tensor_donate(f.x));
  OK(lz_context_barrier(f.context, f.device, LZ_BARRIER_WAIT, NULL));
  OK(lz_tensor_read(out, values, sizeof values));
  CHECK(values[0] == 2 && values[1] == 4 && values[2] == 6);
  FAILS(LZ_FAILED_PRECONDITION, "donated", lz_tensor_read(f.x, values, sizeof values));
  lz_tensor_release(out);
  tearDown(&f);
}

int main(void) {
  Fixture f = setUp(NULL);
  ofTwoPlacesInARunNoneIsGivenAway(&f);
  aCaptureIsNotGivenAway(&f);
  tearDown(&f);
  ofTwoPlacesInAProgramBothAreReadBeforeItIsGone();
  return finish();
}
