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
// The last comparison may be LE or GE, which is true for equal elements in either order. A merge
// then takes the right one first, so their order is reversed (reversesEqual). The comparator may
// use constants from outside of its body. Returns nullopt if it has another form.
std::optional<SortOrder> sortOrderOf(mlir::Operation* sort);

} // namespace lz::hlo
