// What is done with one file.
#pragma once

#include "Outcome.h"

#include <optional>
#include <string>

namespace lz::conformance {

struct FileOptions {
  std::string folder;  // that is run; files are named by their paths from it
  double seconds = 10; // of a run on generated arguments, compiled or interpreted
};

// Files below the folder that hold programs, sorted, from the folder: .mlir, .hlo, .bc, .mlirbc.
// Texts beside bytecode of the same name (a.mlir, a.mlir.bc) are left out.
std::vector<std::string> findFiles(const std::string& folder);

// By what it is:
// bytecode with a text beside it   equal to the text
// text with checks                 read; they hold of interpreted and of compiled results
// other text, and bytecode         read; compiled = interpreted on generated arguments
// HLO text                         the same, and read, printed, verified as HLO
// What needs too long on generated arguments is unsupported if it is compiled code, and else not
// compared.
// Several modules in a file are told apart by lines "// -----".
void runFile(const std::string& file, const FileOptions& options, Journal& journal);

// Why a text says that it should not be interpreted, "RUN-DISABLED(inaccurate)"; nothing if it does
// not say so.
std::optional<std::string> disabledReason(const std::string& text);

} // namespace lz::conformance
