/* Ctrl-C asks a program to end by itself, with what it has. For the file with main alone. */
#ifndef EXAMPLES_INTERRUPT_H
#define EXAMPLES_INTERRUPT_H

#include <signal.h>

static volatile sig_atomic_t interrupted;

/* The second time, Ctrl-C ends the program as ever. */
static void on_interrupt(int number) {
  interrupted = 1;
  signal(number, SIG_DFL);
}

static inline void watch_interrupts(void) {
  signal(SIGINT, on_interrupt);
}

#endif
