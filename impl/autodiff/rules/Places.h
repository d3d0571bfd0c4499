// Computes gradients of pooling with the place of each selected element. A place is an index in the
// flattened operand. Unlike select_and_scatter, this works with dilations. It can be differentiated
// any number of times, because places are integers, and elements are read and written there by
// gather and scatter.
#pragma once

#include "absl/functional/function_ref.h"
#include "autodiff/Builder.h"

namespace lz::autodiff {

// The attributes of reduce_window, with defaults filled in.
struct Pooling {
  Ints sizes, strides, baseDilations, windowDilations, padding;
};

// Returns the place of the element that each window selects, or -1 for a window of padding only.
// keeps(b, kept, next) returns the predicate that `kept` remains selected when it is compared with
// `next`.
ValueId selectedPlaces(Builder& b, ValueId operand, const Pooling& pooling,
                       absl::FunctionRef<ValueId(Builder&, ValueId, ValueId)> keeps);

// Returns the elements of x at `places`, and zero where a place is -1.
ValueId readPlaces(Builder& b, ValueId x, ValueId places);

// Returns an array of shape `dims`: zeros, to which each element of x is added at its place.
ValueId addAtPlaces(Builder& b, const Dims& dims, ValueId x, ValueId places);

} // namespace lz::autodiff
