#include "resnet/layers.h"

#include <stdlib.h>

conv2d conv2d_make(lz_device* device, random_source* random, int64_t size, int64_t in, int64_t out,
                   int64_t stride) {
  const int64_t dims[] = {size, size, in, out};
  return (conv2d){he_normal(device, random, dims, 4), stride};
}

batch_norm batch_norm_make(lz_device* device, int64_t channels) {
  return (batch_norm){.scale = ones(device, &channels, 1),
                      .offset = zeros(device, &channels, 1),
                      .running.mean = zeros(device, &channels, 1),
                      .running.variance = ones(device, &channels, 1)};
}

dense_layer dense_make(lz_device* device, random_source* random, int64_t in, int64_t out) {
  const int64_t dims[] = {in, out};
  return (dense_layer){glorot_uniform(device, random, dims), zeros(device, &out, 1)};
}

/* running = 0.9 running + 0.1 factor now */
static void follow(lz_tensor** running, lz_tensor* now, double factor) {
  replace(running, add(scaled(0.9, *running), scaled(0.1 * factor, now)));
}

lz_tensor* batch_norm_apply_at(batch_norm* layer, lz_tensor* x, phase now, place at) {
  moments m = layer->running;
  if (now == TRAINING) {
    const int64_t* dims = lz_tensor_dims(x);
    double pixels = (double)(dims[0] * dims[1] * dims[2]);
    m = channel_moments_at(x, at);
    follow(&layer->running.mean, m.mean, 1);
    /* The variance of a batch is too small for all images. This factor corrects it. */
    follow(&layer->running.variance, m.variance, pixels / (pixels - 1));
  }
  return normalize_at(x, m, layer->scale, layer->offset, at);
}

static void push(leaves* out, lz_tensor** slot) {
  if (out->count == MAX_PARAMETERS)
    abort();
  out->slots[out->count++] = slot;
}

void conv2d_leaves(conv2d* layer, leaves* parameters) {
  push(parameters, &layer->kernel);
}

void batch_norm_leaves(batch_norm* layer, leaves* parameters, leaves* state) {
  push(parameters, &layer->scale);
  push(parameters, &layer->offset);
  push(state, &layer->running.mean);
  push(state, &layer->running.variance);
}

void dense_leaves(dense_layer* layer, leaves* parameters) {
  push(parameters, &layer->weights);
  push(parameters, &layer->offset);
}
