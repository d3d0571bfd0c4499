#include "wordseg/sentence.h"

#include <string.h>

static const char* const kWords[MAX_WORDS] = {"you",  "like",  "daddy's", "whiskers",
                                              "just", "gonna", "eat",     "the",
                                              "comb", "and",   "that's",  "all"};

static int32_t number_of(char letter) {
  return letter == '\'' ? APOSTROPHE : letter - 'a';
}

sentence sentence_of(size_t words) {
  sentence s = {.count = 0};
  for (size_t w = 0; w < words; ++w)
    for (const char* letter = kWords[w]; *letter; ++letter)
      s.characters[s.count++] = number_of(*letter);
  s.characters[s.count++] = END_OF_SENTENCE;
  return s;
}

/* Returns the number of words that may begin here: one for each length. The end of the sentence is
 * a word of its own, and no part of another word. */
static int64_t candidates_at(const sentence* s, int64_t position) {
  int64_t letters = s->count - 1 - position;
  if (letters == 0)
    return 1;
  return letters < MAX_SPAN ? letters : MAX_SPAN;
}

int64_t rows_at(const sentence* s, int64_t position) {
  return (candidates_at(s, position) + ROW_STEP - 1) / ROW_STEP * ROW_STEP;
}

/* Returns the index of the word in the lexicon that these characters spell, or MAX_WORDS. */
static int32_t find_word(const int32_t* characters, int64_t length) {
  for (int32_t w = 0; w < MAX_WORDS; ++w) {
    int64_t same = 0;
    while (same < length && kWords[w][same] && number_of(kWords[w][same]) == characters[same])
      ++same;
    if (same == length && kWords[w][same] == '\0')
      return w;
  }
  return MAX_WORDS;
}

void spell(const sentence* s, int64_t position, spelling* out) {
  const int32_t* text = s->characters + position;
  int64_t count = candidates_at(s, position), rows = rows_at(s, position);
  for (int64_t i = 0; i < rows; ++i) {
    int64_t length = i < count ? i + 1 : -1;
    for (int64_t t = 0; t <= rows; ++t) {
      int64_t at = t * rows + i;
      out->inputs[at] = t == 0 ? END_OF_WORD : t <= length ? text[t - 1] : PADDING;
      out->targets[at] = t < length ? text[t] : t == length ? END_OF_WORD : NO_CHARACTER;
    }
    out->words[i] = i < count ? find_word(text, length) : MAX_WORDS;
    out->barred[i] = i < count ? 0 : NEVER;
  }
}
