/* A tensor handle stands for a value that is recorded (pending), being computed, or in memory. A
 * tensor never changes, and all threads may use its handle. A shape is a list of int64_t
 * dimensions, outermost first. Data at this API is row-major. */
#ifndef LAZULI_TENSOR_H
#define LAZULI_TENSOR_H

#include "lazuli/device.h"
#include "lazuli/event.h"

LZ_HEADER_BEGIN

/** A host mode says how long the library uses the caller's bytes. */
typedef int32_t lz_host_mode;
enum {
  LZ_HOST_COPY = 0, /**< only during the call, which copies the bytes */
  /** until out_event happens. The event happens when the library has used the bytes for the last
   * time, usually when the tensor is released. Do not write or free the bytes earlier */
  LZ_HOST_BORROW_UNTIL_EVENT = 1,
  LZ_HOST_BORROW_IMMUTABLE = 2 /**< until `release` is called; do not write the bytes earlier */
};

/** Releases the caller's bytes. The library calls it exactly once, when it has used the bytes for
 * the last time, even if the call that got the function failed. It is called on any thread and with
 * no lock held. It may call functions of the library, but a call that would have to wait for work
 * returns LZ_FAILED_PRECONDITION. */
typedef void (*lz_release_fn)(void* LZ_NULLABLE user, const void* LZ_NULLABLE data);

typedef struct lz_host_options {
  size_t struct_size;
  lz_host_mode mode; /**< default LZ_HOST_COPY */
  int32_t reserved;  /**< 0 */
  const int64_t* LZ_NULLABLE
      byte_strides; /**< one per dimension, from one element to the next; they may be 0 or
                                  negative, with `data` the address of element (0, ..., 0). NULL:
                                  row-major, as elements of less than a byte always are. They are
                                  read during the call. */
  lz_release_fn LZ_NULLABLE release; /**< required for LZ_HOST_BORROW_IMMUTABLE */
  void* LZ_NULLABLE release_user;
  lz_event** LZ_NULLABLE out_event; /**< required for LZ_HOST_BORROW_UNTIL_EVENT; LZ_OWNED */
} lz_host_options;

/** Makes a tensor in memory from the caller's bytes. `data` is not NULL unless the tensor is empty.
 * `data` and strides need no alignment. Borrowed bytes that are row-major and aligned to their
 * element are used in place and never written to. An alignment of 64 bytes is fastest. All other
 * bytes are copied during the call. Then the event has happened, or `release` has been called, when
 * the call returns. If memory for a copy is short, the call waits for runs that were submitted
 * before, but not in a callback. Errors: LZ_INVALID_ARGUMENT (dtype, NULL dims or data, negative
 * dimension, size overflow, mode, a mode without the `release` or `out_event` that it needs),
 * LZ_RESOURCE_EXHAUSTED, LZ_FAILED_PRECONDITION after shutdown. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_tensor_from_host(lz_device* device, lz_dtype dtype, const int64_t* LZ_NULLABLE_IF_EMPTY dims,
                    size_t rank, const void* LZ_NULLABLE_IF_EMPTY data,
                    const lz_host_options* LZ_NULLABLE host, LZ_OWNED lz_tensor** out_tensor);

/** Makes a value that becomes part of the program. So each new value needs a program of its own.
 * There is one exception. If two recordings differ only in the values of constants, the constants
 * that differ become inputs of the second program. This program then serves all values. Constants
 * in the body of an op or of more than 64 KiB never become inputs. `data` is row-major and copied.
 * Errors: those of lz_tensor_from_host. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_constant(lz_device* device, lz_dtype dtype, const int64_t* LZ_NULLABLE_IF_EMPTY dims,
            size_t rank, const void* LZ_NULLABLE_IF_EMPTY data,
            const lz_op_options* LZ_NULLABLE options, LZ_OWNED lz_tensor** out_tensor);

/** Makes a value of rank 0 that is an input of programs, so that the same program runs for all
 * values. Only 0, 1 and -1 become constants of the program. `value` is one element, which is
 * copied. Errors: those of lz_tensor_from_host. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_scalar(lz_device* device, lz_dtype dtype, const void* value,
          const lz_op_options* LZ_NULLABLE options, LZ_OWNED lz_tensor** out_tensor);
/** Does what lz_scalar does, for a value that is given as a double. It is rounded to a float,
 * truncated to an integer, or compared with 0 for a predicate. Errors: those of
 * lz_tensor_from_host. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_scalar_f64(lz_device* device, lz_dtype dtype, double value,
              const lz_op_options* LZ_NULLABLE options, LZ_OWNED lz_tensor** out_tensor);

/** If the last reference to a pending tensor is released, the tensor is computed only if another
 * tensor needs it. Since 1. */
LZ_API LZ_ANY_THREAD void lz_tensor_retain(lz_tensor* LZ_NULLABLE tensor);  /**< Since 1. */
LZ_API LZ_ANY_THREAD void lz_tensor_release(lz_tensor* LZ_NULLABLE tensor); /**< Since 1. */

/** These functions return the type of a tensor, and never compute anything. For a bad handle they
 * return LZ_DTYPE_INVALID, rank 0, NULL and 0. Since 1. */
LZ_API LZ_ANY_THREAD lz_dtype lz_tensor_dtype(const lz_tensor* tensor);
LZ_API LZ_ANY_THREAD size_t lz_tensor_rank(const lz_tensor* tensor);
LZ_API LZ_ANY_THREAD LZ_BORROWED const int64_t* LZ_NULLABLE
lz_tensor_dims(const lz_tensor* tensor); /**< an array of `rank` numbers */
LZ_API LZ_ANY_THREAD int64_t lz_tensor_nbytes(const lz_tensor* tensor);

/** Gives the device that the tensor lives on. Errors: of handles. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_tensor_device(const lz_tensor* tensor, LZ_OWNED lz_device** out_device);

/** Gives 1 if the tensor is recorded and not submitted yet, else 0. Constants, scalars and computed
 * tensors are not pending. Errors: of handles. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_tensor_is_pending(const lz_tensor* tensor,
                                                                          int32_t* out_pending);

/** Waits for the value and copies it to `data`, row-major. `size` must be lz_tensor_nbytes. If the
 * tensor is pending, it is computed. If it needs other pending tensors that have a handle, these
 * are stored, so that they are not computed twice. Errors: LZ_INVALID_ARGUMENT (size),
 * LZ_FAILED_PRECONDITION (donated, or a parameter of a function), or the error of the computation
 * that this tensor depends on. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_tensor_read(lz_tensor* tensor,
                                                                    void* LZ_NULLABLE_IF_EMPTY data,
                                                                    size_t size);

typedef struct lz_read_options {
  size_t struct_size;
  /** For each dimension, the number of bytes from one element to the next. It may be 0 or negative.
   * `data` is the address of element (0, ..., 0). If several elements have the same address, the
   * bytes there are those of the last of them in row-major order. NULL means row-major. Strides
   * must be NULL for elements of less than a byte. They are read during the call. */
  const int64_t* LZ_NULLABLE byte_strides;
} lz_read_options;

/** Copies the value to `data`, which needs no alignment, as soon as the value exists. Does not
 * wait. When the event happens, `data` belongs to the caller again; the program need not wait
 * for the event. `size` is lz_tensor_nbytes, whatever the strides.
 *
 * A value in memory is copied during the call, and the event has happened when the call returns. A
 * value that is being computed is copied by the thread that computes it. The copy is made before
 * the device's next work, which may take over the bytes of the value. A pending value is compiled
 * and submitted during the call, as by lz_evaluate without waiting. The tensor may be released at
 * once. If lz_tensor_delete is called before the read has ended, the read may fail with
 * LZ_FAILED_PRECONDITION.
 *
 * If the computation that the tensor depends on fails, the event has its error, and `data` does not
 * change. lz_event_cancel ends the read, not the computation. The event then happens at once with
 * LZ_CANCELLED or, if a copy has begun, at the end of this copy.
 *
 * Errors: LZ_INVALID_ARGUMENT (size, data), LZ_FAILED_PRECONDITION (donated, or a parameter of a
 * function; pending after shutdown), LZ_RESOURCE_EXHAUSTED. Then `data` is not used. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_tensor_read_async(lz_tensor* tensor, void* LZ_NULLABLE_IF_EMPTY data, size_t size,
                     const lz_read_options* LZ_NULLABLE options, LZ_OWNED lz_event** out_event);

/** Gives the event of the work that computes a submitted tensor. The event of a tensor in memory
 * has happened. The call does not wait, even while the tensor's program is being compiled. A wait
 * for the event returns the status of this tensor, whatever the status of other tensors of its
 * program is. Errors: LZ_FAILED_PRECONDITION for a pending tensor (use lz_evaluate first), for a
 * parameter of a function, and for a tensor that depends on one. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_tensor_event(const lz_tensor* tensor,
                                                                     LZ_OWNED lz_event** out_event);

/** Promises that this tensor, in memory or pending, is not read after the next barrier that uses
 * it. A result of that barrier may take over its memory. Reading the tensor later is
 * LZ_FAILED_PRECONDITION. If the work that was to get the memory fails, the tensor can be read
 * again. Errors: of handles. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_tensor_donate(lz_tensor* tensor);

/** Says that the leading dimension of this tensor, which is submitted or in memory, is a batch
 * whose size differs from step to step. Ops on the tensor are compiled for its bucket: the
 * smallest power of two that is neither below the size nor below `least`. Batches with the same
 * bucket share one program. For example, one program serves batches of 33 to 64. Recorded shapes
 * do not change. If a result has the batch as its leading dimension, the result is bucketed,
 * too. A batch of 1 gets a program of its own. If `least` is 0, each size gets a program of its
 * own again.
 *
 * A cut that reads the tensor is refused with LZ_UNIMPLEMENTED if an op has no rule for elements
 * after the end of the batch, or needs its size. The error names the op, and docs/lazy.md lists the
 * rules. Sums over the batch are added in the order of the larger program, so they may differ
 * within the error bounds of a sum. Arguments and results with the batch are copied, and take over
 * no memory.
 *
 * Errors: LZ_INVALID_ARGUMENT (no dimension, `least` below 0 or above 2^30), LZ_FAILED_PRECONDITION
 * (a pending tensor, a constant, or a parameter of a function). Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_tensor_bucket(lz_tensor* tensor,
                                                                      int64_t least);

/** Frees the memory of a tensor that is submitted or in memory. If submitted runs or views use it,
 * the memory is freed when the last of them ends. The handle stays valid. Reading the tensor is
 * LZ_FAILED_PRECONDITION, and so is computing pending ops on it. A second call does nothing. The
 * event of the tensor does not change. Errors: LZ_FAILED_PRECONDITION for a pending tensor, a
 * constant, a scalar or a parameter of a function. These have no memory of their own, so release
 * them instead. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_tensor_delete(lz_tensor* tensor);

/** Gives 1 after lz_tensor_delete, or when the memory was given to a result (lz_tensor_donate). If
 * that work failed before it took the memory, gives 0. Gives 0 in all other cases. Errors: of
 * handles. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_tensor_is_deleted(const lz_tensor* tensor,
                                                                          int32_t* out_deleted);

/** Computes the tensor, waits, and gives a view of its bytes. The bytes are row-major, and the
 * caller must not write to them. They do not move or change until the last view is released. This
 * holds even if the tensor is donated, deleted or released, and after the end of the context.
 * Errors: as lz_tensor_read. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_tensor_acquire_view(lz_tensor* tensor, LZ_OWNED lz_view** out_view);
/** Return the address of the first byte and the number of bytes, or NULL and 0 for a bad handle.
 * Since 3. */
LZ_API LZ_ANY_THREAD LZ_BORROWED const void* LZ_NULLABLE lz_view_data(const lz_view* view);
LZ_API LZ_ANY_THREAD size_t lz_view_size(const lz_view* view);
LZ_API LZ_ANY_THREAD void lz_view_retain(lz_view* LZ_NULLABLE view);  /**< Since 3. */
LZ_API LZ_ANY_THREAD void lz_view_release(lz_view* LZ_NULLABLE view); /**< Since 3. */

/** Computes the tensor, waits, and gives a copy on `device`, with memory of its own. `device` may
 * be the tensor's device, or a device of another context. `flags` is 0. Errors: as lz_tensor_read;
 * LZ_INVALID_ARGUMENT (flags), LZ_RESOURCE_EXHAUSTED, LZ_FAILED_PRECONDITION after a shutdown of
 * the device's context. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_tensor_copy_to_device(
    lz_tensor* tensor, lz_device* device, uint64_t flags, LZ_OWNED lz_tensor** out_tensor);

/** Gives the op that computes a pending tensor. Gives NULL if the tensor is not pending. Errors: of
 * handles. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_tensor_op(const lz_tensor* tensor,
                                                                  LZ_OWNED lz_op** out_op);

LZ_API LZ_ANY_THREAD void lz_op_retain(lz_op* LZ_NULLABLE op);  /**< Since 1. */
LZ_API LZ_ANY_THREAD void lz_op_release(lz_op* LZ_NULLABLE op); /**< Since 1. */

/** Returns a name like "add"; NULL for a bad handle. Since 1. */
LZ_API LZ_ANY_THREAD LZ_BORROWED const char* LZ_NULLABLE lz_op_name(const lz_op* op);
/** Returns "model.c:12", or "model.c:12 (encoder)" with the caller's name for the op. Returns "" if
 * the location is not known. Since 1. */
LZ_API LZ_ANY_THREAD LZ_BORROWED const char* LZ_NULLABLE lz_op_location(const lz_op* op);

LZ_HEADER_END

#endif
