/* Checks that something ends within a short time, and tolerates a busy machine. */
#ifndef LAZULI_TESTS_CAPI_SOON_H
#define LAZULI_TESTS_CAPI_SOON_H

#include "check.h"

#include <time.h>

/* Milliseconds within which a cancelled run ends. On an idle machine it takes one or two. The
 * fastest of several attempts counts, so that a busy machine does not fail the test. */
static const double kMostMs = 100;
enum { ATTEMPTS = 3 };
static double slowest; /* the longest time in the current attempt */

/* Repeats the call until all work that it cancels ends within kMostMs. */
#define SOON(call)                                                                                 \
  do {                                                                                             \
    int attempt = 0;                                                                               \
    do {                                                                                           \
      slowest = 0;                                                                                 \
      call;                                                                                        \
    } while (slowest >= kMostMs && ++attempt < ATTEMPTS);                                          \
    CHECK(slowest < kMostMs);                                                                      \
  } while (0)

static inline double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static inline void pause20Ms(void) {
  const struct timespec time = {0, 20000000};
  nanosleep(&time, NULL);
}

static inline void ended(const char* what, double since) {
  const double ms = now() - since;
  printf("%s ended after %.2f ms\n", what, ms);
  slowest = ms > slowest ? ms : slowest;
}

#endif
