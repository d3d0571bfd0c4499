#include "fashion_mnist/neighbours.h"

#include "common/check.h"
#include "common/progress.h"
#include "common/tensors.h"

#include <math.h>

enum { ROWS = 500 };

/* Combines (distance, index) pairs: the smaller distance wins, or the lower index if the distances
 * are equal. */
static lz_function* nearer_of_two(lz_device* device) {
  lz_function* f;
  lz_tensor *d0, *i0, *d1, *i1, *less, *same, *lower, *tie, *first, *results[2];
  CHECK(lz_function_begin(device, "nearer", &f));
  CHECK(lz_function_parameter(f, LZ_DTYPE_F32, NULL, 0, &d0));
  CHECK(lz_function_parameter(f, LZ_DTYPE_S32, NULL, 0, &i0));
  CHECK(lz_function_parameter(f, LZ_DTYPE_F32, NULL, 0, &d1));
  CHECK(lz_function_parameter(f, LZ_DTYPE_S32, NULL, 0, &i1));
  const lz_comparison_type type = LZ_COMPARISON_TYPE_NOTYPE;
  CHECK(lz_compare(d0, d1, LZ_COMPARISON_DIRECTION_LT, type, LZ_HERE, &less));
  CHECK(lz_compare(d0, d1, LZ_COMPARISON_DIRECTION_EQ, type, LZ_HERE, &same));
  CHECK(lz_compare(i0, i1, LZ_COMPARISON_DIRECTION_LT, type, LZ_HERE, &lower));
  CHECK(lz_and(same, lower, LZ_HERE, &tie));
  CHECK(lz_or(less, tie, LZ_HERE, &first));
  CHECK(lz_select(first, d0, d1, LZ_HERE, &results[0]));
  CHECK(lz_select(first, i0, i1, LZ_HERE, &results[1]));
  CHECK(lz_function_finish(f, results, 2));
  lz_tensor* dead[] = {d0, i0, d1, i1, less, same, lower, tie, first, results[0], results[1]};
  for (size_t i = 0; i < sizeof dead / sizeof *dead; ++i)
    lz_tensor_release(dead[i]);
  return f;
}

/* argmin_j sum_k (a[i, k] - b[j, k])^2; both are broadcast to [m, n, PIXELS]. */
static lz_tensor* nearest(lz_device* device, lz_tensor* a, lz_tensor* b, lz_function* nearer) {
  const int64_t m = lz_tensor_dims(a)[0], n = lz_tensor_dims(b)[0], columns = 1;
  const int64_t cube[] = {m, n, PIXELS}, plane[] = {m, n}, a_dims[] = {0, 2}, b_dims[] = {1, 2};
  lz_tensor *wide_a, *wide_b, *index, *results[2];
  CHECK(lz_broadcast_in_dim(a, a_dims, 2, cube, 3, LZ_HERE, &wide_a));
  CHECK(lz_broadcast_in_dim(b, b_dims, 2, cube, 3, LZ_HERE, &wide_b));
  lz_tensor* distance = sum(square(subtract(scoped(wide_a), scoped(wide_b))), 2);
  CHECK(lz_iota(device, 1, LZ_DTYPE_S32, plane, 2, LZ_HERE, &index));
  const float infinity = INFINITY;
  const int32_t none = INT32_MAX;
  lz_tensor *operands[] = {distance, scoped(index)}, *inits[2];
  CHECK(lz_constant(device, LZ_DTYPE_F32, NULL, 0, &infinity, NULL, &inits[0]));
  CHECK(lz_constant(device, LZ_DTYPE_S32, NULL, 0, &none, NULL, &inits[1]));
  CHECK(lz_reduce(operands, 2, inits, 2, &columns, 1, nearer, LZ_HERE, results, 2));
  scoped(inits[0]), scoped(inits[1]), scoped(results[0]);
  return scoped(results[1]);
}

/* Images as floats, one per row. They are stored because each image is read many times. The caller
 * must release the tensor. */
static lz_tensor* rows_of(lz_device* device, const idx_data* images, size_t first, size_t rows) {
  const int64_t dims[] = {(int64_t)rows, PIXELS};
  const uint8_t* bytes = images->bytes + first * PIXELS;
  size_t scope = scope_begin();
  lz_tensor* x =
      scaled(1.0 / 255, convert(from_host(device, LZ_DTYPE_U8, dims, 2, bytes), LZ_DTYPE_F32));
  scope_end_with(scope, x);
  CHECK(lz_evaluate(&x, 1, 0, NULL));
  return x;
}

double neighbours(lz_device* device, const dataset* d, size_t count,
                  const volatile sig_atomic_t* interrupted) {
  static int32_t found[ROWS];
  lz_function* nearer = nearer_of_two(device);
  size_t right = 0, done = 0;
  lz_tensor* train_images = rows_of(device, &d->train_images, 0, d->train_images.count);
  progress bar;
  char note[64];
  progress_begin(&bar, "neighbours", count);
  while (done < count && !*interrupted) {
    size_t rows = count - done < ROWS ? count - done : ROWS;
    lz_tensor* x = rows_of(device, &d->test_images, done, rows);
    size_t scope = scope_begin();
    lz_tensor* best = scope_end_with(scope, nearest(device, x, train_images, nearer));
    CHECK(lz_tensor_read(best, found, rows * sizeof *found));
    lz_tensor_release(x), lz_tensor_release(best);
    for (size_t i = 0; i < rows; ++i)
      right += d->train_labels.bytes[found[i]] == d->test_labels.bytes[done + i];
    done += rows;
    snprintf(note, sizeof note, "accuracy %.2f %%", 100.0 * (double)right / (double)done);
    progress_update(&bar, done, note);
  }
  double accuracy = done ? (double)right / (double)done : 0;
  snprintf(note, sizeof note, "%zu images, accuracy %.2f %%", done, 100 * accuracy);
  progress_end(&bar, note);
  lz_tensor_release(train_images);
  lz_function_release(nearer);
  return accuracy;
}
