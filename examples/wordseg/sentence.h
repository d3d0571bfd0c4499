/* A sentence without spaces, and what a decoder reads at one of its positions. Uses no tensors. */
#ifndef EXAMPLES_SENTENCE_H
#define EXAMPLES_SENTENCE_H

#include <stddef.h>
#include <stdint.h>

/* Characters are numbers: the letters, the apostrophe, and three that stand for no letter. */
enum { NO_CHARACTER = -1, APOSTROPHE = 26, END_OF_WORD, END_OF_SENTENCE, PADDING, ALPHABET };
enum { MAX_WORDS = 12, MAX_CHARACTERS = 54, MAX_SPAN = 18 };

typedef struct sentence {
  int32_t characters[MAX_CHARACTERS]; /* with END_OF_SENTENCE at the end */
  int64_t count;
} sentence;

/* The first `words` words of "you like daddy's whiskers just gonna eat the comb and that's all". */
sentence sentence_of(size_t words);

/* The logarithm of probability 0. Not -infinity, because differences of infinities are NaN. */
#define NEVER (-1e30f)

/* The words that may begin at a position are the rows of one batch. There is one word of each
 * length up to MAX_SPAN, or up to the number of letters left. Unused rows round the number of rows
 * up to a multiple of ROW_STEP. So there are few sizes, and few programs serve all sentences. */
enum { ROW_STEP = 3 };
int64_t rows_at(const sentence* s, int64_t position);

/* What a decoder reads and must predict in rows + 1 time steps. Step t of row i is element t * rows
 * + i. In each row, the decoder reads END_OF_WORD, then the word, then PADDING. It must predict the
 * word, then END_OF_WORD, then nothing. */
typedef struct spelling {
  int32_t inputs[(MAX_SPAN + 1) * MAX_SPAN], targets[(MAX_SPAN + 1) * MAX_SPAN];
  int32_t words[MAX_SPAN]; /* the index of each word in the lexicon, or MAX_WORDS */
  float barred[MAX_SPAN];  /* 0; NEVER for rows that are no word */
} spelling;

void spell(const sentence* s, int64_t position, spelling* out);

#endif
