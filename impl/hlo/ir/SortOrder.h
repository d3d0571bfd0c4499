// The order behind the comparator of a sort, where it is one that the library knows (exec/Sort.h).
#pragma once

#include "mlir/IR/Operation.h"

#include <optional>
#include <string>
#include <vector>

namespace lz::hlo {

struct SortKey {
  int64_t input;     // whose elements are compared
  std::string order; // "value", "total", "canonical"
  bool descending;

  bool operator==(const SortKey&) const = default;
};

struct SortOrder {
  std::vector<SortKey> keys; // a later one counts among elements that are equal in all before
  bool reversesEqual;        // of elements that are equal in all keys the last comes first
};

// Of a comparator that compares two elements of one input with LT or GT, or of several inputs, one
// after another: x < y is the rest's answer where the elements are equal in a key,
//
//   or(lt, and(eq, rest))    select(eq, rest, lt)    select(ne, lt, rest)
//
// each element as it is, or made canonical as JAX does it:
//
//   select(x != x, NaN, select(x == 0, 0, x))
//
// The last comparison may be LE or GE: then each of two equal elements would come first, and a
// merge takes that on the right. nullopt: it says something else. Constants may be captured.
std::optional<SortOrder> sortOrderOf(mlir::Operation* sort);

} // namespace lz::hlo
