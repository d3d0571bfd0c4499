// Lists the ops of vhlo in all released versions (0.9.0 to 1.20.0).
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace lz::formats {

struct VhloOp {
  llvm::StringLiteral name;       // "dot_general_v2"
  llvm::StringLiteral attributes; // names in the order of the file, separated by spaces

  llvm::StringRef plainName() const; // "dot_general"
  llvm::SmallVector<llvm::StringRef> attributeNames() const;
};

// Finds an op by its name with version, such as "dot_general_v2". Returns nullptr if the op or its
// version is unknown.
const VhloOp* findVhloOp(llvm::StringRef name);

} // namespace lz::formats
