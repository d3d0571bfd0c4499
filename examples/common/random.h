/* Pseudo-random numbers that are the same on every machine, so a seed determines a training. */
#ifndef EXAMPLES_RANDOM_H
#define EXAMPLES_RANDOM_H

#include <stddef.h>
#include <stdint.h>

typedef struct random_source {
  uint64_t state; /* at first the seed, any number */
} random_source;

uint64_t random_bits(random_source* source);
/* A number in [0, 1) that is a multiple of 2^-53. */
double random_unit(random_source* source);
/* A number with mean 0 and variance 1: the sum of twelve uniform numbers, minus 6. It needs no
 * libm, so all bits are the same on every machine. */
double random_normal(random_source* source);
/* Shuffles the items; every order is equally likely (Fisher-Yates). */
void random_shuffle(random_source* source, uint32_t* items, size_t count);

#endif
