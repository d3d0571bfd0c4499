// The idioms of tables of pairs that random programs are made of.
#include "RandomDag.h"

#include <algorithm>

namespace lz::test {

// Returns products or distances of two sets of vectors, sometimes with a bias, a mask or a
// function.
ValueId RandomDag::madeTable() {
  const int64_t most = options_.mostExtent;
  auto side = [&] {
    return most < 100 ? 1 + below(most)
                      : oneOf<int64_t>({64, 300, 1000, 1024, 2000, 4096, 12'000, 20'000});
  };
  int64_t rows = side(), columns = chance(0.2) ? rows : side();
  if (most >= 100 && rows * columns < (1 << 20))
    (chance(0.5) ? rows : columns) = 20'000;
  const int64_t depth = std::min(most, oneOf<int64_t>({1, 3, 8, 16, 64})),
                batch = chance(0.2) ? 1 + below(4) : 0;
  auto vectors = [&](int64_t count) {
    return like(dtype_, batch > 0 ? Dims{batch, count, depth} : Dims{count, depth});
  };
  const ValueId x = vectors(rows), y = rows == columns && chance(0.3) ? x : vectors(columns);
  const int64_t first = batch > 0;
  const Ints batches = batch > 0 ? Ints{0} : Ints{};
  ValueId t = dot(x, y, batches, batches, first + 1, first + 1);
  if (refused_)
    return t;
  if (chance(0.25)) { // squared distances
    auto norms = [&](ValueId v) { return reduce(add(Opcode::Multiply, {v, v}), {first + 1}); };
    const ValueId sum =
        add(Opcode::Add, {backTo(norms(x), {first + 1}, t), backTo(norms(y), {first}, t)});
    t = add(Opcode::Subtract, {sum, add(Opcode::Multiply, {scalarLike(t, 2), t})});
    t = add(Opcode::Multiply, {t, scalarLike(t, -0.5)});
  }
  if (chance(0.3))
    t = add(Opcode::Multiply, {t, scalarLike(t, 0.125)});
  if (chance(0.15))
    t = add(Opcode::Add, {t, like(dtype_, Dims(shapeOf(t)))});
  if (chance(0.2))
    t = function(t);
  return chance(0.3) ? masked(t) : t;
}

// Hides a triangle, a window beside the diagonal, or the elements that an array selects.
ValueId RandomDag::masked(ValueId t) {
  const TensorType indices{DType::S32, Dims(shapeOf(t))};
  auto iota = [&](int64_t dim) {
    return add(Opcode::Iota, {}, {{"iota_dimension", AttrValue(dim)}}, {}, indices);
  };
  auto compare = [&](ValueId a, ValueId b, int64_t direction) {
    return add(Opcode::Compare, {a, b}, {{"comparison_direction", AttrValue(direction)}});
  };
  const ValueId rows = iota(rankOf(t) - 2), columns = iota(rankOf(t) - 1);
  constexpr int64_t kGE = 2, kLT = 5;
  ValueId shown = compare(rows, columns, kGE);
  if (chance(0.3))
    shown = compare(add(Opcode::Subtract, {rows, columns}), scalarLike(rows, 100), kLT);
  if (chance(0.2)) {
    shown = program_.addValue({DType::Pred, Dims(shapeOf(t))});
    program_.body.params.push_back(shown);
  }
  return add(Opcode::Select, {shown, t, scalarLike(t, chance(0.7) ? -1e30 : 0)});
}

// Returns a table that exists already, or a new one.
ValueId RandomDag::table() {
  int64_t largest = 0;
  for (ValueId id : pool_)
    largest = std::max(largest, typeOf(id).numElements());
  auto isTable = [&](ValueId id) {
    constexpr int64_t kPart = 4;
    return rankOf(id) >= 2 && isFloat(typeOf(id).dtype) && typeOf(id).dtype == dtype_ &&
           typeOf(id).numElements() > largest / kPart &&
           !std::count(program_.body.params.begin(), program_.body.params.end(), id);
  };
  ValueIds tables;
  std::copy_if(pool_.begin(), pool_.end(), std::back_inserter(tables), isTable);
  if (tables.empty() || chance(0.2))
    return madeTable();
  return tables[size_t(below(int64_t(tables.size())))];
}

void RandomDag::newTable() {
  madeTable();
}

// Adds sums or maxima over the rows and over the columns of one table.
void RandomDag::sumsOfBothSides() {
  const ValueId t = table();
  for (int64_t dim : {rankOf(t) - 1, rankOf(t) - 2})
    reduce(chance(0.3) ? function(t) : t, {dim}, chance(0.7) ? Opcode::Add : Opcode::Maximum);
}

void RandomDag::productsOfBothSides() {
  const ValueId t = table();
  if (rankOf(t) != 2)
    return (void)(refused_ = true);
  for (int64_t dim : {1, 0})
    if (dim == 1 || chance(0.6))
      dot(t, like(dtype_, {shapeOf(t)[size_t(dim)], oneOf<int64_t>({1, 2, 16})}), {}, {}, dim, 0);
}

// Returns softmax(t) v.
ValueId RandomDag::attention(ValueId t, int64_t dim) {
  const int64_t rank = rankOf(t), columns = shapeOf(t)[size_t(dim)];
  const int64_t width = std::min(options_.mostExtent, oneOf<int64_t>({2, 8, 64}));
  const ValueId p = softmax(t, dim);
  if (rank == 2)
    return dot(p, like(dtype_, {columns, width}), {}, {}, dim, 0);
  return dot(p, like(dtype_, {shapeOf(t)[0], columns, width}), {0}, {0}, dim, 1);
}

void RandomDag::attentionOfTable() {
  const ValueId t = table();
  if (rankOf(t) > 3)
    return (void)(refused_ = true);
  attention(t, rankOf(t) - (chance(0.7) ? 1 : 2));
}

// Adds attention whose queries are the results of attention.
void RandomDag::cascade() {
  const ValueId t = table();
  if (rankOf(t) != 2)
    return (void)(refused_ = true);
  const ValueId o = attention(t, 1);
  if (refused_)
    return;
  const ValueId k = like(dtype_, {shapeOf(t)[1], shapeOf(o)[1]});
  attention(dot(o, k, {}, {}, 1, 1), 1);
}

// Adds a table whose rows have mean 0 and variance 1, times an array.
void RandomDag::momentsOfTable() {
  const ValueId t = table();
  const int64_t dim = rankOf(t) - (chance(0.7) ? 1 : 2);
  const ValueId n = norm(t, {dim});
  if (rankOf(t) == 2)
    dot(n, like(dtype_, {shapeOf(t)[size_t(dim)], 2}), {}, {}, dim, 0);
  else
    reduce(add(Opcode::Multiply, {n, n}), {dim});
}

void RandomDag::logSumOfTable() {
  const ValueId t = table();
  const int64_t dim = rankOf(t) - (chance(0.7) ? 1 : 2);
  const ValueId most = reduce(t, {dim}, Opcode::Maximum),
                e = add(Opcode::Exponential, {add(Opcode::Subtract, {t, backTo(most, {dim}, t)})}),
                sum = add(Opcode::Add, {add(Opcode::Log, {reduce(e, {dim})}), most});
  if (chance(0.5))
    reduce(add(Opcode::Multiply,
               {add(Opcode::Subtract, {t, backTo(sum, {dim}, t)}), like(dtype_, Dims(shapeOf(t)))}),
           {dim});
}

// Adds the gradient of sum(g * softmax(t) v) with respect to t, and sums of it over both sides.
void RandomDag::gradientOfAttention() {
  const ValueId t = table();
  if (rankOf(t) != 2)
    return (void)(refused_ = true);
  const int64_t rows = shapeOf(t)[0], columns = shapeOf(t)[1];
  const ValueId p = softmax(t, 1), v = like(dtype_, {columns, 4}), g = like(dtype_, {rows, 4}),
                dp = dot(g, v, {}, {}, 1, 1), mean = reduce(add(Opcode::Multiply, {p, dp}), {1}),
                dt = add(Opcode::Multiply, {p, add(Opcode::Subtract, {dp, backTo(mean, {1}, dp)})});
  dot(dt, like(dtype_, {columns, 3}), {}, {}, 1, 0);
  dot(dt, like(dtype_, {rows, 3}), {}, {}, 0, 0);
  if (chance(0.5))
    dot(p, g, {}, {}, 0, 0);
}

// Adds the table as a result, and something else that reads the table.
void RandomDag::readTable() {
  const ValueId t = table();
  reduce(t, {dimOf(t)});
  combine(t, chance(0.5) ? t : like(dtype_, Dims(shapeOf(t))));
}

// Adds an op that needs whole rows or columns, and a reduction of its result.
void RandomDag::scannedTable() {
  const ValueId t = table();
  const int64_t dim = dimOf(t), extent = shapeOf(t)[size_t(dim)];
  const ValueId scanned = chance(0.5)
                              ? window(t, dim, extent, 1, extent - 1, 0, Opcode::Add)
                              : add(Opcode::Reverse, {t}, {{"dimensions", AttrValue(Ints{dim})}});
  if (refused_)
    return;
  reduce(chance(0.5) ? function(scanned) : scanned, {dimOf(t)});
}

} // namespace lz::test
