/* Lazy evaluation in ten minutes: what is recorded, when it runs, why something was compiled, and
 * how to see it. docs/lazy.md shows these functions with what they print.
 *
 *   lazy [GRAPH.dot]    writes the recording of the first page as a drawing, too */
#include "common/check.h"

#include <stdio.h>

enum { MOST = 8 };

typedef struct Page {
  lz_context* context;
  lz_device* device;
  const char* drawing; /* NULL: none */
} Page;

static void print_counters(const Page* page) {
  int64_t pending, runs, compiles;
  CHECK(lz_context_counter(page->context, LZ_COUNTER_PENDING_OPS, &pending));
  CHECK(lz_context_counter(page->context, LZ_COUNTER_EXECUTIONS, &runs));
  CHECK(lz_context_counter(page->context, LZ_COUNTER_COMPILES, &compiles));
  printf("pending %d, runs %d, compiled %d\n", (int)pending, (int)runs, (int)compiles);
}

static void print_and_release(lz_string* text) {
  printf("%s\n", lz_string_data(text));
  lz_string_release(text);
}

static lz_tensor* vector(const Page* page, int64_t n, float first) {
  float values[MOST];
  lz_tensor* x;
  for (int64_t i = 0; i < n; ++i)
    values[i] = first + (float)i;
  CHECK(lz_tensor_from_host(page->device, LZ_DTYPE_F32, &n, 1, values, NULL, &x));
  return x;
}

/* average + rate * (sample - average), of vectors of n numbers. */
static lz_tensor* blend(const Page* page, lz_tensor* average, lz_tensor* sample, int64_t n,
                        double rate) {
  lz_tensor *change, *number, *factor, *part, *next;
  CHECK(lz_subtract(sample, average, LZ_HERE, &change));
  CHECK(lz_scalar_f64(page->device, LZ_DTYPE_F32, rate, LZ_HERE, &number));
  CHECK(lz_broadcast_in_dim(number, NULL, 0, &n, 1, LZ_HERE, &factor));
  CHECK(lz_multiply(change, factor, LZ_HERE, &part));
  CHECK(lz_add(average, part, LZ_HERE, &next));
  lz_tensor_release(change), lz_tensor_release(number), lz_tensor_release(factor);
  lz_tensor_release(part);
  return next;
}

static void draw(const Page* page, lz_tensor* tensor) {
  lz_string* text;
  FILE* file = page->drawing ? fopen(page->drawing, "w") : NULL;
  if (!file)
    return;
  CHECK(lz_recording_write(&tensor, 1, LZ_RECORDING_FORMAT_DOT, &text));
  fputs(lz_string_data(text), file);
  lz_string_release(text);
  fclose(file);
}

static void what_is_recorded(const Page* page) {
  lz_tensor *average = vector(page, 4, 0), *sample = vector(page, 4, 10);
  lz_tensor* next = blend(page, average, sample, 4, 0.5); /* five calls, nothing has run */
  lz_string* text;
  CHECK(lz_recording_print(&next, 1, &text));
  print_and_release(text);
  draw(page, next);
  print_counters(page);

  float values[4];
  CHECK(lz_tensor_read(next, values, sizeof values)); /* now it does */
  printf("%g %g %g %g\n", values[0], values[1], values[2], values[3]);
  print_counters(page);
  lz_tensor_release(average), lz_tensor_release(sample), lz_tensor_release(next);
}

/* One barrier at the end of each step makes each step the same program. It does not wait. */
static void when_it_runs(const Page* page) {
  lz_tensor *average = vector(page, 4, 0), *sample = vector(page, 4, 10);
  float values[4];
  for (int step = 1; step <= 100; ++step) {
    lz_tensor* next = blend(page, average, sample, 4, 1.0 / (1 + step)); /* each with its rate */
    lz_tensor_release(average); /* it is not read again: the next one gets its memory */
    CHECK(lz_context_barrier(page->context, page->device, 0, NULL));
    average = next;
  }
  CHECK(lz_tensor_read(average, values, sizeof values)); /* waits */
  print_counters(page);
  lz_tensor_release(average), lz_tensor_release(sample);
}

static void why_it_compiled(const Page* page) {
  lz_tensor *average = vector(page, 3, 0), *sample = vector(page, 3, 10);
  lz_tensor* next = blend(page, average, sample, 3, 0.5); /* three numbers instead of four */
  lz_string* text;
  CHECK(lz_context_barrier(page->context, page->device, 0, NULL));
  CHECK(lz_context_explain_recompile(page->context, &text));
  print_and_release(text);
  lz_tensor_release(average), lz_tensor_release(sample), lz_tensor_release(next);
}

static void what_must_not_compile(const Page* page) {
  lz_tensor *average = vector(page, 5, 0), *sample = vector(page, 5, 10);
  lz_guard* guard;
  CHECK(lz_guard_begin(page->context, LZ_GUARD_MAX_COMPILES, 0, LZ_HERE, &guard));
  lz_tensor* next = blend(page, average, sample, 5, 0.5);
  lz_status* refused = lz_context_barrier(page->context, page->device, 0, NULL);
  printf("%s\n", lz_status_message(refused));
  lz_status_release(refused);
  lz_guard_release(guard);
  lz_tensor_release(average), lz_tensor_release(sample), lz_tensor_release(next);
}

int main(int argc, char** argv) {
  const lz_context_options options = {.struct_size = sizeof options, .disk_cache = "off"};
  Page page = {.drawing = argc > 1 ? argv[1] : NULL};
  CHECK(lz_context_create(&options, &page.context));
  CHECK(lz_context_device(page.context, 0, &page.device));
  printf("What is recorded\n");
  what_is_recorded(&page);
  printf("When it runs\n");
  when_it_runs(&page);
  printf("Why it compiled\n");
  why_it_compiled(&page);
  printf("What must not compile\n");
  what_must_not_compile(&page);
  lz_device_release(page.device);
  lz_context_release(page.context);
  return 0;
}
