/* Collectives work on one tensor per device of a context. To train on several devices, give each a
 * part of the batch, and take the mean of the gradients:
 *
 *   lz_all_reduce(gradients, n, LZ_REDUCTION_SUM, 1.0 / n, LZ_HERE, means); */
#ifndef LAZULI_COLLECTIVE_H
#define LAZULI_COLLECTIVE_H

#include "lazuli/op.h"

LZ_HEADER_BEGIN

typedef int32_t lz_reduction;
enum {
  LZ_REDUCTION_SUM = 1,
  LZ_REDUCTION_PRODUCT = 2,
  LZ_REDUCTION_MINIMUM = 3,
  LZ_REDUCTION_MAXIMUM = 4
};

/** Combines tensors of several devices, multiplies the result by `scale`, and gives it to each
 * device. The tensors have one shape and dtype, and their devices belong to one context. Several
 * tensors may be on one device. out_tensors[i] is on the device of tensors[i]. The tensors are
 * combined in the order in which they are given, tensors[0] with tensors[1] first. All results have
 * the same bits.
 *
 * The call submits the tensors that are pending, as lz_evaluate does, and does not wait. Each
 * result is recorded on its device at the place in `options`. A device reads the tensors of the
 * others in place. So from now on no other value takes over their memory, even if they were
 * donated. Gradients treat a value from another device as a constant.
 *
 * Errors: LZ_INVALID_ARGUMENT (no tensor; different shapes, dtypes or contexts; an unknown
 * reduction; a scale other than 1 for integers), LZ_FAILED_PRECONDITION (a tensor that was donated
 * or depends on a parameter of a function), and those of lz_evaluate; then there is no result.
 * Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_all_reduce(lz_tensor* const* tensors, size_t num_tensors, lz_reduction reduction, double scale,
              const lz_op_options* LZ_NULLABLE options, LZ_OWNED lz_tensor** out_tensors);

LZ_HEADER_END

#endif
