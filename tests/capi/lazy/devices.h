/* A context with several devices of the host. */
#ifndef LAZULI_TESTS_CAPI_LAZY_DEVICES_H
#define LAZULI_TESTS_CAPI_LAZY_DEVICES_H

#include "lazy/behaviours.h"

enum { MOST_DEVICES = 4 };

/* A context and its devices. Device n, counted from 1, has a vector [n, n + 1, n + 2]. */
typedef struct {
  Fixture on[MOST_DEVICES];
  size_t count;
} Devices;

static inline Devices open(size_t count) {
  lz_context_options options = defaultOptions();
  lz_context* context = NULL;
  Devices d;
  memset(&d, 0, sizeof d);
  d.count = count;
  options.host_devices = (int64_t)count;
  options.threads = 2 * (int32_t)count;
  OK(lz_context_create(&options, &context));
  for (size_t i = 0; i < count; ++i) {
    const float first = (float)(i + 1), values[3] = {first, first + 1, first + 2};
    d.on[i].context = context;
    OK(lz_context_device(context, i, &d.on[i].device));
    d.on[i].x = makeVector(d.on[i].device, values, 3);
  }
  return d;
}

static inline void shut(Devices* d) {
  for (size_t i = 0; i < d->count; ++i) {
    lz_tensor_release(d->on[i].x);
    lz_device_release(d->on[i].device);
  }
  lz_context_release(d->on[0].context);
}

static inline lz_tensor* doubled(const Fixture* f) {
  return binary(lz_add, f->x, f->x);
}

static inline lz_status* refuse(void* user, const lz_host_call_args* args) {
  (void)user, (void)args;
  return lz_status_create(LZ_ABORTED, "device 0 has had enough");
}

#endif
