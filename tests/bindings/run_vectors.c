/* Runs the vectors through the C API, as a front end does in its own words: the reader of
 * bindings/vectors/README.md in C.
 *
 *   run_vectors FILE
 */
#include "vector.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(lz_status* status, const Vector* v) {
  if (!status)
    return;
  fprintf(stderr, "vector %d [%s]: %s\n", v->number, v->op, lz_status_message(status));
  exit(1);
}

static lz_tensor* upload(lz_device* device, const Vector* v, const Value* value) {
  lz_tensor* tensor = NULL;
  check(lz_tensor_from_host(device, value->dtype, value->dims, value->rank, value->bytes, NULL,
                            &tensor),
        v);
  return tensor;
}

static lz_tensor* binary(const Vector* v, const char* op, lz_tensor* x, lz_tensor* y) {
  lz_tensor* out = NULL;
  check(lz_op_record(NULL, op, (lz_tensor*[]){x, y}, 2, NULL, 0, NULL, 0, LZ_HERE, &out, 1), v);
  return out;
}

/* An s32, such as the counter of a loop. */
static lz_tensor* whole(lz_device* device, const Vector* v, int32_t value) {
  lz_tensor* out = NULL;
  check(lz_constant(device, LZ_DTYPE_S32, NULL, 0, &value, LZ_HERE, &out), v);
  return out;
}

/* Applies a body to values that are its parameters or captured, and returns the number of
 * results. */
static size_t applyBody(lz_device* device, const Vector* v, const char* body, lz_tensor** x,
                        size_t n, lz_tensor** results) {
  static const char* const kComparisons[] = {"equal",   "not_equal",  "greater_equal",
                                             "greater", "less_equal", "less"};
  const size_t half = n / 2;
  for (lz_comparison_direction d = 0; d < 6; ++d)
    if (!strcmp(body, kComparisons[d])) {
      check(lz_compare(x[0], x[1], d, LZ_COMPARISON_TYPE_NOTYPE, LZ_HERE, &results[0]), v);
      return 1;
    }
  if (!strcmp(body, "first") || !strcmp(body, "second")) {
    for (size_t i = 0; i < half; ++i) {
      results[i] = x[i + (body[0] == 's' ? half : 0)];
      lz_tensor_retain(results[i]);
    }
    return half;
  }
  if (!strcmp(body, "larger")) {
    lz_tensor* keeps = NULL;
    check(lz_compare(x[0], x[half], LZ_COMPARISON_DIRECTION_GE, LZ_COMPARISON_TYPE_NOTYPE, LZ_HERE,
                     &keeps),
          v);
    for (size_t i = 0; i < half; ++i)
      check(lz_select(keeps, x[i], x[half + i], LZ_HERE, &results[i]), v);
    lz_tensor_release(keeps);
    return half;
  }
  if (!strcmp(body, "count_below_5")) {
    lz_tensor* five = whole(device, v, 5);
    check(lz_compare(x[0], five, LZ_COMPARISON_DIRECTION_LT, LZ_COMPARISON_TYPE_NOTYPE, LZ_HERE,
                     &results[0]),
          v);
    lz_tensor_release(five);
    return 1;
  }
  if (!strcmp(body, "count_and_double")) {
    lz_tensor* one = whole(device, v, 1);
    results[0] = binary(v, "add", x[0], one);
    results[1] = binary(v, "add", x[1], x[1]);
    lz_tensor_release(one);
    return 2;
  }
  results[0] = binary(v, body, x[0], x[1]);
  return 1;
}

static lz_function* makeFunction(lz_device* device, const Vector* v, const Function* f,
                                 lz_tensor** captured, size_t numCaptured) {
  lz_function* function = NULL;
  lz_tensor *params[MOST] = {0}, *results[MOST] = {0};
  check(lz_function_begin(device, f->name, &function), v);
  for (size_t i = 0; i < f->numParams; ++i)
    check(lz_function_parameter(function, f->params[i].dtype, f->params[i].dims, f->params[i].rank,
                                &params[i]),
          v);
  const size_t count = f->numParams ? applyBody(device, v, f->body, params, f->numParams, results)
                                    : applyBody(device, v, f->body, captured, numCaptured, results);
  check(lz_function_finish(function, results, count), v);
  for (size_t i = 0; i < MOST; ++i) {
    lz_tensor_release(params[i]);
    lz_tensor_release(results[i]);
  }
  return function;
}

/* Reads part `i` of the elements as a float, and sets `unit` to the distance from 1 to the next
 * float of the type. A complex number has two parts. Returns 0 for types that are compared by their
 * bytes. */
static int partOf(lz_dtype dtype, const unsigned char* bytes, size_t i, double* part,
                  double* unit) {
  uint16_t half;
  uint32_t wide;
  float single;
  switch (dtype) {
  case LZ_DTYPE_F32:
  case LZ_DTYPE_C64:
    memcpy(&single, bytes + 4 * i, 4);
    *part = single;
    *unit = 0x1p-23;
    return 1;
  case LZ_DTYPE_F64:
  case LZ_DTYPE_C128:
    memcpy(part, bytes + 8 * i, 8);
    *unit = 0x1p-52;
    return 1;
  case LZ_DTYPE_BF16:
    memcpy(&half, bytes + 2 * i, 2);
    wide = (uint32_t)half << 16;
    memcpy(&single, &wide, 4);
    *part = single;
    *unit = 0x1p-7;
    return 1;
  case LZ_DTYPE_F16: {
    memcpy(&half, bytes + 2 * i, 2);
    const int exponent = half >> 10 & 31, mantissa = half & 1023;
    *part = exponent == 31 ? (mantissa ? NAN : INFINITY)
            : exponent     ? ldexp(1024 + mantissa, exponent - 25)
                           : ldexp(mantissa, -24);
    *part = half >> 15 ? -*part : *part;
    *unit = 0x1p-10;
    return 1;
  }
  default:
    return 0;
  }
}

/* Returns whether each element is near enough. For complex numbers both parts must be near enough,
 * relative to the larger part. */
static int isNear(const Value* expected, const unsigned char* actual) {
  const size_t parts = expected->dtype == LZ_DTYPE_C64 || expected->dtype == LZ_DTYPE_C128 ? 2 : 1;
  double e[2], a[2], unit;
  if (!partOf(expected->dtype, expected->bytes, 0, e, &unit))
    return !memcmp(expected->bytes, actual, expected->size);
  for (size_t i = 0; i < expected->numElements; ++i) {
    double size = 0;
    for (size_t p = 0; p < parts; ++p) {
      partOf(expected->dtype, expected->bytes, parts * i + p, &e[p], &unit);
      partOf(expected->dtype, actual, parts * i + p, &a[p], &unit);
      size = isfinite(e[p]) ? fmax(size, fabs(e[p])) : size;
    }
    for (size_t p = 0; p < parts; ++p) {
      const int isSame = a[p] == e[p] ? expected->units || !signbit(a[p]) == !signbit(e[p])
                                      : isnan(a[p]) && isnan(e[p]);
      const int isClose = expected->units && fabs(a[p] - e[p]) <= expected->units * unit * size;
      if (!isSame && !isClose)
        return 0;
    }
  }
  return 1;
}

static void printBytes(const char* what, const unsigned char* bytes, size_t size) {
  fprintf(stderr, "  %s ", what);
  for (size_t i = 0; i < size; ++i)
    fprintf(stderr, "%02x", bytes[i]);
  fprintf(stderr, "\n");
}

/* True if the results are as expected; a difference is printed. */
static int runVector(lz_device* device, const Vector* v) {
  lz_tensor *operands[MOST] = {0}, *captured[MOST] = {0}, *outs[MOST] = {0};
  lz_function* functions[MOST] = {0};
  for (size_t i = 0; i < v->numOperands; ++i)
    operands[i] = upload(device, v, &v->operands[i]);
  for (size_t i = 0; i < v->numCaptured; ++i)
    captured[i] = upload(device, v, &v->captured[i]);
  for (size_t i = 0; i < v->numFunctions; ++i)
    functions[i] = makeFunction(device, v, &v->functions[i], captured, v->numCaptured);
  check(lz_op_record(device, v->op, operands, v->numOperands, v->attributes, v->numAttributes,
                     functions, v->numFunctions, LZ_HERE, outs, v->numResults),
        v);
  int isRight = 1;
  for (size_t i = 0; i < v->numResults; ++i) {
    const Value* expected = &v->results[i];
    unsigned char* bytes = calloc(1, expected->size + 1);
    const int hasType = lz_tensor_dtype(outs[i]) == expected->dtype &&
                        lz_tensor_rank(outs[i]) == expected->rank &&
                        (expected->rank == 0 ||
                         !memcmp(lz_tensor_dims(outs[i]), expected->dims, 8 * expected->rank));
    if (hasType)
      check(lz_tensor_read(outs[i], bytes, expected->size), v);
    if (!hasType || !isNear(expected, bytes)) {
      fprintf(stderr, "vector %d [%s]: result %zu differs%s\n", v->number, v->op, i,
              hasType ? "" : " in its type");
      printBytes("is      ", bytes, expected->size);
      printBytes("expected", expected->bytes, expected->size);
      isRight = 0;
    }
    free(bytes);
  }
  for (size_t i = 0; i < MOST; ++i) {
    lz_tensor_release(operands[i]);
    lz_tensor_release(captured[i]);
    lz_tensor_release(outs[i]);
    lz_function_release(functions[i]);
  }
  return isRight;
}

int main(int argc, char** argv) {
  FILE* file = argc == 2 ? fopen(argv[1], "r") : NULL;
  if (!file) {
    fprintf(stderr, "run_vectors FILE, which make_vectors writes\n");
    return 2;
  }
  lz_context_options options = {.struct_size = sizeof options, .disk_cache = "off"};
  lz_context* context = NULL;
  lz_device* device = NULL;
  Vector v = {0};
  check(lz_context_create(&options, &context), &v);
  check(lz_context_device(context, 0, &device), &v);
  int count = 0, wrong = 0;
  for (; readVector(file, &v); ++count) {
    wrong += !runVector(device, &v);
    freeVector(&v);
  }
  fclose(file);
  lz_device_release(device);
  lz_context_release(context);
  printf("%d vectors, %d wrong, live handles %lld\n", count, wrong, (long long)lz_live_handles());
  return wrong > 0 || count == 0 || lz_live_handles() != 0;
}
