#include "resnet/network.h"

static residual_block block_make(lz_device* device, random_source* random, int64_t in, int64_t out,
                                 int64_t stride) {
  residual_block block = {.conv1 = conv2d_make(device, random, 3, in, out, stride),
                          .norm1 = batch_norm_make(device, out),
                          .conv2 = conv2d_make(device, random, 3, out, out, 1),
                          .norm2 = batch_norm_make(device, out)};
  if (in != out) {
    block.projection = conv2d_make(device, random, 1, in, out, stride);
    block.projection_norm = batch_norm_make(device, out);
  }
  return block;
}

static lz_tensor* block_apply(residual_block* block, lz_tensor* x, phase now) {
  lz_tensor* shortcut = x;
  if (block->projection.kernel != NULL) {
    lz_tensor* projected = conv2d_apply(&block->projection, x);
    shortcut = batch_norm_apply(&block->projection_norm, projected, now);
  }
  lz_tensor* inner = conv2d_apply(&block->conv1, x);
  inner = relu(batch_norm_apply(&block->norm1, inner, now));
  lz_tensor* outer = conv2d_apply(&block->conv2, inner);
  outer = batch_norm_apply(&block->norm2, outer, now);
  return relu(add(outer, shortcut));
}

static void block_leaves(residual_block* block, leaves* parameters, leaves* state) {
  conv2d_leaves(&block->conv1, parameters);
  batch_norm_leaves(&block->norm1, parameters, state);
  conv2d_leaves(&block->conv2, parameters);
  batch_norm_leaves(&block->norm2, parameters, state);
  if (block->projection.kernel != NULL) {
    conv2d_leaves(&block->projection, parameters);
    batch_norm_leaves(&block->projection_norm, parameters, state);
  }
}

resnet resnet_make(lz_device* device, random_source* random, int64_t width, int64_t classes) {
  resnet net = {.stem = conv2d_make(device, random, 3, 3, width, 1),
                .stem_norm = batch_norm_make(device, width)};
  int64_t in = width;
  for (int i = 0; i < BLOCKS; ++i) {
    int64_t out = width << i / BLOCKS_PER_STAGE;
    net.blocks[i] = block_make(device, random, in, out, in == out ? 1 : 2);
    in = out;
  }
  net.classifier = dense_make(device, random, in, classes);
  return net;
}

void resnet_free(resnet* net) {
  leaves parameters = {0}, state = {0};
  resnet_leaves(net, &parameters, &state);
  for (size_t i = 0; i < parameters.count; ++i)
    lz_tensor_release(*parameters.slots[i]);
  for (size_t i = 0; i < state.count; ++i)
    lz_tensor_release(*state.slots[i]);
}

lz_tensor* resnet_apply(resnet* net, lz_tensor* images, phase now) {
  lz_tensor* x = conv2d_apply(&net->stem, images);
  x = relu(batch_norm_apply(&net->stem_norm, x, now));
  for (int i = 0; i < BLOCKS; ++i)
    x = block_apply(&net->blocks[i], x, now);
  return dense_apply(&net->classifier, mean_pool(x));
}

void resnet_leaves(resnet* net, leaves* parameters, leaves* state) {
  conv2d_leaves(&net->stem, parameters);
  batch_norm_leaves(&net->stem_norm, parameters, state);
  for (int i = 0; i < BLOCKS; ++i)
    block_leaves(&net->blocks[i], parameters, state);
  dense_leaves(&net->classifier, parameters);
}
