// The flags of lz-opt for whole programs. --stop-after and --explain compile the program, with the
// switches of LAZULI_DISABLE and the CPU class of LAZULI_CPU. --write writes the program in another
// format. The other flags run single passes on IR.
#pragma once

#include "llvm/ADT/ArrayRef.h"

#include <optional>
#include <string>

namespace lz {

// If an argument is one of these flags, writes the text for which the flag asks, and returns the
// exit status.
std::optional<int> runWholeProgram(llvm::ArrayRef<char*> arguments);

// Returns the part of --help about these flags, and the phases and passes in their order.
std::string wholeProgramHelp();

} // namespace lz
