/* Reads a whole file; if that fails, ends the program with a message. */
#ifndef BENCH_FILE_H
#define BENCH_FILE_H

#include <stdio.h>
#include <stdlib.h>

static inline _Noreturn void fail(const char* what, const char* path) {
  fprintf(stderr, "%s %s\n", what, path);
  exit(1);
}

/* The caller must free the bytes. */
static inline char* read_file(const char* path, size_t* size) {
  FILE* file = fopen(path, "rb");
  if (file == NULL)
    fail("cannot read", path);
  fseek(file, 0, SEEK_END);
  *size = (size_t)ftell(file);
  rewind(file);
  char* bytes = malloc(*size + 1);
  if (bytes == NULL || fread(bytes, 1, *size, file) != *size)
    fail("cannot read", path);
  fclose(file);
  return bytes;
}

#endif
