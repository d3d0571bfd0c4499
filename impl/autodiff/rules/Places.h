// Pooling as places: the number, in the flattened operand, of the element that each window selects.
// Unlike select_and_scatter they know dilations, and they can be differentiated any number of
// times: places are integers, and what is read and written there is a gather and a scatter.
#pragma once

#include "absl/functional/function_ref.h"
#include "autodiff/Builder.h"

namespace lz::autodiff {

// As reduce_window's attributes, every list in full.
struct Pooling {
  Ints sizes, strides, baseDilations, windowDilations, padding;
};

// In the shape of the windows; -1 for a window of nothing but padding. keeps(b, kept, next): pred,
// whether the selected element stays when `next` comes.
ValueId selectedPlaces(Builder& b, ValueId operand, const Pooling& pooling,
                       absl::FunctionRef<ValueId(Builder&, ValueId, ValueId)> keeps);

// Elements of x, zero for the place -1.
ValueId readPlaces(Builder& b, ValueId x, ValueId places);

// Zeros of the shape `dims` with the elements of x added at their places.
ValueId addAtPlaces(Builder& b, const Dims& dims, ValueId x, ValueId places);

} // namespace lz::autodiff
