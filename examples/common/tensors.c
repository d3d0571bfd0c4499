#include "common/tensors.h"

#include "common/check.h"

enum { MAX_RANK = 8 };

static _Thread_local struct {
  lz_tensor** tensors;
  size_t count, capacity;
} owned;

size_t scope_begin(void) {
  return owned.count;
}

void scope_end(size_t scope) {
  while (owned.count > scope)
    lz_tensor_release(owned.tensors[--owned.count]);
  if (owned.count > 0)
    return;
  free(owned.tensors);
  owned.tensors = NULL;
  owned.capacity = 0;
}

lz_tensor* scope_end_with(size_t scope, lz_tensor* result) {
  lz_tensor_retain(result);
  scope_end(scope);
  return result;
}

lz_tensor* scoped(lz_tensor* tensor) {
  if (owned.count == owned.capacity) {
    owned.capacity = owned.capacity ? 2 * owned.capacity : 256;
    owned.tensors = realloc(owned.tensors, owned.capacity * sizeof *owned.tensors);
    if (owned.tensors == NULL)
      abort();
  }
  return owned.tensors[owned.count++] = tensor;
}

void replace(lz_tensor** slot, lz_tensor* tensor) {
  lz_tensor_retain(tensor);
  lz_tensor_release(*slot);
  *slot = tensor;
}

lz_tensor* from_host(lz_device* device, lz_dtype dtype, const int64_t* dims, size_t rank,
                     const void* data) {
  lz_tensor* out;
  CHECK(lz_tensor_from_host(device, dtype, dims, rank, data, NULL, &out));
  return scoped(out);
}

lz_tensor* scalar(lz_device* device, double value) {
  lz_tensor* out;
  CHECK(lz_scalar_f64(device, LZ_DTYPE_F32, value, NULL, &out));
  return scoped(out);
}

/* A scalar constant on the device of `like`. The caller must release it. */
static lz_tensor* constant(double value, const lz_tensor* like, place at) {
  float rounded = (float)value;
  lz_device* device;
  lz_tensor* out;
  CHECK(lz_tensor_device(like, &device));
  CHECK(lz_constant(device, LZ_DTYPE_F32, NULL, 0, &rounded, at, &out));
  lz_device_release(device);
  return out;
}

lz_tensor* number_at(double value, const lz_tensor* like, place at) {
  return spread_at(scoped(constant(value, like, at)), like, 0, at);
}

lz_tensor* unary(unary_op op, lz_tensor* x, place at) {
  lz_tensor* out;
  CHECK(op(x, at, &out));
  return scoped(out);
}

lz_tensor* binary(binary_op op, lz_tensor* x, lz_tensor* y, place at) {
  lz_tensor* out;
  CHECK(op(x, y, at, &out));
  return scoped(out);
}

lz_tensor* convert_at(lz_tensor* x, lz_dtype dtype, place at) {
  lz_tensor* out;
  CHECK(lz_convert(x, dtype, at, &out));
  return scoped(out);
}

lz_tensor* reshape_at(lz_tensor* x, const int64_t* dims, size_t rank, place at) {
  lz_tensor* out;
  CHECK(lz_reshape(x, dims, rank, at, &out));
  return scoped(out);
}

lz_tensor* spread_at(lz_tensor* v, const lz_tensor* like, int64_t first, place at) {
  int64_t map[MAX_RANK];
  size_t rank = lz_tensor_rank(v);
  for (size_t d = 0; d < rank; ++d)
    map[d] = first + (int64_t)d;
  lz_tensor* out;
  CHECK(lz_broadcast_in_dim(v, map, rank, lz_tensor_dims(like), lz_tensor_rank(like), at, &out));
  return scoped(out);
}

lz_function* combiner(lz_device* device, binary_op op) {
  lz_function* f;
  lz_tensor *a, *b, *c;
  CHECK(lz_function_begin(device, NULL, &f));
  CHECK(lz_function_parameter(f, LZ_DTYPE_F32, NULL, 0, &a));
  CHECK(lz_function_parameter(f, LZ_DTYPE_F32, NULL, 0, &b));
  CHECK(op(a, b, NULL, &c));
  CHECK(lz_function_finish(f, &c, 1));
  lz_tensor_release(a), lz_tensor_release(b), lz_tensor_release(c);
  return f;
}

lz_tensor* reduce_over_at(binary_op op, double start, lz_tensor* x, const int64_t* dimensions,
                          size_t count, place at) {
  lz_device* device;
  CHECK(lz_tensor_device(x, &device));
  lz_function* f = combiner(device, op);
  lz_tensor *init = constant(start, x, at), *out;
  CHECK(lz_reduce(&x, 1, &init, 1, dimensions, count, f, at, &out, 1));
  lz_tensor_release(init);
  lz_function_release(f);
  lz_device_release(device);
  return scoped(out);
}

lz_tensor* reduce_at(binary_op op, double start, lz_tensor* x, int64_t dimension, place at) {
  int64_t dimensions[MAX_RANK] = {dimension};
  size_t count = dimension < 0 ? lz_tensor_rank(x) : 1;
  for (size_t d = 0; dimension < 0 && d < count; ++d)
    dimensions[d] = (int64_t)d;
  return reduce_over_at(op, start, x, dimensions, count, at);
}

lz_tensor* matmul_at(lz_tensor* a, lz_tensor* b, place at) {
  const int64_t last = 1, first = 0;
  lz_tensor* out;
  const lz_dot_general_attributes columns_by_rows = {
      .struct_size = sizeof columns_by_rows,
      .lhs_contracting_dimensions = &last,
      .num_lhs_contracting_dimensions = 1,
      .rhs_contracting_dimensions = &first,
      .num_rhs_contracting_dimensions = 1,
  };
  CHECK(lz_dot_general(a, b, &columns_by_rows, at, &out));
  return scoped(out);
}

lz_tensor* one_hot_at(lz_tensor* labels, int64_t classes, place at) {
  const int64_t dims[] = {lz_tensor_dims(labels)[0], classes};
  lz_device* device;
  lz_tensor *column, *equal;
  CHECK(lz_tensor_device(labels, &device));
  CHECK(lz_iota(device, 1, lz_tensor_dtype(labels), dims, 2, at, &column));
  lz_device_release(device);
  lz_tensor* wide = spread_at(labels, scoped(column), 0, at);
  CHECK(
      lz_compare(wide, column, LZ_COMPARISON_DIRECTION_EQ, LZ_COMPARISON_TYPE_NOTYPE, at, &equal));
  return convert_at(scoped(equal), LZ_DTYPE_F32, at);
}
