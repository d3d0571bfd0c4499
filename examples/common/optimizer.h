/* Optimizers. Their states (means of earlier gradients) are lazy tensors, like the parameters. */
#ifndef EXAMPLES_OPTIMIZER_H
#define EXAMPLES_OPTIMIZER_H

#include "common/tensors.h"

enum { MAX_PARAMETERS = 64 };

typedef enum optimizer_kind { SGD_MOMENTUM, ADAM } optimizer_kind;

typedef struct optimizer {
  optimizer_kind kind;
  size_t count;                        /* number of parameters */
  int64_t steps;                       /* steps made so far */
  lz_tensor* velocity[MAX_PARAMETERS]; /* SGD: the momentum; Adam: the mean of the gradients */
  lz_tensor* variance[MAX_PARAMETERS]; /* Adam: the mean of squared gradients */
} optimizer;

/* Makes the states, which are zeros, for each parameter. */
void optimizer_init(optimizer* o, optimizer_kind kind, lz_device* device,
                    lz_tensor* const* parameters, size_t count);
void optimizer_release(optimizer* o);

/* Records one step. Each parameter and each state is replaced by its new value. The old value
 * then has no handle, so the next barrier computes the new one in its memory. `rate` is an input of
 * the program, so another rate needs no compilation. Takes over the references of the gradients. */
void optimizer_step(optimizer* o, double rate, lz_tensor** parameters, lz_tensor** gradients);

#endif
