// Programs that each make one table of pairs in one form and read it in one way, as StableHLO text.
// The product of all forms, readers and extents is numbered.
#pragma once

#include "Harness.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lz::test {

enum class TableForm {
  Dots,
  AbsoluteDistances,
  SquaredDistances,
  Cosines,
  WeightedDistances,
  Biased,
  Capped,
  Sloped, // minus a multiple of |i - j|
  Causal,
  Dropped // elements for which random bits of the indices are large become 0
};
enum class TableReader {
  Sum,
  Product,
  Maximum,
  Minimum,
  ArgMaximum,
  ArgMinimum,
  Softmax,
  SoftmaxProduct,
  LogSum,
  Moments,
  Largest,
  Label,
  OneHot
};
enum class TableAlong { Columns, Rows, Both, All };
enum class TableMask { None, Everything, AllButLastRow }; // what is hidden

struct TableCase {
  TableForm form;
  TableReader reader;
  TableAlong along;
  TableMask mask;
  bool isMaskArray; // the mask is a parameter, and not made of indices
  bool isLowFinite; // the number that hides elements
  DType dtype;
  int64_t rows, columns;
};

// Extents are 0, 1, 2, 7, 64, 1000 and 1009. A table has at most 64 * 1009 elements.
int64_t numTableCases();
TableCase tableCase(int64_t number);
// Returns the n-th number of a sequence in which all cases occur, in no order.
int64_t shuffledTableCase(int64_t n);
std::string print(const TableCase& c);

// How a result is checked. A place is an index along a dimension of the table. Each row or column
// has `slots` places.
struct TableResult {
  int64_t placesAlong = -1;
  int64_t slots = 1;
};

struct TableFormProgram {
  std::string text;
  std::vector<TableResult> results;
};

// Returns the program with floats of type `dtype` instead of the type of the case. If
// `returnsTable`, the table is another result at the end.
TableFormProgram tableFormProgram(const TableCase& c, DType dtype, bool returnsTable);

// Returns arguments whose products and distances all float types represent exactly.
Arguments tableArguments(const TableCase& c, const Program& program, uint64_t seed);
// Returns true if all float types represent the elements of the table exactly.
bool isExact(const TableCase& c);

} // namespace lz::test
