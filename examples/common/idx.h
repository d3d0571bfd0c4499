/* Files in the IDX format of the MNIST family, plain or gzip-compressed. */
#ifndef EXAMPLES_IDX_H
#define EXAMPLES_IDX_H

#include <stddef.h>
#include <stdint.h>

/* count x size bytes: images with size = rows * columns, or labels with size = 1. */
typedef struct idx_data {
  uint8_t* bytes; /* the caller must free() it */
  size_t count, size;
} idx_data;

/* Returns 0 on success; otherwise prints what is wrong with the file. */
int idx_load(const char* path, idx_data* out);

#endif
