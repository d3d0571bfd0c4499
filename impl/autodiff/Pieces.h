// Cotangents of slices. If slices that tile a value are its only readers, as for the gates of an
// LSTM, its cotangent is one concatenation. A sum would pad each slice with zeros.
#pragma once

#include "autodiff/Builder.h"

#include <vector>

namespace lz::autodiff {

// The cotangent of a slice without steps: elements start, start + 1, ... along each dimension.
struct Piece {
  ValueId cotangent;
  Ints start;
};

// The cotangent, of type `whole`, of a value with these pieces, of which there is at least one. It
// is a concatenation if they tile the value along one dimension, else a sum in the given order.
ValueId joined(Builder& b, const TensorType& whole, std::vector<Piece> pieces);

} // namespace lz::autodiff
