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

// Returns the paths of the .mlir, .hlo, .bc and .mlirbc files below the folder, sorted and relative
// to the folder. A text such as a.mlir is left out if a.mlir.bc is in the same folder.
std::vector<std::string> findFiles(const std::string& folder);

// Runs a file and reports outcomes. Each file must be read without an error. The other checks
// depend on the kind of the file:
//   bytecode with a text beside it   the bytecode has the same program as the text
//   text with checks                 interpreted and compiled results pass the checks of the text
//   other text, and bytecode         the interpreter and compiled code give the same results for
//                                    generated arguments
//   HLO text                         the same as for other text. In addition, the text is printed
//                                    and verified as HLO
// If compiled code takes too long on generated arguments, the program is unsupported. If the
// interpreter takes too long, nothing is compared. Lines "// -----" separate several modules in a
// file.
void runFile(const std::string& file, const FileOptions& options, Journal& journal);

// Returns the reason if the text says that it must not be interpreted, for example by
// "RUN-DISABLED(inaccurate)". Otherwise returns nullopt.
std::optional<std::string> disabledReason(const std::string& text);

} // namespace lz::conformance
