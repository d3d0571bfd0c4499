#include "common/data.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void* allocate(size_t bytes) {
  void* p = malloc(bytes ? bytes : 1);
  if (p == NULL)
    abort();
  return p;
}

static int is_usable(const dataset* d) {
  return d->train_images.size == PIXELS && d->test_images.size == PIXELS &&
         d->train_labels.size == 1 && d->test_labels.size == 1 &&
         d->train_images.count == d->train_labels.count &&
         d->test_images.count == d->test_labels.count;
}

int dataset_load(const char* folder, dataset* out) {
  const char* names[] = {"train-images-idx3-ubyte", "train-labels-idx1-ubyte",
                         "t10k-images-idx3-ubyte", "t10k-labels-idx1-ubyte"};
  idx_data* parts[] = {&out->train_images, &out->train_labels, &out->test_images,
                       &out->test_labels};
  memset(out, 0, sizeof *out);
  for (int i = 0; i < 4; ++i) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s.gz", folder, names[i]);
    if (idx_load(path, parts[i]) != 0)
      return -1;
  }
  if (is_usable(out))
    return 0;
  fprintf(stderr, "%s does not hold images of %d x %d with a label each\n", folder, SIDE, SIDE);
  return -1;
}

/* Draws noise with a bright square, whose position is the class. */
static void draw(uint8_t* image, int label, random_source* random) {
  for (int p = 0; p < PIXELS; ++p) {
    int row = p / SIDE - 2 - 8 * (label / 4), column = p % SIDE - 2 - 6 * (label % 4);
    int bright = row >= 0 && row < 6 && column >= 0 && column < 6;
    image[p] = (uint8_t)((bright ? 120 : 0) + random_bits(random) % 128);
  }
}

static void make(size_t count, random_source* random, idx_data* images, idx_data* labels) {
  *images = (idx_data){allocate(count * PIXELS), count, PIXELS};
  *labels = (idx_data){allocate(count), count, 1};
  for (size_t i = 0; i < count; ++i) {
    labels->bytes[i] = (uint8_t)(random_bits(random) % CLASSES);
    draw(images->bytes + i * PIXELS, labels->bytes[i], random);
  }
}

void dataset_make(size_t train, size_t test, dataset* out) {
  random_source random = {7};
  make(train, &random, &out->train_images, &out->train_labels);
  make(test, &random, &out->test_images, &out->test_labels);
}

void dataset_free(dataset* d) {
  free(d->train_images.bytes), free(d->train_labels.bytes);
  free(d->test_images.bytes), free(d->test_labels.bytes);
}

void batches_init(batches* b, const dataset* data, size_t count, size_t size) {
  *b = (batches){data, count, size, NULL, count, NULL, NULL};
  b->order = allocate(count * sizeof *b->order);
  b->images = allocate(size * PIXELS);
  b->labels = allocate(size);
  for (size_t i = 0; i < count; ++i)
    b->order[i] = (uint32_t)i;
}

void batches_free(batches* b) {
  free(b->order), free(b->images), free(b->labels);
}

void batches_shuffle(batches* b, random_source* random) {
  random_shuffle(random, b->order, b->count);
  b->next = 0;
}

size_t batches_next(batches* b) {
  size_t left = b->count - b->next, rows = left < b->size ? left : b->size;
  for (size_t i = 0; i < rows; ++i) {
    size_t item = b->order[b->next + i];
    memcpy(b->images + i * PIXELS, b->data->train_images.bytes + item * PIXELS, PIXELS);
    b->labels[i] = b->data->train_labels.bytes[item];
  }
  b->next += rows;
  return rows;
}
