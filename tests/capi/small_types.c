/* Types of a byte or less through the public API: packed bytes, ops, gradients and DLPack. */
#include "check.h"
#include "lazuli/dlpack_types.h"
#include "sum.h"

static lz_tensor* fromBytes(lz_device* device, lz_dtype dtype, int64_t n, const uint8_t* bytes) {
  lz_tensor* tensor = NULL;
  OK(lz_tensor_from_host(device, dtype, &n, 1, bytes, NULL, &tensor));
  return tensor;
}

static void expectBytes(lz_tensor* tensor, const uint8_t* want, size_t n) {
  uint8_t got[16] = {0};
  CHECK(lz_tensor_nbytes(tensor) == (int64_t)n);
  OK(lz_tensor_read(tensor, got, n));
  for (size_t i = 0; i < n; ++i)
    CHECK(got[i] == want[i]);
}

static void testTypes(void) {
  CHECK(lz_dtype_size(LZ_DTYPE_F8E4M3FN) == 1 && lz_dtype_size(LZ_DTYPE_S4) == 0);
  CHECK(lz_dtype_bits(LZ_DTYPE_F8E8M0FNU) == 8 && lz_dtype_bits(LZ_DTYPE_F4E2M1FN) == 4);
  CHECK(lz_dtype_bits(LZ_DTYPE_U2) == 2);
  CHECK(strcmp(lz_dtype_name(LZ_DTYPE_F8E4M3B11FNUZ), "f8E4M3B11FNUZ") == 0);
}

/* Doubles 1, 2, -8, 7 and 3 as 4-bit integers, which wrap. */
static void testFourBits(void) {
  Fixture f = setUp(NULL);
  const uint8_t bytes[3] = {0x21, 0x78, 0x03};
  const int32_t want[5] = {2, 4, 0, -2, 6};
  int32_t got[5];
  lz_tensor *x = fromBytes(f.device, LZ_DTYPE_S4, 5, bytes), *sum = NULL, *wide = NULL;
  OK(lz_add(x, x, LZ_HERE, &sum));
  OK(lz_convert(sum, LZ_DTYPE_S32, LZ_HERE, &wide));
  expectBytes(x, bytes, 3);
  expectBytes(sum, (const uint8_t[]){0x42, 0xe0, 0x06}, 3);
  OK(lz_tensor_read(wide, got, sizeof got));
  CHECK(memcmp(got, want, sizeof want) == 0);
  lz_tensor_release(x), lz_tensor_release(sum), lz_tensor_release(wide);
  tearDown(&f);
}

/* Doubles 1.5 and -7.5 in f6E2M3FN. A result that is too large becomes the greatest number. DLPack
 * packs floats of 6 bits, but Lazuli keeps one per byte. */
static void testSixBits(void) {
  Fixture f = setUp(NULL);
  const uint8_t bytes[2] = {0x0c, 0x3f};
  lz_tensor *x = fromBytes(f.device, LZ_DTYPE_F6E2M3FN, 2, bytes), *sum = NULL;
  DLManagedTensorVersioned* managed = NULL;
  OK(lz_add(x, x, LZ_HERE, &sum));
  expectBytes(sum, (const uint8_t[]){0x14, 0x3f}, 2);
  FAILS(LZ_UNIMPLEMENTED, "f6E2M3FN in DLPack", lz_tensor_to_dlpack(sum, &managed));
  CHECK(managed == NULL);
  lz_tensor_release(x), lz_tensor_release(sum);
  tearDown(&f);
}

/* Doubles 1.5 and -448 in f8E4M3FN. A result that is too large becomes NaN. */
static void testEightBits(void) {
  Fixture f = setUp(NULL);
  const uint8_t bytes[2] = {0x3c, 0xfe}, two = 0x40;
  const float ones[2] = {1, 1};
  const int64_t n = 2;
  lz_tensor *x = fromBytes(f.device, LZ_DTYPE_F8E4M3FN, 2, bytes), *scalar = NULL, *all = NULL;
  lz_tensor *y = NULL, *wide = NULL, *cotangent = makeVector(f.device, ones, 2), *gradient = NULL;
  OK(lz_scalar(f.device, LZ_DTYPE_F8E4M3FN, &two, LZ_HERE, &scalar));
  OK(lz_broadcast_in_dim(scalar, NULL, 0, &n, 1, LZ_HERE, &all));
  OK(lz_multiply(x, all, LZ_HERE, &y));
  expectBytes(y, (const uint8_t[]){0x44, 0xff}, 2);
  OK(lz_convert(y, LZ_DTYPE_F32, LZ_HERE, &wide));
  OK(lz_gradients(&wide, 1, &cotangent, &x, 1, NULL, &gradient));
  CHECK(lz_tensor_dtype(gradient) == LZ_DTYPE_F8E4M3FN);
  expectBytes(gradient, (const uint8_t[]){0x40, 0x40}, 2);
  lz_tensor* tensors[] = {x, scalar, all, y, wide, cotangent, gradient};
  for (size_t t = 0; t < COUNT(tensors); ++t)
    lz_tensor_release(tensors[t]);
  tearDown(&f);
}

static void testStridesAreRefused(void) {
  Fixture f = setUp(NULL);
  const uint8_t bytes[2] = {0x21, 0x43};
  const int64_t n = 4, strides[2] = {1, 0};
  lz_tensor* x = NULL;
  lz_host_options host;
  memset(&host, 0, sizeof host);
  host.struct_size = sizeof host;
  for (int i = 0; i < 2; ++i) {
    host.byte_strides = &strides[i];
    FAILS(LZ_INVALID_ARGUMENT, "share bytes",
          lz_tensor_from_host(f.device, LZ_DTYPE_U4, &n, 1, bytes, &host, &x));
  }
  tearDown(&f);
}

/* The sum of 32 ones in f8E5M2 is rounded once, at the end. */
static void testTotals(void) {
  Fixture f = setUp(NULL);
  uint8_t ones[32];
  memset(ones, 0x3c, sizeof ones);
  lz_tensor *x = fromBytes(f.device, LZ_DTYPE_F8E5M2, 32, ones), *total = sum(f.device, x);
  expectBytes(total, (const uint8_t[]){0x50}, 1); /* 2^5 */
  lz_tensor_release(x), lz_tensor_release(total);
  tearDown(&f);
}

/* Gradients of a dot product of two float types. Each gradient has the type of its argument. */
static void testGradientsOfTwoKinds(void) {
  Fixture f = setUp(NULL);
  const uint8_t one = 0x38, great = 0x5f; /* 1 of f8E4M3FN; 448 of f8E5M2 */
  const float seed = 1;
  const int64_t zero = 0;
  lz_dot_general_attributes a;
  memset(&a, 0, sizeof a);
  a.struct_size = sizeof a;
  a.lhs_contracting_dimensions = a.rhs_contracting_dimensions = &zero;
  a.num_lhs_contracting_dimensions = a.num_rhs_contracting_dimensions = 1;
  a.dtype = LZ_DTYPE_F32;
  lz_tensor *x = fromBytes(f.device, LZ_DTYPE_F8E4M3FN, 1, &one), *dot = NULL;
  lz_tensor *y = fromBytes(f.device, LZ_DTYPE_F8E5M2, 1, &great), *cotangent = NULL;
  lz_tensor *inputs[2] = {x, y}, *gradients[2] = {NULL, NULL};
  OK(lz_scalar(f.device, LZ_DTYPE_F32, &seed, LZ_HERE, &cotangent));
  OK(lz_dot_general(x, y, &a, LZ_HERE, &dot));
  OK(lz_gradients(&dot, 1, &cotangent, inputs, 2, NULL, gradients));
  CHECK(lz_tensor_dtype(gradients[0]) == LZ_DTYPE_F8E4M3FN);
  CHECK(lz_tensor_dtype(gradients[1]) == LZ_DTYPE_F8E5M2);
  expectBytes(gradients[0], (const uint8_t[]){0x7e}, 1); /* 448 */
  expectBytes(gradients[1], (const uint8_t[]){0x3c}, 1);
  lz_tensor* tensors[] = {x, y, dot, cotangent, gradients[0], gradients[1]};
  for (size_t t = 0; t < COUNT(tensors); ++t)
    lz_tensor_release(tensors[t]);
  tearDown(&f);
}

static void testOpsWithoutMeaning(void) {
  Fixture f = setUp(NULL);
  const uint8_t bytes[2] = {0x3c, 0xfe};
  lz_tensor *x = fromBytes(f.device, LZ_DTYPE_F8E5M2, 2, bytes), *y = NULL;
  FAILS(LZ_INVALID_ARGUMENT, "floats of 16 bits or more", lz_next_after(x, x, LZ_HERE, &y));
  lz_tensor_release(x);
  tearDown(&f);
}

static void testDLPack(void) {
  Fixture f = setUp(NULL);
  const uint8_t bytes[3] = {0x21, 0x78, 0x03};
  lz_tensor *x = fromBytes(f.device, LZ_DTYPE_S4, 5, bytes), *back = NULL, *y = NULL;
  lz_tensor* power = fromBytes(f.device, LZ_DTYPE_F8E8M0FNU, 3, bytes);
  DLManagedTensorVersioned* managed = NULL;
  OK(lz_tensor_to_dlpack(x, &managed));
  CHECK(managed->dl_tensor.dtype.code == kDLInt && managed->dl_tensor.dtype.bits == 4);
  managed->flags |= DLPACK_FLAG_BITMASK_IS_SUBBYTE_TYPE_PADDED;
  FAILS(LZ_INVALID_ARGUMENT, "pack them", lz_tensor_from_dlpack(f.device, managed, &back));
  managed->flags &= ~(uint64_t)DLPACK_FLAG_BITMASK_IS_SUBBYTE_TYPE_PADDED;
  OK(lz_tensor_from_dlpack(f.device, managed, &back));
  OK(lz_add(back, back, LZ_HERE, &y));
  expectBytes(y, (const uint8_t[]){0x42, 0xe0, 0x06}, 3);
  lz_tensor_release(back);
  lz_tensor* row = NULL;
  const int64_t shape[2] = {1, 5};
  OK(lz_reshape(x, shape, 2, LZ_HERE, &row));
  OK(lz_tensor_to_dlpack(row, &managed));
  managed->dl_tensor.strides[0] = 1; /* the dimension has size 1, so any stride is right */
  OK(lz_tensor_from_dlpack(f.device, managed, &back));
  expectBytes(back, bytes, 3);
  lz_tensor_release(row), lz_tensor_release(back);
  OK(lz_tensor_to_dlpack(power, &managed));
  /* This flag has no effect on elements of whole bytes. */
  managed->flags |= DLPACK_FLAG_BITMASK_IS_SUBBYTE_TYPE_PADDED;
  CHECK(managed->dl_tensor.dtype.code == kDLFloat8_e8m0fnu);
  OK(lz_tensor_from_dlpack(f.device, managed, &back));
  CHECK(lz_tensor_dtype(back) == LZ_DTYPE_F8E8M0FNU);
  lz_tensor_release(x), lz_tensor_release(y), lz_tensor_release(back), lz_tensor_release(power);
  tearDown(&f);
}

int main(void) {
  testTypes();
  testFourBits();
  testSixBits();
  testEightBits();
  testStridesAreRefused();
  testTotals();
  testGradientsOfTwoKinds();
  testOpsWithoutMeaning();
  testDLPack();
  CHECK(lz_live_handles() == 0);
  return failures != 0;
}
