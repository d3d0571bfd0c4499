// Only for hlo/passes: the attributes of an op by name, for another op that differs in some.
#pragma once

#include "hlo/rewrite/OpMaker.h"

namespace lz::hlo {

llvm::SmallVector<NamedAttr> namedAttrsOf(mlir::Operation* op);

} // namespace lz::hlo
