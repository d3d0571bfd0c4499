// Computes gradients of pooling from the place of each selected element. A place is an index in the
// flattened operand. Unlike select_and_scatter, places work with dilations, and the result can be
// differentiated again.
#pragma once

#include "absl/functional/function_ref.h"
#include "autodiff/Builder.h"

namespace lz::autodiff {

// The attributes of reduce_window, with defaults filled in.
struct Pooling {
  Ints sizes, strides, baseDilations, windowDilations, padding;
};

// Returns the place of the element that each window selects, or -1 for a window of padding only.
// keeps(b, kept, next) returns a predicate: true if `kept` stays selected, false if `next` replaces
// it.
ValueId selectedPlaces(Builder& b, ValueId operand, const Pooling& pooling,
                       absl::FunctionRef<ValueId(Builder&, ValueId, ValueId)> keeps);

// Returns the elements of x at `places`. If a place is -1, the element is zero.
ValueId readPlaces(Builder& b, ValueId x, ValueId places);

// Adds each element of x at its place to an array of zeros, and returns the array. Its shape is
// `dims`.
ValueId addAtPlaces(Builder& b, const Dims& dims, ValueId x, ValueId places);

} // namespace lz::autodiff
