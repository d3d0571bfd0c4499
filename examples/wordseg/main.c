/* Scores sentences with a segmental language model in three ways: op by op, lazily, and compiled
 * ahead of time. Compares times and results. The model is in model.c, and scorer.c runs it. */
#include "common/check.h"
#include "common/progress.h"
#include "wordseg/scorer.h"

#include <math.h>
#include <string.h>
#include <time.h>

static const char kUsage[] =
    "usage: wordseg [--hidden N] [--repeats N] [--mode NAME] [--words N] \n"
    "               [--threads N] [--json FILE] [--report]\n"
    "  --hidden   size of the states; 64 unless given\n"
    "  --repeats  calls of which the median is shown; 5 unless given\n"
    "  --mode     op-by-op, lazy, loops or compiled; all unless given\n"
    "  --threads  that compute; one a core unless given\n"
    "  --words    only the sentence of the first N words, 1 to 12\n"
    "  --json     also writes the table to this file\n"
    "  --report   prints where the library spent the time, for each mode\n";

enum { MAX_REPEATS = 1000, SENTENCES = 3, SCORE = 0, GRADIENT = 1 };

static const char* const kModes[MODES] = {"op-by-op", "lazy", "loops", "compiled"};

/* `length` is the number by which the paper names a sentence. It can differ from `words`. */
static const struct {
  int length;
  size_t words;
} kSentences[SENTENCES] = {{4, 4}, {8, 8}, {14, 12}};

typedef struct options {
  int64_t hidden;
  size_t repeats, words;
  int32_t threads;
  mode only; /* MODES means each mode */
  const char* json;
  int report;
} options;

/* One sentence in one mode. Element 0 of each pair is for the score, and element 1 for the score
 * with its gradients. */
typedef struct row {
  mode how;
  int length;
  int64_t characters, hidden;
  double milliseconds[2]; /* the median of the calls after the first */
  /* The CPU time of all threads, which other programs on the machine influence less. */
  double processor[2];
  int64_t first_compiles, later_compiles;
  int64_t executions[2], ops[2]; /* counts of one call */
  double log_probability, gradient_norm;
} row;

typedef struct table {
  row rows[MODES * SENTENCES];
  size_t count;
} table;

static mode mode_of(const char* name) {
  int m = 0;
  while (m < MODES && strcmp(name, kModes[m]) != 0)
    ++m;
  return (mode)m;
}

/* 0, or -1 if the usage does not allow it. */
static int parse(int argc, char** argv, options* o) {
  *o = (options){.hidden = 64, .repeats = 5, .only = MODES};
  for (int i = 1; i < argc; ++i) {
    const char *name = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
    if (strcmp(name, "--report") == 0) {
      o->report = 1;
      continue;
    }
    ++i;
    if (value != NULL && strcmp(name, "--hidden") == 0)
      o->hidden = strtol(value, NULL, 10);
    else if (value != NULL && strcmp(name, "--repeats") == 0)
      o->repeats = strtoul(value, NULL, 10);
    else if (value != NULL && strcmp(name, "--threads") == 0)
      o->threads = (int32_t)strtol(value, NULL, 10);
    else if (value != NULL && strcmp(name, "--words") == 0)
      o->words = strtoul(value, NULL, 10);
    else if (value != NULL && strcmp(name, "--json") == 0)
      o->json = value;
    else if (value != NULL && strcmp(name, "--mode") == 0 && mode_of(value) != MODES)
      o->only = mode_of(value);
    else
      return -1;
  }
  int possible = o->hidden > 0 && o->repeats > 0 && o->repeats <= MAX_REPEATS;
  return possible && o->words <= MAX_WORDS ? 0 : -1;
}

static int compare_doubles(const void* a, const void* b) {
  double x = *(const double*)a, y = *(const double*)b;
  return x < y ? -1 : x > y;
}

static double median(double* values, size_t count) {
  qsort(values, count, sizeof *values, compare_doubles);
  return values[count / 2];
}

static double processor_seconds(void) {
  return (double)clock() / CLOCKS_PER_SEC;
}

static lz_counters counters(const scorer* s) {
  lz_counters out = {.struct_size = sizeof out};
  CHECK(lz_context_get_counters(s->context, &out));
  return out;
}

/* Makes one call of the function that is measured. */
static void call(scorer* s, int what) {
  if (what == SCORE)
    scorer_score(s);
  else
    scorer_gradients(s, NULL);
}

/* Calls once for the results, and then as often as requested for the times. */
static void measure(scorer* s, int what, size_t repeats, row* out) {
  static double times[MAX_REPEATS], processor[MAX_REPEATS];
  lz_counters start = counters(s);
  if (what == SCORE)
    out->log_probability = (double)scorer_score(s);
  else
    scorer_gradients(s, &out->gradient_norm);
  lz_counters first = counters(s);
  for (size_t i = 0; i < repeats; ++i) {
    double begin = now_seconds(), used = processor_seconds();
    call(s, what);
    processor[i] = 1e3 * (processor_seconds() - used);
    times[i] = 1e3 * (now_seconds() - begin);
  }
  lz_counters end = counters(s);
  out->milliseconds[what] = median(times, repeats);
  out->processor[what] = median(processor, repeats);
  out->first_compiles += first.compiles - start.compiles;
  out->later_compiles += end.compiles - first.compiles;
  out->executions[what] = (end.executions - first.executions) / (int64_t)repeats;
  out->ops[what] = (end.ops_recorded - first.ops_recorded) / (int64_t)repeats;
}

static void print_report(const scorer* s) {
  lz_string* text;
  CHECK(lz_context_report(s->context, &text));
  printf("%s\n", lz_string_data(text));
  lz_string_release(text);
}

static void measure_mode(mode how, const options* o, table* out) {
  scorer s = scorer_make(how, o->hidden, o->threads);
  for (size_t i = 0; i < (o->words > 0 ? 1 : SENTENCES); ++i) {
    size_t words = o->words > 0 ? o->words : kSentences[i].words;
    sentence text = sentence_of(words);
    row* r = &out->rows[out->count++];
    *r = (row){.how = how,
               .length = o->words > 0 ? (int)words : kSentences[i].length,
               .characters = text.count,
               .hidden = o->hidden};
    scorer_take(&s, &text);
    measure(&s, SCORE, o->repeats, r);
    measure(&s, GRADIENT, o->repeats, r);
  }
  if (o->report)
    print_report(&s);
  scorer_free(&s);
}

static void print_table(const table* t) {
  printf("                 ms (of all threads) of a                compiles     runs of        ops "
         "of\n"
         "length mode      score           score+gradient      first later  score  +gr. score  +gr."
         "    log P  |gradient|\n");
  for (size_t i = 0; i < t->count; ++i) {
    const row* r = &t->rows[i];
    printf(
        "%6d %-8s %7.2f (%7.2f) %8.2f (%8.2f) %6lld %5lld %6lld %5lld %5lld %5lld %8.4f %11.4f\n",
        r->length, kModes[r->how], r->milliseconds[SCORE], r->processor[SCORE],
        r->milliseconds[GRADIENT], r->processor[GRADIENT], (long long)r->first_compiles,
        (long long)r->later_compiles, (long long)r->executions[SCORE],
        (long long)r->executions[GRADIENT], (long long)r->ops[SCORE], (long long)r->ops[GRADIENT],
        r->log_probability, r->gradient_norm);
  }
}

/* Returns 0 on success. */
static int write_table(const table* t, const char* path) {
  FILE* f = fopen(path, "w");
  if (f == NULL)
    return -1;
  fprintf(f, "[");
  for (size_t i = 0; i < t->count; ++i) {
    const row* r = &t->rows[i];
    fprintf(f,
            "%s\n  {\"length\": %d, \"characters\": %lld, \"hidden\": %lld, \"mode\": \"%s\", "
            "\"score_ms\": %.4f, \"gradient_ms\": %.4f, \"score_processor_ms\": %.4f, "
            "\"gradient_processor_ms\": %.4f, \"first_compiles\": %lld, "
            "\"later_compiles\": %lld, \"log_probability\": %.7g, \"gradient_norm\": %.7g}",
            i > 0 ? "," : "", r->length, (long long)r->characters, (long long)r->hidden,
            kModes[r->how], r->milliseconds[SCORE], r->milliseconds[GRADIENT], r->processor[SCORE],
            r->processor[GRADIENT], (long long)r->first_compiles, (long long)r->later_compiles,
            r->log_probability, r->gradient_norm);
  }
  fprintf(f, "\n]\n");
  return fclose(f);
}

static int differs(double x, double y) {
  return !(fabs(x - y) <= 1e-4 * fabs(y));
}

/* The exit status: 0 if nothing was compiled after a first call and the modes agree. */
static int judge(const table* t) {
  int status = 0;
  for (size_t i = 0; i < t->count; ++i) {
    const row *r = &t->rows[i], *same = r;
    for (size_t j = 0; j < i && same == r; ++j)
      if (t->rows[j].length == r->length)
        same = &t->rows[j];
    if (r->later_compiles > 0)
      status = 1, fprintf(stderr, "%s, length %d: compiled again\n", kModes[r->how], r->length);
    if (differs(r->log_probability, same->log_probability) ||
        differs(r->gradient_norm, same->gradient_norm))
      status = 1, fprintf(stderr, "%s, length %d: the results are not those of %s\n",
                          kModes[r->how], r->length, kModes[same->how]);
  }
  return status;
}

int main(int argc, char** argv) {
  options o;
  if (parse(argc, argv, &o) != 0)
    return fputs(kUsage, stderr), 2;
  static table t;
  printf("hidden size %lld, %zu calls each\n", (long long)o.hidden, o.repeats);
  for (int m = 0; m < MODES; ++m)
    if (o.only == MODES || o.only == (mode)m)
      measure_mode((mode)m, &o, &t);
  print_table(&t);
  if (o.json != NULL && write_table(&t, o.json) != 0)
    return fprintf(stderr, "cannot write %s\n", o.json), 1;
  return judge(&t);
}
