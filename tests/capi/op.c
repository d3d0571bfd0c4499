/* Tests lz_op_record, which records ops by name, and what it refuses. op_record.py checks that it
 * records the same as the typed functions, for all ops. This file also tests attribute structs of
 * the typed functions. */
#include "check.h"

static const int64_t kDims[2] = {2, 3};

static lz_attribute integer(const char* name, int64_t value) {
  lz_attribute a;
  memset(&a, 0, sizeof a);
  a.name = name;
  a.kind = LZ_ATTRIBUTE_INTEGER;
  a.integer = value;
  return a;
}

static lz_attribute integers(const char* name, const int64_t* values, size_t size) {
  lz_attribute a;
  memset(&a, 0, sizeof a);
  a.name = name;
  a.kind = LZ_ATTRIBUTE_INTEGERS;
  a.data = values;
  a.size = size;
  return a;
}

static lz_attribute text(const char* name, const char* value) {
  lz_attribute a;
  memset(&a, 0, sizeof a);
  a.name = name;
  a.kind = LZ_ATTRIBUTE_TEXT;
  a.data = value;
  a.size = SIZE_MAX;
  return a;
}

/* Records an op with one result whose operands are all `x`. */
static lz_status* record(const Fixture* f, const char* name, size_t num_operands,
                         const lz_attribute* attributes, size_t num_attributes, lz_tensor** out) {
  lz_tensor* operands[3] = {f->x, f->x, f->x};
  return lz_op_record(NULL, name, operands, num_operands, attributes, num_attributes, NULL, 0,
                      LZ_HERE, out, 1);
}

static void testRecords(const Fixture* f) {
  lz_tensor* out = NULL;
  float values[6];
  OK(record(f, "stablehlo.multiply", 2, NULL, 0, &out));
  OK(lz_tensor_read(out, values, 3 * sizeof(float)));
  CHECK(values[2] == 9);
  lz_tensor_release(out);

  lz_attribute iota[3] = {integer("iota_dimension", 1), integer("dtype", LZ_DTYPE_F32),
                          integers("dims", kDims, 2)};
  OK(lz_op_record(f->device, "iota", NULL, 0, iota, 3, NULL, 0, NULL, &out, 1));
  OK(lz_tensor_read(out, values, sizeof values));
  CHECK(values[5] == 2);
  lz_tensor_release(out);

  lz_attribute compare[1] = {text("comparison_direction", "LT")};
  uint8_t bits[3] = {1, 1, 1};
  OK(record(f, "compare", 2, compare, 1, &out));
  OK(lz_tensor_read(out, bits, 3));
  CHECK(bits[0] == 0 && bits[2] == 0);
  lz_tensor_release(out);
}

/* A program recorded by name equals the one recorded by typed functions. */
static void testOneCacheEntry(const Fixture* f) {
  lz_tensor *a = NULL, *b = NULL;
  const int64_t one = 1;
  lz_attribute reverse[1] = {integers("dimensions", &one, 0)};
  float values[3];
  int64_t before;
  OK(lz_reverse(f->x, NULL, 0, NULL, &a));
  OK(lz_tensor_read(a, values, sizeof values));
  before = counter(f, LZ_COUNTER_COMPILES);
  OK(record(f, "reverse", 1, reverse, 1, &b));
  OK(lz_tensor_read(b, values, sizeof values));
  CHECK(counter(f, LZ_COUNTER_COMPILES) == before);
  lz_tensor_release(a);
  lz_tensor_release(b);
}

static void refuses(const Fixture* f, lz_code code, const char* message, const char* name,
                    size_t num_operands, const lz_attribute* attributes, size_t num_attributes) {
  lz_tensor* out = f->x;
  FAILS(code, message, record(f, name, num_operands, attributes, num_attributes, &out));
  CHECK(out == NULL);
}

static void testAttributes(const Fixture* f) {
  const int64_t numbers[2] = {0, 1};
  lz_attribute direction = integer("comparison_direction", 1);
  lz_attribute twice[2] = {direction, direction};
  lz_attribute bad;
  const lz_code invalid = LZ_INVALID_ARGUMENT;
  refuses(f, invalid, "comparison_direction is missing", "compare", 2, NULL, 0);
  refuses(f, invalid, "given twice", "compare", 2, twice, 2);
  bad = integer("comparison_direction", 6);
  refuses(f, invalid, "is 6; use 0 to 5", "compare", 2, &bad, 1);
  bad = integer("comparison_direction", INT64_MIN);
  refuses(f, invalid, "use 0 to 5", "compare", 2, &bad, 1);
  bad = text("comparison_direction", "lt");
  refuses(f, invalid, "use one of EQ, NE", "compare", 2, &bad, 1);
  bad = integers("comparison_direction", numbers, 2);
  refuses(f, invalid, "needs LZ_ATTRIBUTE_INTEGER", "compare", 2, &bad, 1);
  bad = integer("direction", 1);
  refuses(f, invalid, "has no attribute direction; it has comparison_direction", "compare", 2, &bad,
          1);
  bad = integer("dtype", LZ_DTYPE_F32);
  refuses(f, invalid, "has no attribute dtype", "add", 2, &bad, 1);
  bad = integer("dimensions", 0);
  refuses(f, invalid, "needs LZ_ATTRIBUTE_INTEGERS", "reverse", 1, &bad, 1);
  bad = integers("dimensions", NULL, 1);
  refuses(f, invalid, "dimensions is NULL", "reverse", 1, &bad, 1);
  bad = integers("dimensions", numbers, SIZE_MAX);
  refuses(f, invalid, "the length of dimensions", "reverse", 1, &bad, 1);
  bad = integers(NULL, numbers, 1);
  refuses(f, invalid, "an attribute has no name", "reverse", 1, &bad, 1);
  bad = integers("dimensions", numbers, 1);
  bad.reserved = 1;
  refuses(f, invalid, "reserved", "reverse", 1, &bad, 1);
  bad.reserved = 0;
  bad.kind = 0;
  refuses(f, invalid, "use LZ_ATTRIBUTE_*", "reverse", 1, &bad, 1);
  bad = integer("dtype", 99);
  refuses(f, invalid, "", "convert", 1, &bad, 1);
  bad = integer("dtype", (INT64_C(1) << 32) + LZ_DTYPE_F32);
  refuses(f, invalid, "", "convert", 1, &bad, 1);
  bad = integers("dims", numbers, 65);
  refuses(f, invalid, "rank is 65", "reshape", 1, &bad, 1);
}

static void testCalls(const Fixture* f) {
  lz_tensor *out = f->x, *outs[2] = {f->x, f->x};
  const lz_code invalid = LZ_INVALID_ARGUMENT;
  refuses(f, LZ_NOT_FOUND, "no op \"addd\"", "addd", 2, NULL, 0);
  refuses(f, LZ_UNIMPLEMENTED, "lz_constant", "constant", 0, NULL, 0);
  refuses(f, LZ_UNIMPLEMENTED, "lz_host_call", "custom_call", 0, NULL, 0);
  refuses(f, invalid, "takes 2 operands", "add", 3, NULL, 0);
  refuses(f, invalid, "takes 1 regions", "reduce", 2, NULL, 0);
  FAILS(invalid, "name is NULL",
        lz_op_record(NULL, NULL, &f->x, 1, NULL, 0, NULL, 0, NULL, &out, 1));
  FAILS(invalid, "device is NULL",
        lz_op_record(NULL, "iota", NULL, 0, NULL, 0, NULL, 0, NULL, &out, 1));
  FAILS(invalid, "attributes is NULL",
        lz_op_record(NULL, "tanh", &f->x, 1, NULL, 1, NULL, 0, NULL, &out, 1));
  FAILS(invalid, "there is room for 2",
        lz_op_record(NULL, "tanh", &f->x, 1, NULL, 0, NULL, 0, NULL, outs, 2));
  CHECK(outs[0] == NULL && outs[1] == NULL);
}

static void expectPlace(lz_status* status, const char* op, const char* place, int operand) {
  CHECK(strcmp(lz_status_op(status), op) == 0);
  CHECK(strcmp(lz_status_location(status), place) == 0);
  CHECK(lz_status_operand(status) == operand);
  lz_status_release(status);
}

/* An error names the op and its place even if shapes were not inferred yet. */
static void testPlaces(const Fixture* f) {
  const lz_op_options here = {sizeof here, "model.py", 12, NULL};
  const lz_attribute wrong = integer("permutation", 1), unknown = integer("perm", 1);
  lz_tensor *out = NULL, *operands[2] = {f->x, NULL};
  expectPlace(lz_op_record(NULL, "transpose", &f->x, 1, &wrong, 1, NULL, 0, &here, &out, 1),
              "transpose", "model.py:12", -1);
  expectPlace(lz_op_record(NULL, "transpose", &f->x, 1, &unknown, 1, NULL, 0, &here, &out, 1),
              "transpose", "model.py:12", -1);
  expectPlace(lz_op_record(NULL, "add", operands, 2, NULL, 0, NULL, 0, &here, &out, 1), "", "", 1);
}

static void testStructs(const Fixture* f) {
  const int64_t dims[2] = {1, 3}, turned[2] = {3, 1}, one = 1, zero = 0;
  lz_tensor *row = NULL, *column = NULL, *out = NULL;
  lz_dot_general_attributes dot;
  float value = 0;
  OK(lz_reshape(f->x, dims, 2, NULL, &row));
  OK(lz_reshape(f->x, turned, 2, NULL, &column));
  memset(&dot, 0, sizeof dot);
  FAILS(LZ_INVALID_ARGUMENT, "struct_size", lz_dot_general(row, column, &dot, NULL, &out));
  dot.struct_size = SIZE_MAX;
  FAILS(LZ_INVALID_ARGUMENT, "struct_size", lz_dot_general(row, column, &dot, NULL, &out));
  dot.struct_size = sizeof dot;
  dot.lhs_contracting_dimensions = &one;
  dot.num_lhs_contracting_dimensions = 1;
  dot.rhs_contracting_dimensions = &zero;
  dot.num_rhs_contracting_dimensions = 1;
  dot.rhs_precision = 3;
  FAILS(LZ_INVALID_ARGUMENT, "rhs_precision is 3", lz_dot_general(row, column, &dot, NULL, &out));
  dot.rhs_precision = LZ_PRECISION_HIGHEST;
  dot.accumulation_type = LZ_DTYPE_F64;
  FAILS(LZ_UNIMPLEMENTED, "accumulation_type is f64",
        lz_dot_general(row, column, &dot, NULL, &out));
  dot.accumulation_type = LZ_DTYPE_S32;
  FAILS(LZ_INVALID_ARGUMENT, "use a float type", lz_dot_general(row, column, &dot, NULL, &out));
  dot.accumulation_type = LZ_DTYPE_F32;
  dot.lhs_precision_type = LZ_DTYPE_BF16;
  OK(lz_dot_general(row, column, &dot, NULL, &out));
  OK(lz_tensor_read(out, &value, sizeof value));
  CHECK(value == 14 && lz_tensor_dtype(out) == LZ_DTYPE_F32);
  lz_tensor_release(out);
  dot.dtype = LZ_DTYPE_F64;
  OK(lz_dot_general(row, column, &dot, NULL, &out));
  CHECK(lz_tensor_dtype(out) == LZ_DTYPE_F64);
  lz_tensor_release(out);
  lz_tensor_release(row);
  lz_tensor_release(column);
}

int main(void) {
  Fixture f = setUp(NULL);
  testRecords(&f);
  testOneCacheEntry(&f);
  testAttributes(&f);
  testCalls(&f);
  testPlaces(&f);
  testStructs(&f);
  tearDown(&f);
  return finish();
}
