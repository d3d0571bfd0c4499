/* Ops as expressions: each function returns its tensor, and the open scope owns it.
 *
 *   size_t scope = scope_begin();
 *   lz_tensor* y = add(multiply(a, x), b);
 *   replace(&model->y, y);   // outlives the scope
 *   scope_end(scope);        // a x and y are released
 *
 * The macros record the line on which they are called; functions with a `place` record that
 * place. */
#ifndef EXAMPLES_TENSORS_H
#define EXAMPLES_TENSORS_H

#include "lazuli/lazuli.h"

typedef const lz_op_options* place;
typedef lz_status* (*unary_op)(lz_tensor*, place, lz_tensor**);
typedef lz_status* (*binary_op)(lz_tensor*, lz_tensor*, place, lz_tensor**);

/* Scopes nest, and each thread has its own. End them before a barrier or a read: a tensor that has
 * a handle is then stored in memory, and a tensor without a handle may stay in registers. */
size_t scope_begin(void);
void scope_end(size_t scope);
/* Ends the scope, but `result` stays; the caller must release it. */
lz_tensor* scope_end_with(size_t scope, lz_tensor* result);
/* Gives `tensor` to the open scope. */
lz_tensor* scoped(lz_tensor* tensor);
/* *slot = tensor, with a reference of its own. The previous tensor of the slot is released. NULL
 * empties the slot. */
void replace(lz_tensor** slot, lz_tensor* tensor);

/* Copies elements from host memory. */
lz_tensor* from_host(lz_device* device, lz_dtype dtype, const int64_t* dims, size_t rank,
                     const void* data);
/* A number that is an input of the program, so it may differ in each step. */
lz_tensor* scalar(lz_device* device, double value);
/* A number that is a constant of the program, in the shape of `like`. */
lz_tensor* number_at(double value, const lz_tensor* like, place at);
#define number(value, like) number_at(value, like, LZ_HERE)

lz_tensor* unary(unary_op op, lz_tensor* x, place at);
lz_tensor* binary(binary_op op, lz_tensor* x, lz_tensor* y, place at);
#define exponential(x) unary(lz_exponential, x, LZ_HERE)
#define logarithm(x) unary(lz_log, x, LZ_HERE)
#define square_root(x) unary(lz_sqrt, x, LZ_HERE)
#define square(x) unary(lz_square, x, LZ_HERE)
#define add(x, y) binary(lz_add, x, y, LZ_HERE)
#define subtract(x, y) binary(lz_subtract, x, y, LZ_HERE)
#define multiply(x, y) binary(lz_multiply, x, y, LZ_HERE)
#define divide(x, y) binary(lz_divide, x, y, LZ_HERE)
/* x times a number that is a constant of the program */
#define scaled(factor, x) multiply(number(factor, x), x)

lz_tensor* convert_at(lz_tensor* x, lz_dtype dtype, place at);
#define convert(x, dtype) convert_at(x, dtype, LZ_HERE)
lz_tensor* reshape_at(lz_tensor* x, const int64_t* dims, size_t rank, place at);
#define reshape(x, dims, rank) reshape_at(x, dims, rank, LZ_HERE)

/* v in the shape of `like`; dimension i of v becomes dimension first + i. For example, with v[n]
 * and like[n, m], first = 0 gives result[i, j] = v[i]. A scalar is repeated everywhere. */
lz_tensor* spread_at(lz_tensor* v, const lz_tensor* like, int64_t first, place at);
#define spread(v, like, first) spread_at(v, like, first, LZ_HERE)

/* Reduces over `count` dimensions. */
lz_tensor* reduce_over_at(binary_op op, double start, lz_tensor* x, const int64_t* dimensions,
                          size_t count, place at);
/* Reduces over one dimension; -1 means over all. */
lz_tensor* reduce_at(binary_op op, double start, lz_tensor* x, int64_t dimension, place at);
#define sum(x, dimension) reduce_at(lz_add, 0, x, dimension, LZ_HERE)
#define greatest(x, dimension) reduce_at(lz_maximum, -INFINITY, x, dimension, LZ_HERE)

/* The function (a, b) -> op(a, b) on f32 scalars, for reductions. The caller must release it. */
lz_function* combiner(lz_device* device, binary_op op);

/* a[m, k] b[k, n] */
lz_tensor* matmul_at(lz_tensor* a, lz_tensor* b, place at);
#define matmul(a, b) matmul_at(a, b, LZ_HERE)

/* labels[n] -> f32[n, classes], with 1 where the column is the label. */
lz_tensor* one_hot_at(lz_tensor* labels, int64_t classes, place at);
#define one_hot(labels, classes) one_hot_at(labels, classes, LZ_HERE)

#endif
