/* One vector of the table, as bindings/vectors/README.md describes it. */
#ifndef LAZULI_TESTS_BINDINGS_VECTOR_H
#define LAZULI_TESTS_BINDINGS_VECTOR_H

#include "lazuli/lazuli.h"

#include <stdio.h>

enum { MOST = 8, MOST_RANK = 8, MOST_ATTRIBUTES = 20, MOST_NUMBERS = 16, MOST_NAME = 48 };

typedef struct {
  lz_dtype dtype;
  int64_t dims[MOST_RANK];
  size_t rank, numElements, size; /* size: in bytes */
  int units;                      /* for a result: how far each element may be off */
  unsigned char* bytes;
} Value;

typedef struct {
  char name[MOST_NAME], body[MOST_NAME];
  Value params[MOST]; /* only their types are set */
  size_t numParams;
} Function;

typedef struct {
  int number;
  char op[MOST_NAME];
  Value operands[MOST], captured[MOST], results[MOST];
  Function functions[MOST];
  lz_attribute attributes[MOST_ATTRIBUTES];
  char names[MOST_ATTRIBUTES][MOST_NAME], texts[MOST_ATTRIBUTES][MOST_NAME];
  int64_t numbers[MOST_ATTRIBUTES][MOST_NUMBERS];
  size_t numOperands, numCaptured, numResults, numFunctions, numAttributes;
} Vector;

/* 0 if there are no more. A line of another format ends the program. */
int readVector(FILE* file, Vector* v);
void freeVector(Vector* v);

#endif
