// The file that lz-opt works on.
#pragma once

#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <string>

namespace lz {

// Text as it is; MLIR bytecode, portable artifacts included, as the text of its module with the
// places that it states, since MLIR's own reader does not know vhlo and trusts what it reads. "-"
// is the standard input. Null: `problem` says why.
std::unique_ptr<llvm::MemoryBuffer> readInput(const std::string& file, std::string& problem);

} // namespace lz
