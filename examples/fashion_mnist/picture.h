/* What came out, as a picture. */
#ifndef EXAMPLES_PICTURE_H
#define EXAMPLES_PICTURE_H

#include "common/trainer.h"

typedef struct curve {
  const char* title;
  const history* history;
} curve;

/* Loss curves of all, and of the last one that has predictions its confusion matrix and some test
 * images with what they were taken for. 0 on success. */
int draw_picture(const char* path, const dataset* d, const curve* curves, size_t count);

#endif
