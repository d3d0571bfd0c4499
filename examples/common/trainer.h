/* Trains a network that classifies images: each step is recorded and ends with a barrier. */
#ifndef EXAMPLES_TRAINER_H
#define EXAMPLES_TRAINER_H

#include "common/data.h"
#include "common/optimizer.h"

#include <signal.h>
#include <stdio.h>

typedef struct network {
  const char* title; /* "MLP" */
  lz_tensor* parameters[MAX_PARAMETERS];
  size_t count;
  /* f32[n, SIDE, SIDE, 1] in [0, 1] -> f32[n, CLASSES] */
  lz_tensor* (*logits)(lz_tensor* const* parameters, lz_tensor* images);
} network;

typedef struct training {
  lz_context* context;
  const dataset* data;
  size_t images; /* images per epoch: the first ones of the training set */
  size_t batch, epochs;
  /* If not 0, the training ends after this many steps instead of after the epochs, and accuracy is
   * not tested. */
  size_t steps;
  optimizer_kind optimizer;
  double rate; /* at the first step; it falls linearly to a twentieth at the last one */
  uint64_t seed;
  /* NULL, or the file to which each loss is written exactly. */
  FILE* losses;
  const volatile sig_atomic_t* interrupted; /* ends the training after the current step */
} training;

enum { MAX_REASONS = 4 };

typedef struct history {
  float* losses; /* one per step */
  size_t steps;
  double seconds, images_per_second; /* the time of all epochs; the speed of the last whole one */
  double accuracy;                   /* on the test images */
  uint8_t* predictions;              /* for the test images; NULL without a test of accuracy */
  /* The numbers of programs that were compiled in the first epoch, and after it. The first epoch
   * needs three: for a step, for a step with the smaller last batch, and for the test images. */
  int64_t compiles[2];
  char* reasons[MAX_REASONS]; /* why later steps were not in the cache */
  size_t num_reasons;
  lz_executable* step;  /* the program of a whole batch */
  int64_t donated;      /* how many of its inputs are donated */
  double rss_at_100_mb; /* resident memory after step 100 */
} history;

history train(network* net, const training* how);
void history_free(history* h);

/* The resident memory of the process in MB. */
double resident_mb(void);

int64_t counter(lz_context* context, lz_counter which);

#endif
