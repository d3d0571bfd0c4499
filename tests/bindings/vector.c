#include "vector.h"

#include <stdlib.h>
#include <string.h>

static void refuse(const char* line) {
  fprintf(stderr, "not a line of a vector: %s\n", line);
  exit(2);
}

/* Returns the next word of the line. If there is no word, the line is refused. */
static char* word(char** rest) {
  char* found = strsep(rest, " \n");
  if (!found || !*found)
    refuse("it has too few words");
  return found;
}

static lz_dtype dtypeOf(const char* name) {
  static const struct {
    const char* name;
    lz_dtype dtype;
  } kNames[] = {{"pred", LZ_DTYPE_PRED},
                {"s8", LZ_DTYPE_S8},
                {"s16", LZ_DTYPE_S16},
                {"s32", LZ_DTYPE_S32},
                {"s64", LZ_DTYPE_S64},
                {"u8", LZ_DTYPE_U8},
                {"u16", LZ_DTYPE_U16},
                {"u32", LZ_DTYPE_U32},
                {"u64", LZ_DTYPE_U64},
                {"f16", LZ_DTYPE_F16},
                {"f32", LZ_DTYPE_F32},
                {"f64", LZ_DTYPE_F64},
                {"c64", LZ_DTYPE_C64},
                {"bf16", LZ_DTYPE_BF16},
                {"c128", LZ_DTYPE_C128},
                {"f8e5m2", LZ_DTYPE_F8E5M2},
                {"f8e4m3fn", LZ_DTYPE_F8E4M3FN},
                {"s4", LZ_DTYPE_S4},
                {"u4", LZ_DTYPE_U4},
                {"f8e4m3b11fnuz", LZ_DTYPE_F8E4M3B11FNUZ},
                {"f8e5m2fnuz", LZ_DTYPE_F8E5M2FNUZ},
                {"f8e4m3fnuz", LZ_DTYPE_F8E4M3FNUZ},
                {"s2", LZ_DTYPE_S2},
                {"u2", LZ_DTYPE_U2},
                {"f8e4m3", LZ_DTYPE_F8E4M3},
                {"f8e3m4", LZ_DTYPE_F8E3M4},
                {"f4e2m1fn", LZ_DTYPE_F4E2M1FN},
                {"f8e8m0fnu", LZ_DTYPE_F8E8M0FNU},
                {"f6e2m3fn", LZ_DTYPE_F6E2M3FN},
                {"f6e3m2fn", LZ_DTYPE_F6E3M2FN}};
  for (size_t i = 0; i < sizeof kNames / sizeof *kNames; ++i)
    if (!strcmp(kNames[i].name, name))
      return kNames[i].dtype;
  refuse(name);
  return LZ_DTYPE_INVALID;
}

/* Reads "2,3"; "-" means none. */
static size_t readNumbers(char* text, int64_t* numbers, size_t most) {
  size_t count = 0;
  if (!strcmp(text, "-"))
    return 0;
  for (char* number; (number = strsep(&text, ",")) && count < most; ++count)
    numbers[count] = strtoll(number, NULL, 10);
  return count;
}

static Value readType(char** rest) {
  Value value = {.dtype = dtypeOf(word(rest))};
  value.rank = readNumbers(word(rest), value.dims, MOST_RANK);
  value.numElements = 1;
  for (size_t i = 0; i < value.rank; ++i)
    value.numElements *= (size_t)value.dims[i];
  value.size = (value.numElements * lz_dtype_bits(value.dtype) + 7) / 8;
  return value;
}

static void readBytes(Value* value, const char* text) {
  value->bytes = calloc(1, value->size + 16);
  if (strlen(text) != (value->size ? 2 * value->size : 1))
    refuse(text);
  for (size_t i = 0; i < value->size; ++i)
    sscanf(text + 2 * i, "%2hhx", &value->bytes[i]);
}

static Value readValue(char** rest, int hasUnits) {
  Value value = readType(rest);
  if (hasUnits)
    value.units = atoi(word(rest));
  readBytes(&value, word(rest));
  return value;
}

static void readAttribute(Vector* v, char** rest) {
  const size_t i = v->numAttributes++;
  lz_attribute* attribute = &v->attributes[i];
  memset(attribute, 0, sizeof *attribute);
  attribute->name = strncpy(v->names[i], word(rest), MOST_NAME - 1);
  const char* kind = word(rest);
  char* value = word(rest);
  if (!strcmp(kind, "integers")) {
    attribute->kind = LZ_ATTRIBUTE_INTEGERS;
    attribute->data = v->numbers[i];
    attribute->size = readNumbers(value, v->numbers[i], MOST_NUMBERS);
  } else if (!strcmp(kind, "case")) {
    attribute->kind = LZ_ATTRIBUTE_TEXT;
    attribute->data = strncpy(v->texts[i], value, MOST_NAME - 1);
    attribute->size = strlen(value);
  } else {
    attribute->kind = LZ_ATTRIBUTE_INTEGER;
    attribute->integer = !strcmp(kind, "dtype") ? dtypeOf(value) : strtoll(value, NULL, 10);
  }
}

static void readFunction(Vector* v, char** rest) {
  Function* f = &v->functions[v->numFunctions++];
  memset(f, 0, sizeof *f);
  strncpy(f->name, word(rest), MOST_NAME - 1);
  strncpy(f->body, word(rest), MOST_NAME - 1);
  while (*rest && **rest)
    f->params[f->numParams++] = readType(rest);
}

static void readLine(Vector* v, const char* what, char** rest) {
  if (!strcmp(what, "vector"))
    v->number = atoi(word(rest));
  else if (!strcmp(what, "op"))
    strncpy(v->op, word(rest), MOST_NAME - 1);
  else if (!strcmp(what, "operand"))
    v->operands[v->numOperands++] = readValue(rest, 0);
  else if (!strcmp(what, "capture"))
    v->captured[v->numCaptured++] = readValue(rest, 0);
  else if (!strcmp(what, "attribute"))
    readAttribute(v, rest);
  else if (!strcmp(what, "function"))
    readFunction(v, rest);
  else if (!strcmp(what, "result"))
    v->results[v->numResults++] = readValue(rest, 1);
  else
    refuse(what);
}

int readVector(FILE* file, Vector* v) {
  memset(v, 0, sizeof *v);
  char* line = NULL;
  size_t capacity = 0;
  int isRead = 0;
  while (getline(&line, &capacity, file) > 0) {
    if (line[0] == '#')
      continue;
    if (line[0] == '\n' && isRead)
      break;
    if (line[0] == '\n')
      continue;
    char* rest = line;
    const char* what = word(&rest);
    readLine(v, what, &rest);
    isRead = 1;
  }
  free(line);
  return isRead;
}

static void freeValues(Value* values, size_t count) {
  for (size_t i = 0; i < count; ++i)
    free(values[i].bytes);
}

void freeVector(Vector* v) {
  freeValues(v->operands, v->numOperands);
  freeValues(v->captured, v->numCaptured);
  freeValues(v->results, v->numResults);
}
