/* Trains ResNet-18 on generated images. The layers are in layers.c, the network in network.c, the
 * loop in loop.c. Ends with status 1 when the loss has not fallen, or when a program was compiled
 * after the first steps. */
#include "common/check.h"
#include "common/interrupt.h"
#include "resnet/loop.h"
#include "resnet/patterns.h"

#include <string.h>

static const char kUsage[] =
    "usage: resnet [--width N] [--batch N] [--steps N] [--threads N] [--seed N] [--op-by-op]\n"
    "              [--report]\n"
    "  --width      channels of the first stage: 16 unless given; 64 is ResNet-18\n"
    "  --batch      images of a step: 32 unless given\n"
    "  --steps      40 unless given\n"
    "  --threads    that compute; one a core unless given\n"
    "  --seed       of parameters and images: equal seeds give equal losses, bit for bit\n"
    "  --op-by-op   every op runs when it is recorded, for debugging\n"
    "  --report     prints where the time went\n";

typedef struct options {
  int64_t width;
  size_t batch, steps;
  int32_t threads;
  uint64_t seed;
  int op_by_op, report;
} options;

/* Returns 0 on success; otherwise a message has been printed. */
static int parse(int argc, char** argv, options* o) {
  *o = (options){.width = 16, .batch = 32, .steps = 40, .seed = 1};
  for (int i = 1; i < argc; ++i) {
    const char *name = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
    if (strcmp(name, "--op-by-op") == 0) {
      o->op_by_op = 1;
      continue;
    }
    if (strcmp(name, "--report") == 0) {
      o->report = 1;
      continue;
    }
    unsigned long long number = value != NULL ? strtoull(value, NULL, 10) : 0;
    ++i;
    if (number > 0 && strcmp(name, "--width") == 0)
      o->width = (int64_t)number;
    else if (number > 0 && strcmp(name, "--batch") == 0)
      o->batch = number;
    else if (number > WARM_UP_STEPS && strcmp(name, "--steps") == 0)
      o->steps = number;
    else if (number > 0 && strcmp(name, "--threads") == 0)
      o->threads = (int32_t)number;
    else if (number > 0 && strcmp(name, "--seed") == 0)
      o->seed = number;
    else
      return fputs(kUsage, stderr), -1;
  }
  return 0;
}

static int compare_seconds(const void* a, const void* b) {
  double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

/* The times of all steps after the first ones. */
static void describe_time(loop_result* r) {
  size_t count = r->steps - WARM_UP_STEPS;
  double* seconds = r->seconds + WARM_UP_STEPS;
  qsort(seconds, count, sizeof *seconds, compare_seconds);
  printf("  %-18s %.2f ms, the median after the first %d; the fastest %.2f ms\n", "time of a step",
         500 * (seconds[count / 2] + seconds[(count - 1) / 2]), WARM_UP_STEPS, 1e3 * seconds[0]);
}

/* Programs compiled now, or loaded from the cache on disk, where an earlier run left them. */
static long long programs(const lz_counters* c) {
  return (long long)(c->compiles + c->disk_cache_hits);
}

/* Returns 1 if the loss has fallen and nothing was compiled after the first steps. */
static int describe(loop_result* r) {
  const lz_counters *early = &r->early, *late = &r->late;
  if (r->steps <= WARM_UP_STEPS) {
    puts("  too few steps for more");
    return 1;
  }
  long long steps = (long long)(r->steps - WARM_UP_STEPS);
  long long compiled_late = programs(late) - programs(early);
  double first = (double)r->losses[0], last = (double)r->losses[r->steps - 1];
  int fell = last < first;
  printf("  %-18s %zu\n", "steps", r->steps);
  describe_time(r);
  printf("  %-18s %.2f ms a step, of all threads\n", "processor time", 1e3 * r->processor_seconds);
  printf("  %-18s %.4f at first, %.4f at last%s\n", "loss", first, last,
         fell ? "" : ": it did not fall");
  printf("  %-18s %.1f %% of a new batch, with the running moments\n", "accuracy",
         100 * r->accuracy);
  printf("  %-18s %lld in the first %d steps (%lld of them from disk, %.1f s), %lld later%s\n",
         "compiles", programs(early), WARM_UP_STEPS, (long long)early->disk_cache_hits,
         1e-9 * (double)early->compile_ns, compiled_late, compiled_late == 0 ? "" : ": too many");
  printf("  %-18s %lld a step\n", "ops recorded",
         (long long)(late->ops_recorded - early->ops_recorded) / steps);
  printf("  %-18s %lld of the %lld inputs of a step, for %lld results\n", "donated",
         (long long)r->last_cut.donated, (long long)r->last_cut.inputs,
         (long long)r->last_cut.outputs);
  printf("  %-18s %.1f MB of tensors\n", "peak", 1e-6 * (double)late->peak_bytes);
  return fell && compiled_late == 0;
}

static void print_report(lz_context* context) {
  lz_string* text;
  CHECK(lz_context_report(context, &text));
  fputs(lz_string_data(text), stdout);
  lz_string_release(text);
}

int main(int argc, char** argv) {
  options o;
  if (parse(argc, argv, &o) != 0)
    return 2;
  watch_interrupts();
  lz_context* context;
  lz_device* device;
  /* A step has 2,049 ops. With this limit it is one program, so no values are stored for a second
   * segment. */
  lz_context_options context_options = {.struct_size = sizeof context_options,
                                        .threads = o.threads,
                                        .op_by_op = o.op_by_op,
                                        .max_segment_ops = 4096};
  CHECK(lz_context_create(&context_options, &context));
  CHECK(lz_context_device(context, 0, &device));
  printf("ResNet-18, %lld channels, batches of %zu images of %d x %d\n", (long long)o.width,
         o.batch, PATTERN_SIDE, PATTERN_SIDE);
  random_source random = {o.seed};
  resnet net = resnet_make(device, &random, o.width, PATTERN_CLASSES);
  const loop_options how = {.context = context,
                            .device = device,
                            .batch = o.batch,
                            .steps = o.steps,
                            .seed = o.seed + 1,
                            .interrupted = &interrupted};
  loop_result result = train_resnet(&net, &how);
  int good = describe(&result);
  if (o.report)
    print_report(context);
  loop_result_free(&result);
  resnet_free(&net);
  lz_device_release(device);
  lz_context_release(context);
  return interrupted ? 130 : good ? 0 : 1;
}
