// Internal to hlo/passes: the attributes of an op by name, to make a similar op with some changed.
#pragma once

#include "hlo/rewrite/OpMaker.h"

namespace lz::hlo {

llvm::SmallVector<NamedAttr> namedAttrsOf(mlir::Operation* op);

} // namespace lz::hlo
