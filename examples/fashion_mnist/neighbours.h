/* Exact nearest neighbours by broadcasting: the table of distances never exists in memory. */
#ifndef EXAMPLES_NEIGHBOURS_H
#define EXAMPLES_NEIGHBOURS_H

#include "common/data.h"
#include "lazuli/lazuli.h"

#include <signal.h>

/* Returns the share of the first `count` test images whose nearest training image has the same
 * label. After an interrupt, only the images that are finished count. */
double neighbours(lz_device* device, const dataset* d, size_t count,
                  const volatile sig_atomic_t* interrupted);

#endif
