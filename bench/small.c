/* Measures steps of 100 small ops. Each step is recorded again, and its result is read.
 *
 *   bench_small sums   x = x + y, of 6 elements
 *   bench_small cell   20 times h = sqrt(x w + h u + b), 6 rows of 64
 *
 * Prints "ready". Then it reads numbers of steps, one per line, and prints for each the seconds
 * that these steps took. */
#include "common/check.h"
#include "common/progress.h"
#include "common/random.h"
#include "common/tensors.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 6, WIDTH = 64, SUMS = 100, CELLS = 20 };

typedef struct bench {
  lz_context* context;
  lz_device* device;
  lz_tensor *start, *x, *w, *u, *b;
} bench;

static lz_tensor* draw(bench* b, random_source* random, int64_t rows, int64_t columns) {
  const int64_t dims[] = {rows, columns};
  float values[WIDTH * WIDTH];
  for (int64_t i = 0; i < rows * columns; ++i)
    values[i] = (float)random_unit(random) / 10;
  size_t rank = rows == 1 ? 1 : 2;
  lz_tensor* tensor;
  CHECK(lz_tensor_from_host(b->device, LZ_DTYPE_F32, dims + 2 - rank, rank, values, NULL, &tensor));
  return tensor;
}

static lz_tensor* sums(const bench* b) {
  lz_tensor* x = b->start;
  for (int i = 0; i < SUMS; ++i)
    x = add(x, b->x);
  return x;
}

static lz_tensor* cell(const bench* b) {
  lz_tensor* h = b->start;
  for (int i = 0; i < CELLS; ++i)
    h = square_root(add(add(matmul(b->x, b->w), matmul(h, b->u)), b->b));
  return h;
}

static double run(const bench* b, long steps) {
  float result[ROWS * WIDTH];
  double start = now_seconds();
  for (long i = 0; i < steps; ++i) {
    size_t scope = scope_begin();
    lz_tensor* value = scope_end_with(scope, b->w ? cell(b) : sums(b));
    CHECK(lz_tensor_read(value, result, (size_t)lz_tensor_nbytes(value)));
    lz_tensor_release(value);
  }
  return now_seconds() - start;
}

int main(int argc, char** argv) {
  bool is_cell = argc == 2 && strcmp(argv[1], "cell") == 0;
  if (argc != 2 || (!is_cell && strcmp(argv[1], "sums") != 0)) {
    fprintf(stderr, "usage: bench_small sums|cell\n");
    return 2;
  }
  bench b = {0};
  CHECK(lz_context_create(NULL, &b.context));
  CHECK(lz_context_device(b.context, 0, &b.device));
  random_source random = {1};
  const int64_t rows = is_cell ? ROWS : 1, columns = is_cell ? WIDTH : 6;
  b.start = draw(&b, &random, rows, columns), b.x = draw(&b, &random, rows, columns);
  if (is_cell) {
    b.w = draw(&b, &random, WIDTH, WIDTH), b.u = draw(&b, &random, WIDTH, WIDTH);
    b.b = draw(&b, &random, ROWS, WIDTH);
  }
  run(&b, 3);
  puts("ready");
  fflush(stdout);
  for (char line[64]; fgets(line, sizeof line, stdin);) {
    printf("%.9f\n", run(&b, strtol(line, NULL, 10)));
    fflush(stdout);
  }
  lz_tensor* all[] = {b.start, b.x, b.w, b.u, b.b};
  for (size_t i = 0; i < sizeof all / sizeof *all; ++i)
    lz_tensor_release(all[i]);
  lz_device_release(b.device);
  lz_context_release(b.context);
  return 0;
}
