/* Complex numbers through the public API: their bytes and parts, ops, gradients, host calls and
 * DLPack. */
#include "host_functions.h"
#include "lazuli/dlpack_types.h"

static lz_tensor* complexVector(lz_device* device, const float* parts, int64_t n) {
  lz_tensor* tensor = NULL;
  OK(lz_tensor_from_host(device, LZ_DTYPE_C64, &n, 1, parts, NULL, &tensor));
  return tensor;
}

static void expectParts(lz_tensor* tensor, const float* want, size_t n) {
  float got[16];
  OK(lz_tensor_read(tensor, got, n * sizeof(float)));
  for (size_t i = 0; i < n; ++i)
    CHECK(got[i] == want[i]);
}

static void testTypes(void) {
  CHECK(lz_dtype_size(LZ_DTYPE_C64) == 8 && lz_dtype_size(LZ_DTYPE_C128) == 16);
  CHECK(lz_dtype_bits(LZ_DTYPE_C128) == 128);
  CHECK(strcmp(lz_dtype_name(LZ_DTYPE_C64), "complex<f32>") == 0);
}

/* (x + i) * x and its parts; scalars and constants are given by their bytes. */
static void testOps(void) {
  Fixture f = setUp(NULL);
  const float i[2] = {0, 1}, parts[6] = {1, 2, 3, -4, 0, 1}, ones[6] = {1, 1, 1, 1, 1, 1};
  lz_tensor *x = complexVector(f.device, parts, 3), *unit = NULL, *all = NULL, *c = NULL;
  lz_tensor *sum = NULL, *y = NULL, *re = NULL, *im = NULL, *z = NULL;
  OK(lz_scalar(f.device, LZ_DTYPE_C64, i, LZ_HERE, &unit));
  OK(lz_broadcast_in_dim(unit, NULL, 0, kThree, 1, LZ_HERE, &all));
  OK(lz_add(x, all, LZ_HERE, &sum));
  OK(lz_multiply(sum, x, LZ_HERE, &y));
  OK(lz_real(y, LZ_HERE, &re));
  OK(lz_imag(y, LZ_HERE, &im));
  OK(lz_complex(im, re, LZ_HERE, &z));
  OK(lz_constant(f.device, LZ_DTYPE_C64, kThree, 1, ones, LZ_HERE, &c));
  CHECK(lz_tensor_dtype(re) == LZ_DTYPE_F32 && lz_tensor_dtype(z) == LZ_DTYPE_C64);
  CHECK(lz_tensor_nbytes(z) == 24);
  expectParts(y, (const float[]){-5, 5, -3, -21, -2, 0}, 6);
  expectParts(z, (const float[]){5, -5, -21, -3, 0, -2}, 6);
  expectParts(c, ones, 6);
  lz_tensor* tensors[] = {x, unit, all, sum, y, re, im, z, c};
  for (size_t t = 0; t < COUNT(tensors); ++t)
    lz_tensor_release(tensors[t]);
  tearDown(&f);
}

static void testRefusals(void) {
  Fixture f = setUp(NULL);
  lz_tensor *x = complexVector(f.device, (const float[]){1, 2}, 1), *y = NULL, *g = NULL;
  FAILS(LZ_INVALID_ARGUMENT, "take their parts", lz_floor(x, LZ_HERE, &y));
  OK(lz_multiply(x, x, LZ_HERE, &y));
  FAILS(LZ_INVALID_ARGUMENT, "one real element", lz_gradients(&y, 1, NULL, &x, 1, NULL, &g));
  lz_tensor_release(x), lz_tensor_release(y);
  tearDown(&f);
}

/* The gradient of x^2 for a cotangent g is 2 g x; nothing is conjugated. */
static void testGradient(void) {
  Fixture f = setUp(NULL);
  lz_tensor *x = complexVector(f.device, (const float[]){1, 2, 3, -1}, 2), *y = NULL, *g = NULL;
  lz_tensor* cotangent = complexVector(f.device, (const float[]){1, 0, 0, 1}, 2);
  OK(lz_multiply(x, x, LZ_HERE, &y));
  OK(lz_gradients(&y, 1, &cotangent, &x, 1, NULL, &g));
  expectParts(g, (const float[]){2, 4, 2, 6}, 4);
  lz_tensor_release(x), lz_tensor_release(y), lz_tensor_release(g), lz_tensor_release(cotangent);
  tearDown(&f);
}

/* z = i z; checks the types that the function sees. */
static lz_status* turn(void* user, const lz_host_call_args* args) {
  const float* z = (const float*)args->operands[0].data;
  float* turned = (float*)args->results[0].data;
  ++*(int*)user;
  CHECK(args->operands[0].dtype == LZ_DTYPE_C64 && args->operands[0].rank == 1);
  CHECK(args->operands[0].dims[0] == 2 && args->operands[0].nbytes == 16);
  CHECK(args->results[0].dtype == LZ_DTYPE_C64);
  for (int i = 0; i < 2; ++i) {
    turned[2 * i] = -z[2 * i + 1];
    turned[2 * i + 1] = z[2 * i];
  }
  return NULL;
}

static void testHostCall(void) {
  Fixture f = setUp(NULL);
  int calls = 0;
  registerCall(&f, "turn", turn, &calls, 0);
  lz_tensor *x = complexVector(f.device, (const float[]){1, 2, 3, -1}, 2), *sum = NULL, *y = NULL;
  OK(lz_add(x, x, LZ_HERE, &sum));
  lz_tensor* turned = callOn(&f, "turn", sum);
  OK(lz_negate(turned, LZ_HERE, &y));
  expectParts(y, (const float[]){4, -2, -2, -6}, 4);
  CHECK(calls == 1);
  lz_tensor_release(x), lz_tensor_release(sum), lz_tensor_release(turned), lz_tensor_release(y);
  tearDown(&f);
}

static void testDLPack(void) {
  Fixture f = setUp(NULL);
  lz_tensor *x = complexVector(f.device, (const float[]){1, 2, 3, -1}, 2), *y = NULL;
  struct DLManagedTensor* managed = NULL;
  OK(lz_tensor_to_dlpack_legacy(x, &managed));
  CHECK(managed->dl_tensor.dtype.code == kDLComplex && managed->dl_tensor.dtype.bits == 64);
  OK(lz_tensor_from_dlpack_legacy(f.device, managed, &y));
  CHECK(lz_tensor_dtype(y) == LZ_DTYPE_C64);
  expectParts(y, (const float[]){1, 2, 3, -1}, 4);
  lz_tensor_release(x), lz_tensor_release(y);
  tearDown(&f);
}

int main(void) {
  testTypes();
  testOps();
  testRefusals();
  testGradient();
  testHostCall();
  testDLPack();
  return failures != 0;
}
