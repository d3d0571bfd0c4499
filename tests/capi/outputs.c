/* Results of runs in the caller's memory. */
#include "modules.h"

#include <math.h>
#include <stdlib.h>

typedef struct {
  int calls;
  const void* last;
} Released;

static void countRelease(void* user, const void* data) {
  Released* released = (Released*)user;
  __atomic_add_fetch(&released->calls, 1, __ATOMIC_SEQ_CST);
  released->last = data;
}

/* Allocates a multiple of 64 bytes, aligned to 64. */
static float* aligned(size_t bytes) {
  return (float*)aligned_alloc(64, (bytes + 63) / 64 * 64);
}

static void testOutputsInMemoryOfTheCaller(Fixture* f) {
  lz_executable* executable = compileText(f, vectors(3, "multiply", "2.0"), NULL);
  float* memory = aligned(3 * sizeof(float));
  void* places[1] = {memory};
  Released released = {0, NULL};
  lz_run_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.flags = LZ_RUN_WAIT;
  options.out_data = places, options.num_out_data = 1;
  options.release = countRelease, options.release_user = &released;
  lz_tensor *out = NULL, *next = NULL;
  OK(lz_executable_run(executable, &f->x, 1, &options, &out, 1));
  CHECK(memory[0] == 3 && memory[1] == 6 && memory[2] == 11);
  /* A recorded op that reads the result keeps it. */
  OK(lz_add(out, out, LZ_HERE, &next));
  lz_tensor_release(out);
  CHECK(released.calls == 0);
  float got[3];
  OK(lz_tensor_read(next, got, sizeof got));
  CHECK(got[0] == 6 && got[1] == 12 && got[2] == 22);
  lz_tensor_release(next);
  OK(lz_context_barrier(f->context, NULL, LZ_BARRIER_WAIT, NULL));
  CHECK(released.calls == 1 && released.last == memory);
  /* Runs without a callback and without waiting. */
  memset(memory, 0, 3 * sizeof(float));
  options.flags = 0;
  options.release = NULL;
  OK(lz_executable_run(executable, &f->x, 1, &options, &out, 1));
  OK(lz_tensor_read(out, got, sizeof got));
  CHECK(got[2] == 11 && memory[2] == 11);
  lz_tensor_release(out);
  lz_executable_release(executable);
  free(memory);
}

/* A result in the caller's memory takes over no donated input, and the caller's memory is not given
 * to another result. */
static void testCallersMemoryAndDonation(Fixture* f) {
  const uint8_t yes = 1;
  const lz_compile_options donate = {sizeof donate, LZ_NUMERICS_DEFAULT, 0, &yes, 1};
  lz_executable* executable = compileText(f, vectors(3, "multiply", "2.0"), &donate);
  const float values[3] = {1, 2, 3};
  float* memory = aligned(3 * sizeof(float));
  void* places[1] = {memory};
  lz_run_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.donate = &yes, options.num_donate = 1;
  options.out_data = places, options.num_out_data = 1;
  lz_tensor *input = makeVector(f->device, values, 3), *first = NULL, *second = NULL;
  OK(lz_executable_run(executable, &input, 1, &options, &first, 1));
  options.out_data = NULL, options.num_out_data = 0;
  OK(lz_executable_run(executable, &first, 1, &options, &second, 1));
  float got[3];
  OK(lz_tensor_read(second, got, sizeof got));
  CHECK(got[0] == 11 && got[1] == 38 && got[2] == 123);
  CHECK(memory[0] == 3 && memory[1] == 6 && memory[2] == 11);
  FAILS(LZ_FAILED_PRECONDITION, "donated", lz_tensor_read(first, got, sizeof got));
  lz_tensor_release(input), lz_tensor_release(first), lz_tensor_release(second);
  lz_executable_release(executable);
  free(memory);
}

static void testSomeOutputsInMemoryOfTheCaller(Fixture* f) {
  lz_executable* executable = compileText(f, dense, NULL);
  float ones[15], *memory = aligned(4 * sizeof(float));
  for (size_t i = 0; i < COUNT(ones); ++i)
    ones[i] = 1;
  const int64_t x_dims[2] = {4, 3}, w_dims[2] = {3, 5};
  lz_tensor *inputs[2] = {NULL, NULL}, *outs[2] = {NULL, NULL};
  OK(lz_tensor_from_host(f->device, LZ_DTYPE_F32, x_dims, 2, ones, NULL, &inputs[0]));
  OK(lz_tensor_from_host(f->device, LZ_DTYPE_F32, w_dims, 2, ones, NULL, &inputs[1]));
  void* places[2] = {NULL, memory};
  Released released = {0, NULL};
  lz_run_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.flags = LZ_RUN_WAIT;
  options.out_data = places, options.num_out_data = 2;
  options.release = countRelease, options.release_user = &released;
  OK(lz_executable_run(executable, inputs, 2, &options, outs, 2));
  CHECK(fabsf(memory[0] - 5 * tanhf(3)) < 1e-5f && fabsf(memory[3] - 5 * tanhf(3)) < 1e-5f);
  float got[20];
  OK(lz_tensor_read(outs[0], got, sizeof got));
  CHECK(fabsf(got[19] - tanhf(3)) < 1e-5f);
  lz_tensor_release(outs[0]), lz_tensor_release(outs[1]);
  OK(lz_context_barrier(f->context, NULL, LZ_BARRIER_WAIT, NULL));
  CHECK(released.calls == 1);
  /* A run that fails gives the memory back. A call that is refused has never taken it. */
  lz_tensor* wrong[2] = {inputs[0], inputs[0]};
  FAILS(LZ_INVALID_ARGUMENT, "input 1", lz_executable_run(executable, wrong, 2, &options, outs, 2));
  CHECK(released.calls == 2 && outs[1] == NULL);
  places[1] = memory + 1;
  FAILS(LZ_INVALID_ARGUMENT, "output 1 in out_data is not a multiple of 64",
        lz_executable_run(executable, inputs, 2, &options, outs, 2));
  options.num_out_data = 1;
  FAILS(LZ_INVALID_ARGUMENT, "num_out_data is 1, but the program has 2 outputs",
        lz_executable_run(executable, inputs, 2, &options, outs, 2));
  options.out_data = NULL, options.num_out_data = 2;
  FAILS(LZ_INVALID_ARGUMENT, "out_data is NULL",
        lz_executable_run(executable, inputs, 2, &options, outs, 2));
  CHECK(released.calls == 2);
  lz_tensor_release(inputs[0]), lz_tensor_release(inputs[1]);
  lz_executable_release(executable);
  free(memory);
}

/* The input's memory cannot be used, because an element is read after it would be written. */
static void testMemoryOfAnInput(Fixture* f) {
  lz_executable* executable = compileText(f, vectors(3, "multiply", "2.0"), NULL);
  float* memory = aligned(3 * sizeof(float));
  memory[0] = memory[1] = memory[2] = 1;
  const int64_t three = 3;
  Released released = {0, NULL};
  lz_host_options host;
  memset(&host, 0, sizeof host);
  host.struct_size = sizeof host;
  host.mode = LZ_HOST_BORROW_IMMUTABLE;
  host.release = countRelease, host.release_user = &released;
  lz_tensor *input = NULL, *out = NULL;
  OK(lz_tensor_from_host(f->device, LZ_DTYPE_F32, &three, 1, memory, &host, &input));
  void* places[1] = {memory};
  lz_run_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.out_data = places, options.num_out_data = 1;
  OK(lz_executable_run(executable, &input, 1, &options, &out, 1));
  float got[3];
  FAILS(LZ_INVALID_ARGUMENT, "overlaps that of input 0", lz_tensor_read(out, got, sizeof got));
  CHECK(memory[0] == 1);
  lz_tensor_release(input), lz_tensor_release(out);
  lz_executable_release(executable);
  CHECK(released.calls == 1);
  free(memory);
}

/* Releases a tensor and frees the memory, and makes a call that waits, which must be refused. */
static void freeAll(void* user, const void* data) {
  lz_tensor* tensor = (lz_tensor*)user;
  lz_status* status = NULL;
  float got[3];
  lz_tensor* pending = NULL;
  OK(lz_add(tensor, tensor, LZ_HERE, &pending));
  status = lz_tensor_read(pending, got, sizeof got);
  CHECK(lz_status_code(status) == LZ_FAILED_PRECONDITION);
  lz_status_release(status);
  lz_tensor_release(pending), lz_tensor_release(tensor);
  free((void*)data);
}

static void testReleaseThatCallsTheLibrary(Fixture* f) {
  lz_executable* executable = compileText(f, vectors(3, "multiply", "2.0"), NULL);
  void* places[1] = {aligned(3 * sizeof(float))};
  lz_tensor_retain(f->x);
  lz_run_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.out_data = places, options.num_out_data = 1;
  options.release = freeAll, options.release_user = f->x;
  lz_tensor* out = NULL;
  OK(lz_executable_run(executable, &f->x, 1, &options, &out, 1));
  lz_executable_release(executable);
  float got[3];
  OK(lz_tensor_read(out, got, sizeof got));
  CHECK(got[0] == 3);
  lz_tensor_release(out);
  OK(lz_context_barrier(f->context, NULL, LZ_BARRIER_WAIT, NULL));
}

/* After a shutdown all memory is given back, whether the runs succeeded or not. */
static void testShutdownGivesMemoryBack(void) {
  enum { kRuns = 20 };
  Fixture f = setUp(NULL);
  lz_executable* executable = compileText(&f, vectors(3, "multiply", "2.0"), NULL);
  lz_tensor* outs[kRuns];
  float* memory = aligned(kRuns * 64);
  Released released = {0, NULL};
  for (int i = 0; i < kRuns; ++i) {
    void* places[1] = {memory + 16 * i};
    lz_run_options options;
    memset(&options, 0, sizeof options);
    options.struct_size = sizeof options;
    options.out_data = places, options.num_out_data = 1;
    options.release = countRelease, options.release_user = &released;
    OK(lz_executable_run(executable, &f.x, 1, &options, &outs[i], 1));
  }
  OK(lz_context_shutdown(f.context));
  for (int i = 0; i < kRuns; ++i)
    lz_tensor_release(outs[i]);
  lz_executable_release(executable);
  tearDown(&f);
  CHECK(released.calls == kRuns);
  free(memory);
}

int main(void) {
  Fixture f = setUp(NULL);
  testOutputsInMemoryOfTheCaller(&f);
  testCallersMemoryAndDonation(&f);
  testSomeOutputsInMemoryOfTheCaller(&f);
  testMemoryOfAnInput(&f);
  testReleaseThatCallsTheLibrary(&f);
  tearDown(&f);
  testShutdownGivesMemoryBack();
  return finish();
}
