/* What a service does besides computing: it reads the log, gives memory back, finds out why a
 * step is compiled again, and ends work that takes too long. */
#ifndef UPKEEP_H
#define UPKEEP_H

#include "session.h"

#include <stdatomic.h>
#include <string.h>

/* Fails to compile with older headers. An older library is detected when the program runs. */
#if LZ_ABI_VERSION < 3
#error "this program needs the headers of a newer Lazuli"
#endif

enum { MEBIBYTE = 1 << 20 };

/* The library writes from any of its threads, and from several at once. */
typedef struct {
  atomic_int warnings, closed;
} Log;

static void hear(void* user, lz_log_severity severity, const char* message) {
  Log* log = user;
  if (severity == LZ_LOG_WARNING)
    atomic_fetch_add(&log->warnings, 1);
  fprintf(stderr, "lazuli: %s\n", message);
}

static void close_log(void* user) {
  atomic_fetch_add(&((Log*)user)->closed, 1);
}

/* LAZULI_DUMP and similar variables are for developers of a program, not for operators of a
 * service. */
static Session open_service(Log* log) {
  lz_context_options options = {.struct_size = sizeof options,
                                .threads = 2,
                                .max_pending_ops = 100,
                                .log = hear,
                                .log_user = log,
                                .log_user_release = close_log,
                                .ignore_environment = 1,
                                .disk_cache = "off"}; // so that every run compiles
  Session s = {.count = 0};
  CHECK(lz_context_create(&options, &s.context));
  CHECK(lz_context_device(s.context, 0, &s.device));
  return s;
}

/* The code of an expected error. */
static lz_code code_of(lz_status* status) {
  lz_code code = lz_status_code(status);
  lz_status_release(status);
  return code;
}

/* If more than max_pending_ops are recorded, they are computed, and the log says so once. */
static void show_log(Session* s, const Log* log) {
  lz_tensor* sum = scalar(s, 1);
  lz_tensor_retain(sum);
  for (int i = 0; i < 250; ++i) {
    lz_tensor* next = binary(s, lz_add, sum, sum);
    lz_tensor_release(sum);
    lz_tensor_retain(sum = next);
    drop_all(s);
  }
  lz_tensor_release(sum);
  printf("barriers without a call: %lld, warnings: %d\n",
         (long long)counter(s, LZ_COUNTER_AUTO_BARRIERS), log->warnings);
}

static int is_deleted(const lz_tensor* tensor) {
  int32_t deleted;
  CHECK(lz_tensor_is_deleted(tensor, &deleted));
  return deleted;
}

/* Gives the memory of a tensor to a result, then to the context, and then to the system. */
static void show_memory(Session* s) {
  static float zeros[MEBIBYTE / sizeof(float)];
  const int64_t dims[1] = {MEBIBYTE / sizeof *zeros};
  lz_tensor *x = from_host(s, dims, 1, zeros), *y = binary(s, lz_add, x, x);
  CHECK(lz_tensor_donate(x));
  CHECK(lz_context_barrier(s->context, NULL, LZ_BARRIER_WAIT, NULL));
  printf("given to its sum: %d, in use: %lld MiB\n", is_deleted(x),
         (long long)counter(s, LZ_COUNTER_BYTES_IN_USE) / MEBIBYTE);
  /* Frees the memory even if a handle is left, for example one that a garbage collector holds. */
  CHECK(lz_tensor_delete(y));
  int64_t bytes;
  CHECK(lz_context_trim(s->context, &bytes));
  printf("deleted: %d, reading it: code %d, a mebibyte went to the system: %d\n", is_deleted(y),
         code_of(lz_tensor_read(y, zeros, sizeof zeros)), bytes >= MEBIBYTE);
  drop_all(s);
}

/* Shows that a step with another shape is another program, and why. */
static void show_recompilations(Session* s) {
  static const float data[12] = {0};
  CHECK(lz_context_reset_counters(s->context));
  for (int64_t rows = 2; rows < 4; ++rows) {
    lz_tensor *x = from_host(s, (int64_t[]){rows, 4}, 2, data), *sum;
    CHECK(lz_add(x, x, LZ_HERE, &sum));
    CHECK(lz_evaluate(&sum, 1, LZ_BARRIER_WAIT, NULL));
    own(s, sum);
  }
  size_t known;
  lz_recompilation_statistics last = {.struct_size = sizeof last};
  lz_string* reason;
  CHECK(lz_context_num_recompilations(s->context, &known));
  CHECK(lz_context_recompilation(s->context, 0, &last, &reason));
  printf("compiled: %lld; of all %zu programs the last has %lld op, %lld input, %lld output\n",
         (long long)counter(s, LZ_COUNTER_COMPILES), known, (long long)last.ops,
         (long long)last.inputs, (long long)last.outputs);
  printf("it differs in op %lld\n", (long long)last.first_different_op);
  print_text("because", reason);
  drop_all(s);
}

/* Batches of 3, 5 and 4 samples are one program, which is compiled for eight. */
static void show_buckets(Session* s) {
  static const float data[10] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  CHECK(lz_context_reset_counters(s->context));
  for (int i = 0; i < 3; ++i) {
    const int64_t rows = (const int64_t[]){3, 5, 4}[i];
    lz_tensor *x = from_host(s, (int64_t[]){rows, 2}, 2, data), *y;
    CHECK(lz_tensor_bucket(x, 8));
    CHECK(lz_tanh(x, LZ_HERE, &y));
    CHECK(lz_evaluate(&y, 1, LZ_BARRIER_WAIT, NULL));
    own(s, y);
  }
  printf("batches of three sizes, compiled: %lld\n", (long long)counter(s, LZ_COUNTER_COMPILES));
  drop_all(s);
}

/* A guard makes an unexpected compilation an error, whose message says why it was needed. */
static void show_guard(Session* s) {
  lz_guard* guard;
  lz_tensor *x = from_host(s, NULL, 0, (float[]){3}), *y = binary(s, lz_power, x, x);
  CHECK(lz_guard_begin(s->context, LZ_GUARD_MAX_COMPILES, 0, LZ_HERE, &guard));
  const int refused = code_of(lz_evaluate(&y, 1, 0, NULL)) == LZ_FAILED_PRECONDITION;
  lz_guard_release(guard);
  printf("a step that would compile: %s\n", refused ? "refused" : "accepted");
  drop_all(s);
}

/* Shows where the time went, as numbers for monitoring and as a page for people. */
static void show_report(Session* s) {
  lz_timer_statistics runs = {.struct_size = sizeof runs};
  lz_string* report;
  CHECK(lz_context_timer(s->context, LZ_TIMER_EXECUTE, &runs));
  CHECK(lz_context_report(s->context, &report));
  printf("runs timed: %lld\n", (long long)runs.count);
  printf("%.*s\n", (int)strcspn(lz_string_data(report), "\n"), lz_string_data(report));
  lz_string_release(report);
}

/* Two devices divide the machine. Each computes a part, and both get the mean. */
static void show_devices(void) {
  lz_context_options options = {
      .struct_size = sizeof options, .threads = 2, .host_devices = 2, .disk_cache = "off"};
  lz_context* context;
  lz_tensor *parts[2], *means[2];
  float values[2];
  CHECK(lz_context_create(&options, &context));
  for (size_t i = 0; i < 2; ++i) {
    const float part = i == 0 ? 1 : 4;
    lz_device* device;
    CHECK(lz_context_device(context, i, &device));
    CHECK(lz_tensor_from_host(device, LZ_DTYPE_F32, NULL, 0, &part, NULL, &parts[i]));
    lz_device_release(device);
  }
  CHECK(lz_all_reduce(parts, 2, LZ_REDUCTION_SUM, 0.5, LZ_HERE, means));
  for (size_t i = 0; i < 2; ++i) {
    CHECK(lz_tensor_read(means[i], &values[i], sizeof values[i]));
    lz_tensor_release(parts[i]), lz_tensor_release(means[i]);
  }
  printf("mean of two devices, on both: %g %g\n", values[0], values[1]);
  lz_context_release(context);
}

/* Shows two ways to find a strange value. In a part of the program, each op runs at once, so an
 * error has its place. Or the library finds the op whose compiled value differs. */
static void show_op_by_op(Session* s) {
  int32_t before, pending;
  lz_tensor *x = from_host(s, NULL, 0, (float[]){3}), *now, *later;
  CHECK(lz_context_set_op_by_op(s->context, 1, &before));
  now = binary(s, lz_multiply, x, x);
  CHECK(lz_tensor_is_pending(now, &pending));
  CHECK(lz_context_set_op_by_op(s->context, before, NULL));
  later = binary(s, lz_multiply, now, now);
  lz_op_difference difference = {.struct_size = sizeof difference};
  CHECK(lz_recording_compare(&later, 1, &difference, NULL));
  printf("op by op: pending %d, first op that differs: %lld\n", pending, (long long)difference.op);
  drop_all(s);
}

/* Prints a recording in the formats of other lazy runtimes. */
static void show_recording(Session* s) {
  lz_tensor* x = from_host(s, NULL, 0, (float[]){3});
  lz_tensor* y = binary(s, lz_multiply, x, x);
  lz_string* text;
  CHECK(lz_recording_write(&y, 1, LZ_RECORDING_FORMAT_FUNCTION, &text));
  print_text("recorded", text);
  drop_all(s);
}

/* A program that is compiled here runs elsewhere without a compiler. A damaged file is refused. */
static void show_saving(Session* s) {
  static const char text[] = "func.func @twice(%x: tensor<f32>) -> tensor<f32> {\n"
                             "  %0 = stablehlo.add %x, %x : tensor<f32>\n"
                             "  return %0 : tensor<f32>\n"
                             "}\n"
                             "func.func @nothing(%x: tensor<f32>) -> tensor<f32> {\n"
                             "  return %x : tensor<f32>\n"
                             "}\n";
  const lz_module_read_options twice = {sizeof twice, "twice.mlir", "twice"};
  lz_module* module;
  lz_executable *program, *loaded, *broken;
  lz_string* bytes;
  lz_tensor *x = from_host(s, NULL, 0, (float[]){21}), *y;
  float value;
  CHECK(lz_module_read(s->context, text, SIZE_MAX, &twice, &module));
  CHECK(lz_module_compile(module, NULL, &program));
  CHECK(lz_executable_save(program, &bytes));
  CHECK(lz_executable_load(s->context, lz_string_data(bytes), lz_string_size(bytes), &loaded));
  CHECK(lz_executable_run(loaded, &x, 1, NULL, &y, 1));
  CHECK(lz_tensor_read(own(s, y), &value, sizeof value));
  printf("loaded again: %g, half of it: code %d\n", value,
         code_of(lz_executable_load(s->context, lz_string_data(bytes), lz_string_size(bytes) / 2,
                                    &broken)));
  lz_string_release(bytes), lz_module_release(module);
  lz_executable_release(program), lz_executable_release(loaded);
  drop_all(s);
}

/* A program that never ends, its run, and the event of the run. */
typedef struct {
  lz_executable* program;
  lz_tensor* result;
  lz_event* event;
} Endless;

static Endless start_endless(Session* s) {
  static const char text[] =
      "func.func @main(%x: tensor<f32>) -> tensor<f32> {\n"
      "  %two = stablehlo.constant dense<2.0> : tensor<f32>\n"
      "  %r = stablehlo.while(%a = %x) : tensor<f32>\n"
      "    cond {\n"
      "      %c = stablehlo.compare LT, %a, %two : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
      "      stablehlo.return %c : tensor<i1>\n"
      "    } do {\n"
      "      %b = stablehlo.cosine %a : tensor<f32>\n"
      "      stablehlo.return %b : tensor<f32>\n"
      "    }\n"
      "  return %r : tensor<f32>\n"
      "}\n";
  lz_module* module;
  lz_tensor* x = from_host(s, NULL, 0, (float[]){1});
  Endless e;
  CHECK(lz_module_parse(s->context, text, SIZE_MAX, "endless.mlir", &module));
  CHECK(lz_module_compile(module, NULL, &e.program));
  CHECK(lz_executable_run(e.program, &x, 1, NULL, &e.result, 1));
  CHECK(lz_tensor_event(e.result, &e.event));
  lz_module_release(module);
  drop_all(s);
  return e;
}

static void drop_endless(Endless* e) {
  lz_event_release(e->event), lz_tensor_release(e->result), lz_executable_release(e->program);
}

/* One run gets ten milliseconds. Then everything that runs or is queued is cancelled, and the
 * context goes on. */
static void show_cancelling(Session* s) {
  const int64_t ten_ms = 10000000;
  int32_t ready;
  float value = 3;
  Endless e = start_endless(s);
  printf("after ten milliseconds: code %d, ", code_of(lz_event_wait(e.event, ten_ms)));
  CHECK(lz_event_is_ready(e.event, &ready));
  CHECK(lz_event_cancel(e.event));
  printf("ready %d, cancelled: code %d\n", ready, code_of(lz_event_wait(e.event, LZ_WAIT_FOREVER)));
  drop_endless(&e);
  e = start_endless(s);
  lz_tensor* queued = binary(s, lz_add, from_host(s, NULL, 0, &value), scalar(s, 1));
  CHECK(lz_evaluate(&queued, 1, 0, NULL));
  CHECK(lz_context_cancel(s->context));
  printf("all cancelled: codes %d %d, ", code_of(lz_tensor_read(e.result, &value, sizeof value)),
         code_of(lz_tensor_read(queued, &value, sizeof value)));
  drop_endless(&e);
  lz_tensor* later = binary(s, lz_add, from_host(s, NULL, 0, &value), scalar(s, 1));
  CHECK(lz_tensor_read(later, &value, sizeof value));
  printf("computed later: %g\n", value);
  drop_all(s);
}

static void show_upkeep(void) {
  Log log = {0, 0};
  Session s = open_service(&log);
  printf("headers and library agree: %d\n",
         lz_version() == LZ_VERSION && lz_abi_version() == LZ_ABI_VERSION);
  show_log(&s, &log);
  show_memory(&s);
  show_recompilations(&s);
  show_buckets(&s);
  show_guard(&s);
  show_report(&s);
  show_devices();
  show_op_by_op(&s);
  show_recording(&s);
  show_saving(&s);
  show_cancelling(&s);
  Endless e = start_endless(&s);
  CHECK(lz_context_shutdown(s.context)); /* does not wait: running work is cancelled */
  printf("shut down: code %d, ", code_of(lz_event_wait(e.event, 0)));
  lz_tensor* x = NULL;
  printf("what comes later: code %d\n",
         code_of(lz_scalar_f64(s.device, LZ_DTYPE_F32, 1, NULL, &x)));
  drop_endless(&e);
  lz_device_release(s.device), lz_context_release(s.context);
  printf("log closed: %d\n", log.closed);
}

#endif
