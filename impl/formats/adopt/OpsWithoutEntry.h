// Ops of the specification that are others: they have no entry.
#pragma once

#include "mlir/IR/BuiltinOps.h"

namespace lz::hlo {

// map is its body on whole tensors; batch_norm_inference, _training and _grad are their
// definitions; partition_id and replica_id are 0, and collectives give their operands, in modules
// of one partition and one replica with groups of one participant. Those that do not keep the
// specification's rules, and maps of more than elementwise ops, stay, and are refused by name.
void replaceOpsWithoutEntry(mlir::ModuleOp module);

// Whether an op of this name is one of those.
bool isReplaced(llvm::StringRef name);

} // namespace lz::hlo
