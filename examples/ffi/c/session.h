/* What this program needs to use Lazuli from C. Errors end the program. A pool of tensors releases
 * all of them at once. */
#ifndef SESSION_H
#define SESSION_H

#include <lazuli/dlpack_types.h>
#include <lazuli/lazuli.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call) check(call, __FILE__, __LINE__)

static void check(lz_status* status, const char* file, int line) {
  if (status == NULL)
    return;
  fprintf(stderr, "%s:%d: %s\n", file, line, lz_status_message(status));
  exit(1);
}

/* Tensors that are released together, because C has no destructors. */
typedef struct {
  lz_context* context;
  lz_device* device;
  lz_tensor* tensors[64];
  size_t count;
} Session;

static lz_tensor* own(Session* s, lz_tensor* tensor) {
  return s->tensors[s->count++] = tensor;
}

static void drop_all(Session* s) {
  while (s->count > 0)
    lz_tensor_release(s->tensors[--s->count]);
}

static void print_text(const char* title, lz_string* text) {
  printf("%s\n%s\n", title, lz_string_data(text));
  lz_string_release(text);
}

typedef lz_status* (*Binary)(lz_tensor*, lz_tensor*, const lz_op_options*, lz_tensor**);

static lz_tensor* binary(Session* s, Binary op, lz_tensor* a, lz_tensor* b) {
  lz_tensor* out;
  CHECK(op(a, b, NULL, &out));
  return own(s, out);
}

static lz_tensor* from_host(Session* s, const int64_t* dims, size_t rank, const float* data) {
  lz_tensor* out;
  CHECK(lz_tensor_from_host(s->device, LZ_DTYPE_F32, dims, rank, data, NULL, &out));
  return own(s, out);
}

static lz_tensor* scalar(Session* s, double value) {
  lz_tensor* out;
  CHECK(lz_scalar_f64(s->device, LZ_DTYPE_F32, value, NULL, &out));
  return own(s, out);
}

/* A scalar in the shape of another tensor, because ops do not broadcast by themselves. */
static lz_tensor* spread(Session* s, lz_tensor* value, lz_tensor* like) {
  lz_tensor* out;
  CHECK(
      lz_broadcast_in_dim(value, NULL, 0, lz_tensor_dims(like), lz_tensor_rank(like), NULL, &out));
  return own(s, out);
}

static lz_tensor* scale(Session* s, lz_tensor* x, double by) {
  return binary(s, lz_multiply, x, spread(s, scalar(s, by), x));
}

static int64_t counter(Session* s, lz_counter which) {
  int64_t value;
  CHECK(lz_context_counter(s->context, which, &value));
  return value;
}

static lz_tensor* run(Session* s, lz_executable* program, lz_tensor* x, int give) {
  const uint8_t donate = (uint8_t)give;
  lz_run_options options = {
      .struct_size = sizeof options, .flags = LZ_RUN_WAIT, .donate = &donate, .num_donate = 1};
  lz_tensor* out;
  CHECK(lz_executable_run(program, &x, 1, &options, &out, 1));
  return own(s, out);
}

#endif
