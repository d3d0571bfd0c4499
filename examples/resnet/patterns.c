#include "resnet/patterns.h"

enum { PIXELS_PER_SQUARE = PATTERN_SIDE / PATTERN_SQUARES };

static const double kNoise = 2;

void patterns_init(patterns* p, uint64_t seed) {
  p->random.state = seed;
  float* numbers = &p->squares[0][0][0][0];
  for (size_t i = 0; i < sizeof p->squares / sizeof *numbers; ++i)
    numbers[i] = (float)random_normal(&p->random);
}

static void draw(patterns* p, int32_t class, float* image) {
  for (int y = 0; y < PATTERN_SIDE; ++y)
    for (int x = 0; x < PATTERN_SIDE; ++x)
      for (int colour = 0; colour < PATTERN_COLOURS; ++colour) {
        float square = p->squares[class][y / PIXELS_PER_SQUARE][x / PIXELS_PER_SQUARE][colour];
        *image++ = square + (float)(kNoise * (2 * random_unit(&p->random) - 1));
      }
}

void patterns_next(patterns* p, size_t count, float* images, int32_t* classes) {
  for (size_t i = 0; i < count; ++i) {
    classes[i] = (int32_t)(random_bits(&p->random) % PATTERN_CLASSES);
    draw(p, classes[i], images + i * PATTERN_NUMBERS);
  }
}
