#include "wordseg/scorer.h"

#include "common/check.h"

#include <math.h>

/* The inputs are the parameters of the model, followed by the reading of the sentence. */
enum { MAX_INPUTS = PARAMETERS + MAX_CHARACTERS * (MAX_SPAN + 5) };

scorer scorer_make(mode how, int64_t hidden, int32_t threads) {
  scorer s = {.how = how};
  const lz_context_options options = {
      .struct_size = sizeof options,
      .threads = threads,
      .op_by_op = how == OP_BY_OP,
      .cache_entries = 1 << 16, /* op by op, each op with each shape is a program */
      /* A position has at most 406 ops and is one program. */
      .max_segment_ops = how == LAZY ? 512 : 0,
      .disk_cache = "off", /* so that every run of this program compiles and counts the same */
  };
  CHECK(lz_context_create(&options, &s.context));
  CHECK(lz_context_device(s.context, 0, &s.device));
  random_source random = {1};
  s.model = model_make(s.device, hidden, &random);
  return s;
}

static void forget_programs(scorer* s) {
  lz_executable_release(s->score), lz_executable_release(s->gradients);
  s->score = s->gradients = NULL;
}

void scorer_free(scorer* s) {
  forget_programs(s);
  model_free(&s->model);
  lz_device_release(s->device);
  lz_context_release(s->context);
}

void scorer_take(scorer* s, const sentence* text) {
  if (text->count != s->text.count)
    forget_programs(s);
  s->text = *text;
}

/* Adds the model's parameters and the reading's tensors, in the order of a function's inputs. */
static size_t list_inputs(lz_tensor* const* parameters, const reading* r, lz_tensor** out) {
  size_t count = 0;
  for (size_t i = 0; i < PARAMETERS; ++i)
    out[count++] = parameters[i];
  for (int64_t p = 0; p < r->count; ++p) {
    out[count++] = r->characters[p];
    for (int64_t t = 0; t <= r->positions[p].rows; ++t)
      out[count++] = r->positions[p].inputs[t];
    out[count++] = r->positions[p].targets;
    out[count++] = r->positions[p].words;
    out[count++] = r->positions[p].barred;
  }
  return count;
}

/* A parameter of the function, of the type of `like`. */
static lz_tensor* placeholder(lz_function* f, const lz_tensor* like) {
  lz_tensor* out;
  CHECK(lz_function_parameter(f, lz_tensor_dtype(like), lz_tensor_dims(like), lz_tensor_rank(like),
                              &out));
  return scoped(out);
}

static lz_executable* compile(lz_function* f) {
  lz_executable* out;
  CHECK(lz_function_compile(f, NULL, &out));
  lz_function_release(f);
  return out;
}

/* A function of the parameters and of a sentence as long as `like`. Its result is the score or
 * the loss. */
static lz_function* trace(const scorer* s, const reading* like, int with_loss) {
  lz_function* f;
  CHECK(lz_function_begin(s->device, with_loss ? "loss" : "score", &f));
  lz_tensor* parameters[PARAMETERS];
  for (size_t i = 0; i < PARAMETERS; ++i)
    parameters[i] = placeholder(f, s->model.parameters[i]);
  reading r = *like;
  for (int64_t p = 0; p < r.count; ++p) {
    r.characters[p] = placeholder(f, like->characters[p]);
    for (int64_t t = 0; t <= r.positions[p].rows; ++t)
      r.positions[p].inputs[t] = placeholder(f, like->positions[p].inputs[t]);
    r.positions[p].targets = placeholder(f, like->positions[p].targets);
    r.positions[p].words = placeholder(f, like->positions[p].words);
    r.positions[p].barred = placeholder(f, like->positions[p].barred);
  }
  score result = model_score(parameters, &r, WHOLE_SENTENCE);
  CHECK(lz_function_finish(
      f, with_loss ? (lz_tensor*[]){model_loss(&result)} : (lz_tensor*[]){result.probability}, 1));
  return f;
}

static lz_executable* compile_gradients(const scorer* s, const reading* like) {
  const lz_function_gradient_options options = {.struct_size = sizeof options, .with_values = 1};
  size_t all[PARAMETERS];
  for (size_t i = 0; i < PARAMETERS; ++i)
    all[i] = i;
  lz_function *loss = trace(s, like, 1), *gradients;
  CHECK(lz_function_gradient(loss, all, PARAMETERS, &options, &gradients));
  lz_function_release(loss);
  return compile(gradients);
}

static void run(lz_executable* program, const scorer* s, const reading* r, lz_tensor** outputs,
                size_t count) {
  const lz_run_options options = {.struct_size = sizeof options, .flags = LZ_RUN_WAIT};
  lz_tensor* inputs[MAX_INPUTS];
  size_t num_inputs = list_inputs(s->model.parameters, r, inputs);
  CHECK(lz_executable_run(program, inputs, num_inputs, &options, outputs, count));
}

static float read_number(lz_tensor* t) {
  float value;
  CHECK(lz_tensor_read(t, &value, sizeof value));
  lz_tensor_release(t);
  return value;
}

float scorer_score(scorer* s) {
  size_t scope = scope_begin();
  reading r = reading_of(s->device, &s->text, s->how >= LOOPS ? LOOP_OF_PROGRAM : LOOP_OF_C);
  lz_tensor* result;
  if (s->how == COMPILED) {
    if (s->score == NULL)
      s->score = compile(trace(s, &r, 0));
    run(s->score, s, &r, &result, 1);
  } else {
    result = model_score(s->model.parameters, &r, EACH_POSITION).probability;
    lz_tensor_retain(result);
  }
  scope_end(scope);
  return read_number(result);
}

/* Returns the sum of the squares of all elements. */
static double squares(lz_tensor* t) {
  size_t bytes = (size_t)lz_tensor_nbytes(t);
  float* values = malloc(bytes);
  double total = 0;
  if (values == NULL)
    abort();
  CHECK(lz_tensor_read(t, values, bytes));
  for (size_t i = 0; i < bytes / sizeof *values; ++i)
    total += (double)values[i] * (double)values[i];
  free(values);
  return total;
}

float scorer_gradients(scorer* s, double* out_norm) {
  lz_tensor* results[1 + PARAMETERS]; /* the loss, then the gradients */
  size_t scope = scope_begin();
  reading r = reading_of(s->device, &s->text, s->how >= LOOPS ? LOOP_OF_PROGRAM : LOOP_OF_C);
  if (s->how == COMPILED) {
    if (s->gradients == NULL)
      s->gradients = compile_gradients(s, &r);
    run(s->gradients, s, &r, results, 1 + PARAMETERS);
    scope_end(scope);
  } else {
    score forward = model_score(s->model.parameters, &r, WHOLE_SENTENCE);
    lz_tensor* loss = model_loss(&forward);
    CHECK(lz_gradients(&loss, 1, NULL, s->model.parameters, PARAMETERS, NULL, results + 1));
    results[0] = scope_end_with(scope, loss);
    CHECK(lz_evaluate(results, 1 + PARAMETERS, LZ_BARRIER_WAIT, NULL));
  }
  double total = 0;
  for (size_t i = 1; i <= PARAMETERS; ++i) {
    if (out_norm != NULL)
      total += squares(results[i]);
    lz_tensor_release(results[i]);
  }
  if (out_norm != NULL)
    *out_norm = sqrt(total);
  return read_number(results[0]);
}
