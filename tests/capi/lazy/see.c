/* Recordings as text, and statistics: behaviours 33, 34 and 39 of docs/lazy-behaviours.md. */
#include "lazy/behaviours.h"

#include <stddef.h>
#include <time.h>

static void expectWritten(lz_tensor* const* tensors, size_t n, lz_recording_format format,
                          const char* want) {
  CHECK(isWritten(tensors, n, format, want));
}

static lz_tensor* matrix(Fixture* f) {
  static const float zeros[8] = {0};
  const int64_t dims[2] = {2, 4};
  lz_tensor* x = NULL;
  OK(lz_tensor_from_host(f->device, LZ_DTYPE_F32, dims, 2, zeros, NULL, &x));
  return x;
}

/* The number as a matrix of 2 x 4: prim::Constant and aten::expand. */
static lz_tensor* expanded(Fixture* f, double value) {
  const int64_t dims[2] = {2, 4};
  lz_tensor *scalar = NULL, *wide = NULL;
  OK(lz_scalar_f64(f->device, LZ_DTYPE_F32, value, LZ_HERE, &scalar));
  OK(lz_broadcast_in_dim(scalar, NULL, 0, dims, 2, LZ_HERE, &wide));
  lz_tensor_release(scalar);
  return wide;
}

/* x + alpha * y, as PyTorch records an addition. */
static lz_tensor* addScaled(Fixture* f, lz_tensor* x, lz_tensor* y) {
  lz_tensor *alpha = expanded(f, 1), *scaled = NULL, *sum = NULL;
  OK(lz_multiply(y, alpha, LZ_HERE, &scaled));
  OK(lz_add(x, scaled, LZ_HERE, &sum));
  lz_tensor_release(alpha), lz_tensor_release(scaled);
  return sum;
}

/* x * y + z, byte for byte as in figure 1 of the paper. */
static void behaviour33_figure1(void) {
  Fixture f = setUp(NULL);
  lz_tensor *x = matrix(&f), *y = matrix(&f), *z = matrix(&f), *product = NULL;
  OK(lz_multiply(x, y, LZ_HERE, &product));
  lz_tensor* sum = addScaled(&f, product, z);
  expectWritten(&sum, 1, LZ_RECORDING_FORMAT_LAZY_TENSOR,
                "IR {\n"
                "  %0 = f32[] prim::Constant(), value=1\n"
                "  %1 = f32[2,4] aten::expand(%0), size=(2, 4)\n"
                "  %2 = f32[2,4] xla::device_data(), device=CPU:0\n"
                "  %3 = f32[2,4] aten::mul(%2, %1)\n"
                "  %4 = f32[2,4] xla::device_data(), device=CPU:0\n"
                "  %5 = f32[2,4] xla::device_data(), device=CPU:0\n"
                "  %6 = f32[2,4] aten::mul(%5, %4)\n"
                "  %7 = f32[2,4] aten::add(%6, %3), ROOT=0\n"
                "}\n");
  expectWritten(&sum, 1, LZ_RECORDING_FORMAT_DOT,
                "digraph G {\n"
                "  node0 [label=\"prim::Constant\\nf32[]\\nvalue=1\"]\n"
                "  node1 [label=\"aten::expand\\nf32[2,4]{1,0}\\nsize=(2, 4)\"]\n"
                "  node2 [label=\"xla::device_data\\nf32[2,4]{1,0}\\ndevice=CPU:0\"]\n"
                "  node3 [label=\"aten::mul\\nf32[2,4]{1,0}\"]\n"
                "  node4 [label=\"xla::device_data\\nf32[2,4]{1,0}\\ndevice=CPU:0\"]\n"
                "  node5 [label=\"xla::device_data\\nf32[2,4]{1,0}\\ndevice=CPU:0\"]\n"
                "  node6 [label=\"aten::mul\\nf32[2,4]{1,0}\"]\n"
                "  node7 [label=\"aten::add\\nf32[2,4]{1,0}\\nROOT=0\"]\n"
                "  node6 -> node7 [label=\"i=0\"]\n"
                "  node3 -> node7 [label=\"i=1\"]\n"
                "  node5 -> node6 [label=\"i=0\"]\n"
                "  node4 -> node6 [label=\"i=1\"]\n"
                "  node2 -> node3 [label=\"i=0\"]\n"
                "  node1 -> node3 [label=\"i=1\"]\n"
                "  node0 -> node1\n"
                "}\n");
  CHECK(counter(&f, LZ_COUNTER_EXECUTIONS) == 0);
  lz_tensor_release(x), lz_tensor_release(y), lz_tensor_release(z);
  lz_tensor_release(product), lz_tensor_release(sum);
  tearDown(&f);
}

/* for i in range(2): s = s + x, from zeros: figure 2. */
static void behaviour33_figure2(void) {
  Fixture f = setUp(NULL);
  lz_tensor *x = matrix(&f), *s = expanded(&f, 0);
  for (int i = 0; i < 2; ++i) {
    lz_tensor* next = addScaled(&f, s, x);
    lz_tensor_release(s);
    s = next;
  }
  expectWritten(&s, 1, LZ_RECORDING_FORMAT_LAZY_TENSOR,
                "IR {\n"
                "  %0 = f32[] prim::Constant(), value=1\n"
                "  %1 = f32[2,4] aten::expand(%0), size=(2, 4)\n"
                "  %2 = f32[2,4] xla::device_data(), device=CPU:0\n"
                "  %3 = f32[2,4] aten::mul(%2, %1)\n"
                "  %4 = f32[] prim::Constant(), value=1\n"
                "  %5 = f32[2,4] aten::expand(%4), size=(2, 4)\n"
                "  %6 = f32[2,4] aten::mul(%2, %5)\n"
                "  %7 = f32[] prim::Constant(), value=0\n"
                "  %8 = f32[2,4] aten::expand(%7), size=(2, 4)\n"
                "  %9 = f32[2,4] aten::add(%8, %6)\n"
                "  %10 = f32[2,4] aten::add(%9, %3), ROOT=0\n"
                "}\n");
  lz_tensor_release(x), lz_tensor_release(s);
  tearDown(&f);
}

static lz_tensor* number(Fixture* f, float value) {
  lz_tensor* x = NULL;
  OK(lz_constant(f->device, LZ_DTYPE_F32, NULL, 0, &value, LZ_HERE, &x));
  return x;
}

/* w = 10 + 2; x = w - 3; y = (x + x) + w; z = y + y, the example in the design of Swift's lazy
 * tensors. x + x has no handle. */
static void behaviour34_function(void) {
  Fixture f = setUp(NULL);
  lz_tensor *ten = number(&f, 10), *two = number(&f, 2), *three = number(&f, 3);
  lz_tensor* w = binary(lz_add, ten, two);
  lz_tensor* x = binary(lz_subtract, w, three);
  lz_tensor* twice = binary(lz_add, x, x);
  lz_tensor* y = binary(lz_add, twice, w);
  lz_tensor* z = binary(lz_add, y, y);
#define BODY                                                                                       \
  "  %0 = Const[dtype: float, value: 10.0]()\n"                                                    \
  "  %1 = Const[dtype: float, value: 2.0]()\n"                                                     \
  "  %2 = Add[T: float](%0, %1)\n"                                                                 \
  "  %3 = Const[dtype: float, value: 3.0]()\n"                                                     \
  "  %4 = Sub[T: float](%2, %3)\n"                                                                 \
  "  %5 = Add[T: float](%4, %4)\n"                                                                 \
  "  %6 = Add[T: float](%5, %2)\n"                                                                 \
  "  %7 = Add[T: float](%6, %6)\n"
  expectWritten(&z, 1, LZ_RECORDING_FORMAT_FUNCTION,
                "lazyTrace_8() -> (float) {\n" BODY "  return %7\n}\n");
  lz_tensor* all[4] = {w, x, y, z};
  expectWritten(all, 4, LZ_RECORDING_FORMAT_FUNCTION,
                "lazyTrace_8() -> (float, float, float, float) {\n" BODY
                "  return (%2, %4, %6, %7)\n}\n");
  lz_tensor_release(ten), lz_tensor_release(two), lz_tensor_release(three);
  lz_tensor_release(w), lz_tensor_release(x), lz_tensor_release(twice);
  lz_tensor_release(y), lz_tensor_release(z);
  tearDown(&f);
}

/* Values in memory are arguments. This test also prints attributes and other names. */
static void behaviour34_arguments(void) {
  Fixture f = setUp(NULL);
  lz_tensor *x = matrix(&f), *turned = NULL, *less = NULL;
  const int64_t order[2] = {1, 0};
  OK(lz_transpose(x, order, 2, LZ_HERE, &turned));
  OK(lz_compare(turned, turned, LZ_COMPARISON_DIRECTION_LT, LZ_COMPARISON_TYPE_NOTYPE, LZ_HERE,
                &less));
  expectWritten(&less, 1, LZ_RECORDING_FORMAT_FUNCTION,
                "lazyTrace_3(%0: float) -> (bool) {\n"
                "  %1 = Transpose[T: float, permutation: [1, 0]](%0)\n"
                "  %2 = Less[T: float](%1, %1)\n"
                "  return %2\n}\n");
  expectWritten(&less, 1, LZ_RECORDING_FORMAT_LAZY_TENSOR,
                "IR {\n"
                "  %0 = f32[2,4] xla::device_data(), device=CPU:0\n"
                "  %1 = f32[4,2] aten::permute(%0), dims=(1, 0)\n"
                "  %2 = pred[4,2] aten::lt(%1, %1), ROOT=0\n"
                "}\n");
  lz_tensor_release(x), lz_tensor_release(turned), lz_tensor_release(less);
  tearDown(&f);
}

static void behaviour33_refusals(void) {
  Fixture f = setUp(NULL);
  lz_string* text = NULL;
  FAILS(LZ_INVALID_ARGUMENT, "format is 9; use LZ_RECORDING_FORMAT_*",
        lz_recording_write(&f.x, 1, 9, &text));
  CHECK(text == NULL);
  FAILS(LZ_INVALID_ARGUMENT, "no tensors",
        lz_recording_write(&f.x, 0, LZ_RECORDING_FORMAT_DOT, &text));
  tearDown(&f);
}

static lz_timer_statistics timer(const Fixture* f, lz_timer which) {
  lz_timer_statistics s;
  memset(&s, 0, sizeof s);
  s.struct_size = sizeof s;
  OK(lz_context_timer(f->context, which, &s));
  return s;
}

static int isOrdered(lz_timer_statistics s) {
  return s.count > 0 && s.min_ns <= s.p50_ns && s.p50_ns <= s.p90_ns && s.p90_ns <= s.p99_ns &&
         s.p99_ns <= s.max_ns && s.max_ns <= s.total_ns && s.total_ns <= s.count * s.max_ns;
}

/* 100 steps of one program; each is cut, run and waited for. */
static void behaviour39_timersWithPercentiles(void) {
  Fixture f = setUp(NULL);
  CHECK(timer(&f, LZ_TIMER_EXECUTE).count == 0 && timer(&f, LZ_TIMER_CUT).max_ns == 0);
  for (int i = 0; i < 100; ++i) {
    lz_tensor* y = binary(lz_add, f.x, f.x);
    barrier(&f, LZ_BARRIER_WAIT);
    lz_tensor_release(y);
  }
  const lz_timer_statistics compile = timer(&f, LZ_TIMER_COMPILE);
  const lz_timer_statistics execute = timer(&f, LZ_TIMER_EXECUTE);
  const lz_timer_statistics cut = timer(&f, LZ_TIMER_CUT), wait = timer(&f, LZ_TIMER_WAIT);
  CHECK(compile.count == counter(&f, LZ_COUNTER_COMPILES) && compile.count == 1);
  CHECK(compile.total_ns == counter(&f, LZ_COUNTER_COMPILE_NS) && compile.min_ns == compile.max_ns);
  CHECK(execute.count == 100 && execute.total_ns == counter(&f, LZ_COUNTER_EXECUTE_NS));
  /* A barrier makes a cut on each device. */
  CHECK(cut.count == 100 * ((int64_t)testDevice() + 1) && wait.count <= 100);
  CHECK(isOrdered(compile) && isOrdered(execute) && isOrdered(cut));
  OK(lz_context_reset_counters(f.context));
  CHECK(timer(&f, LZ_TIMER_COMPILE).count == 0 && timer(&f, LZ_TIMER_EXECUTE).max_ns == 0);

  lz_timer_statistics s;
  memset(&s, 0xff, sizeof s);
  s.struct_size = 4;
  FAILS(LZ_INVALID_ARGUMENT, "struct_size is 4", lz_context_timer(f.context, 1, &s));
  s.struct_size = offsetof(lz_timer_statistics, total_ns);
  OK(lz_context_timer(f.context, LZ_TIMER_CUT, &s));
  /* Fields that the caller does not have stay as they are. */
  CHECK(s.count == 0 && s.total_ns == -1);
  s.struct_size = sizeof s;
  FAILS(LZ_INVALID_ARGUMENT, "timer 9 does not exist", lz_context_timer(f.context, 9, &s));
  tearDown(&f);
}

/* Takes 20 ms. */
static lz_status* slowly(void* user, const lz_host_call_args* args) {
  const struct timespec duration = {0, 20000000};
  nanosleep(&duration, NULL);
  return twice(user, args);
}

static void behaviour39_waitsAreTimed(void) {
  Fixture f = setUp(NULL);
  int calls = 0;
  registerCall(&f, "slowly", slowly, &calls, 0);
  lz_tensor* y = callOn(&f, "slowly", f.x);
  barrier(&f, LZ_BARRIER_WAIT);
  expectValues(y, 2, 4, 6); /* it has ended, so this does not wait */
  const lz_timer_statistics wait = timer(&f, LZ_TIMER_WAIT);
  CHECK(wait.count == 1 && isOrdered(wait) && wait.min_ns > 10000000);
  lz_tensor_release(y);
  tearDown(&f);
}

static void expectInReport(const Fixture* f, const char* text) {
  lz_string* report = NULL;
  OK(lz_context_report(f->context, &report));
  if (!strstr(lz_string_data(report), text)) {
    fprintf(stderr, "no '%s' in\n%s", text, lz_string_data(report));
    ++failures;
  }
  lz_string_release(report);
}

static void behaviour39_aReportForPeople(void) {
  Fixture f = setUp(NULL);
  expectInReport(&f, "  recorded   0 ops, 0 of them pending; 1 tensor alive\n");
  lz_tensor *y = binary(lz_add, f.x, f.x), *z = binary(lz_multiply, y, f.x);
  expectValues(z, 2, 8, 18);
  barrier(&f, LZ_BARRIER_WAIT);
  expectInReport(&f, "  recorded   2 ops, 0 of them pending; 3 tensors alive\n");
  expectInReport(&f, "  cut        1 barrier and 0 automatic; 1 read\n");
  expectInReport(&f, "  programs   1 compiled, 0 loaded from disk, 0 found in memory, 0 evicted\n");
  expectInReport(&f, "  compile          1 ");
  expectInReport(&f, "why programs were compiled, latest first\n    1 (2 ops): the first program");
  lz_tensor_release(y), lz_tensor_release(z);
  tearDown(&f);
}

int main(void) {
  behaviour33_figure1();
  behaviour33_figure2();
  behaviour33_refusals();
  behaviour34_function();
  behaviour34_arguments();
  behaviour39_timersWithPercentiles();
  behaviour39_waitsAreTimed();
  behaviour39_aReportForPeople();
  return finish();
}
