// Cotangents of slices. If a value is read only by slices that tile it, as in an LSTM whose gates
// are slices of one product, the cotangent of the value is a concatenation. This is faster than a
// sum, for which each slice would be padded with zeros.
#pragma once

#include "autodiff/Builder.h"

#include <vector>

namespace lz::autodiff {

// The cotangent of a slice with stride 1: elements start, start + 1, ... along each dimension.
struct Piece {
  ValueId cotangent;
  Ints start;
};

// Returns the cotangent, of type `whole`, of a value with at least one piece. It is a concatenation
// if the pieces tile the value along one dimension, otherwise a sum in the given order.
ValueId joined(Builder& b, const TensorType& whole, std::vector<Piece> pieces);

} // namespace lz::autodiff
