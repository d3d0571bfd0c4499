/* Measures training steps of the demo's networks, to compare with other libraries (bench/peers).
 *
 *   bench_train mlp 128    SGD with momentum, batches of 128
 *   bench_train cnn 64     Adam, batches of 64
 *
 * Prints "ready". Then it reads numbers of steps, one per line, and prints for each the seconds
 * that these steps took. */
#include "common/check.h"
#include "common/layers.h"
#include "common/progress.h"
#include "fashion_mnist/networks.h"

#include <string.h>

typedef struct bench {
  lz_context* context;
  lz_device* device;
  network net;
  optimizer optimizer;
  int64_t rows;
  float* images;
  uint8_t* labels;
} bench;

/* Makes one step from a batch in host memory and returns the loss, which the caller must
 * release. */
static lz_tensor* step(bench* b) {
  const int64_t dims[] = {b->rows, SIDE, SIDE, 1};
  size_t scope = scope_begin();
  lz_tensor* x = from_host(b->device, LZ_DTYPE_F32, dims, 4, b->images);
  lz_tensor* labels = from_host(b->device, LZ_DTYPE_U8, &b->rows, 1, b->labels);
  lz_tensor* loss =
      softmax_cross_entropy(b->net.logits(b->net.parameters, x), one_hot(labels, CLASSES));
  lz_tensor* gradients[MAX_PARAMETERS];
  CHECK(lz_gradients(&loss, 1, NULL, b->net.parameters, b->net.count, NULL, gradients));
  optimizer_step(&b->optimizer, 0.01, b->net.parameters, gradients);
  lz_tensor_retain(loss);
  scope_end(scope);
  CHECK(lz_context_barrier(b->context, b->device, 0, NULL));
  return loss;
}

static double run(bench* b, long steps) {
  double start = now_seconds();
  float loss = 0;
  for (long i = 0; i < steps; ++i) {
    lz_tensor* tensor = step(b);
    if (i + 1 == steps)
      CHECK(lz_tensor_read(tensor, &loss, sizeof loss));
    lz_tensor_release(tensor);
  }
  return now_seconds() - start;
}

int main(int argc, char** argv) {
  int is_mlp = argc == 3 && strcmp(argv[1], "mlp") == 0;
  if (argc != 3 || (!is_mlp && strcmp(argv[1], "cnn") != 0) || atoi(argv[2]) < 1) {
    fprintf(stderr, "usage: bench_train mlp|cnn BATCH\n");
    return 2;
  }
  bench b = {.rows = atoi(argv[2])};
  CHECK(lz_context_create(NULL, &b.context));
  CHECK(lz_context_device(b.context, 0, &b.device));
  b.net = is_mlp ? make_mlp(b.device, 1) : make_cnn(b.device, 1);
  optimizer_init(&b.optimizer, is_mlp ? SGD_MOMENTUM : ADAM, b.device, b.net.parameters,
                 b.net.count);
  random_source random = {2};
  b.images = malloc((size_t)b.rows * PIXELS * sizeof *b.images);
  b.labels = malloc((size_t)b.rows);
  for (int64_t i = 0; i < b.rows * PIXELS; ++i)
    b.images[i] = (float)random_unit(&random);
  for (int64_t i = 0; i < b.rows; ++i)
    b.labels[i] = (uint8_t)(random_bits(&random) % CLASSES);
  run(&b, 3);
  puts("ready");
  fflush(stdout);
  for (char line[64]; fgets(line, sizeof line, stdin);) {
    printf("%.9f\n", run(&b, strtol(line, NULL, 10)));
    fflush(stdout);
  }
  optimizer_release(&b.optimizer);
  network_free(&b.net);
  free(b.images), free(b.labels);
  lz_device_release(b.device);
  lz_context_release(b.context);
  return 0;
}
