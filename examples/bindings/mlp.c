/* A small network on Fashion-MNIST. bindings/julia and bindings/swift have the same program, and
 * print the same losses bit for bit.
 *
 *   mlp [FOLDER] with the data set in FOLDER, otherwise with generated images
 *
 * The recipe. The context is LZ_NUMERICS_STRICT, which rounds every op as written. All values are
 * f32, shapes are row-major, and a smaller operand is broadcast to the shape of the larger one.
 *
 *   weights    state = u64[2] {1, 0}. For w1[784, 128] and then w2[128, 10]: rng_bit_generator
 *              (THREE_FRY) of the state gives the next state and u32 of the shape;
 *              u = convert(bits >> 8) * 2^-24; w = (u - 0.5) * 0.25. b1[128] and b2[10] are zeros
 *   batch s    (s = 0, 1, ...) has the training images (64 s + i) mod 60000, i < 64, as
 *              u8[64, 784], and their labels as u8[64]
 *   forward    x = convert(images) * (1 / 255); h = max(x w1 + b1, 0); z = h w2 + b2;
 *              y = convert(label == iota)
 *   loss       c = z - max(z, of each row); the mean over the rows of
 *              log(sum(exp(c))) - sum(c * y), where the mean is sum * (1 / 64)
 *   update     p = p - 0.1 * (lz_gradients of the loss), for w1, b1, w2, b2; then a barrier
 *   output     after steps 20, 40, ..., 200 the bits of the loss that the step began with
 *
 * Generated images: pixel k of image n is (25 (n mod 10) + (n k) mod 97) mod 256, and its label is
 * n mod 10. */
#include "common/check.h"
#include "common/data.h"
#include "common/layers.h"

#include <string.h>

enum { BATCH = 64, HIDDEN = 128, STEPS = 200, IMAGES = 60000, PARAMETERS = 4 };

static void make_up(dataset* data) {
  data->train_images = (idx_data){malloc((size_t)IMAGES * PIXELS), IMAGES, PIXELS};
  data->train_labels = (idx_data){malloc(IMAGES), IMAGES, 1};
  for (size_t n = 0; n < IMAGES; ++n) {
    data->train_labels.bytes[n] = (uint8_t)(n % CLASSES);
    for (size_t k = 0; k < PIXELS; ++k)
      data->train_images.bytes[n * PIXELS + k] = (uint8_t)(25 * (n % CLASSES) + n * k % 97);
  }
}

/* Makes weights [inputs, outputs], and replaces the state by the next one. */
static lz_tensor* weights(lz_tensor** state, int64_t inputs, int64_t outputs) {
  const int64_t dims[] = {inputs, outputs};
  lz_tensor* out[2];
  CHECK(lz_rng_bit_generator(*state, LZ_RNG_ALGORITHM_THREE_FRY, LZ_DTYPE_U32, dims, 2, LZ_HERE,
                             out, 2));
  replace(state, scoped(out[0]));
  lz_tensor* eight = convert(number(8, scoped(out[1])), LZ_DTYPE_U32);
  lz_tensor* whole = convert(binary(lz_shift_right_logical, out[1], eight, LZ_HERE), LZ_DTYPE_F32);
  lz_tensor* unit = multiply(whole, number(0x1p-24, whole));
  return multiply(subtract(unit, number(0.5, unit)), number(0.25, unit));
}

/* w1, b1, w2, b2 */
static void start(lz_device* device, lz_tensor** p) {
  const uint64_t key[] = {1, 0};
  const int64_t two = 2, hidden = HIDDEN, classes = CLASSES;
  lz_tensor* state = NULL;
  size_t scope = scope_begin();
  replace(&state, from_host(device, LZ_DTYPE_U64, &two, 1, key));
  replace(&p[0], weights(&state, PIXELS, HIDDEN));
  replace(&p[2], weights(&state, HIDDEN, CLASSES));
  scope_end(scope);
  lz_tensor_release(state);
  p[1] = zeros(device, &hidden, 1);
  p[3] = zeros(device, &classes, 1);
}

/* Records a step and replaces the parameters by new ones. Returns the loss, which the caller
 * must release. */
static lz_tensor* step(lz_device* device, const dataset* data, size_t s, lz_tensor** p) {
  uint8_t images[BATCH * PIXELS], labels[BATCH];
  const int64_t dims[] = {BATCH, PIXELS};
  for (size_t i = 0; i < BATCH; ++i) {
    size_t n = (s * BATCH + i) % IMAGES;
    memcpy(images + i * PIXELS, data->train_images.bytes + n * PIXELS, PIXELS);
    labels[i] = data->train_labels.bytes[n];
  }
  size_t scope = scope_begin();
  lz_tensor* bytes = convert(from_host(device, LZ_DTYPE_U8, dims, 2, images), LZ_DTYPE_F32);
  lz_tensor* x = multiply(bytes, number(1.0 / 255, bytes));
  lz_tensor* y = one_hot(from_host(device, LZ_DTYPE_U8, dims, 1, labels), CLASSES);
  lz_tensor* h = relu(dense(x, p[0], p[1]));
  lz_tensor* loss = softmax_cross_entropy(dense(h, p[2], p[3]), y);
  lz_tensor* gradients[PARAMETERS];
  CHECK(lz_gradients(&loss, 1, NULL, p, PARAMETERS, NULL, gradients));
  for (int i = 0; i < PARAMETERS; ++i)
    replace(&p[i], subtract(p[i], scaled(0.1, scoped(gradients[i]))));
  return scope_end_with(scope, loss);
}

int main(int argc, char** argv) {
  const lz_context_options o = {.struct_size = sizeof o, .numerics = LZ_NUMERICS_STRICT};
  lz_context* context;
  lz_device* device;
  dataset data = {0};
  lz_tensor* parameters[PARAMETERS] = {NULL};
  if (argc < 2)
    make_up(&data);
  else if (dataset_load(argv[1], &data) != 0)
    return 1;
  CHECK(lz_context_create(&o, &context));
  CHECK(lz_context_device(context, 0, &device));
  start(device, parameters);
  for (size_t s = 0; s < STEPS; ++s) {
    uint32_t bits;
    lz_tensor* loss = step(device, &data, s, parameters);
    CHECK(lz_context_barrier(context, device, 0, NULL));
    if ((s + 1) % 20 == 0) {
      CHECK(lz_tensor_read(loss, &bits, sizeof bits));
      printf("step %zu loss %08x\n", s + 1, bits);
    }
    lz_tensor_release(loss);
  }
  for (int i = 0; i < PARAMETERS; ++i)
    lz_tensor_release(parameters[i]);
  dataset_free(&data);
  lz_device_release(device);
  lz_context_release(context);
  return 0;
}
