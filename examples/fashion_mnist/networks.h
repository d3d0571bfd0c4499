/* The two networks of the demo. */
#ifndef EXAMPLES_NETWORKS_H
#define EXAMPLES_NETWORKS_H

#include "common/trainer.h"

/* Makes a network whose parameters are random numbers from `seed`. */
network make_mlp(lz_device* device, uint64_t seed);
network make_cnn(lz_device* device, uint64_t seed);
void network_free(network* net);

#endif
