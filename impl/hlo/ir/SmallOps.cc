// Defines the classes of chlo and lz ops, which are few enough for one file.
#include "hlo/ir/syntax/OpFormat.h"

#define GET_OP_CLASSES
#include "hlo/ir/ChloOps.cc.inc"

#define GET_OP_CLASSES
#include "hlo/ir/LzOps.cc.inc"
