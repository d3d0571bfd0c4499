/* Exact nearest neighbours by broadcasting: the table of distances is never in memory. */
#ifndef EXAMPLES_NEIGHBOURS_H
#define EXAMPLES_NEIGHBOURS_H

#include "common/data.h"
#include "lazuli/lazuli.h"

#include <signal.h>

/* The part of the first `count` test images whose nearest training image has their label; when
 * interrupted, of those done by then. */
double neighbours(lz_device* device, const dataset* d, size_t count,
                  const volatile sig_atomic_t* interrupted);

#endif
