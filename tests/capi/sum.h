/* A reduction, for tests. */
#pragma once

#include "check.h"

/* sum(x), by a reduce with an add body. */
static inline lz_tensor* sum(lz_device* device, lz_tensor* x) {
  const lz_dtype dtype = lz_tensor_dtype(x);
  lz_function* add = NULL;
  lz_tensor *a = NULL, *b = NULL, *c = NULL, *zero = NULL, *total = NULL;
  OK(lz_function_begin(device, "add", &add));
  OK(lz_function_parameter(add, dtype, NULL, 0, &a));
  OK(lz_function_parameter(add, dtype, NULL, 0, &b));
  OK(lz_add(a, b, LZ_HERE, &c));
  OK(lz_function_finish(add, &c, 1));
  OK(lz_scalar_f64(device, dtype, 0, LZ_HERE, &zero));
  const int64_t dimension = 0;
  OK(lz_reduce(&x, 1, &zero, 1, &dimension, 1, add, LZ_HERE, &total, 1));
  lz_tensor_release(a), lz_tensor_release(b), lz_tensor_release(c), lz_tensor_release(zero);
  lz_function_release(add);
  return total;
}
