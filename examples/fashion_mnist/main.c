/* Fashion-MNIST with the C API: trains a multilayer perceptron and a convolutional network, then
 * finds nearest neighbours. The networks are in networks.c, the step in common/trainer.c. */
#include "common/check.h"
#include "common/interrupt.h"
#include "common/progress.h"
#include "fashion_mnist/neighbours.h"
#include "fashion_mnist/networks.h"
#include "fashion_mnist/picture.h"

#include <string.h>

static const char kUsage[] =
    "usage: fashion_mnist [--quick] [--data DIR] [--threads N] [--seed N] [--losses FILE]\n"
    "                     [--picture FILE] [--steps N] [--synthetic] [--strict] [--op-by-op]\n"
    "  --quick      a few epochs of a part of the data\n"
    "  --data       the folder of the four files\n"
    "  --threads    that compute; one a core unless given\n"
    "  --seed       of parameters and batches: equal seeds give equal losses, bit for bit\n"
    "  --losses     writes every loss, as hexadecimal floats\n"
    "  --picture    where the picture goes\n"
    "  --steps      only so many steps of the MLP, with the resident memory after 100 and at the\n"
    "               end\n"
    "  --synthetic  a small data set made up here, for tests\n"
    "  --strict     numerics level strict\n"
    "  --op-by-op   every op runs when it is recorded, for debugging\n";

typedef struct options {
  const char *data, *losses, *picture;
  int quick, synthetic, strict, op_by_op;
  int32_t threads;
  uint64_t seed;
  size_t steps;
} options;

/* Returns 0 on success; otherwise a message has been printed. */
static int parse(int argc, char** argv, options* o) {
  *o = (options){.data = "/usr/share/datasets/fashion-mnist",
                 .picture = OUTPUT_FOLDER "/fashion_mnist.svg",
                 .seed = 1};
  for (int i = 1; i < argc; ++i) {
    const char *name = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
    if (strcmp(name, "--quick") == 0) {
      o->quick = 1;
      continue;
    }
    if (strcmp(name, "--synthetic") == 0) {
      o->synthetic = 1;
      continue;
    }
    if (strcmp(name, "--strict") == 0) {
      o->strict = 1;
      continue;
    }
    if (strcmp(name, "--op-by-op") == 0) {
      o->op_by_op = 1;
      continue;
    }
    ++i;
    if (value != NULL && strcmp(name, "--data") == 0)
      o->data = value;
    else if (value != NULL && strcmp(name, "--losses") == 0)
      o->losses = value;
    else if (value != NULL && strcmp(name, "--picture") == 0)
      o->picture = value;
    else if (value != NULL && strcmp(name, "--threads") == 0)
      o->threads = (int32_t)strtol(value, NULL, 10);
    else if (value != NULL && strcmp(name, "--seed") == 0)
      o->seed = strtoull(value, NULL, 10);
    else if (value != NULL && strcmp(name, "--steps") == 0)
      o->steps = strtoull(value, NULL, 10);
    else
      return fputs(kUsage, stderr), -1;
  }
  return 0;
}

static void heading(const char* text) {
  printf("\n%s\n", text);
}

/* Prints the first `lines` lines, indented. */
static void print_lines(const char* text, int lines) {
  for (; lines > 0 && *text; --lines) {
    int length = (int)strcspn(text, "\n");
    printf("    %.*s\n", length, text);
    text += length + (text[length] == '\n');
  }
}

static void describe_step(const network* net, const history* h, lz_context* context) {
  printf("  %-18s %.1f s without the tests of accuracy, %.0f images/s in the last whole epoch\n",
         "training", h->seconds, h->images_per_second);
  printf(
      "  %-18s %lld in the first epoch (a step, the last batch, the test images), %lld after it\n",
      "compiles", (long long)h->compiles[0], (long long)h->compiles[1]);
  for (size_t i = 0; i < h->num_reasons; ++i)
    printf("  %-18s %s\n", i == 0 ? "why again" : "", h->reasons[i]);
  printf("  %-18s %lld inputs of each step: parameters, state, images and labels\n", "donated",
         (long long)h->donated);
  printf("  %-18s %.1f MB of tensors\n", "peak until here",
         1e-6 * (double)counter(context, LZ_COUNTER_PEAK_BYTES));
  if (h->step == NULL)
    return;
  lz_string* report;
  CHECK(lz_executable_memory_report(h->step, &report));
  printf("  memory of a step of the %s\n", net->title);
  print_lines(lz_string_data(report), 10);
  lz_string_release(report);
}

static history train_one(network* net, const char* title, training how) {
  heading(title);
  history h = train(net, &how);
  if (how.steps == 0)
    describe_step(net, &h, how.context);
  return h;
}

static training mlp_training(training how, const options* o) {
  how.optimizer = SGD_MOMENTUM;
  how.rate = 0.1;
  how.batch = 128;
  how.epochs = o->synthetic ? 2 : o->quick ? 4 : 10;
  return how;
}

static training cnn_training(training how, const options* o) {
  how.optimizer = ADAM;
  how.rate = 0.002;
  how.batch = 64;
  how.epochs = o->synthetic || o->quick ? 2 : 5;
  return how;
}

/* Checks that memory does not leak. Epochs are short, so all programs are compiled before step 100,
 * and memory must not grow after it. */
static int soak(lz_device* device, training how, const options* o) {
  network net = make_mlp(device, o->seed);
  how = mlp_training(how, o);
  how.images = how.images < 6000 ? how.images : 6000;
  how.steps = o->steps;
  how.epochs = (how.steps * how.batch + how.images - 1) / how.images;
  history h = train_one(&net, "Steps of the MLP", how);
  printf("  resident memory    %.2f MB after step 100, %.2f MB after step %zu\n", h.rss_at_100_mb,
         resident_mb(), h.steps);
  history_free(&h);
  network_free(&net);
  return 0;
}

static void summary(lz_context* context) {
  heading("Counters");
  printf("  compiles %lld in %.1f s, cache hits %lld, peak memory %.1f MB\n",
         (long long)counter(context, LZ_COUNTER_COMPILES),
         1e-9 * (double)counter(context, LZ_COUNTER_COMPILE_NS),
         (long long)counter(context, LZ_COUNTER_CACHE_HITS),
         1e-6 * (double)counter(context, LZ_COUNTER_PEAK_BYTES));
}

/* Prints the accuracies, which are 0 for methods that did not run. Returns 1 if they are as
 * expected. */
static int judge(double mlp, double cnn, double nearest, const options* o) {
  const struct {
    const char* name;
    double reached, expected;
  } rows[] = {{"MLP", mlp, 0.88}, {"CNN", cnn, 0.90}, {"neighbours", nearest, 0.84}};
  int whole = !o->quick && !o->synthetic && !interrupted, good = 1;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    int reached = rows[i].reached >= rows[i].expected;
    good = good && reached;
    if (rows[i].reached > 0)
      printf("  %-10s         accuracy %.2f %%, at least %.0f %% expected%s%s\n", rows[i].name,
             100 * rows[i].reached, 100 * rows[i].expected, whole ? "" : " of a whole run",
             whole && !reached ? ": missed" : "");
  }
  return good || !whole;
}

static int run(lz_context* context, lz_device* device, const dataset* d, const options* o,
               FILE* losses) {
  size_t all = d->train_images.count;
  training how = {.context = context,
                  .data = d,
                  .images = o->quick && all > 18000 ? 18000 : all,
                  .seed = o->seed,
                  .losses = losses,
                  .interrupted = &interrupted};
  printf("Fashion-MNIST: %zu + %zu images of %d x %d\n", all, d->test_images.count, SIDE, SIDE);
  if (o->steps > 0)
    return soak(device, how, o);

  network mlp = make_mlp(device, o->seed), cnn = make_cnn(device, o->seed);
  history mlp_history =
      train_one(&mlp, "MLP 784-512-10, SGD with momentum, batches of 128", mlp_training(how, o));
  history cnn_history = {0};
  double nearest = 0;
  if (!interrupted)
    cnn_history =
        train_one(&cnn, "CNN 3x3x16, 3x3x32, dense 10, Adam, batches of 64", cnn_training(how, o));
  if (!interrupted) {
    size_t test = d->test_images.count, queries = o->quick && test > 1000 ? 1000 : test;
    heading("Nearest neighbours of test images among all training images");
    nearest = neighbours(device, d, queries, &interrupted);
  }
  summary(context);
  int good = judge(mlp_history.accuracy, cnn_history.accuracy, nearest, o);
  const curve curves[] = {{"MLP", &mlp_history}, {"CNN", &cnn_history}};
  if (draw_picture(o->picture, d, curves, cnn_history.steps > 0 ? 2 : 1) == 0)
    printf("  picture            %s\n", o->picture);
  else
    fprintf(stderr, "cannot write %s\n", o->picture);
  history_free(&mlp_history), history_free(&cnn_history);
  network_free(&mlp), network_free(&cnn);
  return good ? 0 : 1;
}

int main(int argc, char** argv) {
  options o;
  if (parse(argc, argv, &o) != 0)
    return 2;
  double started = now_seconds();
  watch_interrupts();
  dataset d;
  if (o.synthetic)
    dataset_make(400, 250, &d);
  else if (dataset_load(o.data, &d) != 0)
    return 1;
  FILE* losses = o.losses ? fopen(o.losses, "w") : NULL;
  if (o.losses && losses == NULL)
    return fprintf(stderr, "cannot write %s\n", o.losses), 1;
  lz_context* context;
  lz_device* device;
  lz_context_options context_options = {.struct_size = sizeof context_options,
                                        .threads = o.threads,
                                        .numerics =
                                            o.strict ? LZ_NUMERICS_STRICT : LZ_NUMERICS_STANDARD,
                                        .op_by_op = o.op_by_op};
  CHECK(lz_context_create(&context_options, &context));
  CHECK(lz_context_device(context, 0, &device));
  int result = run(context, device, &d, &o, losses);
  printf("  time               %.1f s%s\n", now_seconds() - started,
         interrupted ? ", interrupted" : "");
  lz_device_release(device);
  lz_context_release(context);
  if (losses != NULL)
    fclose(losses);
  dataset_free(&d);
  return interrupted ? 130 : result;
}
