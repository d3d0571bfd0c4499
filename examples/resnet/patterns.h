/* Images for training: each class has a pattern of coarse coloured squares, and an image is the
 * pattern of its class with noise. */
#ifndef EXAMPLES_RESNET_PATTERNS_H
#define EXAMPLES_RESNET_PATTERNS_H

#include "common/random.h"

enum {
  PATTERN_SIDE = 32, /* the side of an image in pixels */
  PATTERN_SQUARES = 8,
  PATTERN_COLOURS = 3,
  PATTERN_CLASSES = 10,
  PATTERN_NUMBERS = PATTERN_SIDE * PATTERN_SIDE * PATTERN_COLOURS
};

typedef struct patterns {
  random_source random;
  float squares[PATTERN_CLASSES][PATTERN_SQUARES][PATTERN_SQUARES][PATTERN_COLOURS];
} patterns;

void patterns_init(patterns* p, uint64_t seed);

/* The next `count` images, PATTERN_NUMBERS each, and their classes. */
void patterns_next(patterns* p, size_t count, float* images, int32_t* classes);

#endif
