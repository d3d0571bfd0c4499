/* A function is a list of ops recorded on placeholders. It can be the body of while, if, reduce and
 * scatter, and lz_function_compile compiles it.
 *
 *   lz_function_begin(device, "add", &f);
 *   lz_function_parameter(f, LZ_DTYPE_F32, NULL, 0, &x);
 *   lz_function_parameter(f, LZ_DTYPE_F32, NULL, 0, &y);
 *   lz_add(x, y, LZ_HERE, &z);
 *   lz_function_finish(f, &z, 1);
 *
 * The body consists of the ops between begin and finish that the results depend on. Other tensors
 * that the body uses, including scalars, are captured. They become inputs, which are computed once,
 * outside of the body. To make a value part of the program, use lz_constant. */
#ifndef LAZULI_FUNCTION_H
#define LAZULI_FUNCTION_H

#include "lazuli/tensor.h"

LZ_HEADER_BEGIN

/** Begins a function, which has no parameters yet. Prints and errors use `name`; NULL: none.
 * Errors: LZ_FAILED_PRECONDITION after shutdown. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_function_begin(
    lz_device* device, const char* LZ_NULLABLE name, LZ_OWNED lz_function** out_function);

/** Adds a parameter. Ops can be recorded on a parameter, but it has no value to read. `dims` has
 * `rank` numbers, none of which is negative. Errors: LZ_INVALID_ARGUMENT (dtype, dims),
 * LZ_FAILED_PRECONDITION after finish. Since 1. */
LZ_API LZ_ONE_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_function_parameter(
    lz_function* function, lz_dtype dtype, const int64_t* LZ_NULLABLE_IF_EMPTY dims, size_t rank,
    LZ_OWNED lz_tensor** out_parameter);

/** Ends the recording. This is possible once. A result may also be a parameter or a captured
 * tensor. Errors: LZ_INVALID_ARGUMENT when a result depends on a parameter of another function
 * that has ended. After this call, an op on a parameter of this function, or on a tensor that
 * depends on a parameter, is LZ_FAILED_PRECONDITION. Since 1. */
LZ_API LZ_ONE_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_function_finish(lz_function* function,
                                                                        lz_tensor* const* results,
                                                                        size_t num_results);

/** Return the number of parameters, captures or results of a finished function, or 0 before it is
 * finished. Since 1. */
LZ_API LZ_ANY_THREAD size_t lz_function_num_parameters(const lz_function* function);
LZ_API LZ_ANY_THREAD size_t lz_function_num_captures(const lz_function* function);
LZ_API LZ_ANY_THREAD size_t lz_function_num_results(const lz_function* function);

/** Gives captured tensor `index` of the function. It can be in memory, pending, or a parameter of
 * another function. In a module that is made from the function, captures are the inputs after the
 * parameters, in this order. Errors: LZ_FAILED_PRECONDITION before finish; LZ_OUT_OF_RANGE.
 * Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_function_capture(const lz_function* function, size_t index, LZ_OWNED lz_tensor** out_tensor);

/** Writes a text for users with one op per line. Parameters come first, then captures. The form may
 * change. Errors: LZ_FAILED_PRECONDITION before finish. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_function_print(const lz_function* function, LZ_OWNED lz_string** out_text);

LZ_API LZ_ANY_THREAD void lz_function_retain(lz_function* LZ_NULLABLE function);  /**< Since 1. */
LZ_API LZ_ANY_THREAD void lz_function_release(lz_function* LZ_NULLABLE function); /**< Since 1. */

LZ_HEADER_END

#endif
