// The programs of a folder of case files: one file an op, programs separated by "// -----".
#pragma once

#include <string>
#include <vector>

namespace lz::test {

struct CaseProgram {
  std::string name; // "scatter_2": the second one of scatter.mlir
  std::string text;
};

// In the order of the files' names. Throws when a file cannot be read.
std::vector<CaseProgram> readCaseFiles(const std::string& folder);

} // namespace lz::test
