/* DLPack: tensors shared with other libraries without a copy. The structs are those of DLPack 1.1
 * (and of the older unversioned form, which NumPy 1.24 speaks), declared here because distributions
 * ship older headers. A program that uses its own dlpack.h includes it first. */
#ifndef LAZULI_DLPACK_H
#define LAZULI_DLPACK_H

#include "lazuli/tensor.h"

#ifndef DLPACK_DLPACK_H_
#define DLPACK_DLPACK_H_

LZ_EXTERN_C_BEGIN

#define DLPACK_MAJOR_VERSION 1
#define DLPACK_MINOR_VERSION 1

typedef struct {
  uint32_t major;
  uint32_t minor;
} DLPackVersion;

/* An int32_t in C++ headers elsewhere; C has it as a plain enum of the same size. */
typedef int32_t DLDeviceType;
enum { kDLCPU = 1, kDLCUDA = 2, kDLCUDAHost = 3 };

typedef struct {
  DLDeviceType device_type;
  int32_t device_id;
} DLDevice;

typedef enum {
  kDLInt = 0,
  kDLUInt = 1,
  kDLFloat = 2,
  kDLOpaqueHandle = 3,
  kDLBfloat = 4,
  kDLComplex = 5,
  kDLBool = 6
} DLDataTypeCode;

typedef struct {
  uint8_t code;
  uint8_t bits;
  uint16_t lanes;
} DLDataType;

typedef struct {
  void* data;
  DLDevice device;
  int32_t ndim;
  DLDataType dtype;
  int64_t* shape;
  int64_t* strides; /* in elements; NULL: row-major */
  uint64_t byte_offset;
} DLTensor;

typedef struct DLManagedTensor {
  DLTensor dl_tensor;
  void* manager_ctx;
  void (*deleter)(struct DLManagedTensor* self);
} DLManagedTensor;

#define DLPACK_FLAG_BITMASK_READ_ONLY (1UL << 0UL)
#define DLPACK_FLAG_BITMASK_IS_COPIED (1UL << 1UL)

typedef struct DLManagedTensorVersioned {
  DLPackVersion version;
  void* manager_ctx;
  void (*deleter)(struct DLManagedTensorVersioned* self);
  uint64_t flags;
  DLTensor dl_tensor;
} DLManagedTensorVersioned;

LZ_EXTERN_C_END

#endif /* DLPACK_DLPACK_H_ */

LZ_EXTERN_C_BEGIN

struct DLManagedTensor;
struct DLManagedTensorVersioned;

/* Takes the tensor over: its deleter is called once, when the bytes are no longer used; on failure
 * it stays the caller's. Row-major tensors aligned to their element are used in place, others are
 * copied, and the deleter is called at once. Strides count elements and may be 0 or negative. The
 * owner must not write the bytes before. Errors: LZ_INVALID_ARGUMENT (another device than the CPU,
 * vector lanes, dtype, major version), LZ_FAILED_PRECONDITION after shutdown. Since 1. */
LZ_API LZ_ANY_THREAD lz_status* lz_tensor_from_dlpack(lz_device* device,
                                                      struct DLManagedTensorVersioned* managed,
                                                      LZ_OWNED lz_tensor** out_tensor);
LZ_API LZ_ANY_THREAD lz_status* lz_tensor_from_dlpack_legacy(lz_device* device,
                                                             struct DLManagedTensor* managed,
                                                             LZ_OWNED lz_tensor** out_tensor);

/* Evaluates the tensor, waits, and lends its memory: row-major, read-only, valid until the deleter
 * is called, which any thread may do, also after the tensor and the context are released. Errors:
 * as lz_tensor_read. Since 1. */
LZ_API LZ_ANY_THREAD lz_status* lz_tensor_to_dlpack(lz_tensor* tensor,
                                                    struct DLManagedTensorVersioned** out_managed);
LZ_API LZ_ANY_THREAD lz_status* lz_tensor_to_dlpack_legacy(lz_tensor* tensor,
                                                           struct DLManagedTensor** out_managed);

LZ_EXTERN_C_END

#endif
