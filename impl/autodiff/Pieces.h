// Joins the cotangents of slices, which gives the cotangent of the sliced value. If the slices tile
// the value, the result is a concatenation. This is faster than padding each cotangent with zeros
// and adding the padded arrays. Example: the gates of an LSTM are slices of one product.
#pragma once

#include "autodiff/Builder.h"

#include <vector>

namespace lz::autodiff {

// The cotangent of a slice with stride 1: elements start, start + 1, ... along each dimension.
struct Piece {
  ValueId cotangent;
  Ints start;
};

// Returns the cotangent of a value from the cotangents of its slices, of which there is at least
// one. `whole` is the type of the value. If the pieces tile the value along one dimension, the
// result is a concatenation. Otherwise it is a sum in the order of `pieces`.
ValueId joined(Builder& b, const TensorType& whole, std::vector<Piece> pieces);

} // namespace lz::autodiff
