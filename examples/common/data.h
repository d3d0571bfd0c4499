/* Images with labels, and batches of them in a random order. */
#ifndef EXAMPLES_DATA_H
#define EXAMPLES_DATA_H

#include "common/idx.h"
#include "common/random.h"

enum { SIDE = 28, PIXELS = SIDE * SIDE, CLASSES = 10 };

typedef struct dataset {
  idx_data train_images, train_labels, test_images, test_labels;
} dataset;

/* Loads the four files of the MNIST family in `folder`, which are gzip-compressed. Returns 0 on
 * success; otherwise a message has been printed. */
int dataset_load(const char* folder, dataset* out);

/* Makes ten noisy patterns for tests; the classes are easy to tell apart. */
void dataset_make(size_t train, size_t test, dataset* out);

void dataset_free(dataset* d);

/* One epoch visits every image once, `size` at a time; the last batch may be smaller. */
typedef struct batches {
  const dataset* data;
  size_t count, size; /* images per epoch, and per batch */
  uint32_t* order;
  size_t next; /* position in the epoch */
  uint8_t *images, *labels;
} batches;

void batches_init(batches* b, const dataset* data, size_t count, size_t size);
void batches_free(batches* b);
/* Begins an epoch. */
void batches_shuffle(batches* b, random_source* random);
/* Fills b->images [rows, SIDE, SIDE] and b->labels [rows], and returns rows; 0 at the end of the
 * epoch. */
size_t batches_next(batches* b);

#endif
