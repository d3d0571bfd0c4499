#include "common/optimizer.h"

#include "common/check.h"
#include "common/layers.h"

#include <math.h>
#include <string.h>

void optimizer_init(optimizer* o, optimizer_kind kind, lz_device* device,
                    lz_tensor* const* parameters, size_t count) {
  memset(o, 0, sizeof *o);
  o->kind = kind;
  o->count = count;
  for (size_t i = 0; i < count; ++i) {
    const int64_t* dims = lz_tensor_dims(parameters[i]);
    size_t rank = lz_tensor_rank(parameters[i]);
    o->velocity[i] = zeros(device, dims, rank);
    o->variance[i] = kind == ADAM ? zeros(device, dims, rank) : NULL;
  }
}

void optimizer_release(optimizer* o) {
  for (size_t i = 0; i < o->count; ++i)
    lz_tensor_release(o->velocity[i]), lz_tensor_release(o->variance[i]);
}

/* v = 0.9 v + g; w = w - rate v */
static void momentum_step(lz_tensor** w, lz_tensor** v, lz_tensor* g, lz_tensor* rate) {
  replace(v, add(scaled(0.9, *v), g));
  replace(w, subtract(*w, multiply(spread(rate, *w, 0), *v)));
}

/* m = 0.9 m + 0.1 g; v = 0.999 v + 0.001 g^2; w = w - rate m / (sqrt(v) + 1e-8) */
static void adam_step(lz_tensor** w, lz_tensor** m, lz_tensor** v, lz_tensor* g, lz_tensor* rate) {
  replace(m, add(scaled(0.9, *m), scaled(0.1, g)));
  replace(v, add(scaled(0.999, *v), scaled(0.001, square(g))));
  lz_tensor* spread_rate = spread(rate, *w, 0);
  lz_tensor* root = square_root(*v);
  replace(w, subtract(*w, divide(multiply(spread_rate, *m), add(root, number(1e-8, root)))));
}

/* Adam's means start at 0; this factor of the rate corrects for it. */
static double adam_correction(int64_t step) {
  return sqrt(1 - pow(0.999, (double)step)) / (1 - pow(0.9, (double)step));
}

void optimizer_step(optimizer* o, double rate, lz_tensor** parameters, lz_tensor** gradients) {
  size_t scope = scope_begin();
  lz_device* device;
  CHECK(lz_tensor_device(parameters[0], &device));
  o->steps += 1;
  lz_tensor* by = scalar(device, o->kind == ADAM ? rate * adam_correction(o->steps) : rate);
  for (size_t i = 0; i < o->count; ++i) {
    lz_tensor* g = scoped(gradients[i]);
    if (o->kind == ADAM)
      adam_step(&parameters[i], &o->velocity[i], &o->variance[i], g, by);
    else
      momentum_step(&parameters[i], &o->velocity[i], g, by);
  }
  lz_device_release(device);
  scope_end(scope);
}
