/* ResNet-18 for small images: a stem of one convolution, four stages of two blocks, the mean of
 * all pixels, and a dense layer. Each stage but the first halves the image and doubles the
 * channels. */
#ifndef EXAMPLES_RESNET_NETWORK_H
#define EXAMPLES_RESNET_NETWORK_H

#include "resnet/layers.h"

enum { STAGES = 4, BLOCKS_PER_STAGE = 2, BLOCKS = STAGES * BLOCKS_PER_STAGE };

typedef struct residual_block {
  conv2d conv1, conv2;
  batch_norm norm1, norm2;
  /* Brings the input to the shape of the output. If the shapes are equal, the kernel of the
   * projection is NULL. */
  conv2d projection;
  batch_norm projection_norm;
} residual_block;

typedef struct resnet {
  conv2d stem;
  batch_norm stem_norm;
  residual_block blocks[BLOCKS];
  dense_layer classifier;
} resnet;

/* `width` is the number of channels of the first stage; 64 is ResNet-18. */
resnet resnet_make(lz_device* device, random_source* random, int64_t width, int64_t classes);
void resnet_free(resnet* net);

/* f32[n, height, width, 3] -> f32[n, classes] */
lz_tensor* resnet_apply(resnet* net, lz_tensor* images, phase now);

void resnet_leaves(resnet* net, leaves* parameters, leaves* state);

#endif
