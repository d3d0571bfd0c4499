/* Functions such as a front end records, for tests of whole programs. */
#ifndef LAZULI_TESTS_CAPI_RECORDED_H
#define LAZULI_TESTS_CAPI_RECORDED_H

#include "check.h"

static inline lz_tensor* parameter(lz_function* function, lz_dtype dtype, const int64_t* dims,
                                   size_t rank) {
  lz_tensor* tensor = NULL;
  OK(lz_function_parameter(function, dtype, dims, rank, &tensor));
  return tensor;
}

/* Records one op by its name; it must have one result. */
static inline lz_tensor* record(lz_device* device, const char* name, lz_tensor* const* operands,
                                size_t num_operands, const lz_attribute* attributes,
                                size_t num_attributes) {
  lz_tensor* out = NULL;
  OK(lz_op_record(device, name, operands, num_operands, attributes, num_attributes, NULL, 0,
                  LZ_HERE, &out, 1));
  return out;
}

static inline lz_attribute enumerated(const char* name, const char* value) {
  lz_attribute a;
  memset(&a, 0, sizeof a);
  a.name = name;
  a.kind = LZ_ATTRIBUTE_TEXT;
  a.data = value;
  a.size = SIZE_MAX;
  return a;
}

/* (i, x) -> i < 10 */
static inline lz_function* isBelowTen(lz_device* device, const int64_t* dims, size_t rank) {
  static const int32_t ten = 10;
  const lz_attribute direction = enumerated("comparison_direction", "LT");
  lz_function* function = NULL;
  lz_tensor* operands[2];
  OK(lz_function_begin(device, "below_ten", &function));
  operands[0] = parameter(function, LZ_DTYPE_S32, NULL, 0);
  lz_tensor* x = parameter(function, LZ_DTYPE_F32, dims, rank);
  OK(lz_constant(device, LZ_DTYPE_S32, NULL, 0, &ten, LZ_HERE, &operands[1]));
  lz_tensor* below = record(NULL, "compare", operands, 2, &direction, 1);
  OK(lz_function_finish(function, &below, 1));
  lz_tensor_release(operands[0]), lz_tensor_release(operands[1]);
  lz_tensor_release(x), lz_tensor_release(below);
  return function;
}

/* (i, x) -> (i + 1, x + x) */
static inline lz_function* doubleOnce(lz_device* device, const int64_t* dims, size_t rank) {
  static const int32_t one = 1;
  lz_function* function = NULL;
  lz_tensor *counted[2], *results[2];
  OK(lz_function_begin(device, "double_once", &function));
  counted[0] = parameter(function, LZ_DTYPE_S32, NULL, 0);
  lz_tensor* x = parameter(function, LZ_DTYPE_F32, dims, rank);
  OK(lz_constant(device, LZ_DTYPE_S32, NULL, 0, &one, LZ_HERE, &counted[1]));
  results[0] = record(NULL, "add", counted, 2, NULL, 0);
  lz_tensor* twice[2] = {x, x};
  results[1] = record(NULL, "add", twice, 2, NULL, 0);
  OK(lz_function_finish(function, results, 2));
  lz_tensor_release(counted[0]), lz_tensor_release(counted[1]), lz_tensor_release(x);
  lz_tensor_release(results[0]), lz_tensor_release(results[1]);
  return function;
}

/* A loop x -> (10, 1024 x) on three floats. */
static inline lz_function* thousandfold(lz_device* device) {
  static const int64_t dims[1] = {3};
  static const int32_t zero = 0;
  lz_function *main = NULL, *regions[2];
  lz_tensor *inputs[2], *outs[2] = {NULL, NULL};
  OK(lz_function_begin(device, "main", &main));
  inputs[1] = parameter(main, LZ_DTYPE_F32, dims, 1);
  OK(lz_constant(device, LZ_DTYPE_S32, NULL, 0, &zero, LZ_HERE, &inputs[0]));
  regions[0] = isBelowTen(device, dims, 1);
  regions[1] = doubleOnce(device, dims, 1);
  OK(lz_op_record(NULL, "while", inputs, 2, NULL, 0, regions, 2, LZ_HERE, outs, 2));
  OK(lz_function_finish(main, outs, 2));
  lz_tensor_release(inputs[0]), lz_tensor_release(inputs[1]);
  lz_tensor_release(outs[0]), lz_tensor_release(outs[1]);
  lz_function_release(regions[0]), lz_function_release(regions[1]);
  return main;
}

static inline lz_module* moduleOf(const lz_function* function) {
  lz_module* module = NULL;
  OK(lz_module_from_function(function, &module));
  return module;
}

#endif
