/* Computes out_i = sum_j e^(-|x_i - y_j|^2 / 2) b_j for N points in 3 dimensions, written with
 * broadcasts: the N x N table never exists in memory. The address space is limited to MB megabytes
 * more than the process has before it computes.
 *
 *    pairwise [N] [MB] */
#include "common/check.h"
#include "common/progress.h"

#include <math.h>
#include <sys/resource.h>
#include <unistd.h>

enum { D = 3 };

static long address_space_kb(void) {
  long pages = 0;
  FILE* f = fopen("/proc/self/statm", "r");
  if (f == NULL || fscanf(f, "%ld", &pages) != 1)
    pages = 0;
  if (f != NULL)
    fclose(f);
  return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

static lz_tensor* sum(lz_device* device, lz_tensor* x, int64_t dim) {
  lz_function* f;
  lz_tensor *a, *b, *c, *zero, *out;
  CHECK(lz_function_begin(device, "add", &f));
  CHECK(lz_function_parameter(f, LZ_DTYPE_F32, NULL, 0, &a));
  CHECK(lz_function_parameter(f, LZ_DTYPE_F32, NULL, 0, &b));
  CHECK(lz_add(a, b, NULL, &c));
  CHECK(lz_function_finish(f, &c, 1));
  const float start = 0;
  CHECK(lz_constant(device, LZ_DTYPE_F32, NULL, 0, &start, NULL, &zero));
  CHECK(lz_reduce(&x, 1, &zero, 1, &dim, 1, f, NULL, &out, 1));
  lz_tensor_release(a), lz_tensor_release(b), lz_tensor_release(c), lz_tensor_release(zero);
  lz_function_release(f);
  return out;
}

int main(int argc, char** argv) {
  int64_t n = argc > 1 ? atol(argv[1]) : 100000;
  long megabytes = argc > 2 ? atol(argv[2]) : 200;
  lz_context* context;
  lz_device* device;
  CHECK(lz_context_create(NULL, &context));
  CHECK(lz_context_device(context, 0, &device));
  float* points = malloc((size_t)n * D * sizeof *points);
  float* result = malloc((size_t)n * sizeof *result);
  for (int64_t i = 0; i < n * D; ++i)
    points[i] = (float)((i * 2654435761u) % 1000) / 1000;
  struct rlimit limit;
  limit.rlim_cur = limit.rlim_max = (rlim_t)(address_space_kb() / 1024 + megabytes) << 20;
  setrlimit(RLIMIT_AS, &limit);

  const int64_t flat[] = {n, D}, cube[] = {n, n, D}, plane[] = {n, n}, rows[] = {0, 2},
                columns[] = {1, 2}, one = 1;
  lz_tensor *x, *b, *xi, *yj, *difference, *square, *half, *wide_half, *scaled, *kernel, *weights,
      *product;
  CHECK(lz_tensor_from_host(device, LZ_DTYPE_F32, flat, 2, points, NULL, &x));
  CHECK(lz_tensor_from_host(device, LZ_DTYPE_F32, &n, 1, points, NULL, &b));
  CHECK(lz_broadcast_in_dim(x, rows, 2, cube, 3, NULL, &xi));
  CHECK(lz_broadcast_in_dim(x, columns, 2, cube, 3, NULL, &yj));
  CHECK(lz_subtract(xi, yj, NULL, &difference));
  CHECK(lz_multiply(difference, difference, NULL, &square));
  lz_tensor* distance = sum(device, square, 2);
  CHECK(lz_scalar_f64(device, LZ_DTYPE_F32, -0.5, NULL, &half));
  CHECK(lz_broadcast_in_dim(half, NULL, 0, plane, 2, NULL, &wide_half));
  CHECK(lz_multiply(distance, wide_half, NULL, &scaled));
  CHECK(lz_exponential(scaled, NULL, &kernel));
  CHECK(lz_broadcast_in_dim(b, &one, 1, plane, 2, NULL, &weights));
  CHECK(lz_multiply(kernel, weights, NULL, &product));
  lz_tensor* out = sum(device, product, 1);
  /* A tensor with a handle is stored when it is computed, so only the result keeps its handle. */
  lz_tensor* steps[] = {x,    b,         xi,     yj,     difference, square, distance,
                        half, wide_half, scaled, kernel, weights,    product};
  for (size_t i = 0; i < sizeof steps / sizeof *steps; ++i)
    lz_tensor_release(steps[i]);
  double start = now_seconds();
  CHECK(lz_tensor_read(out, result, (size_t)n * sizeof *result));
  double seconds = now_seconds() - start;

  double exact = 0;
  for (int64_t j = 0; j < n; ++j) {
    double s = 0;
    for (int d = 0; d < D; ++d)
      s += pow((double)points[d] - (double)points[j * D + d], 2);
    exact += exp(-0.5 * s) * (double)points[j];
  }
  double error = fabs((double)result[0] - exact) / exact;
  printf("{\"n\": %lld, \"seconds\": %.2f, \"pairs_per_ns\": %.3f, \"relative_error\": %.1e}\n",
         (long long)n, seconds, 1e-9 * (double)n * (double)n / seconds, error);
  lz_tensor_release(out);
  lz_device_release(device);
  lz_context_release(context);
  free(points), free(result);
  return error < 1e-3 ? 0 : 1;
}
