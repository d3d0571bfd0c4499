/* A barrier cuts the recording: everything pending and alive is compiled (or found in the cache)
 * and submitted. */
#ifndef LAZULI_BARRIER_H
#define LAZULI_BARRIER_H

#include "lazuli/device.h"
#include "lazuli/event.h"

LZ_HEADER_BEGIN

enum {
  LZ_BARRIER_WAIT = 1 /**< the call returns when the work has ended, with its error, if any */
};

/** Takes all live pending tensors, whichever thread recorded them, of `device`, or of all devices
 * when it is NULL. What may be of the body of a function that is open stays pending: what the
 * threads that record it have recorded since it began. A thread records a function when it begins
 * it, adds a parameter, or records an op on what depends on one. A value without a handle is not
 * kept. Materialized tensors whose last handle is gone give their memory to the results. Without
 * LZ_BARRIER_WAIT the call returns when the work is submitted. With nothing pending nothing runs;
 * the barrier still waits for, or its event follows, the work in flight. Waits for no compilation
 * but its own. A tensor that can never be computed, because an operand was donated or has failed,
 * does not stop the others: it is not pending any more, and reading it returns the error. So does
 * one whose operand fails later. A run that finds no memory computes what does not need the op that
 * wanted it; its error is that of the event and of a barrier that waits. `flags`: LZ_BARRIER_*;
 * unknown bits are LZ_INVALID_ARGUMENT. Errors: what the compiler refuses (op and location in the
 * status): the tensors that need it then return it too, and the others are computed, but without
 * donation; LZ_CANCELLED when the barrier is cancelled while it compiles. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_context_barrier(lz_context* context, lz_device* LZ_NULLABLE device, uint64_t flags,
                   LZ_OWNED lz_barrier** LZ_NULLABLE out_barrier);

/** Computes these tensors, which are of one context, and the live pending values that they need,
 * but nothing else. No tensor gives its memory away, and histories of gradients go on. A tensor
 * that is in memory already needs no work. `flags` are those of lz_context_barrier. Errors: those
 * of lz_context_barrier; if one of the tensors can never be computed, its error, once the others
 * have been submitted; LZ_FAILED_PRECONDITION for a tensor that depends on a parameter of a
 * function. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_evaluate(lz_tensor* const* tensors, size_t num_tensors, uint64_t flags,
            LZ_OWNED lz_barrier** LZ_NULLABLE out_barrier);

/** Prints what a read of these tensors would compute, one op per line; parameters are the tensors
 * in memory, in the order of their first use. It computes nothing. Errors: LZ_INVALID_ARGUMENT as
 * for lz_evaluate. Since 2. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_recording_print(lz_tensor* const* tensors, size_t num_tensors, LZ_OWNED lz_string** out_text);

/** The forms in which a recording is written. Ops that PyTorch, or TensorFlow, does not have are
 * named as in StableHLO; docs/lazy.md shows each form. */
typedef int32_t lz_recording_format;
enum {
  LZ_RECORDING_FORMAT_LAZY_TENSOR = 1, /**< a graph, as in figure 1 of "LazyTensor: combining eager
                                          execution with domain-specific compilers" (Suhan et al.,
                                          2021), with the names of PyTorch */
  LZ_RECORDING_FORMAT_FUNCTION = 2,    /**< a function, as the lazy tensors of Swift for TensorFlow
                                          have it, with the names of TensorFlow */
  LZ_RECORDING_FORMAT_DOT = 3          /**< the graph as a drawing of Graphviz */
};

/** Writes what a read of these tensors would compute in one of these forms. It computes nothing.
 * Errors: LZ_INVALID_ARGUMENT as for lz_evaluate, or for another format. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_recording_write(lz_tensor* const* tensors, size_t num_tensors, lz_recording_format format,
                   LZ_OWNED lz_string** out_text);

/** The first op whose value is another one in the program that a read compiles than op by op. */
typedef struct lz_op_difference {
  size_t struct_size;    /**< set by the caller; fields beyond it are not written */
  int64_t op;            /**< its line in lz_recording_print, from 0; -1: there is none */
  int64_t num_elements;  /**< of its result */
  int64_t num_different; /**< elements with other bits; two NaN are equal */
  int64_t first_element; /**< of them, in row-major order */
  double compiled;       /**< that element in the program, of a complex number the real part */
  double op_by_op;       /**< and where each op runs alone */
  int32_t is_fused_only; /**< 1: only where not every value of the program is stored */
  int32_t reserved;      /**< 0 */
} lz_op_difference;

/** Finds the op that makes a strange value: computes what a read of these tensors would, once as
 * one program and once op by op, each op on the values that the ops before it made alone, and
 * compares. At the level LZ_NUMERICS_STRICT all bits are the same; at others the last places may
 * differ (docs/numerics.md). It compiles each op, waits for all of it, and stores all values; what
 * is pending stays pending. Fills `difference` as far as its struct_size goes. `out_text` gets the
 * same in words, with the op's place, or "" when nothing differs; it may be NULL. Errors:
 * LZ_INVALID_ARGUMENT as for lz_evaluate, or for a struct_size below that of size_t;
 * LZ_UNIMPLEMENTED for an op with effects, which must not run twice; those of lz_evaluate.
 * Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_recording_compare(lz_tensor* const* tensors, size_t num_tensors, lz_op_difference* difference,
                     LZ_OWNED lz_string** LZ_NULLABLE out_text);

typedef struct lz_barrier_statistics {
  size_t struct_size; /**< set by the caller; fields beyond it are not written */
  int64_t ops;        /**< ops in the cut */
  int64_t outputs;    /**< tensors that the cut materializes */
  int64_t inputs;     /**< tensors and scalars that it reads */
  int64_t donated;    /**< inputs whose memory was given to results */
  int64_t segments;   /**< programs that the cut was split into */
  int64_t compiles;   /**< those of them that were compiled now */
} lz_barrier_statistics;

/** Fills the struct as far as its struct_size goes, and at once: the work may still run. Errors:
 * LZ_INVALID_ARGUMENT for a struct_size below that of size_t. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_barrier_get_statistics(const lz_barrier* barrier, lz_barrier_statistics* statistics);

/** Gives the event that happens when the work of the cut ends. Errors: of handles. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_barrier_event(const lz_barrier* barrier, LZ_OWNED lz_event** out_event);

/** Gives the program of segment `index` (0 .. segments-1). Errors: LZ_OUT_OF_RANGE. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_barrier_executable(
    const lz_barrier* barrier, size_t index, LZ_OWNED lz_executable** out_executable);

LZ_API LZ_ANY_THREAD void lz_barrier_retain(lz_barrier* LZ_NULLABLE barrier);  /**< Since 1. */
LZ_API LZ_ANY_THREAD void lz_barrier_release(lz_barrier* LZ_NULLABLE barrier); /**< Since 1. */

LZ_HEADER_END

#endif
