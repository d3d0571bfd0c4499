// The functions of include/lazuli/ops.h.
#include "lazuli/ops.h"

#include "OpArguments.h"

using namespace lz::capi;

#include "spec/CapiOps.inc"
