/* Layers of networks as functions of tensors, and the random numbers that they start with. The open
 * scope (tensors.h) owns the results. Images are f32[n, height, width, channels]. */
#ifndef EXAMPLES_LAYERS_H
#define EXAMPLES_LAYERS_H

#include "common/random.h"
#include "common/tensors.h"

/* x[n, i] w[i, o] + b[o] */
lz_tensor* dense_at(lz_tensor* x, lz_tensor* w, lz_tensor* b, place at);
#define dense(x, w, b) dense_at(x, w, b, LZ_HERE)

/* Computes each output pixel from the window around it, with zeros outside the image: x[n, h, w,
 * i] * kernel[kh, kw, i, o] + b[o] -> [n, h, w, o]. kh and kw must be odd. */
lz_tensor* convolve_at(lz_tensor* x, lz_tensor* kernel, lz_tensor* b, place at);
#define convolve(x, kernel, b) convolve_at(x, kernel, b, LZ_HERE)

/* The same without b, and only for every `stride`-th pixel in both directions. */
lz_tensor* convolve_by_at(lz_tensor* x, lz_tensor* kernel, int64_t stride, place at);
#define convolve_by(x, kernel, stride) convolve_by_at(x, kernel, stride, LZ_HERE)

/* The greatest value in each square of size x size pixels: [n, h, w, c] -> [n, h / size, w /
 * size, c]. */
lz_tensor* max_pool_at(lz_tensor* x, int64_t size, place at);
#define max_pool(x, size) max_pool_at(x, size, LZ_HERE)

/* The mean of all pixels: [n, h, w, c] -> [n, c]. */
lz_tensor* mean_pool_at(lz_tensor* x, place at);
#define mean_pool(x) mean_pool_at(x, LZ_HERE)

/* Mean and variance of each channel over all pixels of all images: f32[c]. The variance is the
 * mean of the squared distances from the mean. */
typedef struct moments {
  lz_tensor *mean, *variance;
} moments;
moments channel_moments_at(lz_tensor* x, place at);
#define channel_moments(x) channel_moments_at(x, LZ_HERE)

/* Batch normalization: scale (x - mean) / sqrt(variance + 1e-5) + offset, channel by channel. */
lz_tensor* normalize_at(lz_tensor* x, moments m, lz_tensor* scale, lz_tensor* offset, place at);
#define normalize(x, m, scale, offset) normalize_at(x, m, scale, offset, LZ_HERE)

/* max(x, 0) */
lz_tensor* relu_at(lz_tensor* x, place at);
#define relu(x) relu_at(x, LZ_HERE)

/* [n, ...] -> [n, product of the rest] */
lz_tensor* flatten_at(lz_tensor* x, place at);
#define flatten(x) flatten_at(x, LZ_HERE)

/* The mean over the rows of -log softmax(z)[label], a scalar. z is [n, classes], and `truth` is a
 * result of one_hot. */
lz_tensor* softmax_cross_entropy_at(lz_tensor* z, lz_tensor* truth, place at);
#define softmax_cross_entropy(z, truth) softmax_cross_entropy_at(z, truth, LZ_HERE)

/* He's initial weights for layers before a ReLU: normal with variance 2 / inputs, where `inputs` is
 * the product of all dimensions except the last. The caller must release the tensor. */
lz_tensor* he_normal(lz_device* device, random_source* random, const int64_t* dims, size_t rank);
/* Glorot's initial weights for a last layer w[i, o]: uniform with variance 2 / (i + o). */
lz_tensor* glorot_uniform(lz_device* device, random_source* random, const int64_t* dims);
lz_tensor* zeros(lz_device* device, const int64_t* dims, size_t rank);
lz_tensor* ones(lz_device* device, const int64_t* dims, size_t rank);

#endif
