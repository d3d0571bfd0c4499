// The functions of include/lazuli/ops.h.
#include "lazuli/ops.h"

#include "Record.h"
#include "spec/CapiOps.inc"
