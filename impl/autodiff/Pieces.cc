#include "autodiff/Pieces.h"

#include "absl/algorithm/container.h"

#include <optional>
#include <utility>

namespace lz::autodiff {

// Returns the only dimension along which `piece` is shorter than `whole`, or nullopt if there is
// not exactly one.
static std::optional<size_t> cutDimension(const Dims& piece, const Dims& whole) {
  std::optional<size_t> cut;
  for (size_t d = 0; d < whole.size(); ++d) {
    if (piece[d] == whole[d])
      continue;
    if (cut)
      return std::nullopt;
    cut = d;
  }
  return cut;
}

// Returns the dimension that the pieces tile, and sorts `pieces` by position.
static std::optional<size_t> tiledDimension(Builder& b, const Dims& whole,
                                            std::vector<Piece>& pieces) {
  const std::optional<size_t> dim = cutDimension(b.type(pieces[0].cotangent).dims, whole);
  if (!dim)
    return std::nullopt;
  auto place = [&](const Piece& piece) { // empty pieces first
    return std::pair(piece.start[*dim], b.type(piece.cotangent).dims[*dim]);
  };
  absl::c_sort(pieces, [&](const Piece& x, const Piece& y) { return place(x) < place(y); });
  int64_t end = 0;
  for (const Piece& piece : pieces) {
    const Dims dims = b.type(piece.cotangent).dims;
    if (piece.start[*dim] != end || cutDimension(dims, whole) != dim)
      return std::nullopt;
    end += dims[*dim];
  }
  return end == whole[*dim] ? dim : std::nullopt;
}

static ValueId padded(Builder& b, const TensorType& whole, const Piece& piece) {
  const Dims dims = b.type(piece.cotangent).dims;
  if (dims == whole.dims)
    return piece.cotangent;
  Ints high, interior(dims.size());
  for (size_t d = 0; d < dims.size(); ++d)
    high.push_back(whole.dims[d] - piece.start[d] - dims[d]);
  return b.pad(piece.cotangent, b.zeros({whole.dtype, {}}), piece.start, std::move(high),
               std::move(interior));
}

ValueId joined(Builder& b, const TensorType& whole, std::vector<Piece> pieces) {
  std::vector<Piece> inPlace = pieces;
  if (std::optional<size_t> dim = tiledDimension(b, whole.dims, inPlace)) {
    ValueIds parts;
    for (const Piece& piece : inPlace)
      parts.push_back(piece.cotangent);
    return b.op(Opcode::Concatenate, parts, {int64_t(*dim)});
  }
  ValueId sum = kNoValue;
  for (const Piece& piece : pieces) {
    ValueId next = padded(b, whole, piece);
    sum = sum == kNoValue ? next : b.add(sum, next);
  }
  return sum;
}

} // namespace lz::autodiff
