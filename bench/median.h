/* The median of some measurements. */
#ifndef BENCH_MEDIAN_H
#define BENCH_MEDIAN_H

#include <stdlib.h>

static inline int compare_doubles(const void* a, const void* b) {
  double x = *(const double*)a, y = *(const double*)b;
  return x < y ? -1 : x > y;
}

/* Sorts the values. */
static inline double median(double* values, size_t n) {
  qsort(values, n, sizeof *values, compare_doubles);
  return values[n / 2];
}

#endif
