/* Helpers for the tests of docs/lazy-behaviours.md. A test is named after its behaviour. */
#ifndef LAZULI_TESTS_CAPI_LAZY_BEHAVIOURS_H
#define LAZULI_TESTS_CAPI_LAZY_BEHAVIOURS_H

#include "host_functions.h"

static inline lz_context_options defaultOptions(void) {
  lz_context_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  return options;
}

typedef lz_status* (*BinaryOp)(lz_tensor*, lz_tensor*, const lz_op_options*, lz_tensor**);

static inline lz_tensor* binary(BinaryOp op, lz_tensor* a, lz_tensor* b) {
  lz_tensor* result = NULL;
  OK(op(a, b, LZ_HERE, &result));
  return result;
}

/* a becomes op(a, b). */
static inline void update(BinaryOp op, lz_tensor** a, lz_tensor* b) {
  lz_tensor* next = binary(op, *a, b);
  lz_tensor_release(*a);
  *a = next;
}

/* Makes a scalar, which is a parameter of programs unless it is 0, 1 or -1. */
static inline lz_tensor* scalar(const Fixture* f, double value) {
  lz_tensor* result = NULL;
  OK(lz_scalar_f64(f->device, LZ_DTYPE_F32, value, LZ_HERE, &result));
  return result;
}

/* Makes a number in the shape of f->x. */
static inline lz_tensor* spread(const Fixture* f, double value) {
  const int64_t three = 3;
  lz_tensor *number = scalar(f, value), *wide = NULL;
  OK(lz_broadcast_in_dim(number, NULL, 0, &three, 1, LZ_HERE, &wide));
  lz_tensor_release(number);
  return wide;
}

/* Returns true if the recording in that format is `want`. CPU:0 in `want` means the device of the
 * tests. */
static inline int isWritten(lz_tensor* const* tensors, size_t n, lz_recording_format format,
                            const char* want) {
  lz_string* text = NULL;
  OK(lz_recording_write(tensors, n, format, &text));
  char* expected = strdup(want);
  for (char* place = expected; (place = strstr(place, "CPU:0")); ++place)
    place[4] = (char)('0' + testDevice());
  int equal = strcmp(lz_string_data(text), expected) == 0;
  if (!equal)
    fprintf(stderr, "format %d is\n%sand not\n%s", (int)format, lz_string_data(text), expected);
  free(expected);
  lz_string_release(text);
  return equal;
}

static inline float readOne(lz_tensor* tensor) {
  float value = -12345;
  OK(lz_tensor_read(tensor, &value, sizeof value));
  return value;
}

/* Expects that a read fails with this code, and names an op at a line of this file. */
static inline void readFails(lz_tensor* tensor, lz_code code, const char* file) {
  float values[3];
  lz_status* status = lz_tensor_read(tensor, values, sizeof values);
  CHECK(lz_status_code(status) == code && strstr(lz_status_location(status), file));
  lz_status_release(status);
}

static inline int isPending(lz_tensor* tensor) {
  int32_t pending = -1;
  OK(lz_tensor_is_pending(tensor, &pending));
  return pending;
}

static inline lz_barrier_statistics barrier(const Fixture* f, uint64_t flags) {
  lz_barrier* made = NULL;
  lz_barrier_statistics statistics;
  memset(&statistics, 0, sizeof statistics);
  statistics.struct_size = sizeof statistics;
  OK(lz_context_barrier(f->context, NULL, flags, &made));
  OK(lz_barrier_get_statistics(made, &statistics));
  lz_barrier_release(made);
  return statistics;
}

#endif
