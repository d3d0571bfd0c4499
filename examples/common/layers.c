#include "common/layers.h"

#include "common/check.h"

#include <math.h>

lz_tensor* dense_at(lz_tensor* x, lz_tensor* w, lz_tensor* b, place at) {
  lz_tensor* xw = matmul_at(x, w, at);
  return binary(lz_add, xw, spread_at(b, xw, 1, at), at);
}

lz_tensor* convolve_by_at(lz_tensor* x, lz_tensor* kernel, int64_t stride, place at) {
  const int64_t strides[] = {stride, stride};
  const int64_t *k = lz_tensor_dims(kernel), spatial_x[] = {1, 2}, spatial_k[] = {0, 1};
  const int64_t padding[] = {k[0] / 2, k[0] / 2, k[1] / 2, k[1] / 2};
  lz_tensor* out;
  /* [b, 0, 1, f] x [0, 1, i, o] -> [b, 0, 1, f] */
  const lz_convolution_attributes attributes = {
      .struct_size = sizeof attributes,
      .window_strides = strides,
      .num_window_strides = 2,
      .padding = padding,
      .num_padding = 4,
      .input_batch_dimension = 0,
      .input_feature_dimension = 3,
      .input_spatial_dimensions = spatial_x,
      .num_input_spatial_dimensions = 2,
      .kernel_input_feature_dimension = 2,
      .kernel_output_feature_dimension = 3,
      .kernel_spatial_dimensions = spatial_k,
      .num_kernel_spatial_dimensions = 2,
      .output_batch_dimension = 0,
      .output_feature_dimension = 3,
      .output_spatial_dimensions = spatial_x,
      .num_output_spatial_dimensions = 2,
  };
  CHECK(lz_convolution(x, kernel, &attributes, at, &out));
  return scoped(out);
}

lz_tensor* convolve_at(lz_tensor* x, lz_tensor* kernel, lz_tensor* b, place at) {
  lz_tensor* out = convolve_by_at(x, kernel, 1, at);
  return binary(lz_add, out, spread_at(b, out, 3, at), at);
}

static lz_tensor* mean_at(lz_tensor* x, const int64_t* dimensions, size_t count, place at) {
  double elements = 1;
  for (size_t d = 0; d < count; ++d)
    elements *= (double)lz_tensor_dims(x)[dimensions[d]];
  lz_tensor* total = reduce_over_at(lz_add, 0, x, dimensions, count, at);
  return binary(lz_multiply, total, number_at(1 / elements, total, at), at);
}

lz_tensor* mean_pool_at(lz_tensor* x, place at) {
  const int64_t pixels[] = {1, 2};
  return mean_at(x, pixels, 2, at);
}

static lz_tensor* centred_at(lz_tensor* x, lz_tensor* mean, place at) {
  return binary(lz_subtract, x, spread_at(mean, x, 3, at), at);
}

moments channel_moments_at(lz_tensor* x, place at) {
  const int64_t others[] = {0, 1, 2};
  moments m = {.mean = mean_at(x, others, 3, at)};
  m.variance = mean_at(unary(lz_square, centred_at(x, m.mean, at), at), others, 3, at);
  return m;
}

lz_tensor* normalize_at(lz_tensor* x, moments m, lz_tensor* scale, lz_tensor* offset, place at) {
  lz_tensor* nonzero = binary(lz_add, m.variance, number_at(1e-5, m.variance, at), at);
  lz_tensor* factor = binary(lz_multiply, scale, unary(lz_rsqrt, nonzero, at), at);
  lz_tensor* standard =
      binary(lz_multiply, centred_at(x, m.mean, at), spread_at(factor, x, 3, at), at);
  return binary(lz_add, standard, spread_at(offset, x, 3, at), at);
}

lz_tensor* max_pool_at(lz_tensor* x, int64_t size, place at) {
  const int64_t window[] = {1, size, size, 1};
  const float lowest = -INFINITY;
  lz_device* device;
  lz_tensor *start, *out;
  CHECK(lz_tensor_device(x, &device));
  CHECK(lz_constant(device, LZ_DTYPE_F32, NULL, 0, &lowest, at, &start));
  lz_function* larger = combiner(device, lz_maximum);
  const lz_reduce_window_attributes attributes = {
      .struct_size = sizeof attributes,
      .window_dimensions = window,
      .num_window_dimensions = 4,
      .window_strides = window,
      .num_window_strides = 4,
  };
  CHECK(lz_reduce_window(&x, 1, &start, 1, &attributes, larger, at, &out, 1));
  lz_tensor_release(start);
  lz_function_release(larger);
  lz_device_release(device);
  return scoped(out);
}

lz_tensor* relu_at(lz_tensor* x, place at) {
  return binary(lz_maximum, x, number_at(0, x, at), at);
}

lz_tensor* flatten_at(lz_tensor* x, place at) {
  const int64_t* dims = lz_tensor_dims(x);
  int64_t flat[] = {dims[0], 1};
  for (size_t d = 1; d < lz_tensor_rank(x); ++d)
    flat[1] *= dims[d];
  return reshape_at(x, flat, 2, at);
}

/* First subtracts the greatest value of each row, `top`, so that no exponential overflows:
 * -log softmax(z)[label] = log(sum_j exp(z_j - top)) - (z[label] - top). */
lz_tensor* softmax_cross_entropy_at(lz_tensor* z, lz_tensor* truth, place at) {
  lz_tensor* top = reduce_at(lz_maximum, -INFINITY, z, 1, at);
  lz_tensor* shifted = binary(lz_subtract, z, spread_at(top, z, 0, at), at);
  lz_tensor* total = reduce_at(lz_add, 0, unary(lz_exponential, shifted, at), 1, at);
  lz_tensor* chosen = reduce_at(lz_add, 0, binary(lz_multiply, shifted, truth, at), 1, at);
  lz_tensor* row = binary(lz_subtract, unary(lz_log, total, at), chosen, at);
  lz_tensor* all = reduce_at(lz_add, 0, row, 0, at);
  return binary(lz_multiply, all, number_at(1.0 / (double)lz_tensor_dims(z)[0], all, at), at);
}

/* f32[dims] of `factor` * next(random) */
static lz_tensor* filled(lz_device* device, const int64_t* dims, size_t rank, random_source* random,
                         double (*next)(random_source*), double factor) {
  size_t count = 1;
  for (size_t d = 0; d < rank; ++d)
    count *= (size_t)dims[d];
  float* values = calloc(count, sizeof *values);
  if (values == NULL)
    abort();
  for (size_t i = 0; next != NULL && i < count; ++i)
    values[i] = (float)(factor * next(random));
  lz_tensor* out;
  CHECK(lz_tensor_from_host(device, LZ_DTYPE_F32, dims, rank, values, NULL, &out));
  free(values);
  return out;
}

lz_tensor* he_normal(lz_device* device, random_source* random, const int64_t* dims, size_t rank) {
  double inputs = 1;
  for (size_t d = 0; d + 1 < rank; ++d)
    inputs *= (double)dims[d];
  return filled(device, dims, rank, random, random_normal, sqrt(2 / inputs));
}

static double symmetric(random_source* random) {
  return 2 * random_unit(random) - 1;
}

lz_tensor* glorot_uniform(lz_device* device, random_source* random, const int64_t* dims) {
  return filled(device, dims, 2, random, symmetric, sqrt(6.0 / (double)(dims[0] + dims[1])));
}

lz_tensor* zeros(lz_device* device, const int64_t* dims, size_t rank) {
  return filled(device, dims, rank, NULL, NULL, 0);
}

static double one(random_source* random) {
  (void)random;
  return 1;
}

lz_tensor* ones(lz_device* device, const int64_t* dims, size_t rank) {
  return filled(device, dims, rank, NULL, one, 1);
}
