#include "common/idx.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t big_endian(const uint8_t* p) {
  return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

/* Plain files are read directly. Compressed ones are read through gzip, which every Debian
 * system has. */
static FILE* open_stream(const char* path, int* is_pipe) {
  size_t n = strlen(path);
  *is_pipe = n > 3 && strcmp(path + n - 3, ".gz") == 0;
  if (!*is_pipe)
    return fopen(path, "rb");
  FILE* probe = fopen(path, "rb");
  if (probe == NULL)
    return NULL;
  fclose(probe);
  char command[4096];
  snprintf(command, sizeof command, "gzip -dc '%s'", path);
  return popen(command, "r");
}

static int read_body(FILE* f, idx_data* out) {
  uint8_t header[16];
  if (fread(header, 1, 8, f) != 8 || header[0] != 0 || header[1] != 0 || header[2] != 8)
    return -1;
  int rank = header[3];
  out->count = big_endian(header + 4);
  out->size = 1;
  for (int d = 1; d < rank; ++d) {
    if (fread(header, 1, 4, f) != 4)
      return -1;
    out->size *= big_endian(header);
  }
  out->bytes = malloc(out->count * out->size);
  if (out->bytes == NULL)
    return -1;
  return fread(out->bytes, out->size, out->count, f) == out->count ? 0 : -1;
}

int idx_load(const char* path, idx_data* out) {
  memset(out, 0, sizeof *out);
  int is_pipe;
  FILE* f = open_stream(path, &is_pipe);
  if (f == NULL) {
    fprintf(stderr, "cannot open %s; 'scripts/lz setup --data' installs the data set\n", path);
    return -1;
  }
  int result = read_body(f, out);
  if (is_pipe)
    pclose(f);
  else
    fclose(f);
  if (result != 0)
    fprintf(stderr, "%s is not a complete IDX file of bytes\n", path);
  return result;
}
