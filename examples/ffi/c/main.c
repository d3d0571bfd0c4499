/* Lazuli from C. Up to the line "only in C", it prints the same as the programs of the other
 * languages, bit for bit.
 *
 *    main FILE.mlir      a program of one f32 input of 2x4 and one output */
#include "session.h"
#include "upkeep.h"

#include <string.h>

enum { SAMPLES = 64, FEATURES = 4, STEPS = 200, HANDLES = 100000 };
static const int64_t kBlock[2] = {2, 4};
static const float kPoints[8] = {-3, -1.5f, -0.75f, -0.25f, 0, 0.5f, 1, 2.5f};

/* Prints floats as their bits, so that equal lines are equal numbers. */
static void print_floats(const char* title, lz_tensor* tensor) {
  uint32_t bits[16];
  size_t bytes = (size_t)lz_tensor_nbytes(tensor);
  CHECK(lz_tensor_read(tensor, bits, bytes));
  printf("%s", title);
  for (size_t i = 0; i < bytes / sizeof *bits; ++i)
    printf(" %08x", bits[i]);
  printf("\n");
}

/* x / 2 * (1 + erf(x / sqrt(2))) */
static lz_tensor* gelu(Session* s, lz_tensor* x) {
  lz_tensor* erf;
  CHECK(lz_erf(scale(s, x, 0.70710678118654752), NULL, &erf));
  lz_tensor* sum = binary(s, lz_add, own(s, erf), spread(s, scalar(s, 1), x));
  return binary(s, lz_multiply, scale(s, x, 0.5), sum);
}

static void show_gelu(Session* s) {
  lz_tensor *x = from_host(s, kBlock, 2, kPoints), *y = gelu(s, x), *gradient;
  lz_tensor* ones = spread(s, scalar(s, 1), x);
  CHECK(lz_gradients(&y, 1, &ones, &x, 1, NULL, &gradient));
  lz_string* text;
  CHECK(lz_recording_print(&y, 1, &text));
  print_text("recorded graph", text);
  print_floats("gelu", y);
  print_floats("gelu gradient", own(s, gradient));
  drop_all(s);
}

/* (a, b) -> a + b, the body of sums. */
static lz_function* make_add(Session* s) {
  lz_function* function;
  lz_tensor *a, *b;
  CHECK(lz_function_begin(s->device, "add", &function));
  CHECK(lz_function_parameter(function, LZ_DTYPE_F32, NULL, 0, &a));
  CHECK(lz_function_parameter(function, LZ_DTYPE_F32, NULL, 0, &b));
  lz_tensor* sum = binary(s, lz_add, own(s, a), own(s, b));
  CHECK(lz_function_finish(function, &sum, 1));
  drop_all(s);
  return function;
}

typedef struct {
  lz_function* add;
  lz_tensor *x, *y, *loss, *parameters[2]; /* weights, bias */
} Model;

/* loss = mean((x w + b - y)^2); w and b are changed by a tenth of the gradient. */
static void record_step(Session* s, Model* m) {
  const int64_t one = 1, zero = 0;
  lz_tensor *product, *sum, *gradients[2], *start = scalar(s, 0);
  const lz_dot_general_attributes columns_by_rows = {
      .struct_size = sizeof columns_by_rows,
      .lhs_contracting_dimensions = &one,
      .num_lhs_contracting_dimensions = 1,
      .rhs_contracting_dimensions = &zero,
      .num_rhs_contracting_dimensions = 1,
  };
  CHECK(lz_dot_general(m->x, m->parameters[0], &columns_by_rows, NULL, &product));
  lz_tensor* guess = binary(s, lz_add, own(s, product), spread(s, m->parameters[1], m->y));
  lz_tensor* off = binary(s, lz_subtract, guess, m->y);
  lz_tensor* square = binary(s, lz_multiply, off, off);
  CHECK(lz_reduce(&square, 1, &start, 1, &zero, 1, m->add, NULL, &sum, 1));
  lz_tensor* loss = scale(s, own(s, sum), 1.0 / SAMPLES);
  CHECK(lz_gradients(&loss, 1, NULL, m->parameters, 2, NULL, gradients));
  lz_tensor_release(m->loss);
  lz_tensor_retain(m->loss = loss);
  for (int i = 0; i < 2; ++i) {
    lz_tensor* old = own(s, m->parameters[i]);
    m->parameters[i] = binary(s, lz_subtract, old, scale(s, own(s, gradients[i]), 0.1));
    lz_tensor_retain(m->parameters[i]);
  }
  drop_all(s);
}

static void show_regression(Session* s) {
  static const double truth[FEATURES] = {1, -2, 3, 0.5};
  const int64_t dims[2] = {SAMPLES, FEATURES};
  float x[SAMPLES * FEATURES], y[SAMPLES], zeros[FEATURES] = {0};
  for (int i = 0; i < SAMPLES; ++i) {
    double sum = 0.25;
    for (int j = 0; j < FEATURES; ++j) {
      double value = ((i * 7 + j * 3 + i * j) % 11 - 5) / 8.0;
      x[i * FEATURES + j] = (float)value;
      sum += value * truth[j];
    }
    y[i] = (float)sum;
  }
  Model m = {make_add(s), NULL, NULL, NULL, {NULL, NULL}};
  m.x = from_host(s, dims, 2, x), m.y = from_host(s, dims, 1, y);
  m.parameters[0] = from_host(s, dims + 1, 1, zeros),
  m.parameters[1] = from_host(s, NULL, 0, zeros);
  s->count = 0; /* the model owns them */
  int64_t compiles = counter(s, LZ_COUNTER_COMPILES), barriers = counter(s, LZ_COUNTER_BARRIERS);
  for (int i = 0; i < STEPS; ++i) {
    record_step(s, &m);
    CHECK(lz_context_barrier(s->context, s->device, LZ_BARRIER_WAIT, NULL));
  }
  print_floats("regression loss", m.loss);
  print_floats("regression weights", m.parameters[0]);
  print_floats("regression bias", m.parameters[1]);
  printf("regression barriers %lld compiles %lld\n",
         (long long)(counter(s, LZ_COUNTER_BARRIERS) - barriers),
         (long long)(counter(s, LZ_COUNTER_COMPILES) - compiles));
  lz_tensor_release(m.x), lz_tensor_release(m.y), lz_tensor_release(m.loss);
  lz_tensor_release(m.parameters[0]), lz_tensor_release(m.parameters[1]);
  lz_function_release(m.add);
}

/* Compiles once and runs with different inputs; the second run donates its input, so the result
 * takes over that memory. */
static void show_executable(Session* s) {
  const uint8_t donate = 1;
  const lz_compile_options options = {
      .struct_size = sizeof options, .donate = &donate, .num_donate = 1};
  lz_function* function;
  lz_executable* program;
  lz_tensor* x;
  lz_string* text;
  CHECK(lz_function_begin(s->device, "gelu", &function));
  CHECK(lz_function_parameter(function, LZ_DTYPE_F32, kBlock, 2, &x));
  lz_tensor* y = gelu(s, own(s, x));
  CHECK(lz_function_finish(function, &y, 1));
  CHECK(lz_function_compile(function, &options, &program));
  float doubled[8];
  for (int i = 0; i < 8; ++i)
    doubled[i] = 2 * kPoints[i];
  lz_tensor* given = from_host(s, kBlock, 2, doubled);
  print_floats("executable", run(s, program, from_host(s, kBlock, 2, kPoints), 0));
  print_floats("executable with a donated input", run(s, program, given, 1));
  lz_status* status = lz_tensor_read(given, doubled, sizeof doubled);
  printf("reading the donated input: code %d\n", lz_status_code(status));
  lz_status_release(status);
  CHECK(lz_function_print(function, &text));
  print_text("recorded program", text);
  CHECK(lz_executable_memory_report(program, &text));
  print_text("memory report", text);
  lz_executable_release(program), lz_function_release(function);
  drop_all(s);
}

static void show_module(Session* s, const char* path) {
  char text[8192];
  FILE* file = fopen(path, "rb");
  size_t size = file == NULL ? 0 : fread(text, 1, sizeof text, file);
  if (file != NULL)
    fclose(file);
  lz_module* module;
  lz_executable* program;
  CHECK(lz_module_parse(s->context, text, size, path, &module));
  CHECK(lz_module_compile(module, NULL, &program));
  print_floats("module", run(s, program, from_host(s, kBlock, 2, kPoints), 0));
  lz_executable_release(program), lz_module_release(module);
  drop_all(s);
}

static void over(void* user, const void* data) {
  *(const void**)user = data;
}

/* Memory of this program becomes a tensor, and a tensor's memory is read, both without a copy. */
static void show_sharing(Session* s) {
  static _Alignas(64) float values[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  const void* released = NULL;
  lz_host_options borrow = {.struct_size = sizeof borrow, .mode = LZ_HOST_BORROW_IMMUTABLE};
  borrow.release = over, borrow.release_user = &released;
  struct DLManagedTensorVersioned* lent;
  lz_tensor* x;
  CHECK(lz_tensor_from_host(s->device, LZ_DTYPE_F32, kBlock, 2, values, &borrow, &x));
  CHECK(lz_tensor_to_dlpack(x, &lent));
  lz_tensor_release(x);
  printf("shared in place: %d\n", lent->dl_tensor.data == values && released == NULL);
  lent->deleter(lent);
  printf("given back: %d\n", released == values);
}

/* Multiplies each element by its place. */
static lz_status* by_place(void* user, const lz_host_call_args* args) {
  const float* x = args->operands[0].data;
  float* y = args->results[0].data;
  ++*(int*)user;
  for (int i = 0; i < args->operands[0].nbytes / (int64_t)sizeof *x; ++i)
    y[i] = x[i] * (float)i;
  return NULL;
}

/* Calls a function of this program in the middle of a compiled one, and reads without waiting. */
static void show_host_call(Session* s) {
  int calls = 0;
  lz_host_call_options options = {.struct_size = sizeof options, .user = &calls};
  CHECK(lz_context_register_host_call(s->context, "by_place", by_place, &options));
  lz_tensor_type type = {.dtype = LZ_DTYPE_F32, .rank = 2, .dims = kBlock};
  lz_tensor *x = from_host(s, kBlock, 2, kPoints), *called;
  lz_tensor* twice = binary(s, lz_add, x, x);
  CHECK(lz_host_call(s->device, "by_place", &twice, 1, &type, NULL, NULL, &called, 1));
  lz_tensor* sum = binary(s, lz_add, own(s, called), x);
  print_floats("host call", sum);
  uint32_t bits[8];
  lz_event* event;
  CHECK(lz_tensor_read_async(sum, bits, sizeof bits, NULL, &event));
  CHECK(lz_event_wait(event, LZ_WAIT_FOREVER));
  lz_event_release(event);
  printf("calls %d, read without waiting", calls);
  for (int i = 0; i < 8; ++i)
    printf(" %08x", bits[i]);
  printf("\n");
  drop_all(s);
}

/* In C an error is a status that names the op, the shapes and the line. */
static void show_error(Session* s) {
  const int64_t three = 3, two = 2;
  lz_tensor *out, *a = from_host(s, &three, 1, kPoints), *b = from_host(s, &two, 1, kPoints);
  lz_status* status = lz_add(a, b, LZ_HERE, &out);
  char place[512];
  snprintf(place, sizeof place, "%s:%d", __FILE__, __LINE__ - 2);
  printf("error: code %d, op %s, at the caller's line: %d\n", lz_status_code(status),
         lz_status_op(status), strcmp(lz_status_location(status), place) == 0);
  printf("error: %s\n", strchr(lz_status_message(status), '['));
  fprintf(stderr, "%s\n", lz_status_message(status));
  lz_status_release(status);
  drop_all(s);
}

static void show_handles(Session* s) {
  int64_t before = lz_live_handles();
  for (int i = 0; i < HANDLES; ++i) {
    scalar(s, i);
    drop_all(s);
  }
  printf("handles made %d, left %lld\n", HANDLES, (long long)(lz_live_handles() - before));
}

static void show_counters(Session* s) {
  static const struct {
    const char* name;
    lz_counter counter;
  } counters[] = {{"compiles", LZ_COUNTER_COMPILES},
                  {"cache hits", LZ_COUNTER_CACHE_HITS},
                  {"executions", LZ_COUNTER_EXECUTIONS},
                  {"ops recorded", LZ_COUNTER_OPS_RECORDED},
                  {"donated inputs", LZ_COUNTER_DONATED_INPUTS},
                  {"live tensors", LZ_COUNTER_LIVE_TENSORS},
                  {"bytes in use", LZ_COUNTER_BYTES_IN_USE},
                  {"peak bytes", LZ_COUNTER_PEAK_BYTES}};
  for (size_t i = 0; i < sizeof counters / sizeof *counters; ++i)
    printf("counter %s %lld\n", counters[i].name, (long long)counter(s, counters[i].counter));
}

int main(int argc, char** argv) {
  lz_context_options options = {.struct_size = sizeof options, .threads = 2};
  Session s = {.count = 0};
  CHECK(lz_context_create(&options, &s.context));
  CHECK(lz_context_device(s.context, 0, &s.device));
  printf("version %d abi %d\n", lz_version(), lz_abi_version());
  show_gelu(&s);
  show_regression(&s);
  show_executable(&s);
  show_module(&s, argc > 1 ? argv[1] : "");
  show_sharing(&s);
  show_host_call(&s);
  show_error(&s);
  show_counters(&s);
  show_handles(&s);
  printf("only in C\n");
  show_upkeep();
  lz_device_release(s.device), lz_context_release(s.context);
  printf("handles at the end %lld\n", (long long)lz_live_handles());
  return 0;
}
