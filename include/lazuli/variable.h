/* A variable holds a tensor that can be replaced. Views of the variable follow its value. So a
 * program can update a value in place, although tensors never change. An update is a read of the
 * value, an op and an assignment. For x += y:
 *
 *   lz_variable_value(x, LZ_HERE, &old);
 *   lz_add(old, y, LZ_HERE, &sum);
 *   lz_variable_assign(x, sum, LZ_HERE);
 *
 * If two threads update the same elements at once, one may overwrite the sum of the other.
 *
 * A view is a variable of some elements of another variable, or of all its elements in another
 * order. An assignment to a view changes its variable and all other views of that variable. An
 * assignment to the variable changes its views. This holds as long as the variable or one of its
 * views lives. Reading a view records ops that compute its elements from those of the variable.
 * Assigning to a view records ops that put the new elements into the value of the variable
 * ("LazyTensor: combining eager execution with domain-specific compilers", Suhan et al., 2021,
 * section 4.4). So a program with variables becomes the same recorded ops as a program without
 * variables, with the same gradients and the same entry of the cache. At a barrier the new value
 * may take over the memory of the old one, unless a tensor handle keeps the old value. */
#ifndef LAZULI_VARIABLE_H
#define LAZULI_VARIABLE_H

#include "lazuli/tensor.h"

LZ_HEADER_BEGIN

/** Makes a variable with the tensor as its value. Its shape and dtype are those of the tensor and
 * never change. The variable has a reference of its own, so the caller may release the tensor's
 * handle. Errors: of handles. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_variable_create(lz_tensor* value, LZ_OWNED lz_variable** out_variable);

/** Gives the current value. Later assignments do not change the tensor. The value of a view is
 * recorded at the place in `options`, and computed like other ops. Errors: LZ_FAILED_PRECONDITION
 * after shutdown, and those of recording an op. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_variable_value(lz_variable* variable, const lz_op_options* LZ_NULLABLE options,
                  LZ_OWNED lz_tensor** out_value);

/** Replaces the value. The caller keeps the tensor's handle. Threads that assign at once do so one
 * after the other. Errors: LZ_INVALID_ARGUMENT (another shape, dtype or device),
 * LZ_FAILED_PRECONDITION (two elements of the view may be one element of its tensor), and those of
 * lz_variable_value; then nothing has changed. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_variable_assign(
    lz_variable* variable, lz_tensor* value, const lz_op_options* LZ_NULLABLE options);

/** Makes a view whose dimension i is dimension permutation[i] of the variable. Errors:
 * LZ_INVALID_ARGUMENT (not a permutation). Errors of all views have the place in `options`. Since
 * 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_variable_permute(
    lz_variable* variable, const int64_t* LZ_NULLABLE_IF_EMPTY permutation, size_t rank,
    const lz_op_options* LZ_NULLABLE options, LZ_OWNED lz_variable** out_view);

/** Makes a view of the same elements in row-major order with other dimensions. The view can have
 * more or fewer dimensions of 1. Errors: LZ_INVALID_ARGUMENT (another number of elements). Since
 * 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_variable_reshape(lz_variable* variable, const int64_t* LZ_NULLABLE_IF_EMPTY dims, size_t rank,
                    const lz_op_options* LZ_NULLABLE options, LZ_OWNED lz_variable** out_view);

/** Makes a view of the elements starts[d], starts[d] + strides[d], ... below limits[d] of each
 * dimension d. If `strides` is NULL, all strides are 1. Errors: LZ_INVALID_ARGUMENT (a rank that is
 * not the variable's, numbers out of range). Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_variable_slice(
    lz_variable* variable, const int64_t* LZ_NULLABLE_IF_EMPTY starts,
    const int64_t* LZ_NULLABLE_IF_EMPTY limits, const int64_t* LZ_NULLABLE strides, size_t rank,
    const lz_op_options* LZ_NULLABLE options, LZ_OWNED lz_variable** out_view);

/** Makes a view of the diagonal of dimensions `first` and `second`: the elements whose index in
 * `second` is `offset` more than their index in `first`. The view has neither of these dimensions.
 * Its last dimension is the diagonal. Errors: LZ_INVALID_ARGUMENT (dimensions that are the same or
 * do not exist, an offset beyond them). Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_variable_diagonal(lz_variable* variable, int64_t offset, int64_t first, int64_t second,
                     const lz_op_options* LZ_NULLABLE options, LZ_OWNED lz_variable** out_view);

/** Makes a view whose element (i, j, ...) is element offset + i * strides[0] + j * strides[1] + ...
 * of the variable, counted in row-major order. The view is read-only unless each stride is greater
 * than the sum of stride * (dimension - 1) over the smaller strides. Dimensions of 1 do not count
 * here, because they have no second element. A view without elements is never read-only. Errors:
 * LZ_INVALID_ARGUMENT (a negative stride, elements that the variable does not have). Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_variable_as_strided(lz_variable* variable, const int64_t* LZ_NULLABLE_IF_EMPTY dims,
                       const int64_t* LZ_NULLABLE_IF_EMPTY strides, size_t rank, int64_t offset,
                       const lz_op_options* LZ_NULLABLE options, LZ_OWNED lz_variable** out_view);

/** Makes a view in which dimensions of 1 are repeated, and new dimensions come first. It is
 * read-only. Errors: LZ_INVALID_ARGUMENT (dimensions that do not fit). Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_variable_expand(lz_variable* variable, const int64_t* LZ_NULLABLE_IF_EMPTY dims, size_t rank,
                   const lz_op_options* LZ_NULLABLE options, LZ_OWNED lz_variable** out_view);

LZ_API LZ_ANY_THREAD void lz_variable_retain(lz_variable* LZ_NULLABLE variable);  /**< Since 3. */
LZ_API LZ_ANY_THREAD void lz_variable_release(lz_variable* LZ_NULLABLE variable); /**< Since 3. */

LZ_HEADER_END

#endif
