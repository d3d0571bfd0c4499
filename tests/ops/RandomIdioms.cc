// The idioms that random programs are made of.
#include "RandomDag.h"

#include <algorithm>

namespace lz::test {

void RandomDag::functions() {
  ValueId v = anyValue(0);
  for (int64_t i = 1 + below(3); i > 0; --i)
    v = function(v);
}

void RandomDag::twoOfOneShape() {
  ValueId v = anyValue(0);
  combine(v, like(typeOf(v).dtype, Dims(shapeOf(v))));
}

void RandomDag::bias() {
  ValueId v = anyValue(1);
  int64_t dim = dimOf(v);
  DType dtype = typeOf(v).dtype;
  ValueId b = like(dtype, {shapeOf(v)[size_t(dim)]});
  if (chance(0.3))
    b = function(b);
  combine(v, broadcast(b, {dim}, Dims(shapeOf(v))));
}

// Combines a value with a statistic over some of its dims, for example x - mean(f(x)).
void RandomDag::statistic() {
  ValueId v = anyValue(1), of = chance(0.6) ? function(v) : v;
  Ints dims = someDims(v);
  ValueId s = reduce(of, dims, chance(0.7) ? Opcode::Add : Opcode::Maximum);
  if (chance(0.4))
    s = function(s);
  combine(v, backTo(s, dims, v));
}

// Adds a softmax, and sometimes combines it with another value.
void RandomDag::gate() {
  ValueId v = anyValue(1);
  ValueId s = softmax(v, chance(0.7) ? rankOf(v) - 1 : dimOf(v));
  if (chance(0.4))
    combine(s, like(typeOf(v).dtype, Dims(shapeOf(v))));
}

// Adds norms of rows or of columns, or of groups, as in norm(x.reshape(8, 8, -1)).reshape(x.shape).
void RandomDag::normOfGroups() {
  ValueId v = anyValue(1);
  Dims shape = shapeOf(v);
  int64_t count = typeOf(v).numElements(), groups = oneOf<int64_t>({1, 2, 4, 8});
  if (chance(0.5) || count % groups != 0) {
    norm(v, someDims(v));
    return;
  }
  reshape(norm(reshape(v, {groups, count / groups}), {1}), shape);
}

// Adds reductions of one value over different dims.
void RandomDag::statisticsOfTwoSides() {
  ValueId v = function(anyValue(2));
  int64_t a = dimOf(v), b = dimOf(v);
  ValueId first = reduce(v, {a}), second = reduce(chance(0.3) ? function(v) : v, {b});
  if (chance(0.4) && typeOf(first) == typeOf(second))
    combine(first, second);
}

void RandomDag::matrixVector() {
  ValueId a = anyValue(2, 3);
  int64_t dim = dimOf(a);
  DType dtype = typeOf(a).dtype;
  ValueId x = like(dtype, {shapeOf(a)[size_t(dim)]});
  ValueId y = chance(0.5) ? dot(a, x, {}, {}, dim, 0) : dot(x, a, {}, {}, 0, dim);
  if (chance(0.4) && rankOf(y) == 1)
    dot(like(dtype, {oneOf<int64_t>({1, 3, 17, extents_[0]}), shapeOf(y)[0]}), y, {}, {}, 1, 0);
}

void RandomDag::matrixVectorByHand() {
  ValueId a = anyValue(2, 3);
  int64_t dim = dimOf(a);
  DType dtype = typeOf(a).dtype;
  ValueId x = like(dtype, {shapeOf(a)[size_t(dim)]});
  ValueId y = reduce(add(Opcode::Multiply, {a, broadcast(x, {dim}, Dims(shapeOf(a)))}), {dim});
  if (chance(0.4) && rankOf(y) == 1) {
    ValueId b = like(dtype, {oneOf<int64_t>({1, 3, 17, extents_[0]}), shapeOf(y)[0]});
    reduce(add(Opcode::Multiply, {b, broadcast(y, {1}, Dims(shapeOf(b)))}), {1});
  }
}

// Adds a matrix product, sometimes followed by a bias and a function. It is batched if the operand
// has batch dimensions.
void RandomDag::matrixMatrix() {
  ValueId a = anyValue(2, 3);
  int64_t rank = rankOf(a), k = shapeOf(a)[size_t(rank - 1)];
  int64_t n = oneOf<int64_t>({extents_[0], extents_.back(), 1, 8});
  DType dtype = typeOf(a).dtype;
  bool inBatches = rank == 3 && chance(0.7);
  ValueId b = inBatches ? like(dtype, {shapeOf(a)[0], k, n}) : like(dtype, {k, n});
  ValueId c = inBatches ? dot(a, b, {0}, {0}, 2, 1) : dot(a, b, {}, {}, rank - 1, 0);
  if (chance(0.5))
    c = combine(c, broadcast(like(dtype, {n}), {rankOf(c) - 1}, Dims(shapeOf(c))));
  if (chance(0.5))
    function(c);
}

// Adds the gradient of least squares, x.T @ (x @ w - y). The products are dots, or sums of
// elementwise products.
void RandomDag::leastSquares() {
  ValueId x = anyValue(2, 2);
  int64_t n = shapeOf(x)[0], d = shapeOf(x)[1];
  DType dtype = typeOf(x).dtype;
  ValueId w = like(dtype, {d}), y = like(dtype, {n});
  if (chance(0.5)) {
    dot(add(Opcode::Subtract, {dot(x, w, {}, {}, 1, 0), y}), x, {}, {}, 0, 0);
    return;
  }
  ValueId p = reduce(add(Opcode::Multiply, {x, broadcast(w, {1}, {n, d})}), {1});
  ValueId r = add(Opcode::Subtract, {p, y});
  reduce(add(Opcode::Multiply, {x, broadcast(r, {0}, {n, d})}), {0});
}

// Adds distances between the rows of two arrays, which are sometimes the same, and functions of the
// distances.
void RandomDag::pairs() {
  ValueId x = anyValue(2, 2);
  int64_t n = shapeOf(x)[0], d = shapeOf(x)[1];
  DType dtype = typeOf(x).dtype;
  ValueId y = chance(0.4) ? x : like(dtype, {extents_.back(), d});
  int64_t m = shapeOf(y)[0];
  Dims shape = {n, m, d};
  ValueId difference =
      add(Opcode::Subtract, {broadcast(x, {0, 2}, shape), broadcast(y, {1, 2}, shape)});
  ValueId distance = reduce(chance(0.5) ? add(Opcode::Multiply, {difference, difference})
                                        : add(Opcode::Abs, {difference}),
                            {2});
  ValueId kernel = add(Opcode::Exponential, {add(Opcode::Negate, {distance})});
  int64_t side = below(2);
  if (chance(0.4))
    reduce(kernel, {side});
  else if (chance(0.5))
    reduce(add(Opcode::Multiply, {difference, broadcast(kernel, {0, 1}, shape)}), {side});
}

// Combines a column of row statistics with a row of row statistics, for example
// (x*x).sum(1)[:,None] + (y*y).sum(1)[None].
void RandomDag::outer() {
  ValueId a = anyValue(1, 2), b = anyValue(1, 2);
  if (typeOf(a).dtype != typeOf(b).dtype)
    b = a;
  auto vectorOf = [&](ValueId v) {
    ValueId f = chance(0.5) ? function(v) : v;
    return rankOf(v) == 1 ? f : reduce(f, {dimOf(v)});
  };
  ValueId left = vectorOf(a), right = vectorOf(b);
  Dims shape = {shapeOf(left)[0], shapeOf(right)[0]};
  ValueId rows = broadcast(left, {0}, shape), columns = broadcast(right, {1}, shape);
  ValueId both = combine(rows, columns);
  if (chance(0.4))
    reduce(both, {below(2)});
}

// Adds cumulative sums, poolings, differences of neighbours, windows over functions, and windows
// over windows.
void RandomDag::windows() {
  ValueId v = anyValue(1, 3);
  for (int64_t i = 1 + below(2); i > 0; --i) {
    if (chance(0.5))
      v = function(v);
    int64_t dim = dimOf(v), extent = shapeOf(v)[size_t(dim)];
    Opcode opcode = chance(0.7) ? Opcode::Add : Opcode::Maximum;
    int64_t size = std::min(extent, oneOf<int64_t>({2, 3, 5}));
    switch (below(4)) {
    case 0:
      v = window(v, dim, extent, 1, extent - 1, 0, opcode);
      break;
    case 1:
      v = window(v, dim, size, size, 0, 0, opcode);
      break;
    default:
      v = window(v, dim, size, 1, size - 1, 0, opcode);
    }
  }
}

void RandomDag::view() {
  ValueId v = chance(0.4) ? function(anyValue(1)) : anyValue(1);
  size_t rank = size_t(rankOf(v)), at = size_t(dimOf(v));
  Dims shape = shapeOf(v);
  Ints zeros(rank, 0), ones(rank, 1), ends(shape.begin(), shape.end());
  switch (below(6)) {
  case 0:
    add(Opcode::Transpose, {v}, {{"permutation", AttrValue(shuffled(int64_t(rank)))}});
    return;
  case 1:
    add(Opcode::Reverse, {v}, {{"dimensions", AttrValue(Ints{int64_t(at)})}});
    return;
  case 2: {
    Ints starts = zeros, strides = ones;
    starts[at] = below(std::min<int64_t>(shape[at], 3));
    strides[at] = 1 + below(3);
    add(Opcode::Slice, {v},
        {{"start_indices", AttrValue(starts)},
         {"limit_indices", AttrValue(ends)},
         {"strides", AttrValue(strides)}});
    return;
  }
  case 3: {
    Ints low = zeros, high = zeros, interior = zeros;
    low[at] = below(3);
    high[at] = below(3);
    interior[at] = chance(0.7) ? 0 : 1;
    add(Opcode::Pad, {v, constant(typeOf(v).dtype, 0)},
        {{"edge_padding_low", AttrValue(low)},
         {"edge_padding_high", AttrValue(high)},
         {"interior_padding", AttrValue(interior)}});
    return;
  }
  case 4: { // neighbours: x[1:] - x[:-1]
    Ints starts = zeros, limits = ends;
    starts[at] = 1;
    limits[at] -= 1;
    auto part = [&](const Ints& from, const Ints& to) {
      return add(Opcode::Slice, {v},
                 {{"start_indices", AttrValue(Ints(from))},
                  {"limit_indices", AttrValue(Ints(to))},
                  {"strides", AttrValue(ones)}});
    };
    ValueId behind = part(starts, ends), before = part(zeros, limits);
    combine(behind, before);
    return;
  }
  default: { // two dims become one, or one becomes two
    if (at + 1 < rank && chance(0.6)) {
      shape[at] *= shape[at + 1];
      shape.erase(shape.begin() + int64_t(at) + 1);
    } else if (int64_t part = oneOf<int64_t>({2, 4, 1}); shape[at] % part == 0) {
      shape[at] /= part;
      shape.insert(shape.begin() + int64_t(at) + chance(0.5), part);
    }
    reshape(v, shape);
  }
  }
}

void RandomDag::concatenation() {
  ValueId v = anyValue(1);
  int64_t dim = dimOf(v);
  ValueIds pieces = {v};
  for (int64_t i = 1 + below(2); i > 0; --i) {
    Dims other = shapeOf(v);
    other[size_t(dim)] = chance(0.6) ? other[size_t(dim)] : extent();
    ValueId piece = chance(0.4) ? v : like(typeOf(v).dtype, other);
    pieces.push_back(chance(0.5) ? function(piece) : piece);
  }
  add(Opcode::Concatenate, pieces, {{"dimension", AttrValue(dim)}});
}

// Masks a value by a triangle.
void RandomDag::mask() {
  ValueId v = anyValue(2);
  TensorType indices{DType::S32, Dims(shapeOf(v))};
  auto iota = [&](int64_t dim) {
    return add(Opcode::Iota, {}, {{"iota_dimension", AttrValue(dim)}}, {}, indices);
  };
  ValueId rows = iota(rankOf(v) - 2), columns = iota(rankOf(v) - 1);
  ValueId lower =
      add(Opcode::Compare, {rows, columns}, {{"comparison_direction", AttrValue(below(6))}});
  add(Opcode::Select, {lower, v, scalarLike(v, chance(0.5) ? 0 : -100)});
}

void RandomDag::otherType() {
  ValueId v = anyValue(1);
  DType to = oneOf({DType::F32, DType::F64, DType::BF16});
  add(Opcode::Convert, {v}, {}, {}, TensorType{to, Dims(shapeOf(v))});
}

void RandomDag::sum() {
  ValueId v = anyValue(1), of = chance(0.5) ? function(v) : v;
  Ints dims = chance(0.2) ? shuffled(rankOf(v)) : someDims(v);
  reduce(of, dims, chance(0.8) ? Opcode::Add : Opcode::Maximum);
}

} // namespace lz::test
