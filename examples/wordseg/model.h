/* The segmental language model of Kawakami, Dyer and Blunsom, "Learning to discover, ground, and
 * use words with segmental neural language models" (2019), as implemented in swift-models. The
 * probability of a sentence is the sum over all ways to cut the sentence into words. */
#ifndef EXAMPLES_WORDSEG_MODEL_H
#define EXAMPLES_WORDSEG_MODEL_H

#include "common/random.h"
#include "common/tensors.h"
#include "wordseg/sentence.h"

enum { PARAMETERS = 18 };

typedef struct model {
  int64_t hidden;
  lz_tensor* parameters[PARAMETERS];
} model;

model model_make(lz_device* device, int64_t hidden, random_source* random);
void model_free(model* m);

/* How the steps of an LSTM are repeated: by a loop in C that records each step, or by a loop
 * that is an op. */
typedef enum steps_as { LOOP_OF_C, LOOP_OF_PROGRAM } steps_as;

/* The parts of a sentence that the model reads, as integers: tensors in memory, or parameters of a
 * function. */
typedef struct reading {
  steps_as how;
  int64_t count;                         /* number of characters */
  lz_tensor* characters[MAX_CHARACTERS]; /* [1] each */
  struct {
    int64_t rows;
    lz_tensor* inputs[MAX_SPAN + 1]; /* one per step, of shape [rows]; see sentence.h */
    lz_tensor* targets;              /* the targets of all steps, of shape [(rows + 1) * rows] */
    lz_tensor *words, *barred;       /* [rows] */
  } positions[MAX_CHARACTERS];
} reading;

/* Copies the reading from the host; the open scope owns the tensors. */
reading reading_of(lz_device* device, const sentence* s, steps_as how);

/* How much is submitted at once: one program for the sentence, or one program for each position.
 * With EACH_POSITION, the program of a position runs while the next ones are recorded. */
typedef enum pace { WHOLE_SENTENCE, EACH_POSITION } pace;

/* Both are logarithms, in tensors of one element. */
typedef struct score {
  lz_tensor* probability; /* the sum over all segmentations of the sentence */
  lz_tensor* penalty; /* the same sum, with each segmentation weighed by the lengths of its words
                             to the fifth power */
} score;

/* Records the score of a sentence. `parameters` are those of a model, or placeholders for them. */
score model_score(lz_tensor* const* parameters, const reading* r, pace how);

/* What training minimizes: -log p + 0.00075 * (expected penalty). */
lz_tensor* model_loss(const score* s);

#endif
