/* Errors. A function returns NULL for success, else a status that the caller releases. There is no
 * global or thread-local error. Errors of asynchronous work belong to the tensors that they affect.
 * Reading such a tensor returns its status. */
#ifndef LAZULI_STATUS_H
#define LAZULI_STATUS_H

#include "lazuli/base.h"

LZ_HEADER_BEGIN

/** The kind of an error. The numbers are those of Abseil and gRPC. */
typedef int32_t lz_code;
enum {
  LZ_OK = 0,
  LZ_CANCELLED = 1, /**< ended by lz_event_cancel, lz_context_cancel or the end of the context */
  LZ_UNKNOWN = 2,
  LZ_INVALID_ARGUMENT = 3,  /**< a mistake of the caller: a bad shape, dtype, handle or option */
  LZ_DEADLINE_EXCEEDED = 4, /**< a wait took longer than its timeout */
  LZ_NOT_FOUND = 5,
  LZ_ALREADY_EXISTS = 6,
  LZ_PERMISSION_DENIED = 7,
  LZ_RESOURCE_EXHAUSTED = 8, /**< no memory is left, in the machine or in the budget */
  LZ_FAILED_PRECONDITION =
      9, /**< the object is in a state that forbids the call, e.g. a donated tensor */
  LZ_ABORTED = 10,
  LZ_OUT_OF_RANGE = 11,
  LZ_UNIMPLEMENTED = 12, /**< valid, but not supported by Lazuli */
  LZ_INTERNAL = 13,      /**< a bug in Lazuli */
  LZ_UNAVAILABLE = 14,
  LZ_DATA_LOSS = 15
};

/** Makes a status, for callbacks that return one and for lz_event_set. `message` says what happened
 * and what to do. It is copied, and NULL means "". If the code is LZ_OK or unknown, the status is
 * LZ_INVALID_ARGUMENT. If there is no memory, the status is LZ_RESOURCE_EXHAUSTED. The result is
 * never NULL. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK LZ_OWNED lz_status* lz_status_create(lz_code code,
                                                                   const char* LZ_NULLABLE message);

/** Returns the code. It is LZ_OK for NULL, and LZ_INVALID_ARGUMENT for a handle of another kind.
 * Since 1. */
LZ_API LZ_ANY_THREAD lz_code lz_status_code(const lz_status* LZ_NULLABLE status);

/** Returns a text for users with the error and the remedy, for example "[add] operands have
 * different shapes: ...". Returns "" for NULL. The words of the text may change. Since 1. */
LZ_API LZ_ANY_THREAD LZ_BORROWED const char* lz_status_message(const lz_status* LZ_NULLABLE status);

/** Return the op that failed, for example "add", and its location: "model.c:12" for a recorded op,
 * "net.mlir:3:10" (line and column) for text; "" if the op or the location is not known. The texts
 * are valid as long as the status. Since 1. */
LZ_API LZ_ANY_THREAD LZ_BORROWED const char* lz_status_op(const lz_status* LZ_NULLABLE status);
LZ_API LZ_ANY_THREAD LZ_BORROWED const char*
lz_status_location(const lz_status* LZ_NULLABLE status);

/** For LZ_RESOURCE_EXHAUSTED, return how many bytes a run or an allocation needed at once, and how
 * many were available. The limit is the budget of the device, the machine, the address space of the
 * process, or the limit for constants and functions in the text of a program. They return 0 for
 * other statuses, and if not even the status could be allocated. Since 3. */
LZ_API LZ_ANY_THREAD int64_t lz_status_bytes_wanted(const lz_status* LZ_NULLABLE status);
LZ_API LZ_ANY_THREAD int64_t lz_status_bytes_available(const lz_status* LZ_NULLABLE status);

/** Returns the index of the operand of lz_status_op that the error is about, counted from 0; -1
 * when that is not known, or when the error is not about exactly one operand. Since 3. */
LZ_API LZ_ANY_THREAD int32_t lz_status_operand(const lz_status* LZ_NULLABLE status);

LZ_API LZ_ANY_THREAD void lz_status_retain(lz_status* LZ_NULLABLE status);  /**< Since 1. */
LZ_API LZ_ANY_THREAD void lz_status_release(lz_status* LZ_NULLABLE status); /**< Since 1. */

LZ_HEADER_END

#endif
