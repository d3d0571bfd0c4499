/* One line that redraws itself on a terminal, and a few plain lines elsewhere. */
#ifndef EXAMPLES_PROGRESS_H
#define EXAMPLES_PROGRESS_H

#include <stddef.h>

typedef struct progress {
  const char* what;
  size_t total;
  double started, last;
  int terminal;
} progress;

double now_seconds(void);
void progress_begin(progress* p, const char* what, size_t total);
/* Prints `note` after the bar, e.g. "loss 0.52". */
void progress_update(progress* p, size_t done, const char* note);
void progress_end(progress* p, const char* note);

#endif
