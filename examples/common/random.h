/* Pseudo-random numbers that are the same on every machine: a seed fixes a whole training. */
#ifndef EXAMPLES_RANDOM_H
#define EXAMPLES_RANDOM_H

#include <stddef.h>
#include <stdint.h>

typedef struct random_source {
  uint64_t state; /* the seed, at first; any number */
} random_source;

uint64_t random_bits(random_source* source);
/* In [0, 1), a multiple of 2^-53. */
double random_unit(random_source* source);
/* Mean 0, variance 1: the sum of twelve uniform numbers, less 6. No libm, hence no last bit that
 * differs between machines. */
double random_normal(random_source* source);
/* Every order is equally likely (Fisher-Yates). */
void random_shuffle(random_source* source, uint32_t* items, size_t count);

#endif
