/* Layers as values: a struct of the tensors of a layer, a function that makes it and one that
 * applies it. */
#ifndef EXAMPLES_RESNET_LAYERS_H
#define EXAMPLES_RESNET_LAYERS_H

#include "common/layers.h"
#include "common/optimizer.h"

/* In training, batch normalization uses the moments of the batch and updates its running
 * moments. In inference, it uses the running moments. */
typedef enum phase { TRAINING, INFERENCE } phase;

/* The tensors of layers in a fixed order, so that an optimizer need not know the layers. */
typedef struct leaves {
  lz_tensor** slots[MAX_PARAMETERS];
  size_t count;
} leaves;

/* A convolution without an offset, because the normalization after it has one. */
typedef struct conv2d {
  lz_tensor* kernel; /* [size, size, in, out] */
  int64_t stride;
} conv2d;

typedef struct batch_norm {
  lz_tensor *scale, *offset; /* [channels] */
  moments running;
} batch_norm;

typedef struct dense_layer {
  lz_tensor *weights, *offset; /* [in, out], [out] */
} dense_layer;

conv2d conv2d_make(lz_device* device, random_source* random, int64_t size, int64_t in, int64_t out,
                   int64_t stride);
batch_norm batch_norm_make(lz_device* device, int64_t channels);
dense_layer dense_make(lz_device* device, random_source* random, int64_t in, int64_t out);

/* The ops are recorded with the caller's line. */
#define conv2d_apply(layer, x) convolve_by((x), (layer)->kernel, (layer)->stride)
#define dense_apply(layer, x) dense((x), (layer)->weights, (layer)->offset)
#define batch_norm_apply(layer, x, now) batch_norm_apply_at(layer, x, now, LZ_HERE)
lz_tensor* batch_norm_apply_at(batch_norm* layer, lz_tensor* x, phase now, place at);

/* These add the addresses of a layer's tensors: trained ones to `parameters`, and running
 * moments to `state`. */
void conv2d_leaves(conv2d* layer, leaves* parameters);
void batch_norm_leaves(batch_norm* layer, leaves* parameters, leaves* state);
void dense_leaves(dense_layer* layer, leaves* parameters);

#endif
