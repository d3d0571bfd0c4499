#include "resnet/loop.h"

#include "common/check.h"
#include "common/progress.h"
#include "resnet/patterns.h"

#include <string.h>
#include <time.h>

enum { READ_EVERY = 10 };

static const double kRate = 0.02;

typedef struct loop {
  resnet* net;
  const loop_options* how;
  loop_result* out;
  patterns source;
  float* images;
  int32_t* classes;
  leaves parameters, state;
  optimizer optimizer;
  lz_tensor** losses;  /* the losses of all steps; NULL for a loss that has been read */
  size_t num_read;     /* losses that were read */
  size_t ended;        /* steps that have ended */
  double last_end;     /* when the last step ended, in seconds */
  lz_event* under_way; /* the end of the last step */
} loop;

/* The next batch. */
static lz_tensor* next_images(loop* l, lz_tensor** truth) {
  const int64_t n = (int64_t)l->how->batch;
  const int64_t dims[] = {n, PATTERN_SIDE, PATTERN_SIDE, PATTERN_COLOURS};
  patterns_next(&l->source, l->how->batch, l->images, l->classes);
  *truth = one_hot(from_host(l->how->device, LZ_DTYPE_S32, &n, 1, l->classes), PATTERN_CLASSES);
  return from_host(l->how->device, LZ_DTYPE_F32, dims, 4, l->images);
}

/* The optimizer takes the parameters from the layers and puts the new ones back. */
static void update(loop* l, lz_tensor* loss) {
  const leaves* leaf = &l->parameters;
  lz_tensor *parameters[MAX_PARAMETERS], *gradients[MAX_PARAMETERS];
  for (size_t i = 0; i < leaf->count; ++i)
    parameters[i] = *leaf->slots[i];
  CHECK(lz_gradients(&loss, 1, NULL, parameters, leaf->count, NULL, gradients));
  optimizer_step(&l->optimizer, kRate, parameters, gradients);
  for (size_t i = 0; i < leaf->count; ++i)
    *leaf->slots[i] = parameters[i];
}

/* Records one step and returns its loss, which the caller must release. Nothing runs yet. */
static lz_tensor* record_resnet_step(loop* l) {
  size_t scope = scope_begin();
  lz_tensor *truth, *images = next_images(l, &truth);
  lz_tensor* loss = softmax_cross_entropy(resnet_apply(l->net, images, TRAINING), truth);
  update(l, loss);
  return scope_end_with(scope, loss);
}

static void await_step_under_way(loop* l) {
  if (l->under_way == NULL)
    return;
  CHECK(lz_event_wait(l->under_way, LZ_WAIT_FOREVER));
  lz_event_release(l->under_way);
  l->under_way = NULL;
  double now = now_seconds();
  l->out->seconds[l->ended++] = now - l->last_end;
  l->last_end = now;
}

/* Reads the losses of steps that have ended, so that no read waits. */
static void read_losses(loop* l) {
  for (; l->num_read < l->ended; ++l->num_read) {
    float* loss = &l->out->losses[l->num_read];
    CHECK(lz_tensor_read(l->losses[l->num_read], loss, sizeof *loss));
    replace(&l->losses[l->num_read], NULL);
  }
}

/* Records and submits a step while the previous one runs. The host is never more than one step
 * ahead, so inputs do not pile up, and the time at which each step ends is measured. */
static void step(loop* l) {
  lz_barrier* barrier;
  lz_event* submitted;
  l->losses[l->out->steps++] = record_resnet_step(l);
  CHECK(lz_context_barrier(l->how->context, l->how->device, 0, &barrier));
  CHECK(lz_barrier_event(barrier, &submitted));
  CHECK(lz_barrier_get_statistics(barrier, &l->out->last_cut));
  lz_barrier_release(barrier);
  await_step_under_way(l);
  l->under_way = submitted;
  if (l->out->steps % READ_EVERY == 0)
    read_losses(l);
}

static double accuracy(loop* l) {
  size_t scope = scope_begin(), right = 0;
  lz_tensor* truth;
  lz_tensor* logits = resnet_apply(l->net, next_images(l, &truth), INFERENCE);
  scope_end_with(scope, logits);
  size_t bytes = l->how->batch * PATTERN_CLASSES * sizeof(float);
  float* rows = malloc(bytes);
  if (rows == NULL)
    abort();
  CHECK(lz_tensor_read(logits, rows, bytes));
  lz_tensor_release(logits);
  for (size_t i = 0; i < l->how->batch; ++i) {
    const float* row = rows + i * PATTERN_CLASSES;
    int best = 0;
    for (int class = 1; class < PATTERN_CLASSES; ++class)
      best = row[class] > row[best] ? class : best;
    right += best == l->classes[i];
  }
  free(rows);
  return (double)right / (double)l->how->batch;
}

static void* must_have(void* memory) {
  if (memory == NULL)
    abort();
  return memory;
}

static void init(loop* l, resnet* net, const loop_options* how, loop_result* out) {
  memset(l, 0, sizeof *l);
  l->net = net, l->how = how, l->out = out;
  patterns_init(&l->source, how->seed);
  l->images = must_have(malloc(how->batch * PATTERN_NUMBERS * sizeof *l->images));
  l->classes = must_have(malloc(how->batch * sizeof *l->classes));
  l->losses = must_have(calloc(how->steps, sizeof *l->losses));
  out->losses = must_have(calloc(how->steps, sizeof *out->losses));
  out->seconds = must_have(calloc(how->steps, sizeof *out->seconds));
  out->early.struct_size = out->late.struct_size = sizeof out->early;
  out->last_cut.struct_size = sizeof out->last_cut;
  resnet_leaves(net, &l->parameters, &l->state);
  lz_tensor* parameters[MAX_PARAMETERS];
  for (size_t i = 0; i < l->parameters.count; ++i)
    parameters[i] = *l->parameters.slots[i];
  optimizer_init(&l->optimizer, SGD_MOMENTUM, how->device, parameters, l->parameters.count);
  l->last_end = now_seconds();
}

loop_result train_resnet(resnet* net, const loop_options* how) {
  loop_result out = {0};
  loop l;
  init(&l, net, how, &out);
  clock_t before = 0;
  progress bar;
  char note[64];
  progress_begin(&bar, "training", how->steps);
  while (out.steps < how->steps && !*how->interrupted) {
    step(&l);
    if (out.steps == WARM_UP_STEPS) {
      CHECK(lz_context_get_counters(how->context, &out.early));
      before = clock();
    }
    double loss = l.num_read > 0 ? (double)out.losses[l.num_read - 1] : 0;
    snprintf(note, sizeof note, "loss %.4f", loss);
    progress_update(&bar, out.steps, note);
  }
  await_step_under_way(&l);
  /* The last of the first steps was recorded before the clock was read, and ran after it. */
  out.processor_seconds = (double)(clock() - before) / CLOCKS_PER_SEC /
                          (double)(out.steps > WARM_UP_STEPS ? out.steps - WARM_UP_STEPS + 1 : 1);
  read_losses(&l);
  CHECK(lz_context_get_counters(how->context, &out.late));
  snprintf(note, sizeof note, "%zu steps, loss %.4f", out.steps,
           out.steps ? (double)out.losses[out.steps - 1] : 0.0);
  progress_end(&bar, note);
  out.accuracy = accuracy(&l);
  optimizer_release(&l.optimizer);
  free(l.images), free(l.classes), free(l.losses);
  return out;
}

void loop_result_free(loop_result* result) {
  free(result->losses), free(result->seconds);
}
