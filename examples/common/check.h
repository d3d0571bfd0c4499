/* If a call fails, ends the program with the library's message. A real application would handle
 * the error. */
#ifndef EXAMPLES_CHECK_H
#define EXAMPLES_CHECK_H

#include "lazuli/lazuli.h"

#include <stdio.h>
#include <stdlib.h>

#define CHECK(call) check_status(call, __FILE__, __LINE__)

static inline void check_status(lz_status* status, const char* file, int line) {
  if (status == NULL)
    return;
  fprintf(stderr, "%s:%d: %s\n", file, line, lz_status_message(status));
  lz_status_release(status);
  exit(1);
}

#endif
