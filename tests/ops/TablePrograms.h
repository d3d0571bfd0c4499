// Programs with tables of pairs, as StableHLO text, for tests of lz-tile-tables.
#pragma once

#include "Harness.h"

#include <cstdint>
#include <string>

namespace lz::test {

struct TableProgram {
  std::string text;
  bool hasSpecials = false;  // NaN and infinities are allowed in the first parameter
  bool hasGradients = false; // all results are f64, and no result is a selection
};

// Returns a program that makes a table of pairs, for example all products of two sets of vectors or
// all squared distances. One to three results read the table, for example its sums, maxima,
// selections, or its softmax in a product. The same seed gives the same program.
TableProgram tableProgram(uint64_t seed);

} // namespace lz::test
