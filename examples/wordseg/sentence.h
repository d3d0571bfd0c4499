/* A sentence without spaces, and what a decoder at one of its positions reads. No tensors. */
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

/* How many words may begin at `position`: one for each length up to MAX_SPAN. The end of the
 * sentence is a word of its own, and in no other. */
int64_t candidates_at(const sentence* s, int64_t position);

/* What a decoder reads and must predict, for all candidates of a position at once, row by row: time
 * step t, candidate i is element t * candidates + i, and there are candidates + 1 steps. Reads
 * END_OF_WORD, then the candidate, then PADDING; predicts the candidate, then END_OF_WORD, then
 * nothing. */
typedef struct spelling {
  int32_t inputs[(MAX_SPAN + 1) * MAX_SPAN], targets[(MAX_SPAN + 1) * MAX_SPAN];
  int32_t words[MAX_SPAN]; /* of the lexicon; MAX_WORDS: it is not there */
} spelling;

void spell(const sentence* s, int64_t position, spelling* out);

#endif
