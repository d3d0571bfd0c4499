/* On Ctrl-C, asks the program to end early and to report the results so far. Only the file with
 * main may include this. */
#ifndef EXAMPLES_INTERRUPT_H
#define EXAMPLES_INTERRUPT_H

#include <signal.h>

static volatile sig_atomic_t interrupted;

/* A second Ctrl-C ends the program as usual. */
static void on_interrupt(int number) {
  interrupted = 1;
  signal(number, SIG_DFL);
}

static inline void watch_interrupts(void) {
  signal(SIGINT, on_interrupt);
}

#endif
