/* DLPack: tensors shared with other libraries without a copy. The structs are those of DLPack 1.1;
 * their definitions are in the dlpack.h of the program, or in lazuli/dlpack_types.h. */
#ifndef LAZULI_DLPACK_H
#define LAZULI_DLPACK_H

#include "lazuli/tensor.h"

LZ_HEADER_BEGIN

struct DLManagedTensor;
struct DLManagedTensorVersioned;

/** Makes a tensor from one of another library. This takes `managed` over, and calls its deleter
 * once, when the bytes are no longer used. On failure the caller keeps `managed`. Row-major tensors
 * that are aligned to their element are used in place. Others are copied, and their deleter is
 * called at once. Strides count elements and may be 0 or negative. The owner must not write the
 * bytes before the deleter is called. Errors: LZ_INVALID_ARGUMENT (another device than the CPU,
 * vector lanes, dtype, major version), LZ_FAILED_PRECONDITION after shutdown. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_tensor_from_dlpack(
    lz_device* device, struct DLManagedTensorVersioned* managed, LZ_OWNED lz_tensor** out_tensor);
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_tensor_from_dlpack_legacy(
    lz_device* device, struct DLManagedTensor* managed, LZ_OWNED lz_tensor** out_tensor);

/** Computes the tensor, waits, and lends its memory to another library. The memory is row-major and
 * read-only, and is valid until the deleter is called. Any thread may call the deleter, even after
 * the tensor and the context are released. Errors: as lz_tensor_read; LZ_UNIMPLEMENTED for the
 * floats of 6 bits. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_tensor_to_dlpack(lz_tensor* tensor, LZ_OWNED struct DLManagedTensorVersioned** out_managed);
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_tensor_to_dlpack_legacy(lz_tensor* tensor, LZ_OWNED struct DLManagedTensor** out_managed);

LZ_HEADER_END

#endif
