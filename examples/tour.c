/* The program of docs/tour: records it, prints the recording and the program, runs it, and leaves
 * every stage of its compilation in a folder.
 *
 *   tour DIR [CPU] */
#include "common/check.h"

#include <stdio.h>

enum { ROWS = 32, COLUMNS = 100 };

/* (a, b) -> a + b, the body of the reduction. */
static lz_function* make_add(lz_device* device) {
  lz_function* add;
  lz_tensor *a, *b, *sum;
  CHECK(lz_function_begin(device, "add", &add));
  CHECK(lz_function_parameter(add, LZ_DTYPE_F32, NULL, 0, &a));
  CHECK(lz_function_parameter(add, LZ_DTYPE_F32, NULL, 0, &b));
  CHECK(lz_add(a, b, NULL, &sum));
  CHECK(lz_function_finish(add, &sum, 1));
  lz_tensor_release(a), lz_tensor_release(b), lz_tensor_release(sum);
  return add;
}

/* Records the sums of the rows of tanh(x) + y. x and y may be placeholders or have values. */
static lz_tensor* record(lz_device* device, lz_tensor* x, lz_tensor* y) {
  const int64_t dims[] = {ROWS, COLUMNS}, columns[] = {1};
  const float none = 0;
  lz_function* add = make_add(device);
  lz_tensor *zero, *t, *b, *s, *sums;
  /* tour: begin */
  CHECK(lz_constant(device, LZ_DTYPE_F32, NULL, 0, &none, NULL, &zero));
  CHECK(lz_tanh(x, NULL, &t));
  CHECK(lz_broadcast_in_dim(y, columns, 1, dims, 2, NULL, &b));
  CHECK(lz_add(t, b, NULL, &s));
  CHECK(lz_reduce(&s, 1, &zero, 1, columns, 1, add, NULL, &sums, 1));
  /* tour: end */
  lz_tensor_release(zero), lz_tensor_release(t), lz_tensor_release(b), lz_tensor_release(s);
  lz_function_release(add);
  return sums;
}

static void print_function(const char* title, lz_function* function) {
  lz_string* text;
  CHECK(lz_function_print(function, &text));
  printf("%s:\n%s\n", title, lz_string_data(text));
  lz_string_release(text);
}

/* Prints the program and the program of its gradient with respect to x. */
static void print_programs(lz_device* device) {
  const int64_t dims[] = {ROWS, COLUMNS};
  const size_t x_number = 0;
  lz_function_gradient_options with = {.struct_size = sizeof with, .with_cotangents = 1};
  lz_function *program, *gradient;
  lz_tensor *x, *y;
  CHECK(lz_function_begin(device, "main", &program));
  CHECK(lz_function_parameter(program, LZ_DTYPE_F32, dims, 2, &x));
  CHECK(lz_function_parameter(program, LZ_DTYPE_F32, dims + 1, 1, &y));
  lz_tensor* sums = record(device, x, y);
  CHECK(lz_function_finish(program, &sums, 1));
  CHECK(lz_function_gradient(program, &x_number, 1, &with, &gradient));
  print_function("program", program);
  print_function("gradient", gradient);
  lz_function_release(program), lz_function_release(gradient);
  lz_tensor_release(x), lz_tensor_release(y), lz_tensor_release(sums);
}

static void run(lz_device* device) {
  static float xs[ROWS * COLUMNS], ys[COLUMNS], out[ROWS];
  for (int i = 0; i < ROWS * COLUMNS; ++i)
    xs[i] = (float)(i / COLUMNS);
  for (int i = 0; i < COLUMNS; ++i)
    ys[i] = 0.5f;
  const int64_t dims[] = {ROWS, COLUMNS};
  lz_tensor *x, *y;
  CHECK(lz_tensor_from_host(device, LZ_DTYPE_F32, dims, 2, xs, NULL, &x));
  CHECK(lz_tensor_from_host(device, LZ_DTYPE_F32, dims + 1, 1, ys, NULL, &y));
  lz_tensor* sums = record(device, x, y);
  int32_t before, after;
  CHECK(lz_tensor_is_pending(sums, &before));
  CHECK(lz_tensor_read(sums, out, sizeof out));
  CHECK(lz_tensor_is_pending(sums, &after));
  printf("run:\npending before the read: %d, after it: %d\n", before, after);
  printf("sums: %.3f %.3f %.3f ... %.3f\n", out[0], out[1], out[2], out[ROWS - 1]);
  lz_tensor_release(x), lz_tensor_release(y), lz_tensor_release(sums);
}

static void print_counters(lz_context* context) {
  static const struct {
    const char* name;
    lz_counter counter;
  } counters[] = {{"compiles", LZ_COUNTER_COMPILES},
                  {"cache hits", LZ_COUNTER_CACHE_HITS},
                  {"executions", LZ_COUNTER_EXECUTIONS}};
  for (size_t i = 0; i < sizeof counters / sizeof *counters; ++i) {
    int64_t value;
    CHECK(lz_context_counter(context, counters[i].counter, &value));
    printf("%s: %lld\n", counters[i].name, (long long)value);
  }
}

int main(int argc, char** argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: %s DIR [CPU]\n", argv[0]);
    return 2;
  }
  lz_context_options options = {.struct_size = sizeof options, .threads = 1, .dump_dir = argv[1]};
  options.cpu = argc > 2 ? argv[2] : NULL;
  lz_context* context;
  lz_device* device;
  CHECK(lz_context_create(&options, &context));
  CHECK(lz_context_device(context, 0, &device));
  print_programs(device);
  run(device);
  run(device);
  print_counters(context);
  lz_device_release(device);
  lz_context_release(context);
  return 0;
}
