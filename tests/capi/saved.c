/* Executables as files. A loaded executable equals the saved one, and bad files are refused. */
#include "modules.h"

#include <stdint.h>
#include <stdlib.h>

static lz_string* save(const lz_executable* executable) {
  lz_string* bytes = NULL;
  OK(lz_executable_save(executable, &bytes));
  return bytes;
}

/* The outputs of `dense` for some numbers: 20 of the product, and 4 sums. */
static void runDense(Fixture* f, lz_executable* executable, float* results) {
  float x[15];
  for (int i = 0; i < 15; ++i)
    x[i] = (float)i / 7 - 1;
  const int64_t xDims[2] = {4, 3}, wDims[2] = {3, 5};
  lz_tensor *in[2] = {NULL, NULL}, *out[2] = {NULL, NULL};
  OK(lz_tensor_from_host(f->device, LZ_DTYPE_F32, xDims, 2, x, NULL, &in[0]));
  OK(lz_tensor_from_host(f->device, LZ_DTYPE_F32, wDims, 2, x, NULL, &in[1]));
  OK(lz_executable_run(executable, in, 2, NULL, out, 2));
  OK(lz_tensor_read(out[0], results, 20 * sizeof *results));
  OK(lz_tensor_read(out[1], results + 20, 4 * sizeof *results));
  for (int i = 0; i < 2; ++i)
    lz_tensor_release(in[i]), lz_tensor_release(out[i]);
}

static int haveEqualFingerprints(lz_executable* a, lz_executable* b) {
  lz_string *one = NULL, *two = NULL;
  OK(lz_executable_fingerprint(a, &one));
  OK(lz_executable_fingerprint(b, &two));
  const int equal = strcmp(lz_string_data(one), lz_string_data(two)) == 0;
  lz_string_release(one), lz_string_release(two);
  return equal;
}

/* Loads in another context, as another process would. */
static void testLoadedGivesTheSameBits(Fixture* f) {
  lz_executable *executable = compileText(f, dense, NULL), *loaded = NULL;
  lz_string* bytes = save(executable);
  Fixture g = setUp(NULL);
  OK(lz_executable_load(g.context, lz_string_data(bytes), lz_string_size(bytes), &loaded));
  float a[24], b[24];
  runDense(f, executable, a);
  runDense(&g, loaded, b);
  CHECK(memcmp(a, b, sizeof a) == 0);
  CHECK(counter(&g, LZ_COUNTER_COMPILES) == 0);
  CHECK(haveEqualFingerprints(executable, loaded));
  lz_string* again = save(loaded);
  CHECK(lz_string_size(again) == lz_string_size(bytes));
  CHECK(memcmp(lz_string_data(again), lz_string_data(bytes), lz_string_size(bytes)) == 0);
  size_t count = 0;
  OK(lz_executable_num_inputs(loaded, &count));
  CHECK(count == 2);
  lz_string_release(bytes), lz_string_release(again);
  lz_executable_release(executable), lz_executable_release(loaded);
  tearDown(&g);
}

static void testDamage(Fixture* f) {
  lz_executable *executable = compileText(f, dense, NULL), *loaded = executable;
  lz_string* bytes = save(executable);
  const size_t size = lz_string_size(bytes);
  char* copy = (char*)calloc(size + 1, 1);
  memcpy(copy, lz_string_data(bytes), size);
  FAILS(LZ_DATA_LOSS, "damaged", lz_executable_load(f->context, copy, size - 1, &loaded));
  CHECK(loaded == NULL);
  FAILS(LZ_DATA_LOSS, "damaged", lz_executable_load(f->context, copy, size + 1, &loaded));
  copy[size / 2] ^= 1;
  FAILS(LZ_DATA_LOSS, "damaged", lz_executable_load(f->context, copy, size, &loaded));
  copy[size / 2] ^= 1;
  copy[0] ^= 1;
  FAILS(LZ_INVALID_ARGUMENT, "not an executable",
        lz_executable_load(f->context, copy, size, &loaded));
  copy[0] ^= 1;
  copy[8] += 1;
  FAILS(LZ_FAILED_PRECONDITION, "of the format",
        lz_executable_load(f->context, copy, size, &loaded));
  copy[8] -= 1;
  OK(lz_executable_load(f->context, copy, size, &loaded));
  free(copy);
  lz_string_release(bytes);
  lz_executable_release(executable), lz_executable_release(loaded);
}

static void testMisuse(Fixture* f) {
  lz_executable *executable = compileText(f, dense, NULL), *loaded = executable;
  lz_string* bytes = (lz_string*)f;
  FAILS(LZ_INVALID_ARGUMENT, "lz_executable", lz_executable_save(NULL, &bytes));
  CHECK(bytes == NULL);
  FAILS(LZ_INVALID_ARGUMENT, "out_bytes", lz_executable_save(executable, NULL));
  FAILS(LZ_INVALID_ARGUMENT, "not an executable", lz_executable_load(f->context, NULL, 0, &loaded));
  CHECK(loaded == NULL);
  FAILS(LZ_INVALID_ARGUMENT, "bytes is NULL", lz_executable_load(f->context, NULL, 9, &loaded));
  FAILS(LZ_INVALID_ARGUMENT, "bytes", lz_executable_load(f->context, "", SIZE_MAX, &loaded));
  FAILS(LZ_INVALID_ARGUMENT, "lz_context", lz_executable_load(NULL, "", 0, &loaded));
  FAILS(LZ_INVALID_ARGUMENT, "out_executable", lz_executable_load(f->context, "", 0, NULL));
  lz_executable_release(executable);
}

/* Captured tensors are in the memory of this process, so an executable with captures cannot be
 * saved. */
static void testCaptures(Fixture* f) {
  lz_function* function = NULL;
  lz_tensor *parameter = NULL, *sum = NULL;
  lz_executable* executable = NULL;
  lz_string* bytes = NULL;
  const int64_t three = 3;
  OK(lz_function_begin(f->device, "captures", &function));
  OK(lz_function_parameter(function, LZ_DTYPE_F32, &three, 1, &parameter));
  OK(lz_add(parameter, f->x, NULL, &sum));
  OK(lz_function_finish(function, &sum, 1));
  OK(lz_function_compile(function, NULL, &executable));
  FAILS(LZ_FAILED_PRECONDITION, "1 captured", lz_executable_save(executable, &bytes));
  lz_executable_release(executable), lz_function_release(function);
  lz_tensor_release(parameter), lz_tensor_release(sum);
}

static void testBetterCpu(Fixture* f) {
  lz_executable *executable = compileText(f, dense, NULL), *loaded = NULL;
  lz_string* bytes = save(executable);
  lz_context_options least;
  memset(&least, 0, sizeof least);
  least.struct_size = sizeof least;
  least.cpu = "x86-64-v2";
  Fixture g = setUp(&least);
  lz_executable* own = compileText(&g, dense, NULL);
  if (!haveEqualFingerprints(executable, own)) /* this machine has a better CPU class */
    FAILS(LZ_FAILED_PRECONDITION, "CPU class",
          lz_executable_load(g.context, lz_string_data(bytes), lz_string_size(bytes), &loaded));
  lz_string_release(bytes);
  lz_executable_release(executable), lz_executable_release(own);
  tearDown(&g);
}

static void testShutdown(Fixture* f) {
  lz_executable *executable = compileText(f, dense, NULL), *loaded = NULL;
  lz_string* bytes = save(executable);
  Fixture g = setUp(NULL);
  OK(lz_context_shutdown(g.context));
  FAILS(LZ_FAILED_PRECONDITION, "",
        lz_executable_load(g.context, lz_string_data(bytes), lz_string_size(bytes), &loaded));
  lz_string_release(bytes), lz_executable_release(executable);
  tearDown(&g);
}

int main(void) {
  Fixture f = setUp(NULL);
  testLoadedGivesTheSameBits(&f);
  testDamage(&f);
  testMisuse(&f);
  testCaptures(&f);
  testBetterCpu(&f);
  testShutdown(&f);
  tearDown(&f);
  return finish();
}
