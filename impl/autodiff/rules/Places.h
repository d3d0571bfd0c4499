// Gradients of pooling by the place of each selected element, its index in the flattened operand.
// This works with dilations, unlike select_and_scatter, and can be differentiated any number of
// times, since places are integers, and reading and writing at them is a gather and a scatter.
#pragma once

#include "absl/functional/function_ref.h"
#include "autodiff/Builder.h"

namespace lz::autodiff {

// The attributes of reduce_window, with defaults filled in.
struct Pooling {
  Ints sizes, strides, baseDilations, windowDilations, padding;
};

// Returns the places in the shape of the windows, or -1 for a window of padding only. keeps(b,
// kept, next) returns the predicate that `kept` stays selected when `next` is compared.
ValueId selectedPlaces(Builder& b, ValueId operand, const Pooling& pooling,
                       absl::FunctionRef<ValueId(Builder&, ValueId, ValueId)> keeps);

// Returns the elements of x at `places`, and zero for place -1.
ValueId readPlaces(Builder& b, ValueId x, ValueId places);

// Returns zeros of shape `dims`, to which the elements of x are added at their places.
ValueId addAtPlaces(Builder& b, const Dims& dims, ValueId x, ValueId places);

} // namespace lz::autodiff
