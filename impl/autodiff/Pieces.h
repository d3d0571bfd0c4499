// Cotangents of slices. What reads a value by slices that tile it, as an LSTM reads its gates,
// gives it one cotangent that is a concatenation, where a sum would pad each of them with zeros.
#pragma once

#include "autodiff/Builder.h"

#include <vector>

namespace lz::autodiff {

// Of a slice without steps: elements start, start + 1, ... along each dimension.
struct Piece {
  ValueId cotangent;
  Ints start;
};

// The cotangent, of type `whole`, of a value of which these are the pieces; there is one at least.
// A concatenation if they tile the value along one dimension, else a sum in the order given.
ValueId joined(Builder& b, const TensorType& whole, std::vector<Piece> pieces);

} // namespace lz::autodiff
