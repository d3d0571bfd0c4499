// Internal to hlo: returns the attributes of an op by name, for making a similar op.
#pragma once

#include "hlo/rewrite/OpMaker.h"

namespace lz::hlo {

llvm::SmallVector<NamedAttr> namedAttrsOf(mlir::Operation* op);

} // namespace lz::hlo
