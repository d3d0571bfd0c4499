#include "fashion_mnist/networks.h"

#include "common/layers.h"

enum { HIDDEN = 512, CHANNELS_1 = 16, CHANNELS_2 = 32, POOLED = SIDE / 4 * (SIDE / 4) };

static void push(network* net, lz_tensor* parameter) {
  net->parameters[net->count++] = parameter;
}

static lz_tensor* mlp_logits(lz_tensor* const* p, lz_tensor* images) {
  lz_tensor* hidden = relu(dense(flatten(images), p[0], p[1]));
  return dense(hidden, p[2], p[3]);
}

network make_mlp(lz_device* device, uint64_t seed) {
  random_source random = {seed};
  const int64_t w1[] = {PIXELS, HIDDEN}, b1 = HIDDEN, w2[] = {HIDDEN, CLASSES}, b2 = CLASSES;
  network net = {.title = "MLP", .logits = mlp_logits};
  push(&net, he_normal(device, &random, w1, 2));
  push(&net, zeros(device, &b1, 1));
  push(&net, glorot_uniform(device, &random, w2));
  push(&net, zeros(device, &b2, 1));
  return net;
}

static lz_tensor* cnn_logits(lz_tensor* const* p, lz_tensor* images) {
  lz_tensor* half = max_pool(relu(convolve(images, p[0], p[1])), 2);
  lz_tensor* quarter = max_pool(relu(convolve(half, p[2], p[3])), 2);
  return dense(flatten(quarter), p[4], p[5]);
}

network make_cnn(lz_device* device, uint64_t seed) {
  random_source random = {seed};
  const int64_t k1[] = {3, 3, 1, CHANNELS_1}, b1 = CHANNELS_1;
  const int64_t k2[] = {3, 3, CHANNELS_1, CHANNELS_2}, b2 = CHANNELS_2;
  const int64_t w3[] = {POOLED * CHANNELS_2, CLASSES}, b3 = CLASSES;
  network net = {.title = "CNN", .logits = cnn_logits};
  push(&net, he_normal(device, &random, k1, 4));
  push(&net, zeros(device, &b1, 1));
  push(&net, he_normal(device, &random, k2, 4));
  push(&net, zeros(device, &b2, 1));
  push(&net, glorot_uniform(device, &random, w3));
  push(&net, zeros(device, &b3, 1));
  return net;
}

void network_free(network* net) {
  for (size_t i = 0; i < net->count; ++i)
    lz_tensor_release(net->parameters[i]);
}
