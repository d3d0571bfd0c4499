/* A barrier computes the pending tensors that have a handle. It compiles them as programs, or finds
 * the programs in the cache, and submits these. */
#ifndef LAZULI_BARRIER_H
#define LAZULI_BARRIER_H

#include "lazuli/device.h"
#include "lazuli/event.h"

LZ_HEADER_BEGIN

enum {
  LZ_BARRIER_WAIT = 1 /**< the call returns when the work has ended, with its error, if any */
};

/** Computes all pending tensors of `device` that have a handle, whichever thread recorded them.
 * NULL means all devices. Values without a handle are not stored. If the last handle of a tensor
 * in memory is released, a result can take over the memory of this tensor.
 *
 * While a function is open, all ops that its recording threads have recorded since it began stay
 * pending, because they may belong to the body. A thread becomes a recording thread when it begins
 * the function, adds a parameter, or records an op on a value that depends on a parameter.
 *
 * Without LZ_BARRIER_WAIT the call returns when the work is submitted. If nothing is pending,
 * nothing runs, but the wait and the event include all work that was submitted before. The call
 * waits for its own compilations, but not for those of other threads.
 *
 * If a tensor can never be computed, because an operand was donated or has failed, the other
 * tensors are computed. This tensor is then no longer pending, and reading it returns the error.
 * The same holds if an operand fails later. If there is no memory for an op during a run, all
 * values that do not need this op are computed. The event of the barrier gets the error, and so
 * does the status of a call with LZ_BARRIER_WAIT.
 *
 * `flags`: LZ_BARRIER_*; unknown bits are LZ_INVALID_ARGUMENT. Errors: the compiler's error, with
 * op and location, if the compiler rejects an op. Then the tensors that need the op have this
 * error, too. The other tensors are computed, but without donation. LZ_CANCELLED if the barrier is
 * cancelled while it compiles. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_context_barrier(lz_context* context, lz_device* LZ_NULLABLE device, uint64_t flags,
                   LZ_OWNED lz_barrier** LZ_NULLABLE out_barrier);

/** Computes these tensors, which must be on one device. If they need pending values that have a
 * handle, these values are computed and stored, too. Results do not take over the memory of other
 * tensors. The values keep their histories, so gradients can still be requested through them.
 * Nothing runs for a tensor that is already in memory. `flags` are those of lz_context_barrier.
 * Errors: those of lz_context_barrier; if one of the tensors can never be computed, the error of
 * this tensor, after the others have been submitted; LZ_FAILED_PRECONDITION for a tensor that
 * depends on a parameter of a function. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_evaluate(lz_tensor* const* tensors, size_t num_tensors, uint64_t flags,
            LZ_OWNED lz_barrier** LZ_NULLABLE out_barrier);

/** Prints the ops that a read of these tensors would compute, one op per line. Parameters are the
 * tensors in memory, in the order of their first use. Computes nothing. Errors: LZ_INVALID_ARGUMENT
 * as for lz_evaluate. Since 2. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_recording_print(lz_tensor* const* tensors, size_t num_tensors, LZ_OWNED lz_string** out_text);

/** The forms in which a recording is written. An op that PyTorch or TensorFlow does not have is
 * named as in StableHLO. docs/lazy.md shows each form. */
typedef int32_t lz_recording_format;
enum {
  LZ_RECORDING_FORMAT_LAZY_TENSOR = 1, /**< a graph, as in figure 1 of "LazyTensor: combining eager
                                          execution with domain-specific compilers" (Suhan et al.,
                                          2021), with the names of PyTorch */
  LZ_RECORDING_FORMAT_FUNCTION = 2,    /**< a function, as the lazy tensors of Swift for TensorFlow
                                          have it, with the names of TensorFlow */
  LZ_RECORDING_FORMAT_DOT = 3          /**< the graph in the language of Graphviz */
};

/** Writes the ops that a read of these tensors would compute, in the form `format`. Computes
 * nothing. Errors: LZ_INVALID_ARGUMENT as for lz_evaluate, or for another format. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_recording_write(lz_tensor* const* tensors, size_t num_tensors, lz_recording_format format,
                   LZ_OWNED lz_string** out_text);

/** Describes the first op whose value depends on the ops around it. One value of this op is from
 * the program that a read compiles, the other from a run of this op alone. */
typedef struct lz_op_difference {
  size_t struct_size;    /**< set by the caller; fields beyond it are not written */
  int64_t op;            /**< the op's line in lz_recording_print, from 0; -1: no op differs */
  int64_t num_elements;  /**< number of elements of its result */
  int64_t num_different; /**< elements with other bits; two NaN are equal */
  int64_t first_element; /**< the first element that differs, in row-major order */
  double compiled;       /**< its value in the program; the real part if it is complex */
  double op_by_op;       /**< its value when each op runs alone */
  int32_t is_fused_only; /**< 1: it differs only in a program that does not store every value */
  int32_t reserved;      /**< 0 */
} lz_op_difference;

/** Finds the first op that has different values in a program and alone. This helps to find the op
 * that made a wrong value. The call runs the ops that a read of these tensors would compute,
 * once as one program and once op by op, and compares the values. An op that runs alone reads
 * values of ops that ran alone. At the level LZ_NUMERICS_STRICT all bits are the same. At other
 * levels the last digits may differ (docs/numerics.md). The call compiles each op, stores all
 * values, and waits. Pending tensors stay pending. Fills `difference` as far as its struct_size
 * goes. `out_text` gets the same in words, with the op's location, or "" when nothing differs;
 * it may be NULL. Errors: LZ_INVALID_ARGUMENT as for lz_evaluate, or for a struct_size below
 * that of size_t; LZ_UNIMPLEMENTED for an op with effects, which must not run twice; those of
 * lz_evaluate. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_recording_compare(lz_tensor* const* tensors, size_t num_tensors, lz_op_difference* difference,
                     LZ_OWNED lz_string** LZ_NULLABLE out_text);

typedef struct lz_barrier_statistics {
  size_t struct_size; /**< set by the caller; fields beyond it are not written */
  int64_t ops;        /**< ops in the cut */
  int64_t outputs;    /**< tensors that the cut materializes */
  int64_t inputs;     /**< tensors and scalars that it reads */
  int64_t donated;    /**< inputs whose memory results took over */
  int64_t segments;   /**< programs that the cut was split into */
  int64_t compiles;   /**< how many of them were compiled now */
} lz_barrier_statistics;

/** Fills the struct as far as its struct_size goes. Does not wait for the work. Errors:
 * LZ_INVALID_ARGUMENT for a struct_size below that of size_t. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_barrier_get_statistics(const lz_barrier* barrier, lz_barrier_statistics* statistics);

/** Gives an event that happens when the work of the cut has ended. Errors: of handles. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_barrier_event(const lz_barrier* barrier, LZ_OWNED lz_event** out_event);

/** Gives the program of segment `index` (0 .. segments-1). Errors: LZ_OUT_OF_RANGE. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_barrier_executable(
    const lz_barrier* barrier, size_t index, LZ_OWNED lz_executable** out_executable);

LZ_API LZ_ANY_THREAD void lz_barrier_retain(lz_barrier* LZ_NULLABLE barrier);  /**< Since 1. */
LZ_API LZ_ANY_THREAD void lz_barrier_release(lz_barrier* LZ_NULLABLE barrier); /**< Since 1. */

LZ_HEADER_END

#endif
