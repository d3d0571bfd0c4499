#define _POSIX_C_SOURCE 200809L
#include "common/progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { WIDTH = 30 };

double now_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void progress_begin(progress* p, const char* what, size_t total) {
  p->what = what;
  p->total = total ? total : 1;
  p->started = now_seconds();
  p->last = 0;
  p->terminal = isatty(STDOUT_FILENO);
}

static void draw(const progress* p, size_t done, const char* note) {
  char bar[WIDTH + 1];
  size_t filled = done * WIDTH / p->total;
  for (size_t i = 0; i < WIDTH; ++i)
    bar[i] = i < filled ? '#' : '.';
  bar[WIDTH] = 0;
  double elapsed = now_seconds() - p->started;
  double left = done ? elapsed * (double)(p->total - done) / (double)done : 0;
  printf("\r  %-18s [%s] %3zu%%  %5.1f s left  %s   ", p->what, bar, done * 100 / p->total, left,
         note);
  fflush(stdout);
}

void progress_update(progress* p, size_t done, const char* note) {
  double now = now_seconds();
  if (!p->terminal || (now - p->last < 0.1 && done < p->total))
    return;
  p->last = now;
  draw(p, done, note);
}

void progress_end(progress* p, const char* note) {
  double elapsed = now_seconds() - p->started;
  printf("%s  %-18s %6.1f s   %s%s\n", p->terminal ? "\r" : "", p->what, elapsed, note,
         p->terminal ? "                                                  " : "");
  fflush(stdout);
}
