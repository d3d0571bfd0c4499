#include "wordseg/model.h"

#include "common/check.h"
#include "common/layers.h"

#include <math.h>
#include <string.h>

/* The places of the parameters. An LSTM has weights for its inputs, weights for its state, and a
 * bias. */
enum {
  ENCODER_EMBEDDING,
  ENCODER,
  DECODER_EMBEDDING = ENCODER + 3,
  DECODER,
  SPELLING = DECODER + 3, /* state -> character */
  MIXTURE = SPELLING + 2, /* state -> lexicon or spelling; two layers */
  LEXICON = MIXTURE + 4,  /* state -> word; two layers */
};

static void push_weights(model* m, size_t* count, lz_device* device, random_source* random,
                         int64_t rows, int64_t columns) {
  m->parameters[(*count)++] = glorot_uniform(device, random, (int64_t[]){rows, columns});
}

static void push_layer(model* m, size_t* count, lz_device* device, random_source* random,
                       int64_t columns) {
  push_weights(m, count, device, random, m->hidden, columns);
  m->parameters[(*count)++] = zeros(device, &columns, 1);
}

model model_make(lz_device* device, int64_t hidden, random_source* random) {
  model m = {.hidden = hidden};
  size_t count = 0;
  for (int part = 0; part < 2; ++part) { /* the encoder, the decoder */
    push_weights(&m, &count, device, random, ALPHABET, hidden);
    push_weights(&m, &count, device, random, hidden, 4 * hidden);
    push_layer(&m, &count, device, random, 4 * hidden);
  }
  push_layer(&m, &count, device, random, ALPHABET);
  push_layer(&m, &count, device, random, hidden);
  push_layer(&m, &count, device, random, 2);
  push_layer(&m, &count, device, random, hidden);
  push_layer(&m, &count, device, random, MAX_WORDS);
  return m;
}

void model_free(model* m) {
  for (size_t i = 0; i < PARAMETERS; ++i)
    lz_tensor_release(m->parameters[i]);
}

reading reading_of(lz_device* device, const sentence* s, steps_as how) {
  const int64_t one = 1;
  reading r = {.how = how, .count = s->count};
  for (int64_t p = 0; p < s->count; ++p) {
    spelling text;
    spell(s, p, &text);
    const int64_t count = rows_at(s, p), cells = (count + 1) * count;
    r.characters[p] = from_host(device, LZ_DTYPE_S32, &one, 1, s->characters + p);
    r.positions[p].rows = count;
    for (int64_t step = 0; step <= count; ++step)
      r.positions[p].inputs[step] =
          from_host(device, LZ_DTYPE_S32, &count, 1, text.inputs + step * count);
    r.positions[p].targets = from_host(device, LZ_DTYPE_S32, &cells, 1, text.targets);
    r.positions[p].words = from_host(device, LZ_DTYPE_S32, &count, 1, text.words);
    r.positions[p].barred = from_host(device, LZ_DTYPE_F32, &count, 1, text.barred);
  }
  return r;
}

/* x[.., first .. first + count, ..] in dimension `dimension` of a matrix or vector */
static lz_tensor* part_at(lz_tensor* x, size_t dimension, int64_t first, int64_t count, place at) {
  int64_t starts[2] = {0, 0}, limits[2], strides[2] = {1, 1};
  size_t rank = lz_tensor_rank(x);
  for (size_t d = 0; d < rank; ++d)
    limits[d] = lz_tensor_dims(x)[d];
  starts[dimension] = first;
  limits[dimension] = first + count;
  lz_tensor* out;
  CHECK(lz_slice(x, starts, rank, limits, rank, strides, rank, at, &out));
  return scoped(out);
}
#define part(x, dimension, first, count) part_at(x, dimension, first, count, LZ_HERE)

static lz_tensor* joined_at(lz_tensor* const* tensors, size_t count, place at) {
  lz_tensor* out;
  CHECK(lz_concatenate(tensors, count, 0, at, &out));
  return scoped(out);
}
#define joined(tensors, count) joined_at(tensors, count, LZ_HERE)

/* v[n] with elements of NEVER added before and after it; a negative number removes elements. */
static lz_tensor* padded_at(lz_tensor* v, int64_t before, int64_t behind, place at) {
  const int64_t none = 0;
  const float never = NEVER;
  lz_device* device;
  lz_tensor *value, *out;
  CHECK(lz_tensor_device(v, &device));
  CHECK(lz_constant(device, LZ_DTYPE_F32, NULL, 0, &never, at, &value));
  CHECK(lz_pad(v, value, &before, 1, &behind, 1, &none, 1, at, &out));
  lz_tensor_release(value);
  lz_device_release(device);
  return scoped(out);
}
#define padded(v, before, behind) padded_at(v, before, behind, LZ_HERE)

/* table[rows[i], :] */
static lz_tensor* looked_up_at(lz_tensor* table, lz_tensor* rows, place at) {
  const int64_t row = 0, column = 1, sizes[] = {1, lz_tensor_dims(table)[1]};
  const lz_gather_attributes attributes = {
      .struct_size = sizeof attributes,
      .offset_dims = &column,
      .num_offset_dims = 1,
      .collapsed_slice_dims = &row,
      .num_collapsed_slice_dims = 1,
      .start_index_map = &row,
      .num_start_index_map = 1,
      .index_vector_dim = 1,
      .slice_sizes = sizes,
      .num_slice_sizes = 2,
  };
  lz_tensor* out;
  CHECK(lz_gather(table, rows, &attributes, at, &out));
  return scoped(out);
}
#define looked_up(table, rows) looked_up_at(table, rows, LZ_HERE)

/* log(exp(x) + exp(y)); the exponent is never positive. */
static lz_tensor* log_add(lz_tensor* x, lz_tensor* y) {
  lz_tensor* less = exponential(unary(lz_negate, unary(lz_abs, subtract(x, y), LZ_HERE), LZ_HERE));
  return add(binary(lz_maximum, x, y, LZ_HERE), unary(lz_log_plus_one, less, LZ_HERE));
}

/* log softmax of each row */
static lz_tensor* log_softmax(lz_tensor* z) {
  lz_tensor* shifted = subtract(z, spread(greatest(z, 1), z, 0));
  return subtract(shifted, spread(logarithm(sum(exponential(shifted), 1)), z, 0));
}

typedef struct lstm_state {
  lz_tensor *hidden, *cell; /* [rows, hidden] */
} lstm_state;

/* One step. `inputs` holds the inputs of the four gates, [rows, 4 * hidden]. */
static lstm_state lstm_step(lstm_state s, lz_tensor* inputs, lz_tensor* weights) {
  const int64_t size = lz_tensor_dims(s.hidden)[1];
  lz_tensor* gates = add(inputs, matmul(s.hidden, weights));
  lz_tensor* let_in = unary(lz_logistic, part(gates, 1, 0, size), LZ_HERE);
  lz_tensor* forget = unary(lz_logistic, part(gates, 1, size, size), LZ_HERE);
  lz_tensor* news = unary(lz_tanh, part(gates, 1, 2 * size, size), LZ_HERE);
  lz_tensor* let_out = unary(lz_logistic, part(gates, 1, 3 * size, size), LZ_HERE);
  lz_tensor* cell = add(multiply(forget, s.cell), multiply(let_in, news));
  return (lstm_state){multiply(let_out, unary(lz_tanh, cell, LZ_HERE)), cell};
}

/* The values that the body of the loop in loop_lstm reads and returns. */
enum { LOOP_STEP, LOOP_HIDDEN, LOOP_CELL, LOOP_ALL, LOOP_VALUES };

static void loop_parameters(lz_function* f, lz_tensor* const* like, lz_tensor** out) {
  for (size_t i = 0; i < LOOP_VALUES; ++i) {
    CHECK(lz_function_parameter(f, lz_tensor_dtype(like[i]), lz_tensor_dims(like[i]),
                                lz_tensor_rank(like[i]), &out[i]));
    scoped(out[i]);
  }
}

static lz_tensor* integer(lz_device* device, int32_t value) {
  lz_tensor* out;
  CHECK(lz_constant(device, LZ_DTYPE_S32, NULL, 0, &value, LZ_HERE, &out));
  return scoped(out);
}

static lz_function* loop_condition(lz_device* device, lz_tensor* const* like, int64_t steps) {
  lz_function* f;
  lz_tensor *v[LOOP_VALUES], *more;
  CHECK(lz_function_begin(device, "has steps left", &f));
  loop_parameters(f, like, v);
  CHECK(lz_compare(v[LOOP_STEP], integer(device, (int32_t)steps), LZ_COMPARISON_DIRECTION_LT,
                   LZ_COMPARISON_TYPE_NOTYPE, LZ_HERE, &more));
  CHECK(lz_function_finish(f, &more, 1));
  lz_tensor_release(more);
  return f;
}

static lz_function* loop_body(lz_device* device, lz_tensor* const* like, lz_tensor* inputs,
                              lz_tensor* weights) {
  const int64_t rows = lz_tensor_dims(like[LOOP_HIDDEN])[0];
  const int64_t size = lz_tensor_dims(like[LOOP_HIDDEN])[1];
  const int64_t block[] = {1, rows, 4 * size}, flat[] = {rows, 4 * size},
                result[] = {1, rows, size};
  lz_function* f;
  lz_tensor *v[LOOP_VALUES], *read, *all;
  CHECK(lz_function_begin(device, "LSTM step", &f));
  loop_parameters(f, like, v);
  lz_tensor* zero = integer(device, 0);
  lz_tensor* at[] = {v[LOOP_STEP], zero, zero};
  CHECK(lz_dynamic_slice(inputs, at, 3, block, 3, LZ_HERE, &read));
  lstm_state s = lstm_step((lstm_state){v[LOOP_HIDDEN], v[LOOP_CELL]},
                           reshape(scoped(read), flat, 2), weights);
  CHECK(lz_dynamic_update_slice(v[LOOP_ALL], reshape(s.hidden, result, 3), at, 3, LZ_HERE, &all));
  lz_tensor* next[] = {add(v[LOOP_STEP], integer(device, 1)), s.hidden, s.cell, scoped(all)};
  CHECK(lz_function_finish(f, next, LOOP_VALUES));
  return f;
}

/* Computes what run_lstm does, but with a loop of the program: one op for any number of steps. */
static lz_tensor* loop_lstm(lz_tensor* gates, lz_tensor* weights, lz_tensor* const* characters,
                            lstm_state state, int64_t steps) {
  const int64_t rows = lz_tensor_dims(state.hidden)[0], size = lz_tensor_dims(state.hidden)[1];
  const int64_t blocks[] = {steps, rows, 4 * size}, all[] = {steps, rows, size},
                flat[] = {steps * rows, size};
  lz_device* device;
  CHECK(lz_tensor_device(gates, &device));
  lz_tensor* inputs = reshape(looked_up(gates, joined(characters, (size_t)steps)), blocks, 3);
  lz_tensor *results[LOOP_VALUES], *empty;
  CHECK(
      lz_broadcast_in_dim(number(0, state.hidden), (int64_t[]){1, 2}, 2, all, 3, LZ_HERE, &empty));
  lz_tensor* start[] = {integer(device, 0), state.hidden, state.cell, scoped(empty)};
  lz_function* condition = loop_condition(device, start, steps);
  lz_function* body = loop_body(device, start, inputs, weights);
  CHECK(lz_while(start, LOOP_VALUES, condition, body, LZ_HERE, results, LOOP_VALUES));
  for (size_t i = 0; i < LOOP_VALUES; ++i)
    scoped(results[i]);
  lz_function_release(condition), lz_function_release(body);
  lz_device_release(device);
  return reshape(results[LOOP_ALL], flat, 2);
}

/* Returns the hidden states of `steps` steps from `state` on, [steps * rows, hidden].
 * characters[t] has the characters that the rows read in step t. `gates` has a row for each
 * character, which is added to the inputs of the gates. */
static lz_tensor* run_lstm(lz_tensor* gates, lz_tensor* weights, lz_tensor* const* characters,
                           lstm_state state, int64_t steps, steps_as how) {
  if (how == LOOP_OF_PROGRAM)
    return loop_lstm(gates, weights, characters, state, steps);
  lz_tensor* hidden[MAX_CHARACTERS];
  for (int64_t t = 0; t < steps; ++t) {
    state = lstm_step(state, looked_up(gates, characters[t]), weights);
    hidden[t] = state.hidden;
  }
  return joined(hidden, (size_t)steps);
}

/* Applies two layers and returns the logarithms of probabilities. */
static lz_tensor* choose(lz_tensor* const* p, lz_tensor* x) {
  return log_softmax(dense(unary(lz_tanh, dense(x, p[0], p[1]), LZ_HERE), p[2], p[3]));
}

/* The outputs of the encoder, with one row for each position. */
typedef struct encoding {
  lz_tensor* gates;
  lz_tensor* states[MAX_CHARACTERS];
  lz_tensor* mixture[MAX_CHARACTERS]; /* log P(a word of the lexicon), log P(a word spelled) */
  lz_tensor* lexicon[MAX_CHARACTERS]; /* log P(each word of the lexicon) */
} encoding;

static encoding encode(lz_tensor* const* p, const reading* r) {
  encoding e;
  lz_tensor* nothing = number(0, part(p[ENCODER_EMBEDDING], 0, 0, 1));
  lz_tensor* gates = dense(p[ENCODER_EMBEDDING], p[ENCODER], p[ENCODER + 2]);
  lz_tensor* states = run_lstm(gates, p[ENCODER + 1], r->characters, (lstm_state){nothing, nothing},
                               r->count, r->how);
  e.gates = dense(p[DECODER_EMBEDDING], p[DECODER], p[DECODER + 2]);
  lz_tensor* mixture = choose(p + MIXTURE, states);
  lz_tensor* lexicon = choose(p + LEXICON, states);
  const int64_t two = 2, words = MAX_WORDS;
  for (int64_t i = 0; i < r->count; ++i) {
    e.states[i] = part(states, 0, i, 1);
    e.mixture[i] = reshape(part(mixture, 0, i, 1), &two, 1);
    e.lexicon[i] = padded(reshape(part(lexicon, 0, i, 1), &words, 1), 0, 1);
  }
  return e;
}

/* Returns log P(the characters of the word) for each word that may begin at a position. The words
 * are a batch. */
static lz_tensor* spelled(lz_tensor* const* p, const reading* r, int64_t position,
                          const encoding* e) {
  lz_tensor* encoded = e->states[position];
  const int64_t rows = r->positions[position].rows, steps = rows + 1;
  const int64_t batch[] = {rows, lz_tensor_dims(encoded)[1]}, cells[] = {steps, rows};
  lz_tensor* start;
  CHECK(lz_broadcast_in_dim(encoded, (int64_t[]){0, 1}, 2, batch, 2, LZ_HERE, &start));
  lstm_state state = {scoped(start), number(0, start)};
  lz_tensor* states =
      run_lstm(e->gates, p[DECODER + 1], r->positions[position].inputs, state, steps, r->how);
  lz_tensor* each = log_softmax(dense(states, p[SPELLING], p[SPELLING + 1]));
  lz_tensor* chosen = multiply(each, one_hot(r->positions[position].targets, ALPHABET));
  return add(sum(reshape(sum(chosen, 1), cells, 2), 0), r->positions[position].barred);
}

/* log P(candidate) from the lexicon and from its spelling; NEVER for a word that is no
 * candidate. */
static lz_tensor* candidate_scores(lz_tensor* const* p, const reading* r, int64_t position,
                                   const encoding* e) {
  lz_tensor* spelling = spelled(p, r, position, e);
  lz_tensor* which = one_hot(r->positions[position].words, MAX_WORDS + 1);
  lz_tensor* known = sum(multiply(which, spread(e->lexicon[position], which, 1)), 1);
  lz_tensor* from_lexicon = part(e->mixture[position], 0, 0, 1);
  lz_tensor* from_spelling = part(e->mixture[position], 0, 1, 1);
  lz_tensor* both = log_add(add(spread(from_lexicon, known, 0), known),
                            add(spread(from_spelling, spelling, 0), spelling));
  return padded(both, 0, MAX_SPAN - r->positions[position].rows);
}

/* Moves the lattice to the next position. Element i is the sum over the known segmentations that
 * end i characters after the position of the lattice. */
static score extend(const score* before, lz_tensor* candidates, lz_tensor* weights) {
  lz_tensor* p = spread(part(before->probability, 0, 0, 1), candidates, 0);
  lz_tensor* q = spread(part(before->penalty, 0, 0, 1), candidates, 0);
  lz_tensor* penalty = log_add(add(p, add(candidates, weights)), add(q, candidates));
  return (score){log_add(padded(before->probability, -1, 1), add(p, candidates)),
                 log_add(padded(before->penalty, -1, 1), penalty)};
}

/* A lattice in which only the beginning of the sentence is reached, and the weights log(length^5).
 * These values come from the host, so that the first position runs the same program as the
 * others. */
static score begin_lattice(lz_device* device, lz_tensor** weights) {
  const int64_t size = MAX_SPAN;
  float first[MAX_SPAN], never[MAX_SPAN], powers[MAX_SPAN];
  for (int i = 0; i < MAX_SPAN; ++i) {
    never[i] = NEVER;
    first[i] = i == 0 ? 0 : NEVER;
    powers[i] = 5 * logf((float)(i + 1));
  }
  *weights = from_host(device, LZ_DTYPE_F32, &size, 1, powers);
  return (score){from_host(device, LZ_DTYPE_F32, &size, 1, first),
                 from_host(device, LZ_DTYPE_F32, &size, 1, never)};
}

static void run_now(lz_tensor* const* tensors, size_t count) {
  CHECK(lz_evaluate(tensors, count, 0, NULL));
}

static void run_encoding(const encoding* e, size_t count) {
  lz_tensor* all[3 * MAX_CHARACTERS + 1];
  memcpy(all, e->states, count * sizeof *all);
  memcpy(all + count, e->mixture, count * sizeof *all);
  memcpy(all + 2 * count, e->lexicon, count * sizeof *all);
  all[3 * count] = e->gates;
  run_now(all, 3 * count + 1);
}

score model_score(lz_tensor* const* parameters, const reading* r, pace how) {
  lz_device* device;
  lz_tensor* weights;
  CHECK(lz_tensor_device(parameters[0], &device));
  score s = begin_lattice(device, &weights);
  lz_device_release(device);
  encoding e = encode(parameters, r);
  if (how == EACH_POSITION)
    run_encoding(&e, (size_t)r->count);
  for (int64_t position = 0; position < r->count; ++position) {
    size_t scope = scope_begin();
    s = extend(&s, candidate_scores(parameters, r, position, &e), weights);
    lz_tensor_retain(s.probability), lz_tensor_retain(s.penalty);
    scope_end(scope);
    scoped(s.probability), scoped(s.penalty);
    if (how == EACH_POSITION)
      run_now((lz_tensor*[]){s.probability, s.penalty}, 2);
  }
  return (score){part(s.probability, 0, 0, 1), part(s.penalty, 0, 0, 1)};
}

lz_tensor* model_loss(const score* s) {
  lz_tensor* expected = exponential(subtract(s->penalty, s->probability));
  return subtract(scaled(0.00075, expected), s->probability);
}
