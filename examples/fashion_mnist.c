/* Fashion-MNIST with the C API: a softmax classifier trained lazily, its gradient written out by
 * hand, and the exact nearest neighbours of the test images, whose table of distances is never in
 * memory.
 *
 *   fashion_mnist [--quick] [--data DIR] */
#include "common/check.h"
#include "common/idx.h"
#include "common/progress.h"

#include <math.h>
#include <string.h>

enum { PIXELS = 784, CLASSES = 10, BATCH = 128 };

typedef struct dataset {
  idx_data train_images, train_labels, test_images, test_labels;
} dataset;

static int load(const char* folder, dataset* d) {
  const char* names[] = {"train-images-idx3-ubyte", "train-labels-idx1-ubyte",
                         "t10k-images-idx3-ubyte", "t10k-labels-idx1-ubyte"};
  idx_data* parts[] = {&d->train_images, &d->train_labels, &d->test_images, &d->test_labels};
  for (int i = 0; i < 4; ++i) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s.gz", folder, names[i]);
    if (idx_load(path, parts[i]) != 0)
      return -1;
  }
  return 0;
}

/* --- Small steps of mathematics on the API. Each takes its operands and gives a new tensor. --- */

static lz_tensor* release_and(lz_tensor* result, lz_tensor* dead) {
  lz_tensor_release(dead);
  return result;
}

/* v[n] -> [rows, n] (along == 1) or v[rows] -> [rows, n] (along == 0) */
static lz_tensor* spread(lz_tensor* v, int64_t rows, int64_t n, int64_t along) {
  const int64_t shape[] = {rows, n};
  lz_tensor* out;
  size_t count = lz_tensor_rank(v);
  CHECK(lz_broadcast_in_dim(v, &along, count, shape, 2, LZ_HERE, &out));
  return out;
}

/* A function of two scalars, the combiner of a reduction. */
typedef lz_status* (*binary_op)(lz_tensor*, lz_tensor*, const lz_op_options*, lz_tensor**);

static lz_function* combiner(lz_device* device, const char* name, binary_op op) {
  lz_function* f;
  lz_tensor *a, *b, *c;
  CHECK(lz_function_begin(device, name, &f));
  CHECK(lz_function_parameter(f, LZ_DTYPE_F32, NULL, 0, &a));
  CHECK(lz_function_parameter(f, LZ_DTYPE_F32, NULL, 0, &b));
  CHECK(op(a, b, LZ_HERE, &c));
  CHECK(lz_function_finish(f, &c, 1));
  lz_tensor_release(a), lz_tensor_release(b), lz_tensor_release(c);
  return f;
}

static lz_tensor* reduce(lz_tensor* x, int64_t dim, lz_function* f, float start) {
  lz_device* device;
  lz_tensor *init, *out;
  CHECK(lz_tensor_device(x, &device));
  CHECK(lz_constant(device, LZ_DTYPE_F32, NULL, 0, &start, NULL, &init));
  CHECK(lz_reduce(&x, 1, &init, 1, &dim, 1, f, LZ_HERE, &out, 1));
  lz_tensor_release(init);
  lz_device_release(device);
  return out;
}

static lz_tensor* dot(lz_tensor* a, lz_tensor* b, int64_t contract_a, int64_t contract_b) {
  lz_tensor* out;
  CHECK(lz_dot_general(a, b, NULL, 0, NULL, 0, &contract_a, 1, &contract_b, 1, LZ_DTYPE_F32,
                       LZ_HERE, &out));
  return out;
}

typedef struct model {
  lz_device* device;
  lz_function *sum, *max;
  lz_tensor *weights, *bias; /* [784, 10], [10] */
} model;

/* x[rows, 784] -> x W + b */
static lz_tensor* logits(const model* m, lz_tensor* x, int64_t rows) {
  lz_tensor *xw = dot(x, m->weights, 1, 0), *b = spread(m->bias, rows, CLASSES, 1), *out;
  CHECK(lz_add(xw, b, LZ_HERE, &out));
  lz_tensor_release(xw);
  return release_and(out, b);
}

/* Images as floats in [0, 1]. */
static lz_tensor* images(lz_device* device, const idx_data* data, size_t first, size_t rows) {
  const int64_t shape[] = {(int64_t)rows, PIXELS};
  lz_tensor *bytes, *x, *scale, *wide, *out;
  CHECK(lz_tensor_from_host(device, LZ_DTYPE_U8, shape, 2, data->bytes + first * PIXELS, NULL,
                            &bytes));
  CHECK(lz_convert(bytes, LZ_DTYPE_F32, LZ_HERE, &x));
  float inverse = 1.0f / 255;
  CHECK(lz_constant(device, LZ_DTYPE_F32, NULL, 0, &inverse, NULL, &scale));
  CHECK(lz_broadcast_in_dim(scale, NULL, 0, shape, 2, LZ_HERE, &wide));
  CHECK(lz_multiply(x, wide, LZ_HERE, &out));
  lz_tensor_release(bytes), lz_tensor_release(x), lz_tensor_release(scale), lz_tensor_release(wide);
  return out;
}

/* labels[rows] -> 1 where column == label, as f32[rows, 10] */
static lz_tensor* one_hot(lz_device* device, const idx_data* labels, size_t first, size_t rows) {
  const int64_t shape[] = {(int64_t)rows, CLASSES}, n = (int64_t)rows;
  lz_tensor *label, *wide, *column, *equal, *out;
  CHECK(lz_tensor_from_host(device, LZ_DTYPE_U8, &n, 1, labels->bytes + first, NULL, &label));
  wide = spread(label, n, CLASSES, 0);
  CHECK(lz_iota(device, 1, LZ_DTYPE_U8, shape, 2, LZ_HERE, &column));
  CHECK(lz_compare(wide, column, LZ_COMPARISON_DIRECTION_EQ, LZ_COMPARISON_TYPE_NOTYPE, LZ_HERE,
                   &equal));
  CHECK(lz_convert(equal, LZ_DTYPE_F32, LZ_HERE, &out));
  lz_tensor_release(label), lz_tensor_release(wide), lz_tensor_release(column),
      lz_tensor_release(equal);
  return out;
}

/* softmax over the 10 columns */
static lz_tensor* softmax(const model* m, lz_tensor* z, int64_t rows) {
  lz_tensor *top = reduce(z, 1, m->max, -INFINITY), *wide = spread(top, rows, CLASSES, 0), *shifted,
            *e, *out;
  CHECK(lz_subtract(z, wide, LZ_HERE, &shifted));
  CHECK(lz_exponential(shifted, LZ_HERE, &e));
  lz_tensor *total = reduce(e, 1, m->sum, 0), *wide_total = spread(total, rows, CLASSES, 0);
  CHECK(lz_divide(e, wide_total, LZ_HERE, &out));
  lz_tensor_release(top), lz_tensor_release(wide), lz_tensor_release(shifted), lz_tensor_release(e);
  lz_tensor_release(total);
  return release_and(out, wide_total);
}

/* value - rate * gradient; consumes both. The rate is a scalar by value: changing it never
 * recompiles. */
static lz_tensor* descend(lz_tensor* value, lz_tensor* gradient, lz_tensor* rate) {
  lz_tensor *wide, *step, *out;
  CHECK(lz_broadcast_in_dim(rate, NULL, 0, lz_tensor_dims(value), lz_tensor_rank(value), LZ_HERE,
                            &wide));
  CHECK(lz_multiply(gradient, wide, LZ_HERE, &step));
  CHECK(lz_subtract(value, step, LZ_HERE, &out));
  lz_tensor_release(value), lz_tensor_release(gradient), lz_tensor_release(wide);
  return release_and(out, step);
}

/* One step of gradient descent on cross-entropy: d loss / d logits = (softmax - one_hot) / rows. */
static void train_step(model* m, const dataset* d, size_t first, size_t rows, double rate) {
  lz_tensor *x = images(m->device, &d->train_images, first, rows),
            *y = one_hot(m->device, &d->train_labels, first, rows),
            *z = logits(m, x, (int64_t)rows), *p = softmax(m, z, (int64_t)rows), *delta,
            *scaled_rate;
  CHECK(lz_subtract(p, y, LZ_HERE, &delta));
  CHECK(lz_scalar_f64(m->device, LZ_DTYPE_F32, rate / (double)rows, NULL, &scaled_rate));
  lz_tensor *grad_w = dot(x, delta, 0, 0), *grad_b = reduce(delta, 0, m->sum, 0);
  m->weights = descend(m->weights, grad_w, scaled_rate);
  m->bias = descend(m->bias, grad_b, scaled_rate);
  lz_tensor_release(x), lz_tensor_release(y), lz_tensor_release(z), lz_tensor_release(p);
  lz_tensor_release(delta), lz_tensor_release(scaled_rate);
}

static double test_accuracy(const model* m, const dataset* d) {
  enum { ROWS = 2000 };
  static float scores[ROWS * CLASSES];
  size_t right = 0;
  for (size_t first = 0; first < d->test_images.count; first += ROWS) {
    lz_tensor *x = images(m->device, &d->test_images, first, ROWS), *z = logits(m, x, ROWS);
    CHECK(lz_tensor_read(z, scores, sizeof scores));
    for (size_t i = 0; i < ROWS; ++i) {
      const float* row = scores + i * CLASSES;
      int best = 0;
      for (int c = 1; c < CLASSES; ++c)
        best = row[c] > row[best] ? c : best;
      right += best == d->test_labels.bytes[first + i];
    }
    lz_tensor_release(x), lz_tensor_release(z);
  }
  return (double)right / (double)d->test_images.count;
}

static int64_t counter(lz_context* context, lz_counter which) {
  int64_t value;
  CHECK(lz_context_counter(context, which, &value));
  return value;
}

static double train(lz_context* context, lz_device* device, const dataset* d, int epochs) {
  static const float zeros[PIXELS * CLASSES];
  const int64_t w_shape[] = {PIXELS, CLASSES}, b_shape = CLASSES;
  model m = {device, combiner(device, "add", lz_add), combiner(device, "maximum", lz_maximum), NULL,
             NULL};
  CHECK(lz_tensor_from_host(device, LZ_DTYPE_F32, w_shape, 2, zeros, NULL, &m.weights));
  CHECK(lz_tensor_from_host(device, LZ_DTYPE_F32, &b_shape, 1, zeros, NULL, &m.bias));
  size_t n = d->train_images.count;
  double accuracy = 0;
  int64_t after_first = 0, after_training = 0;
  for (int epoch = 0; epoch < epochs; ++epoch) {
    progress bar;
    char title[32], note[64] = "";
    snprintf(title, sizeof title, "epoch %d of %d", epoch + 1, epochs);
    progress_begin(&bar, title, n);
    int64_t before = counter(context, LZ_COUNTER_COMPILES);
    for (size_t first = 0; first < n; first += BATCH) {
      size_t rows = n - first < BATCH ? n - first : BATCH;
      train_step(&m, d, first, rows, 0.2 / (1 + epoch));
      CHECK(lz_context_barrier(context, device, 0, NULL));
      if (epoch == 0 && first == 0) {
        after_first = counter(context, LZ_COUNTER_COMPILES);
        before = after_first;
      }
      snprintf(note, sizeof note, "%6.0f images/s",
               (double)(first + rows) / (now_seconds() - bar.started));
      progress_update(&bar, first + rows, note);
    }
    CHECK(lz_context_barrier(context, device, LZ_BARRIER_WAIT, NULL));
    after_training += counter(context, LZ_COUNTER_COMPILES) - before;
    snprintf(note, sizeof note, "%6.0f images/s", (double)n / (now_seconds() - bar.started));
    accuracy = test_accuracy(&m, d);
    size_t length = strlen(note);
    snprintf(note + length, sizeof note - length, "   test accuracy %.2f %%", 100 * accuracy);
    progress_end(&bar, note);
  }
  printf("  %-18s %lld after the first step, the last partial batch included\n",
         "training compiles", (long long)after_training);
  lz_tensor_release(m.weights), lz_tensor_release(m.bias);
  lz_function_release(m.sum), lz_function_release(m.max);
  return accuracy;
}

/* (distance, index) pairs: the smaller distance wins, the lower index among equals. */
static lz_function* nearest_of_two(lz_device* device) {
  lz_function* f;
  lz_tensor *d0, *i0, *d1, *i1, *less, *same, *lower, *tie, *first, *results[2];
  CHECK(lz_function_begin(device, "nearest", &f));
  CHECK(lz_function_parameter(f, LZ_DTYPE_F32, NULL, 0, &d0));
  CHECK(lz_function_parameter(f, LZ_DTYPE_S32, NULL, 0, &i0));
  CHECK(lz_function_parameter(f, LZ_DTYPE_F32, NULL, 0, &d1));
  CHECK(lz_function_parameter(f, LZ_DTYPE_S32, NULL, 0, &i1));
  const lz_comparison_type type = LZ_COMPARISON_TYPE_NOTYPE;
  CHECK(lz_compare(d0, d1, LZ_COMPARISON_DIRECTION_LT, type, LZ_HERE, &less));
  CHECK(lz_compare(d0, d1, LZ_COMPARISON_DIRECTION_EQ, type, LZ_HERE, &same));
  CHECK(lz_compare(i0, i1, LZ_COMPARISON_DIRECTION_LT, type, LZ_HERE, &lower));
  CHECK(lz_and(same, lower, LZ_HERE, &tie));
  CHECK(lz_or(less, tie, LZ_HERE, &first));
  CHECK(lz_select(first, d0, d1, LZ_HERE, &results[0]));
  CHECK(lz_select(first, i0, i1, LZ_HERE, &results[1]));
  CHECK(lz_function_finish(f, results, 2));
  lz_tensor* dead[] = {d0, i0, d1, i1, less, same, lower, tie, first, results[0], results[1]};
  for (size_t i = 0; i < sizeof dead / sizeof *dead; ++i)
    lz_tensor_release(dead[i]);
  return f;
}

/* argmin_j sum_k (a[i,k] - b[j,k])^2, by broadcasting both to [m, n, 784]. */
static lz_tensor* nearest(lz_device* device, lz_tensor* a, int64_t m, lz_tensor* b, int64_t n,
                          lz_function* sum, lz_function* closer) {
  const int64_t cube[] = {m, n, PIXELS}, plane[] = {m, n}, a_dims[] = {0, 2}, b_dims[] = {1, 2};
  lz_tensor *wide_a, *wide_b, *difference, *square, *index, *results[2];
  CHECK(lz_broadcast_in_dim(a, a_dims, 2, cube, 3, LZ_HERE, &wide_a));
  CHECK(lz_broadcast_in_dim(b, b_dims, 2, cube, 3, LZ_HERE, &wide_b));
  CHECK(lz_subtract(wide_a, wide_b, LZ_HERE, &difference));
  CHECK(lz_multiply(difference, difference, LZ_HERE, &square));
  lz_tensor* distance = reduce(square, 2, sum, 0);
  CHECK(lz_iota(device, 1, LZ_DTYPE_S32, plane, 2, LZ_HERE, &index));
  const float infinity = INFINITY;
  const int32_t none = INT32_MAX;
  lz_tensor *operands[] = {distance, index}, *inits[2];
  CHECK(lz_constant(device, LZ_DTYPE_F32, NULL, 0, &infinity, NULL, &inits[0]));
  CHECK(lz_constant(device, LZ_DTYPE_S32, NULL, 0, &none, NULL, &inits[1]));
  const int64_t columns = 1;
  CHECK(lz_reduce(operands, 2, inits, 2, &columns, 1, closer, LZ_HERE, results, 2));
  lz_tensor* dead[] = {wide_a, wide_b,   difference, square,    distance,
                       index,  inits[0], inits[1],   results[0]};
  for (size_t i = 0; i < sizeof dead / sizeof *dead; ++i)
    lz_tensor_release(dead[i]);
  return results[1];
}

static double neighbours(lz_device* device, const dataset* d, size_t count) {
  enum { ROWS = 500 };
  static int32_t found[ROWS];
  lz_function *sum = combiner(device, "add", lz_add), *closer = nearest_of_two(device);
  lz_tensor* train_images = images(device, &d->train_images, 0, d->train_images.count);
  CHECK(lz_evaluate(&train_images, 1, LZ_BARRIER_WAIT, NULL));
  size_t right = 0;
  progress bar;
  char note[64];
  progress_begin(&bar, "neighbours", count);
  for (size_t first = 0; first < count; first += ROWS) {
    lz_tensor *x = images(device, &d->test_images, first, ROWS),
              *best = nearest(device, x, ROWS, train_images, (int64_t)d->train_images.count, sum,
                              closer);
    CHECK(lz_tensor_read(best, found, sizeof found));
    for (size_t i = 0; i < ROWS; ++i)
      right += d->train_labels.bytes[found[i]] == d->test_labels.bytes[first + i];
    lz_tensor_release(x), lz_tensor_release(best);
    snprintf(note, sizeof note, "accuracy %.2f %%", 100.0 * (double)right / (double)(first + ROWS));
    progress_update(&bar, first + ROWS, note);
  }
  snprintf(note, sizeof note, "%zu images, accuracy %.2f %%", count,
           100.0 * (double)right / (double)count);
  progress_end(&bar, note);
  lz_tensor_release(train_images);
  lz_function_release(sum), lz_function_release(closer);
  return (double)right / (double)count;
}

int main(int argc, char** argv) {
  const char* folder = "/usr/share/datasets/fashion-mnist";
  int quick = 0;
  for (int i = 1; i < argc; ++i) {
    if (strcmp(argv[i], "--quick") == 0) {
      quick = 1;
    } else if (strcmp(argv[i], "--data") == 0 && i + 1 < argc) {
      folder = argv[++i];
    } else {
      fprintf(stderr, "usage: %s [--quick] [--data DIR]\n", argv[0]);
      return 2;
    }
  }
  dataset d;
  if (load(folder, &d) != 0)
    return 1;
  lz_context* context;
  lz_device* device;
  CHECK(lz_context_create(NULL, &context));
  CHECK(lz_context_device(context, 0, &device));

  printf("Fashion-MNIST: %zu + %zu images of 28 x 28\n", d.train_images.count, d.test_images.count);
  printf("Softmax classifier, batches of %d\n", BATCH);
  double classifier = train(context, device, &d, quick ? 3 : 10);
  size_t queries = quick ? 1000 : d.test_images.count;
  printf("Nearest neighbours of %zu test images among %zu\n", queries, d.train_images.count);
  double neighbour = neighbours(device, &d, queries);

  printf("compiles %lld, cache hits %lld, peak memory %.1f MB\n",
         (long long)counter(context, LZ_COUNTER_COMPILES),
         (long long)counter(context, LZ_COUNTER_CACHE_HITS),
         1e-6 * (double)counter(context, LZ_COUNTER_PEAK_BYTES));
  lz_device_release(device);
  lz_context_release(context);
  idx_data* parts[] = {&d.train_images, &d.train_labels, &d.test_images, &d.test_labels};
  for (int i = 0; i < 4; ++i)
    free(parts[i]->bytes);
  int good = classifier >= 0.82 && neighbour >= 0.84;
  if (!good)
    fprintf(stderr, "accuracy below 82 %% (classifier) or 84 %% (neighbours)\n");
  return good ? 0 : 1;
}
