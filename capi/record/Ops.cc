// The functions of include/lazuli/ops.h.
#include "lazuli/ops.h"

#include "record/OpArguments.h"

using namespace lz::capi;
using lz::Status;

#include "spec/CapiOps.inc"
