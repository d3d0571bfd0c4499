// Reads the input file of lz-opt.
#pragma once

#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <string>

namespace lz {

// Reads a file. If the file is a text, returns the text unchanged. Converts MLIR bytecode,
// including portable artifacts, to the text of its module, with locations. MLIR's own reader cannot
// be used, because it does not know vhlo and does not check its input. "-" is the standard input.
// Returns nullptr after an error, and sets `problem` to the reason.
std::unique_ptr<llvm::MemoryBuffer> readInput(const std::string& file, std::string& problem);

} // namespace lz
