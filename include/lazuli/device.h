/* Tensors live on a device, and programs run on it. Device 0 of a context is the host. Work of one
 * device runs in the order in which it was submitted. The caller does not wait for it. */
#ifndef LAZULI_DEVICE_H
#define LAZULI_DEVICE_H

#include "lazuli/context.h"

LZ_HEADER_BEGIN

/** Gives the number of devices, which are numbered from 0. Errors: of handles. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_context_num_devices(lz_context* context,
                                                                            size_t* out_count);

/** Gives device `index` of the context. Errors: LZ_OUT_OF_RANGE. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_context_device(lz_context* context, size_t index, LZ_OWNED lz_device** out_device);

LZ_API LZ_ANY_THREAD void lz_device_retain(lz_device* LZ_NULLABLE device);  /**< Since 1. */
LZ_API LZ_ANY_THREAD void lz_device_release(lz_device* LZ_NULLABLE device); /**< Since 1. */

/** Returns a name like "host:0"; NULL for a bad handle. Since 1. */
LZ_API LZ_ANY_THREAD LZ_BORROWED const char* LZ_NULLABLE lz_device_name(const lz_device* device);

/** Gives the number of threads that compute. The thread that waits is counted too. Errors: of
 * handles. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_device_threads(const lz_device* device,
                                                                       int32_t* out_threads);

/** Returns the number of the device in its context. lz_context_device takes this number as its
 * index. Returns -1 for a bad handle. Since 3. */
LZ_API LZ_ANY_THREAD int32_t lz_device_index(const lz_device* device);

/** Returns the kind of processor, which is "host" so far; NULL for a bad handle. Since 3. */
LZ_API LZ_ANY_THREAD LZ_BORROWED const char* LZ_NULLABLE lz_device_kind(const lz_device* device);

/** Gives 1 if both handles are of one device, else 0. Comparing pointers is not enough, because
 * each call of lz_context_device and lz_tensor_device makes a new handle. Devices of two contexts
 * are never the same. Errors: of handles. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_device_is_same(const lz_device* device,
                                                                       const lz_device* other,
                                                                       int32_t* out_same);

/** Sets the largest number of bytes that tensors and temporaries of the device may take together.
 * This number replaces the part of budget_bytes that the device got from its context. 0: an equal
 * part of all that the machine and cgroups allow. From then on, runs and tensors that do not fit
 * are refused. Freed memory that is kept for reuse is given back if it does not fit. Errors:
 * LZ_INVALID_ARGUMENT for a negative number; LZ_FAILED_PRECONDITION if more bytes are in use, with
 * both numbers in the message. Then the budget does not change. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_device_set_memory_budget(lz_device* device, int64_t budget_bytes);

/** Gives the context of the device. Errors: of handles. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_device_context(const lz_device* device, LZ_OWNED lz_context** out_context);

LZ_HEADER_END

#endif
