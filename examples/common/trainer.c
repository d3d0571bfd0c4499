#include "common/trainer.h"

#include "common/check.h"
#include "common/layers.h"
#include "common/progress.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

/* Losses are read only every READ_EVERY steps. A read waits; without one, the caller records the
 * next steps while earlier ones are computed. */
enum { READ_EVERY = 50, TEST_ROWS = 500 };

typedef struct trainer {
  network* net;
  const training* how;
  lz_device* device;
  optimizer optimizer;
  batches batches;
  random_source random;
  history* out;
  lz_tensor* unread[READ_EVERY]; /* losses */
  size_t num_unread, total_steps;
} trainer;

int64_t counter(lz_context* context, lz_counter which) {
  int64_t value;
  CHECK(lz_context_counter(context, which, &value));
  return value;
}

double resident_mb(void) {
  FILE* f = fopen("/proc/self/statm", "r");
  long pages = 0;
  if (f == NULL)
    return 0;
  int fields = fscanf(f, "%*d %ld", &pages);
  fclose(f);
  return fields == 1 ? 1e-6 * (double)pages * (double)sysconf(_SC_PAGESIZE) : 0;
}

/* Bytes of images as floats in [0, 1]. */
static lz_tensor* pixels(lz_device* device, const uint8_t* bytes, size_t rows) {
  const int64_t dims[] = {(int64_t)rows, SIDE, SIDE, 1};
  return scaled(1.0 / 255, convert(from_host(device, LZ_DTYPE_U8, dims, 4, bytes), LZ_DTYPE_F32));
}

/* Records one step and returns its loss, which the caller must release. Nothing runs yet. */
static lz_tensor* record_step(trainer* t, size_t rows, double rate) {
  network* net = t->net;
  const int64_t n = (int64_t)rows;
  size_t scope = scope_begin();
  lz_tensor* x = pixels(t->device, t->batches.images, rows);
  lz_tensor* truth = one_hot(from_host(t->device, LZ_DTYPE_U8, &n, 1, t->batches.labels), CLASSES);
  lz_tensor* loss = softmax_cross_entropy(net->logits(net->parameters, x), truth);
  lz_tensor* gradients[MAX_PARAMETERS];
  CHECK(lz_gradients(&loss, 1, NULL, net->parameters, net->count, NULL, gradients));
  optimizer_step(&t->optimizer, rate, net->parameters, gradients);
  return scope_end_with(scope, loss);
}

static void remember_reason(trainer* t) {
  history* h = t->out;
  if (h->num_reasons == MAX_REASONS)
    return;
  lz_string* text;
  CHECK(lz_context_explain_recompile(t->how->context, &text));
  h->reasons[h->num_reasons] = strdup(lz_string_data(text));
  h->num_reasons += h->reasons[h->num_reasons] != NULL;
  lz_string_release(text);
}

/* Compiles what has been recorded, or finds it in the cache, and submits it. */
static void submit_step(trainer* t) {
  lz_barrier* barrier;
  lz_barrier_statistics statistics = {.struct_size = sizeof statistics};
  CHECK(lz_context_barrier(t->how->context, t->device, 0, &barrier));
  CHECK(lz_barrier_get_statistics(barrier, &statistics));
  if (t->out->step == NULL && statistics.segments > 0) /* none op by op */
    CHECK(lz_barrier_executable(barrier, 0, &t->out->step));
  else if (statistics.compiles > 0)
    remember_reason(t);
  if (t->out->steps == 1) /* the first step's inputs come from the host */
    t->out->donated = statistics.donated;
  lz_barrier_release(barrier);
}

static void read_losses(trainer* t) {
  for (size_t i = 0; i < t->num_unread; ++i) {
    float* loss = &t->out->losses[t->out->steps - t->num_unread + i];
    CHECK(lz_tensor_read(t->unread[i], loss, sizeof *loss));
    lz_tensor_release(t->unread[i]);
    if (t->how->losses)
      fprintf(t->how->losses, "%s %zu %a\n", t->net->title, t->out->steps - t->num_unread + i,
              (double)*loss);
  }
  t->num_unread = 0;
}

static void step(trainer* t, size_t rows) {
  history* h = t->out;
  double done = (double)h->steps / (double)t->total_steps;
  t->unread[t->num_unread++] = record_step(t, rows, t->how->rate * (1 - 0.95 * done));
  submit_step(t);
  h->steps += 1;
  if (t->num_unread == READ_EVERY || h->steps == 1)
    read_losses(t);
  if (h->steps == 100)
    h->rss_at_100_mb = resident_mb();
}

/* Stores, for each test image, the class with the greatest logit. */
static void predict(trainer* t) {
  const idx_data* images = &t->how->data->test_images;
  history* h = t->out;
  static float logits[TEST_ROWS * CLASSES];
  if (h->predictions == NULL)
    h->predictions = malloc(images->count);
  if (h->predictions == NULL)
    abort();
  for (size_t first = 0, rows; first < images->count; first += rows) {
    rows = images->count - first < TEST_ROWS ? images->count - first : TEST_ROWS;
    size_t scope = scope_begin();
    lz_tensor* x = pixels(t->device, images->bytes + first * PIXELS, rows);
    lz_tensor* z = scope_end_with(scope, t->net->logits(t->net->parameters, x));
    CHECK(lz_tensor_read(z, logits, rows * CLASSES * sizeof *logits));
    lz_tensor_release(z);
    for (size_t i = 0; i < rows; ++i) {
      const float* row = logits + i * CLASSES;
      int best = 0;
      for (int c = 1; c < CLASSES; ++c)
        best = row[c] > row[best] ? c : best;
      h->predictions[first + i] = (uint8_t)best;
    }
  }
}

static void test_accuracy(trainer* t) {
  const idx_data* labels = &t->how->data->test_labels;
  predict(t);
  size_t right = 0;
  for (size_t i = 0; i < labels->count; ++i)
    right += t->out->predictions[i] == labels->bytes[i];
  t->out->accuracy = (double)right / (double)labels->count;
}

/* Returns 1 if the current step was the last one. */
static int is_over(const trainer* t) {
  return *t->how->interrupted || t->out->steps == t->total_steps;
}

/* "loss 0.4321   12345 images/s" into `note`; returns its length. */
static size_t describe(const trainer* t, double started, char note[96]) {
  size_t known = t->out->steps - t->num_unread;
  double loss = known > 0 ? (double)t->out->losses[known - 1] : NAN;
  return (size_t)snprintf(note, 96, "loss %.4f  %6.0f images/s", loss,
                          (double)t->batches.next / (now_seconds() - started));
}

static void run_epoch(trainer* t, size_t number) {
  history* h = t->out;
  progress bar;
  char title[48], note[96];
  snprintf(title, sizeof title, "epoch %zu of %zu", number + 1, t->how->epochs);
  progress_begin(&bar, title, t->how->images);
  batches_shuffle(&t->batches, &t->random);
  for (size_t rows; !is_over(t) && (rows = batches_next(&t->batches)) > 0;) {
    step(t, rows);
    describe(t, bar.started, note);
    progress_update(&bar, t->batches.next, note);
  }
  read_losses(t); /* waits for the steps under way */
  size_t length = describe(t, bar.started, note);
  double elapsed = now_seconds() - bar.started;
  h->seconds += elapsed;
  if (t->batches.next == t->how->images)
    h->images_per_second = (double)t->how->images / elapsed;
  if (t->how->steps == 0) {
    test_accuracy(t);
    snprintf(note + length, sizeof note - length, "   test accuracy %.2f %%", 100 * h->accuracy);
  }
  progress_end(&bar, note);
}

static void init(trainer* t, network* net, const training* how, history* out) {
  memset(t, 0, sizeof *t);
  t->net = net;
  t->how = how;
  t->out = out;
  t->random.state = how->seed;
  CHECK(lz_tensor_device(net->parameters[0], &t->device));
  optimizer_init(&t->optimizer, how->optimizer, t->device, net->parameters, net->count);
  batches_init(&t->batches, how->data, how->images, how->batch);
  size_t epoch_steps = (how->images + how->batch - 1) / how->batch;
  t->total_steps = how->steps ? how->steps : how->epochs * epoch_steps;
  out->losses = calloc(t->total_steps, sizeof *out->losses);
  if (out->losses == NULL)
    abort();
}

history train(network* net, const training* how) {
  history out = {0};
  trainer t;
  init(&t, net, how, &out);
  int64_t before = counter(how->context, LZ_COUNTER_COMPILES);
  for (size_t epoch = 0; !is_over(&t); ++epoch) {
    run_epoch(&t, epoch);
    int64_t now = counter(how->context, LZ_COUNTER_COMPILES);
    out.compiles[epoch == 0 ? 0 : 1] += now - before;
    before = now;
  }
  optimizer_release(&t.optimizer);
  batches_free(&t.batches);
  lz_device_release(t.device);
  return out;
}

void history_free(history* h) {
  free(h->losses), free(h->predictions);
  for (size_t i = 0; i < h->num_reasons; ++i)
    free(h->reasons[i]);
  lz_executable_release(h->step);
}
