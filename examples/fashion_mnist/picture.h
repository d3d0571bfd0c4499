/* Draws the results as a picture. */
#ifndef EXAMPLES_PICTURE_H
#define EXAMPLES_PICTURE_H

#include "common/trainer.h"

typedef struct curve {
  const char* title;
  const history* history;
} curve;

/* Draws the loss curves of all networks. For the last one that has predictions, also draws its
 * confusion matrix and some test images with the predictions. 0 on success. */
int draw_picture(const char* path, const dataset* d, const curve* curves, size_t count);

#endif
