/* Scores of a sentence and their gradients, in each way in which Lazuli can run them. */
#ifndef EXAMPLES_WORDSEG_SCORER_H
#define EXAMPLES_WORDSEG_SCORER_H

#include "wordseg/model.h"

typedef enum mode {
  OP_BY_OP, /* each op is compiled and run alone */
  LAZY,     /* recorded again for each sentence, and compiled if there is no equal program */
  LOOPS,    /* the same, but the steps of each LSTM are a loop of the program */
  COMPILED, /* a program with loops; recorded and compiled once for each length of a sentence */
  MODES
} mode;

typedef struct scorer {
  mode how;
  lz_context* context;
  lz_device* device;
  model model;
  sentence text;
  lz_executable *score,
      *gradients; /* programs for sentences of this length; NULL until they are needed */
} scorer;

/* `threads` is the number of threads; 0 means one per core. */
scorer scorer_make(mode how, int64_t hidden, int32_t threads);
void scorer_free(scorer* s);

/* Sets the sentence for the calls that follow. */
void scorer_take(scorer* s, const sentence* text);

/* Computes log P(sentence) and waits for it. */
float scorer_score(scorer* s);

/* Computes the loss and its gradient with respect to each parameter, and waits for them. With
 * `out_norm` it also gives the root of the sum of the squares of all gradients, in f64. Returns the
 * loss. */
float scorer_gradients(scorer* s, double* out_norm);

#endif
