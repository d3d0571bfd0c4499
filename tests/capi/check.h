/* A test in plain C. If a check fails, it is counted, and the test goes on. main returns the count.
 * */
#ifndef LAZULI_TESTS_CAPI_CHECK_H
#define LAZULI_TESTS_CAPI_CHECK_H

#include "lazuli/lazuli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static int failures = 0;

/* Disables the cache on disk, because the counters of a test must not depend on earlier tests. */
__attribute__((constructor)) static void keepNothing(void) {
  setenv("LAZULI_CACHE", "off", 0);
}

#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition);                      \
      ++failures;                                                                                  \
    }                                                                                              \
  } while (0)

/* Expects that the call succeeds. */
#define OK(call) checkOk((call), __FILE__, __LINE__, #call)
/* Expects that the call fails with this code, and that its message contains this text. */
#define FAILS(expected, text, call)                                                                \
  checkFails((call), (expected), (text), __FILE__, __LINE__, #call)

static inline void checkOk(lz_status* status, const char* file, int line, const char* call) {
  if (!status)
    return;
  fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, lz_status_message(status));
  lz_status_release(status);
  ++failures;
}

static inline void checkFails(lz_status* status, lz_code code, const char* text, const char* file,
                              int line, const char* call) {
  if (lz_status_code(status) != code || !strstr(lz_status_message(status), text)) {
    fprintf(stderr, "%s:%d: %s: code %d, expected %d; message '%s', expected '%s'\n", file, line,
            call, (int)lz_status_code(status), (int)code, lz_status_message(status), text);
    ++failures;
  }
  lz_status_release(status);
}

/* A context, its device, and a vector [1, 2, 3]. */
typedef struct {
  lz_context* context;
  lz_device* device;
  lz_tensor* x;
} Fixture;

static inline lz_tensor* makeVector(lz_device* device, const float* values, int64_t n) {
  lz_tensor* tensor = NULL;
  OK(lz_tensor_from_host(device, LZ_DTYPE_F32, &n, 1, values, NULL, &tensor));
  return tensor;
}

/* Matrix product: sums over the columns of `a` and the rows of `b`. */
static inline lz_status* matmul(lz_tensor* a, lz_tensor* b, const lz_op_options* options,
                                lz_tensor** out) {
  static const int64_t one = 1, zero = 0;
  lz_dot_general_attributes dot;
  memset(&dot, 0, sizeof dot);
  dot.struct_size = sizeof dot;
  dot.lhs_contracting_dimensions = &one;
  dot.num_lhs_contracting_dimensions = 1;
  dot.rhs_contracting_dimensions = &zero;
  dot.num_rhs_contracting_dimensions = 1;
  return lz_dot_general(a, b, &dot, options, out);
}

/* With LAZULI_TEST_DEVICE, the tests run on this device of the host instead of the only one. */
static inline size_t testDevice(void) {
  const char* number = getenv("LAZULI_TEST_DEVICE");
  return number ? (size_t)atoi(number) : 0;
}

/* Returns options with one more device before the device that the tests use. The used device has
 * the threads and the memory that `options` states. */
static inline lz_context_options withDevices(const lz_context_options* options) {
  const int64_t count = (int64_t)testDevice() + 1;
  lz_context_options o;
  memset(&o, 0, sizeof o);
  if (options)
    o = *options;
  o.struct_size = sizeof o;
  o.threads *= (int32_t)count;
  o.budget_bytes *= count;
  o.host_devices = count;
  return o;
}

static inline Fixture setUp(const lz_context_options* options) {
  static const float values[3] = {1, 2, 3};
  Fixture f = {NULL, NULL, NULL};
  const lz_context_options all = withDevices(options);
  OK(lz_context_create(testDevice() > 0 ? &all : options, &f.context));
  OK(lz_context_device(f.context, testDevice(), &f.device));
  f.x = makeVector(f.device, values, 3);
  return f;
}

static inline void tearDown(Fixture* f) {
  lz_tensor_release(f->x);
  lz_device_release(f->device);
  lz_context_release(f->context);
}

static inline int64_t counter(const Fixture* f, lz_counter which) {
  int64_t value = -1;
  OK(lz_context_counter(f->context, which, &value));
  return value;
}

static inline int finish(void) {
  if (lz_live_handles() != 0) {
    fprintf(stderr, "%lld handles were not released\n", (long long)lz_live_handles());
    ++failures;
  }
  return failures != 0;
}

#endif
