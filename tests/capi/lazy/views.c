/* Variables and their views: behaviours 27 and 31 of docs/lazy-behaviours.md. */
#include "lazy/views.h"

static lz_variable* variableOf(lz_tensor* value) {
  lz_variable* variable = NULL;
  OK(lz_variable_create(value, &variable));
  return variable;
}

static lz_tensor* valueOf(lz_variable* variable) {
  lz_tensor* value = NULL;
  OK(lz_variable_value(variable, LZ_HERE, &value));
  return value;
}

/* x = op(x, y) */
static void updateInPlace(BinaryOp op, lz_variable* x, lz_tensor* y) {
  lz_tensor *old = valueOf(x), *next = binary(op, old, y);
  OK(lz_variable_assign(x, next, LZ_HERE));
  lz_tensor_release(old), lz_tensor_release(next);
}

static void expectSameText(lz_tensor* a, lz_tensor* b) {
  lz_string *textOfA = NULL, *textOfB = NULL;
  OK(lz_recording_write(&a, 1, LZ_RECORDING_FORMAT_LAZY_TENSOR, &textOfA));
  OK(lz_recording_write(&b, 1, LZ_RECORDING_FORMAT_LAZY_TENSOR, &textOfB));
  CHECK(strcmp(lz_string_data(textOfA), lz_string_data(textOfB)) == 0);
  lz_string_release(textOfA), lz_string_release(textOfB);
}

static void behaviour27_inPlaceIsTheSameRecording(void) {
  Fixture f = setUp(NULL);
  lz_variable* x = variableOf(f.x);
  lz_tensor *half = spread(&f, 0.5), *y = binary(lz_add, f.x, half);
  updateInPlace(lz_add, x, half);
  updateInPlace(lz_multiply, x, half);
  update(lz_multiply, &y, half);
  lz_tensor* value = valueOf(x);
  expectSameText(value, y);
  expectValues(value, 0.75, 1.25, 1.75);
  lz_tensor_release(half), lz_tensor_release(y), lz_tensor_release(value);
  lz_variable_release(x);
  tearDown(&f);
}

static lz_tensor* numbered(Fixture* f, const int64_t* dims, size_t rank) {
  float values[MOST];
  for (int i = 0; i < MOST; ++i)
    values[i] = (float)i;
  lz_tensor* result = NULL;
  OK(lz_tensor_from_host(f->device, LZ_DTYPE_F32, dims, rank, values, NULL, &result));
  return result;
}

/* x.permute(1, 2, 0).add_(y) as in figure 3 of the paper. Here y has the shape of the view, because
 * ops do not broadcast by themselves. */
static void behaviour31_figure3(void) {
  Fixture f = setUp(NULL);
  const int64_t dims[3] = {2, 3, 4}, permutation[3] = {1, 2, 0}, viewDims[3] = {3, 4, 2};
  lz_tensor *base = numbered(&f, dims, 3), *y = numbered(&f, viewDims, 3);
  lz_variable *x = variableOf(base), *v = NULL;
  OK(lz_variable_permute(x, permutation, 3, LZ_HERE, &v));
  updateInPlace(lz_add, v, y);
  lz_tensor* updated = valueOf(x);
  CHECK(isWritten(&updated, 1, LZ_RECORDING_FORMAT_LAZY_TENSOR,
                  "IR {\n"
                  "  %0 = f32[3,4,2] xla::device_data(), device=CPU:0\n"
                  "  %1 = f32[2,3,4] xla::device_data(), device=CPU:0\n"
                  "  %2 = f32[3,4,2] aten::permute(%1), dims=(1, 2, 0)\n"
                  "  %3 = f32[3,4,2] aten::add(%2, %0)\n"
                  "  %4 = f32[2,3,4] aten::permute(%3), dims=(2, 0, 1), ROOT=0\n"
                  "}\n"));
  lz_tensor_release(base), lz_tensor_release(y), lz_tensor_release(updated);
  lz_variable_release(x), lz_variable_release(v);
  tearDown(&f);
}

static void expectView(const View* view, const float* elements) {
  float values[MOST];
  lz_tensor* value = valueOf(view->variable);
  CHECK(lz_tensor_rank(value) == view->rank);
  OK(lz_tensor_read(value, values, (size_t)view->count * sizeof *values));
  for (int i = 0; i < view->count; ++i)
    CHECK(values[i] == elements[view->places[i]]);
  lz_tensor_release(value);
}

/* Assigns new numbers to all elements of the view. */
static void assignTo(Fixture* f, const View* view, float* elements) {
  float values[MOST];
  for (int i = 0; i < view->count; ++i)
    elements[view->places[i]] = values[i] = (float)below(1 << 20);
  lz_tensor* value = NULL;
  OK(lz_tensor_from_host(f->device, LZ_DTYPE_F32, view->dims, view->rank, values, NULL, &value));
  OK(lz_variable_assign(view->variable, value, LZ_HERE));
  lz_tensor_release(value);
}

/* A tensor of 2 x 3 x 4, and seven views of it or of each other. */
static void behaviour31_viewsFollow(void) {
  enum { VIEWS = 8 };
  Fixture f = setUp(NULL);
  for (int round = 0; round < 60; ++round) {
    View views[VIEWS] = {{NULL, {2, 3, 4}, 3, 24, {0}}};
    float elements[MOST];
    for (int i = 0; i < 24; ++i)
      elements[i] = (float)(views[0].places[i] = i);
    lz_tensor* base = numbered(&f, views[0].dims, 3);
    views[0].variable = variableOf(base);
    for (int v = 1; v < VIEWS; ++v)
      viewOf(&views[below(v)], &views[v]);
    for (int step = 0; step < 6; ++step) {
      assignTo(&f, &views[below(VIEWS)], elements);
      if (step % 2) /* the relation stays */
        barrier(&f, 0);
      if (step % 3 == 2)
        for (int v = 0; v < VIEWS; ++v)
          expectView(&views[v], elements);
    }
    float first = -1;
    OK(lz_tensor_read(base, elements, 24 * sizeof *elements)); /* tensors never change */
    first = elements[1];
    CHECK(first == 1);
    for (int v = 0; v < VIEWS; ++v)
      lz_variable_release(views[v].variable);
    lz_tensor_release(base);
  }
  tearDown(&f);
}

/* A new variable with the same name does not touch the views of the old one: pytorch/xla#3392. */
static void behaviour31_newVariablesLeaveOldViews(void) {
  Fixture f = setUp(NULL);
  const int64_t start = 1, limit = 3, two = 2;
  const float ones[2] = {1, 1};
  lz_variable *x = variableOf(f.x), *v = NULL;
  OK(lz_variable_slice(x, &start, &limit, NULL, 1, LZ_HERE, &v));
  lz_variable_release(x); /* the view keeps its variable */
  x = variableOf(f.x);
  lz_tensor *half = spread(&f, 0.5), *pair = makeVector(f.device, ones, two);
  updateInPlace(lz_multiply, x, half);
  updateInPlace(lz_add, v, pair);
  lz_tensor *ofX = valueOf(x), *ofV = valueOf(v);
  float values[2];
  expectValues(ofX, 0.5, 1, 1.5);
  OK(lz_tensor_read(ofV, values, sizeof values));
  CHECK(values[0] == 3 && values[1] == 4);
  lz_tensor_release(half), lz_tensor_release(pair), lz_tensor_release(ofX), lz_tensor_release(ofV);
  lz_variable_release(x), lz_variable_release(v);
  tearDown(&f);
}

/* A step in place runs in the memory of the old value, and is compiled once. */
static void behaviour31_stepsInPlace(void) {
  Fixture f = setUp(NULL);
  const int64_t start = 0, limit = 2;
  const float halves[2] = {0.5, 0.5};
  lz_tensor *pair = makeVector(f.device, halves, 2), *one = spread(&f, 3), *sum = NULL;
  OK(lz_add(f.x, one, LZ_HERE, &sum));
  lz_variable *x = variableOf(sum), *v = NULL;
  lz_tensor_release(sum);
  barrier(&f, LZ_BARRIER_WAIT);
  OK(lz_variable_slice(x, &start, &limit, NULL, 1, LZ_HERE, &v));
  OK(lz_context_reset_counters(f.context));
  for (int i = 0; i < 10; ++i) {
    updateInPlace(lz_multiply, v, pair);
    CHECK(barrier(&f, LZ_BARRIER_WAIT).donated == 1);
  }
  CHECK(counter(&f, LZ_COUNTER_COMPILES) == 1);
  lz_tensor* value = valueOf(x);
  expectValues(value, 4.0F / 1024, 5.0F / 1024, 6);
  lz_tensor_release(pair), lz_tensor_release(one), lz_tensor_release(value);
  lz_variable_release(x), lz_variable_release(v);
  tearDown(&f);
}

/* x[0:2] *= 2 in place, read through another view: the gradient of its sum is (2, 2, 1). */
static void behaviour31_gradientsGoThrough(void) {
  Fixture f = setUp(NULL);
  const int64_t start = 0, limit = 2, column[2] = {3, 1};
  const float ones[3] = {1, 1, 1};
  lz_variable *x = variableOf(f.x), *v = NULL, *w = NULL;
  OK(lz_variable_slice(x, &start, &limit, NULL, 1, LZ_HERE, &v));
  OK(lz_variable_reshape(x, column, 2, LZ_HERE, &w));
  lz_tensor* half = valueOf(v);
  updateInPlace(lz_add, v, half);
  lz_tensor *value = valueOf(w), *weights = NULL, *gradient = NULL;
  OK(lz_tensor_from_host(f.device, LZ_DTYPE_F32, column, 2, ones, NULL, &weights));
  OK(lz_gradients(&value, 1, &weights, &f.x, 1, NULL, &gradient));
  expectValues(gradient, 2, 2, 1);
  lz_tensor_release(half), lz_tensor_release(value), lz_tensor_release(weights);
  lz_tensor_release(gradient), lz_variable_release(x), lz_variable_release(v);
  lz_variable_release(w);
  tearDown(&f);
}

static void behaviour31_readOnlyViews(void) {
  Fixture f = setUp(NULL);
  const int64_t wide[2] = {2, 3}, strides[2] = {0, 1}, overlapping[2] = {1, 1}, two[2] = {2, 2};
  lz_variable *x = variableOf(f.x), *expanded = NULL, *strided = NULL;
  OK(lz_variable_expand(x, wide, 2, LZ_HERE, &expanded));
  OK(lz_variable_as_strided(x, wide, strides, 2, 0, LZ_HERE, &strided));
  lz_tensor *a = valueOf(expanded), *b = valueOf(strided);
  float ofA[6], ofB[6];
  OK(lz_tensor_read(a, ofA, sizeof ofA));
  OK(lz_tensor_read(b, ofB, sizeof ofB));
  CHECK(memcmp(ofA, ofB, sizeof ofA) == 0 && ofA[3] == 1 && ofA[5] == 3);
  FAILS(LZ_FAILED_PRECONDITION, "read-only", lz_variable_assign(expanded, a, LZ_HERE));
  FAILS(LZ_FAILED_PRECONDITION, "read-only", lz_variable_assign(strided, a, LZ_HERE));
  lz_variable_release(strided);
  OK(lz_variable_as_strided(x, two, overlapping, 2, 0, LZ_HERE, &strided));
  lz_tensor* c = valueOf(strided);
  FAILS(LZ_FAILED_PRECONDITION, "read-only", lz_variable_assign(strided, c, LZ_HERE));
  lz_tensor_release(a), lz_tensor_release(b), lz_tensor_release(c);
  lz_variable_release(x), lz_variable_release(expanded), lz_variable_release(strided);
  tearDown(&f);
}

/* A dimension of size 1 has no second element, whatever its stride; a view may also have no
 * elements. */
static void behaviour31_whatSharesNoElementIsWritable(void) {
  Fixture f = setUp(NULL);
  const int64_t row[2] = {1, 3}, still[2] = {0, 1}, empty[2] = {0, 3}, both[2] = {0, 0};
  lz_variable *x = variableOf(f.x), *v = NULL;
  OK(lz_variable_as_strided(x, row, still, 2, 0, LZ_HERE, &v));
  lz_tensor *same = valueOf(v), *value = NULL;
  updateInPlace(lz_add, v, same);
  value = valueOf(x);
  expectValues(value, 2, 4, 6);
  lz_tensor_release(same);
  lz_tensor_release(value), lz_variable_release(v);
  OK(lz_variable_as_strided(x, empty, both, 2, 0, LZ_HERE, &v));
  value = valueOf(v);
  OK(lz_variable_assign(v, value, LZ_HERE));
  lz_tensor_release(value), lz_variable_release(v), lz_variable_release(x);
  tearDown(&f);
}

/* Views of tensors with 0 x 3, 3 x 0, 2 x 2 x 0 and 0 x 2 x 2 elements have no elements, and can
 * be assigned. */
static void behaviour31_diagonalsOfNothing(void) {
  Fixture f = setUp(NULL);
  const struct {
    int64_t dims[3], offset;
    size_t rank;
  } cases[] = {{{0, 3}, 0, 2},    {{0, 3}, 2, 2},    {{3, 0}, -1, 2},
               {{2, 2, 0}, 0, 3}, {{0, 2, 2}, 1, 3}, {{0, 2, 2}, -1, 3}};
  for (size_t i = 0; i < COUNT(cases); ++i) {
    for (int64_t first = 0; first + 1 < (int64_t)cases[i].rank; ++first) {
      const int64_t rows = cases[i].dims[first], columns = cases[i].dims[first + 1];
      if (cases[i].offset < -rows || cases[i].offset > columns)
        continue;
      lz_tensor *nothing = NULL, *diagonal = NULL;
      lz_variable* v = NULL;
      OK(lz_tensor_from_host(f.device, LZ_DTYPE_F32, cases[i].dims, cases[i].rank, NULL, NULL,
                             &nothing));
      lz_variable* x = variableOf(nothing);
      OK(lz_variable_diagonal(x, cases[i].offset, first, first + 1, LZ_HERE, &v));
      OK(lz_variable_value(v, LZ_HERE, &diagonal));
      CHECK(lz_tensor_rank(diagonal) == cases[i].rank - 1 && lz_tensor_nbytes(diagonal) == 0);
      OK(lz_tensor_read(diagonal, NULL, 0));
      OK(lz_variable_assign(v, diagonal, LZ_HERE));
      lz_tensor_release(nothing), lz_tensor_release(diagonal);
      lz_variable_release(x), lz_variable_release(v);
    }
  }
  tearDown(&f);
}

static void behaviour31_misuse(void) {
  Fixture f = setUp(NULL), other = setUp(NULL);
  const int64_t zero = 0, one = 1, four = 4, minus = -1, huge = INT64_MAX, twice[2] = {0, 0};
  lz_variable *x = variableOf(f.x), *v = NULL;
  lz_tensor* wide = spread(&f, 1);
  lz_tensor *y = NULL, *none = NULL;
  OK(lz_reshape(wide, (const int64_t[]){3, 1}, 2, LZ_HERE, &y));
  FAILS(LZ_INVALID_ARGUMENT, "tensor<3x1xf32>", lz_variable_assign(x, y, LZ_HERE));
  FAILS(LZ_INVALID_ARGUMENT, "devices", lz_variable_assign(x, other.x, LZ_HERE));
  FAILS(LZ_INVALID_ARGUMENT, "permut", lz_variable_permute(x, &one, 1, LZ_HERE, &v));
  FAILS(LZ_INVALID_ARGUMENT, "permut", lz_variable_permute(x, twice, 2, LZ_HERE, &v));
  FAILS(LZ_INVALID_ARGUMENT, "cannot reshape", lz_variable_reshape(x, &four, 1, LZ_HERE, &v));
  FAILS(LZ_INVALID_ARGUMENT, "negative", lz_variable_reshape(x, &minus, 1, LZ_HERE, &v));
  FAILS(LZ_INVALID_ARGUMENT, "range 0:4", lz_variable_slice(x, &zero, &four, NULL, 1, LZ_HERE, &v));
  FAILS(LZ_INVALID_ARGUMENT, "positive", lz_variable_slice(x, &zero, &one, &zero, 1, LZ_HERE, &v));
  FAILS(LZ_INVALID_ARGUMENT, "2 entries", lz_variable_slice(x, twice, twice, NULL, 2, LZ_HERE, &v));
  FAILS(LZ_INVALID_ARGUMENT, "diagonal", lz_variable_diagonal(x, 0, 0, 0, LZ_HERE, &v));
  FAILS(LZ_INVALID_ARGUMENT, "diagonal", lz_variable_diagonal(x, 0, 0, 1, LZ_HERE, &v));
  FAILS(LZ_INVALID_ARGUMENT, "as_strided", lz_variable_as_strided(x, &four, &one, 1, 0, NULL, &v));
  FAILS(LZ_INVALID_ARGUMENT, "as_strided", lz_variable_as_strided(x, &one, &one, 1, 3, NULL, &v));
  FAILS(LZ_INVALID_ARGUMENT, "stride", lz_variable_as_strided(x, &one, &minus, 1, 0, NULL, &v));
  FAILS(LZ_INVALID_ARGUMENT, "does not fit into 63 bits",
        lz_variable_as_strided(x, &huge, &huge, 1, 0, NULL, &v));
  FAILS(LZ_INVALID_ARGUMENT, "does not broadcast", lz_variable_expand(x, &four, 1, LZ_HERE, &v));
  FAILS(LZ_INVALID_ARGUMENT, "are too few for", lz_variable_expand(x, NULL, 0, LZ_HERE, &v));
  FAILS(LZ_INVALID_ARGUMENT, "rank", lz_variable_reshape(x, &one, SIZE_MAX, LZ_HERE, &v));
  FAILS(LZ_INVALID_ARGUMENT, "starts",
        lz_variable_slice(x, &one, &one, &one, SIZE_MAX, LZ_HERE, &v));
  FAILS(LZ_INVALID_ARGUMENT, "NULL", lz_variable_create(NULL, &v));
  FAILS(LZ_INVALID_ARGUMENT, "NULL", lz_variable_value(NULL, LZ_HERE, &none));
  CHECK(v == NULL && none == NULL);
  lz_tensor_release(wide);
  lz_variable_retain(x);
  lz_variable_release(x);
  lz_variable_retain(NULL);
  lz_variable_release(NULL);
  lz_status* status = lz_variable_slice(x, &zero, &four, NULL, 1, LZ_HERE, &v);
  CHECK(strstr(lz_status_location(status), "views.c:"));
  lz_status_release(status);
  lz_tensor_release(y);
  OK(lz_variable_value(x, NULL, &y));
  expectValues(y, 1, 2, 3);
  lz_tensor_release(y);
  OK(lz_context_shutdown(f.context));
  FAILS(LZ_FAILED_PRECONDITION, "shut down", lz_variable_value(x, NULL, &none));
  FAILS(LZ_FAILED_PRECONDITION, "shut down", lz_variable_assign(x, f.x, NULL));
  tearDown(&f), tearDown(&other);
  lz_variable_release(x); /* released after its context */
}

int main(void) {
  behaviour27_inPlaceIsTheSameRecording();
  behaviour31_figure3();
  behaviour31_viewsFollow();
  behaviour31_newVariablesLeaveOldViews();
  behaviour31_stepsInPlace();
  behaviour31_gradientsGoThrough();
  behaviour31_readOnlyViews();
  behaviour31_whatSharesNoElementIsWritable();
  behaviour31_diagonalsOfNothing();
  behaviour31_misuse();
  return finish();
}
