/* Gradients are made by reverse-mode differentiation. For tensors,
 *
 *   lz_gradients(&loss, 1, NULL, (lz_tensor*[]){w, b}, 2, NULL, (lz_tensor*[2]){...});
 *
 * records the ops that compute d loss / d w and d loss / d b. Nothing runs before a barrier or a
 * read. Gradients can be differentiated again. For a function, lz_function_gradient makes a new
 * function.
 *
 * These ops have no derivative: bitcast_convert; custom_call; reductions, windows and scatters of
 * several floats at once, or with a body other than those that docs/autodiff.md names; while loops
 * whose trip count is not known when they are recorded. They are LZ_UNIMPLEMENTED, with the name of
 * the op, the reason, and the caller's line. */
#ifndef LAZULI_GRADIENT_H
#define LAZULI_GRADIENT_H

#include "lazuli/function.h"
#include "lazuli/ops.h"

LZ_HEADER_BEGIN

typedef struct lz_gradient_options {
  size_t struct_size;
  /** 0: an argument that no output depends on is LZ_INVALID_ARGUMENT, because it is usually a
   * mistake. 1: its gradient is zeros. */
  int32_t allow_unused;
  int32_t reserved; /**< 0 */
} lz_gradient_options;

/** Records the gradients of sum_i <cotangents[i], outputs[i]> with respect to each argument.
 *
 *   outputs         floats of one device
 *   cotangents      one per output, of its shape and dtype; NULL: each output has one element, and
 *                   its cotangent is 1
 *   arguments       floats of any kind: in memory, pending, or parameters of a function that is
 *                   being recorded
 *   out_gradients   one per argument, of its shape and dtype
 *
 * The gradients are those of the recorded program, even if reads, lz_evaluate or automatic barriers
 * have computed parts of it. Two things end the histories of values: lz_context_barrier on any
 * thread, and the limit that docs/autodiff.md names. From then on these values are constants, like
 * data from the host. If such a value was computed from an argument, the gradient would be wrong.
 * So the call fails, with an error that names the op and the place of the value. The same holds for
 * results of lz_executable_run. Take gradients before the barrier, or say with lz_stop_gradient
 * that a value is meant as a constant.
 *
 * Errors: LZ_INVALID_ARGUMENT (an argument or output that is not a float, a cotangent of another
 * shape, an argument that no output depends on), LZ_FAILED_PRECONDITION (a value whose history a
 * barrier has ended was computed from an argument), LZ_UNIMPLEMENTED (an op without a derivative).
 * Then nothing is recorded. Since 2. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_gradients(
    lz_tensor* const* outputs, size_t num_outputs, lz_tensor* const* LZ_NULLABLE cotangents,
    lz_tensor* const* arguments, size_t num_arguments,
    const lz_gradient_options* LZ_NULLABLE options, LZ_OWNED lz_tensor** out_gradients);

/** Gives the operand unchanged. Gradients, including those of functions, treat the result as a
 * constant. In text the op is `stablehlo.custom_call @lz.stop_gradient`. The compiled program does
 * not have the op. Errors: LZ_INVALID_ARGUMENT (not a tensor). Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_stop_gradient(
    lz_tensor* operand, const lz_op_options* LZ_NULLABLE options, LZ_OWNED lz_tensor** out);

typedef struct lz_function_gradient_options {
  size_t struct_size;
  int32_t with_values;     /**< 1: the results of the function come before the gradients */
  int32_t with_cotangents; /**< 1: the cotangents are further parameters, one per result, after the
                              function's own; 0: the function has one result of one element, whose
                              cotangent is 1 */
} lz_function_gradient_options;

/** Makes a function that computes the gradients of `function` with respect to the parameters with
 * these numbers. `function` must be finished. The new function is finished, too, and captures the
 * same tensors. Gradients of parameters that no result depends on are zeros. Errors:
 * LZ_INVALID_ARGUMENT (a parameter that does not exist or is not a float; results without
 * cotangents), LZ_FAILED_PRECONDITION (not finished), LZ_UNIMPLEMENTED. Since 2. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_function_gradient(
    lz_function* function, const size_t* LZ_NULLABLE_IF_EMPTY parameters, size_t num_parameters,
    const lz_function_gradient_options* LZ_NULLABLE options, LZ_OWNED lz_function** out_function);

LZ_HEADER_END

#endif
