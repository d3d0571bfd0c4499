#include "lazuli/ops.h"

#include "capi/OpArguments.h"

using lz::capi::Arguments;
using lz::capi::listAttr;
using lz::capi::numberAttr;

#include "spec/capi_ops.inc"
