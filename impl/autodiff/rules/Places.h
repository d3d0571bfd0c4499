// Pooling by places: the index, in the flattened operand, of the element that each window selects.
// Unlike select_and_scatter, places allow dilations and can be differentiated any number of times:
// they are integers, and reading and writing at them is a gather and a scatter.
#pragma once

#include "absl/functional/function_ref.h"
#include "autodiff/Builder.h"

namespace lz::autodiff {

// The attributes of reduce_window, with every list in full.
struct Pooling {
  Ints sizes, strides, baseDilations, windowDilations, padding;
};

// The places, in the shape of the windows; -1 for a window of padding only. keeps(b, kept, next)
// makes the predicate whether the selected element stays when `next` comes.
ValueId selectedPlaces(Builder& b, ValueId operand, const Pooling& pooling,
                       absl::FunctionRef<ValueId(Builder&, ValueId, ValueId)> keeps);

// Elements of x, zero for the place -1.
ValueId readPlaces(Builder& b, ValueId x, ValueId places);

// Zeros of the shape `dims`, with the elements of x added at their places.
ValueId addAtPlaces(Builder& b, const Dims& dims, ValueId x, ValueId places);

} // namespace lz::autodiff
