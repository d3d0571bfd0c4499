/* The training loop has one barrier per step, and only waits for the previous step. */
#ifndef EXAMPLES_RESNET_LOOP_H
#define EXAMPLES_RESNET_LOOP_H

#include "resnet/network.h"

#include <signal.h>

/* The first steps may compile programs; the reported times do not include them. */
enum { WARM_UP_STEPS = 2 };

typedef struct loop_options {
  lz_context* context;
  lz_device* device;
  size_t batch, steps;
  uint64_t seed;
  const volatile sig_atomic_t* interrupted; /* ends the training after the current step */
} loop_options;

typedef struct loop_result {
  size_t steps;             /* steps made */
  float* losses;            /* one per step */
  double* seconds;          /* one per step: the time since the end of the previous step */
  double processor_seconds; /* per step, of all threads together */
  lz_counters early;        /* after the first steps */
  lz_counters late;         /* at the end */
  lz_barrier_statistics last_cut;
  double accuracy; /* on new images, with the running moments of batch normalization */
} loop_result;

loop_result train_resnet(resnet* net, const loop_options* how);
void loop_result_free(loop_result* result);

#endif
