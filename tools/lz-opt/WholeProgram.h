// The flags of lz-opt that take a whole program instead of running single passes on IR:
// --stop-after and --explain compile it, with the switches and the CPU class of LAZULI_DISABLE and
// LAZULI_CPU; --write writes it in another format.
#pragma once

#include "llvm/ADT/ArrayRef.h"

#include <optional>
#include <string>

namespace lz {

// The exit status, after the text is written; nothing if no argument is one of the flags.
std::optional<int> runWholeProgram(llvm::ArrayRef<char*> arguments);

// For --help: the flags, and the phases and passes in their order.
std::string wholeProgramHelp();

} // namespace lz
