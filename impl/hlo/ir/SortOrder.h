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
  std::vector<SortKey> keys; // a later key counts if earlier ones are equal
  bool reversesEqual;        // elements with equal keys are reversed
};

// Returns the order that a comparator defines. It compares two elements of one input with LT or GT,
// or elements of several inputs one after another. If `lt` compares elements of the first input
// and `eq` or `ne` tells whether they are equal, `rest` compares the other inputs in one of these
// forms:
//
//   or(lt, and(eq, rest))    select(eq, rest, lt)    select(ne, lt, rest)
//
// Each element is compared as it is, or made canonical as in JAX:
//
//   select(x != x, NaN, select(x == 0, 0, x))
//
// The last comparison may be LE or GE, which is true for two equal elements in either order. Of two
// equal elements, a merge then takes the right one first, so equal elements change their order
// (reversesEqual). The comparator may use constants from outside of its body. Returns nullopt if it
// has another form.
std::optional<SortOrder> sortOrderOf(mlir::Operation* sort);

} // namespace lz::hlo
