/* Floating-point modes of a thread: a library built with -ffast-math, a language's runtime or
 * the program may have set them before a call. */
#ifndef LAZULI_TESTS_CAPI_FLOAT_MODES_H
#define LAZULI_TESTS_CAPI_FLOAT_MODES_H

#include "check.h"

typedef struct {
  const char* name;
  unsigned vector; /* MXCSR */
  unsigned x87;    /* the control word of long double */
} Mode;

/* Bits of MXCSR: 0x8040 makes denormals 0, 0x6000 is the rounding, 0x1f80 masks exceptions. */
static const Mode kModes[] = {
    {"the default", 0x1f80, 0x037f},          {"flush to zero", 0x9fc0, 0x037f},
    {"rounding down", 0x3f80, 0x077f},        {"rounding up", 0x5f80, 0x0b7f},
    {"rounding to zero", 0x7f80, 0x0f7f},     {"everything traps", 0x0000, 0x0340},
    {"long double as float", 0x1f80, 0x007f},
};
enum { MODES = COUNT(kModes), FLUSH = 1, ROUND_UP = 3 };

#if defined(__x86_64__)
#include <xmmintrin.h>

static inline void setMode(const Mode* mode) {
  const unsigned short x87 = (unsigned short)mode->x87;
  __asm__ volatile("fnclex\n\tfldcw %0" : : "m"(x87));
  _mm_setcsr(mode->vector);
}
static inline unsigned flagsNow(void) {
  return _mm_getcsr() & 0x3f;
}
static inline int isIn(const Mode* mode) {
  unsigned short x87;
  __asm__ volatile("fnstcw %0" : "=m"(x87));
  return (_mm_getcsr() & ~0x3fu) == mode->vector && x87 == mode->x87;
}
#endif

#endif
