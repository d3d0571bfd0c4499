/* Which programs are compiled, and which are found in the cache: behaviours 15 to 26 of
 * docs/lazy-behaviours.md. */
#include "lazy/behaviours.h"

/* w = w - rate * w * x. */
static void step(Fixture* f, lz_tensor** w, double rate) {
  lz_tensor *r = spread(f, rate), *g = binary(lz_multiply, *w, f->x);
  update(lz_multiply, &g, r);
  update(lz_subtract, w, g);
  lz_tensor_release(r), lz_tensor_release(g);
}

static void behaviour15_aStepIsCompiledOnce(void) {
  Fixture f = setUp(NULL);
  lz_tensor* w = binary(lz_add, f.x, f.x);
  barrier(&f, LZ_BARRIER_WAIT);
  OK(lz_context_reset_counters(f.context));
  for (int i = 0; i < 100; ++i) {
    step(&f, &w, 0.25);
    barrier(&f, LZ_BARRIER_WAIT);
  }
  CHECK(counter(&f, LZ_COUNTER_COMPILES) == 1 && counter(&f, LZ_COUNTER_CACHE_HITS) == 99);
  lz_tensor_release(w);
  tearDown(&f);
}

/* Records (a * b) + c and (a * c) + b with otherwise equal programs:
 * github.com/openxla/xla/issues/8353. */
static void behaviour16_permutedOperandsAreOtherPrograms(void) {
  Fixture f = setUp(NULL);
  const float threes[3] = {3, 3, 3}, fives[3] = {5, 6, 7};
  lz_tensor *b = makeVector(f.device, threes, 3), *c = makeVector(f.device, fives, 3);
  lz_tensor* ab = binary(lz_multiply, f.x, b);
  update(lz_add, &ab, c);
  barrier(&f, LZ_BARRIER_WAIT);
  lz_tensor* ac = binary(lz_multiply, f.x, c);
  update(lz_add, &ac, b);
  barrier(&f, LZ_BARRIER_WAIT);
  expectValues(ab, 8, 12, 16);
  expectValues(ac, 8, 15, 24);
  lz_tensor* both[2] = {binary(lz_subtract, f.x, b), binary(lz_subtract, b, f.x)};
  OK(lz_evaluate(both, 2, LZ_BARRIER_WAIT, NULL));
  expectValues(both[0], -2, -1, 0);
  expectValues(both[1], 2, 1, 0);
  lz_tensor_release(both[0]), lz_tensor_release(both[1]);
  lz_tensor_release(b), lz_tensor_release(c), lz_tensor_release(ab), lz_tensor_release(ac);
  tearDown(&f);
}

static void behaviour18_numbersAreNoNewPrograms(void) {
  Fixture f = setUp(NULL);
  for (int i = 0; i < 1000; ++i) {
    lz_tensor *a = spread(&f, 1.5 + i), *b = spread(&f, i % 2 ? 1.5 + i : 7.5);
    lz_tensor *y = binary(lz_multiply, f.x, a), *z = binary(lz_add, y, b);
    const float rate = 1.5f + (float)i, offset = i % 2 ? rate : 7.5f;
    OK(lz_evaluate(&z, 1, LZ_BARRIER_WAIT, NULL));
    if (i % 100 == 0)
      expectValues(z, rate + offset, 2 * rate + offset, 3 * rate + offset);
    lz_tensor_release(a), lz_tensor_release(b), lz_tensor_release(y), lz_tensor_release(z);
  }
  CHECK(counter(&f, LZ_COUNTER_COMPILES) == 1);
  /* 0 and 1 are part of the program. */
  for (int i = -5; i <= 5; ++i) {
    lz_tensor *a = spread(&f, i), *y = binary(lz_multiply, f.x, a);
    expectValues(y, (float)i, (float)(2 * i), (float)(3 * i));
    lz_tensor_release(a), lz_tensor_release(y);
  }
  CHECK(counter(&f, LZ_COUNTER_COMPILES) <= 1 + 1 + 3);
  tearDown(&f);
}

/* Returns the ops of the compiled program as text. */
static lz_string* compiled(Fixture* f, lz_tensor* y) {
  lz_barrier* made = NULL;
  lz_executable* executable = NULL;
  lz_string* text = NULL;
  OK(lz_evaluate(&y, 1, LZ_BARRIER_WAIT, &made));
  OK(lz_barrier_executable(made, 0, &executable));
  OK(lz_executable_print(executable, &text));
  lz_executable_release(executable), lz_barrier_release(made);
  (void)f;
  return text;
}

/* The program adds -0, because x + -0 is x for every float, but -0 + 0 is 0. */
static void behaviour19_onesAndZerosCostNothing(void) {
  Fixture f = setUp(NULL);
  lz_tensor *one = spread(&f, 1), *zero = spread(&f, -0.0);
  lz_tensor* y = binary(lz_multiply, f.x, one);
  update(lz_add, &y, zero);
  lz_tensor* z = NULL;
  OK(lz_exponential(y, LZ_HERE, &z));
  lz_tensor_release(one), lz_tensor_release(zero), lz_tensor_release(y);
  lz_string* text = compiled(&f, z);
  CHECK(strstr(lz_string_data(text), "exponential"));
  CHECK(!strstr(lz_string_data(text), "multiply") && !strstr(lz_string_data(text), "add"));
  lz_string_release(text);
  lz_tensor_release(z);
  tearDown(&f);
}

static void behaviour20_numbersTakeNoMemory(void) {
  Fixture f = setUp(NULL);
  int64_t bytes = 0;
  for (int i = 0; i < 1000; ++i) {
    lz_tensor *a = spread(&f, 1.5 + i), *y = binary(lz_multiply, f.x, a);
    OK(lz_evaluate(&y, 1, LZ_BARRIER_WAIT, NULL));
    lz_tensor_release(a), lz_tensor_release(y);
    if (i == 2)
      bytes = counter(&f, LZ_COUNTER_BYTES_IN_USE);
    CHECK(i < 2 || counter(&f, LZ_COUNTER_BYTES_IN_USE) == bytes);
  }
  tearDown(&f);
}

static void behaviour21_startsAreNoNewPrograms(void) {
  Fixture f = setUp(NULL);
  static float values[200];
  for (int i = 0; i < 200; ++i)
    values[i] = (float)i;
  lz_tensor* x = makeVector(f.device, values, 200);
  const int64_t three = 3;
  for (int i = 2; i < 102; ++i) {
    lz_tensor *start = NULL, *part = NULL;
    OK(lz_scalar_f64(f.device, LZ_DTYPE_S32, i, LZ_HERE, &start));
    OK(lz_dynamic_slice(x, &start, 1, &three, 1, LZ_HERE, &part));
    expectValues(part, (float)i, (float)(i + 1), (float)(i + 2));
    lz_tensor_release(start), lz_tensor_release(part);
  }
  CHECK(counter(&f, LZ_COUNTER_COMPILES) == 1);
  lz_tensor_release(x);
  tearDown(&f);
}

static lz_tensor* constant(const Fixture* f, float a, float b, float c) {
  const float values[3] = {a, b, c};
  const int64_t three = 3;
  lz_tensor* result = NULL;
  OK(lz_constant(f->device, LZ_DTYPE_F32, &three, 1, values, LZ_HERE, &result));
  return result;
}

/* Returns the number of inputs of the program that computes x * a + b with constants a and b. */
static int64_t inputsOfScaled(const Fixture* f, float a, float b) {
  lz_tensor *scale = constant(f, a, 2 * a, a), *offset = constant(f, b, b, b);
  lz_tensor* y = binary(lz_multiply, f->x, scale);
  update(lz_add, &y, offset);
  const int64_t inputs = barrier(f, LZ_BARRIER_WAIT).inputs;
  expectValues(y, a + b, 4 * a + b, 3 * a + b);
  lz_tensor_release(scale), lz_tensor_release(offset), lz_tensor_release(y);
  return inputs;
}

static void expectReason(const Fixture* f, const char* begin, const char* part) {
  lz_string* reason = NULL;
  OK(lz_context_explain_recompile(f->context, &reason));
  if (strncmp(lz_string_data(reason), begin, strlen(begin)) != 0 ||
      !strstr(lz_string_data(reason), part))
    fprintf(stderr, "%s\n", lz_string_data(reason)), ++failures;
  lz_string_release(reason);
}

/* Each step records another rate as a constant. There are two programs. In the second one the
 * rate is an input, and the offset, which stays the same, is a constant. */
static void behaviour22_aChangingConstantIsAnInput(void) {
  Fixture f = setUp(NULL);
  for (int i = 0; i < 20; ++i)
    CHECK(inputsOfScaled(&f, 1.5F + (float)i, 0.25F) == (i == 0 ? 1 : 2));
  CHECK(counter(&f, LZ_COUNTER_COMPILES) == 2);
  CHECK(counter(&f, LZ_COUNTER_CACHE_HITS) == 18);
  CHECK(inputsOfScaled(&f, 1.5F, 0.25F) == 1); /* the first program is still there */
  expectReason(&f, "op 0 [constant] at ", "has another value than before");
  for (int i = 0; i < 5; ++i) /* now the offset changes as well */
    CHECK(inputsOfScaled(&f, 2.5F, 4.0F + (float)i) == 3);
  expectReason(&f, "op 2 [constant] at ", "it is an input from now on");
  CHECK(counter(&f, LZ_COUNTER_COMPILES) == 3);
  tearDown(&f);
}

/* A table of 80 KB stays a constant, because each run would copy an input. */
static void behaviour22_largeOnesStay(void) {
  enum { COUNT = 20000 };
  Fixture f = setUp(NULL);
  static float table[COUNT];
  const int64_t count = COUNT;
  for (int i = 0; i < 3; ++i) {
    lz_tensor *large = NULL, *y = NULL;
    table[7] = (float)i;
    OK(lz_constant(f.device, LZ_DTYPE_F32, &count, 1, table, LZ_HERE, &large));
    OK(lz_negate(large, LZ_HERE, &y));
    CHECK(barrier(&f, LZ_BARRIER_WAIT).inputs == 0);
    lz_tensor_release(large), lz_tensor_release(y);
  }
  CHECK(counter(&f, LZ_COUNTER_COMPILES) == 3);
  tearDown(&f);
}

static void behaviour22_aCounterIsAnInput(void) {
  Fixture f = setUp(NULL);
  lz_tensor* count = NULL;
  int32_t sum = 0, value = 0;
  OK(lz_constant(f.device, LZ_DTYPE_S32, NULL, 0, &sum, LZ_HERE, &count));
  for (int32_t i = 1; i <= 20; ++i) {
    lz_tensor* next = NULL;
    OK(lz_constant(f.device, LZ_DTYPE_S32, NULL, 0, &i, LZ_HERE, &next));
    update(lz_add, &count, next);
    lz_tensor_release(next);
    barrier(&f, 0);
    sum += i;
  }
  OK(lz_tensor_read(count, &value, sizeof value));
  CHECK(value == sum);
  CHECK(counter(&f, LZ_COUNTER_COMPILES) <= 4); /* two with the constant and two with the value */
  lz_tensor_release(count);
  tearDown(&f);
}

/* A recording with another op on the constant, or with another type of constant, is another
 * program. */
static void behaviour22_otherProgramsStayApart(void) {
  Fixture f = setUp(NULL);
  BinaryOp ops[2] = {lz_add, lz_multiply};
  for (int i = 0; i < 10; ++i)
    for (int op = 0; op < 2; ++op) {
      lz_tensor *a = constant(&f, (float)i, 3, 5), *y = binary(ops[op], f.x, a);
      lz_tensor* z = binary(ops[op], a, y); /* a constant with two uses is one input */
      CHECK(barrier(&f, LZ_BARRIER_WAIT).inputs == (i == 0 ? 1 : 2));
      if (op == 0)
        expectValues(z, (float)(2 * i + 1), 8, 13);
      else
        expectValues(z, (float)(i * i), 18, 75);
      lz_tensor_release(a), lz_tensor_release(y), lz_tensor_release(z);
    }
  CHECK(counter(&f, LZ_COUNTER_COMPILES) == 4);
  tearDown(&f);
}

/* t1 = a + 2, t2 = a + 3; a is donated to one of them only. */
static void behaviour23_donationIsPartOfTheProgram(void) {
  Fixture f = setUp(NULL);
  const float ones[3] = {1, 1, 1};
  for (int donates = 0; donates < 2; ++donates) {
    lz_tensor *a = makeVector(f.device, ones, 3), *two = spread(&f, 2);
    lz_tensor* t = binary(lz_add, a, two);
    if (donates)
      lz_tensor_release(a);
    CHECK(barrier(&f, LZ_BARRIER_WAIT).donated == donates);
    expectValues(t, 3, 3, 3);
    if (!donates)
      expectValues(a, 1, 1, 1), lz_tensor_release(a);
    lz_tensor_release(two), lz_tensor_release(t);
  }
  CHECK(counter(&f, LZ_COUNTER_COMPILES) == 2);
  tearDown(&f);
}

static void behaviour24_theCacheHasABound(void) {
  lz_context_options options = defaultOptions();
  options.cache_entries = 2;
  Fixture f = setUp(&options);
  static const BinaryOp ops[3] = {lz_add, lz_multiply, lz_subtract};
  static const float want[3][3] = {{2, 4, 6}, {1, 4, 9}, {0, 0, 0}};
  lz_executable* first = NULL;
  for (int round = 0; round < 2; ++round)
    for (int i = 0; i < 3; ++i) {
      lz_tensor* y = binary(ops[i], f.x, f.x);
      lz_barrier* made = NULL;
      OK(lz_evaluate(&y, 1, LZ_BARRIER_WAIT, &made));
      if (!first)
        OK(lz_barrier_executable(made, 0, &first));
      expectValues(y, want[i][0], want[i][1], want[i][2]);
      lz_barrier_release(made), lz_tensor_release(y);
    }
  /* The first program is evicted, but its executable is in use, so it is not compiled again. */
  CHECK(counter(&f, LZ_COUNTER_COMPILES) == 5 && counter(&f, LZ_COUNTER_CACHE_EVICTIONS) == 4);
  lz_tensor* y = NULL;
  OK(lz_executable_run(first, &f.x, 1, NULL, &y, 1)); /* it was evicted long ago */
  expectValues(y, 2, 4, 6);
  lz_tensor_release(y), lz_executable_release(first);
  tearDown(&f);
}

/* Two contexts, which share nothing, number the roots of a recording equally. */
static void behaviour26_theOrderOfRootsIsFixed(void) {
  lz_string* texts[2] = {NULL, NULL};
  for (int i = 0; i < 2; ++i) {
    Fixture f = setUp(NULL);
    lz_tensor* some[40];
    for (int j = 0; j < 40; ++j)
      some[j] = j == 0 ? binary(lz_add, f.x, f.x) : binary(lz_multiply, some[j / 2], f.x);
    OK(lz_recording_print(some, 40, &texts[i]));
    for (int j = 0; j < 40; ++j)
      lz_tensor_release(some[j]);
    tearDown(&f);
  }
  CHECK(strcmp(lz_string_data(texts[0]), lz_string_data(texts[1])) == 0);
  lz_string_release(texts[0]), lz_string_release(texts[1]);
}

int main(void) {
  behaviour15_aStepIsCompiledOnce();
  behaviour16_permutedOperandsAreOtherPrograms();
  behaviour18_numbersAreNoNewPrograms();
  behaviour19_onesAndZerosCostNothing();
  behaviour20_numbersTakeNoMemory();
  behaviour21_startsAreNoNewPrograms();
  behaviour22_aChangingConstantIsAnInput();
  behaviour22_largeOnesStay();
  behaviour22_aCounterIsAnInput();
  behaviour22_otherProgramsStayApart();
  behaviour23_donationIsPartOfTheProgram();
  behaviour24_theCacheHasABound();
  behaviour26_theOrderOfRootsIsFixed();
  return finish();
}
