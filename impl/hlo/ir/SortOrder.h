// The order behind the comparator of a sort, where it is one that the library knows (exec/Sort.h).
#pragma once

#include "mlir/IR/Operation.h"

#include <optional>
#include <string>

namespace lz::hlo {

struct SortOrder {
  int64_t key;       // the input whose elements are compared
  std::string order; // "value", "total", "canonical"
  bool descending;
};

// Of a comparator that is one comparison, LT or GT, of two elements of one input: as they are, or
// each made canonical as JAX does it,
//
//   select(x != x, NaN, select(x == 0, 0, x))
//
// LE and GE are no order: of two equal elements each would come first. nullopt: it says something
// else. Constants may be captured.
std::optional<SortOrder> sortOrderOf(mlir::Operation* sort);

} // namespace lz::hlo
