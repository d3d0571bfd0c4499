// Runs one file.
#pragma once

#include "Outcome.h"

#include <optional>
#include <string>

namespace lz::conformance {

struct FileOptions {
  std::string folder;  // the folder that is run; files are named by their paths below it
  double seconds = 10; // time of a run on generated arguments, compiled or interpreted
};

// The files below the folder that hold programs, as sorted paths from the folder: .mlir, .hlo, .bc,
// .mlirbc. A text is left out if a bytecode file of the same name is next to it (a.mlir,
// a.mlir.bc).
std::vector<std::string> findFiles(const std::string& folder);

// Runs a file and reports outcomes. What is checked depends on the kind of the file:
//   bytecode with a text beside it   it equals the text
//   text with checks                 it is read; interpreted and compiled results pass the checks
//   other text, and bytecode         it is read; on generated arguments, compiled = interpreted
//   HLO text                         the same, and it is read, printed and verified as HLO
// If compiled code takes too long on generated arguments, it is unsupported; if the interpreter
// does, nothing is compared. Lines "// -----" separate several modules in a file.
void runFile(const std::string& file, const FileOptions& options, Journal& journal);

// Returns the reason if the text says that it must not be interpreted, for example by
// "RUN-DISABLED(inaccurate)". Otherwise returns nullopt.
std::optional<std::string> disabledReason(const std::string& text);

} // namespace lz::conformance
