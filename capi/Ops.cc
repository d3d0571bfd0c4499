// The functions of include/lazuli/ops.h.
#include "lazuli/ops.h"

#include "OpArguments.h"

using lz::capi::Arguments;
using lz::capi::listAttr;
using lz::capi::numberAttr;

#include "spec/CapiOps.inc"
