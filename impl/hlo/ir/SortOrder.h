// Recognizes comparators of sorts that the library implements (exec/Sort.h).
#pragma once

#include "mlir/IR/Operation.h"

#include <optional>
#include <string>
#include <vector>

namespace lz::hlo {

struct SortKey {
  int64_t input;     // the input whose elements are compared
  std::string order; // "value", "total", "canonical"
  bool descending;

  bool operator==(const SortKey&) const = default;
};

struct SortOrder {
  std::vector<SortKey> keys; // a later key decides if all before are equal
  bool reversesEqual;        // the last of elements with equal keys comes first
};

// Returns the order of a comparator that compares two elements of one input with LT or GT, or
// elements of several inputs one after another. If two elements are equal in a key, x < y depends
// on the rest:
//
//   or(lt, and(eq, rest))    select(eq, rest, lt)    select(ne, lt, rest)
//
// Each element is compared as it is, or made canonical as in JAX:
//
//   select(x != x, NaN, select(x == 0, 0, x))
//
// The last comparison may be LE or GE: then each of two equal elements would come first, and a
// merge takes the one on the right. Returns nullopt if the comparator has another form. Constants
// may be captured.
std::optional<SortOrder> sortOrderOf(mlir::Operation* sort);

} // namespace lz::hlo
