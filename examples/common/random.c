#include "common/random.h"

/* SplitMix64: applies a mixing function to a counter, so the period is 2^64. */
uint64_t random_bits(random_source* source) {
  uint64_t z = source->state += UINT64_C(0x9E3779B97F4A7C15);
  z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
  return z ^ (z >> 31);
}

double random_unit(random_source* source) {
  return (double)(random_bits(source) >> 11) * 0x1p-53;
}

double random_normal(random_source* source) {
  double sum = -6;
  for (int i = 0; i < 12; ++i)
    sum += random_unit(source);
  return sum;
}

void random_shuffle(random_source* source, uint32_t* items, size_t count) {
  for (size_t i = count; i > 1; --i) {
    size_t j = (size_t)(random_bits(source) % i);
    uint32_t item = items[i - 1];
    items[i - 1] = items[j];
    items[j] = item;
  }
}
