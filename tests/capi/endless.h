/* A program that never ends. */
#ifndef LAZULI_TESTS_CAPI_ENDLESS_H
#define LAZULI_TESTS_CAPI_ENDLESS_H

#include "check.h"

/* while (n < 1) n = n * n, k = cos(k). n begins with 0.5, and k has `length` elements. Returns
 * k. */
static inline lz_tensor* endless(lz_device* device, int64_t length) {
  static const float zeros[1 << 20] = {0};
  lz_function *condition = NULL, *body = NULL;
  lz_tensor *one = NULL, *start[2] = {NULL, NULL}, *p[2], *test = NULL, *next[2], *out[2];
  OK(lz_scalar_f64(device, LZ_DTYPE_F32, 1, LZ_HERE, &one));
  OK(lz_scalar_f64(device, LZ_DTYPE_F32, 0.5, LZ_HERE, &start[0]));
  start[1] = makeVector(device, zeros, length);
  OK(lz_function_begin(device, "condition", &condition));
  OK(lz_function_parameter(condition, LZ_DTYPE_F32, NULL, 0, &p[0]));
  OK(lz_function_parameter(condition, LZ_DTYPE_F32, &length, 1, &p[1]));
  OK(lz_compare(p[0], one, LZ_COMPARISON_DIRECTION_LT, LZ_COMPARISON_TYPE_FLOAT, LZ_HERE, &test));
  OK(lz_function_finish(condition, &test, 1));
  lz_tensor_release(p[0]), lz_tensor_release(p[1]), lz_tensor_release(test);
  OK(lz_function_begin(device, "body", &body));
  OK(lz_function_parameter(body, LZ_DTYPE_F32, NULL, 0, &p[0]));
  OK(lz_function_parameter(body, LZ_DTYPE_F32, &length, 1, &p[1]));
  OK(lz_multiply(p[0], p[0], LZ_HERE, &next[0]));
  OK(lz_cosine(p[1], LZ_HERE, &next[1]));
  OK(lz_function_finish(body, next, 2));
  lz_tensor_release(p[0]), lz_tensor_release(p[1]);
  lz_tensor_release(next[0]), lz_tensor_release(next[1]);
  OK(lz_while(start, 2, condition, body, LZ_HERE, out, 2));
  lz_tensor_release(start[0]), lz_tensor_release(start[1]), lz_tensor_release(one);
  lz_function_release(condition), lz_function_release(body);
  lz_tensor_release(out[0]);
  return out[1];
}

#endif
