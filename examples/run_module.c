/* Loads StableHLO text, here made by JAX, compiles it and runs it on numbers of its own.
 *
 *   run_module FILE.mlir */
#include <string.h>

#include "common/check.h"

static char* read_file(const char* path, size_t* size) {
  FILE* f = fopen(path, "rb");
  if (f == NULL)
    return NULL;
  fseek(f, 0, SEEK_END);
  long n = ftell(f);
  rewind(f);
  char* text = n < 0 ? NULL : malloc((size_t)n + 1);
  if (text != NULL)
    text[*size = fread(text, 1, (size_t)n, f)] = 0;
  fclose(f);
  return text;
}
