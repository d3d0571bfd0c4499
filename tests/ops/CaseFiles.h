// Reads the programs of a folder of case files: one file per op, with programs separated by "//
// -----".
#pragma once

#include <string>
#include <vector>

namespace lz::test {

struct CaseProgram {
  std::string name; // for example "scatter_2" for the second one of scatter.mlir
  std::string text;
};

// Returns the programs, ordered by the names of their files. Throws if a file cannot be read.
std::vector<CaseProgram> readCaseFiles(const std::string& folder);

} // namespace lz::test
