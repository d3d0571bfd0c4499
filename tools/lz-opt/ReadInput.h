// Reads the input file of lz-opt.
#pragma once

#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <string>

namespace lz {

// A text is returned as it is. MLIR bytecode, also a portable artifact, is returned as the text of
// its module with the locations that it states, because MLIR's own reader does not know vhlo and
// trusts what it reads. "-" is the standard input. nullptr after an error; `problem` says why.
std::unique_ptr<llvm::MemoryBuffer> readInput(const std::string& file, std::string& problem);

} // namespace lz
