/* Tensors that are imported and exported by DLPack. */
#include "check.h"
#include "lazuli/dlpack_types.h"

#include <stdlib.h>

static void expectValues(lz_tensor* tensor, const float* want, size_t n) {
  float got[16];
  OK(lz_tensor_read(tensor, got, n * sizeof(float)));
  for (size_t i = 0; i < n; ++i)
    CHECK(got[i] == want[i]);
}

static void testDlpack(void) {
  Fixture f = setUp(NULL);
  struct DLManagedTensorVersioned* managed = NULL;
  lz_tensor *y = NULL, *z = NULL;
  OK(lz_add(f.x, f.x, LZ_HERE, &y));
  OK(lz_tensor_to_dlpack(y, &managed));
  CHECK(managed->version.major == 1 && (managed->flags & DLPACK_FLAG_BITMASK_READ_ONLY));
  CHECK(managed->dl_tensor.ndim == 1 && managed->dl_tensor.shape[0] == 3);
  CHECK(((const float*)managed->dl_tensor.data)[2] == 6);
  lz_tensor_release(y);
  OK(lz_tensor_from_dlpack(f.device, managed, &z)); /* z takes over the memory */
  const float want[3] = {2, 4, 6};
  expectValues(z, want, 3);
  struct DLManagedTensor* legacy = NULL;
  OK(lz_tensor_to_dlpack_legacy(z, &legacy));
  legacy->dl_tensor.device.device_type = kDLCUDA;
  FAILS(LZ_INVALID_ARGUMENT, "CPU", lz_tensor_from_dlpack_legacy(f.device, legacy, &y));
  lz_tensor_release(z);
  CHECK(((const float*)legacy->dl_tensor.data)[0] == 2); /* the data outlives the tensor */
  legacy->deleter(legacy);
  tearDown(&f);
}

/* The stride of a dimension of size 1 is not used; other strides count elements. */
static void testDlpackStrides(void) {
  Fixture f = setUp(NULL);
  const float values[3] = {1, 2, 3};
  const struct {
    int64_t shape[2], strides[2];
    const char* refused; /* NULL if it is accepted as a tensor of 1, 2, 3 */
  } cases[] = {{{1, 3}, {INT64_MAX, 1}, NULL},
               {{3, 1}, {1, INT64_MIN}, NULL},
               {{1, 3}, {INT64_MIN, INT64_MAX}, "DLPack strides[1] is 9223372036854775807"},
               {{3, 1}, {INT64_MAX / 4 + 1, 1}, "DLPack strides[0]"},
               {{2, 2}, {INT64_MAX / 16 + 1, INT64_MAX / 16 + 1}, "DLPack strides[1]"},
               {{2, 2}, {INT64_MIN, 1}, "DLPack strides[0] is -9223372036854775808"}};
  for (size_t i = 0; i < COUNT(cases); ++i) {
    struct DLManagedTensorVersioned managed;
    lz_tensor* z = NULL;
    memset(&managed, 0, sizeof managed);
    managed.version.major = DLPACK_MAJOR_VERSION;
    managed.dl_tensor.data = (void*)(uintptr_t)values;
    managed.dl_tensor.device.device_type = kDLCPU;
    managed.dl_tensor.ndim = 2;
    managed.dl_tensor.dtype.code = kDLFloat, managed.dl_tensor.dtype.bits = 32;
    managed.dl_tensor.dtype.lanes = 1;
    managed.dl_tensor.shape = (int64_t*)(uintptr_t)cases[i].shape;
    managed.dl_tensor.strides = (int64_t*)(uintptr_t)cases[i].strides;
    if (cases[i].refused) {
      FAILS(LZ_INVALID_ARGUMENT, cases[i].refused, lz_tensor_from_dlpack(f.device, &managed, &z));
      continue;
    }
    OK(lz_tensor_from_dlpack(f.device, &managed, &z));
    expectValues(z, values, 3);
    lz_tensor_release(z);
  }
  tearDown(&f);
}

int main(void) {
  testDlpack();
  testDlpackStrides();
  return finish();
}
