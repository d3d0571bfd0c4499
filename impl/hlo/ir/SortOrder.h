// Recognizes the comparators that the library's sort implements (exec/Sort.h).
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

// Returns the order that the comparator of a sort defines, or nullopt if the comparator has another
// form. A comparator compares two elements of one input with LT or GT. It can also compare elements
// of several inputs. `lt` then compares elements of the first input, `eq` or `ne` says whether they
// are equal, and `rest` compares the other inputs:
//
//   or(lt, and(eq, rest))    select(eq, rest, lt)    select(ne, lt, rest)
//
// Each element is compared as it is, or in the canonical form that JAX makes:
//
//   select(x != x, NaN, select(x == 0, 0, x))
//
// The last comparison can be LE or GE, which is true for equal elements. Then a merge takes the
// right one of two equal elements first, so equal elements are reversed (reversesEqual). The
// comparator can use constants from outside of its body.
std::optional<SortOrder> sortOrderOf(mlir::Operation* sort);

} // namespace lz::hlo
