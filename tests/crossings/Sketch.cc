#include "Sketch.h"

#include <algorithm>
#include <cmath>

namespace lz::crossings {

const char* nameOf(Kind kind) {
  static const char* const names[kKinds] = {
      "add",     "subtract",    "multiply", "negate", "sum_of_rows", "sum_of_columns", "sum_of_all",
      "product", "contraction", "gram",     "turn",   "join",        "maximum"};
  return names[int(kind)];
}

int arity(Kind kind) {
  switch (kind) {
  case Kind::Negate:
  case Kind::SumOfRows:
  case Kind::SumOfColumns:
  case Kind::SumOfAll:
  case Kind::Product:
  case Kind::Turn:
    return 1;
  default:
    return 2;
  }
}

namespace {

using Small = double[kColumns][kColumns];

template <typename F> Matrix each(int64_t rows, F f) {
  Matrix made(rows);
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < kColumns; ++j)
      made.at(i, j) = f(i, j);
  return made;
}
double total(const Matrix& x) {
  double sum = 0;
  for (double number : x.numbers)
    sum += number;
  return sum;
}
double column(const Matrix& x, int64_t j) {
  double sum = 0;
  for (int64_t i = 0; i < x.rows; ++i)
    sum += x.at(i, j);
  return sum;
}
double row(const Matrix& x, int64_t i) {
  double sum = 0;
  for (int64_t j = 0; j < kColumns; ++j)
    sum += x.at(i, j);
  return sum;
}
Matrix times(const Matrix& x, const Matrix& y) {
  return each(x.rows, [&](int64_t i, int64_t j) { return x.at(i, j) * y.at(i, j); });
}
// Returns the product of x and the 3 x 3 matrix w, or its transpose.
Matrix product(const Matrix& x, const Matrix& w, bool isTransposed) {
  return each(x.rows, [&](int64_t i, int64_t j) {
    double sum = 0;
    for (int64_t k = 0; k < kColumns; ++k)
      sum += x.at(i, k) * (isTransposed ? w.at(j, k) : w.at(k, j));
    return sum;
  });
}
Matrix gram(const Matrix& a, const Matrix& b) {
  Matrix made(kColumns);
  for (int64_t i = 0; i < a.rows; ++i)
    for (int64_t j = 0; j < kColumns; ++j)
      for (int64_t k = 0; k < kColumns; ++k)
        made.at(j, k) += a.at(i, j) * b.at(i, k);
  return made;
}
void addTo(Matrix& sum, const Matrix& x, double sign = 1) {
  for (size_t i = 0; i < x.numbers.size(); ++i)
    sum.numbers[i] += sign * x.numbers[i];
}
Matrix magnitudes(Matrix x) {
  for (double& number : x.numbers)
    number = std::abs(number);
  return x;
}
double largest(const std::vector<Matrix>& all) {
  double most = 0;
  for (const Matrix& x : all)
    for (double number : x.numbers)
      most = std::max(most, std::abs(number));
  return most;
}

Matrix valueOf(Kind kind, const Matrix& a, const Matrix& b, bool isBound) {
  const Matrix weights = isBound ? magnitudes(Sketch::weights()) : Sketch::weights();
  const double minus = isBound ? 1 : -1;
  const int64_t rows = a.rows;
  switch (kind) {
  case Kind::Add:
    return each(rows, [&](int64_t i, int64_t j) { return a.at(i, j) + b.at(i, j); });
  case Kind::Subtract:
    return each(rows, [&](int64_t i, int64_t j) { return a.at(i, j) + minus * b.at(i, j); });
  case Kind::Multiply:
    return times(a, b);
  case Kind::Negate:
    return each(rows, [&](int64_t i, int64_t j) { return minus * a.at(i, j); });
  case Kind::SumOfRows:
    return each(rows, [&](int64_t, int64_t j) { return column(a, j); });
  case Kind::SumOfColumns:
    return each(rows, [&](int64_t i, int64_t) { return row(a, i); });
  case Kind::SumOfAll:
    return each(rows, [&](int64_t, int64_t) { return total(a); });
  case Kind::Product:
    return product(a, weights, false);
  case Kind::Contraction: {
    const double sum = total(times(a, b));
    return each(rows, [&](int64_t, int64_t) { return sum; });
  }
  case Kind::Gram:
    return product(a, gram(a, b), false);
  case Kind::Turn:
    return each(rows, [&](int64_t i, int64_t j) { return a.at(i, kColumns - 1 - j); });
  case Kind::Join:
    return each(rows, [&](int64_t i, int64_t j) { return j < 2 ? a.at(i, j + 1) : b.at(i, 0); });
  case Kind::Maximum:
    return each(rows, [&](int64_t i, int64_t j) {
      return isBound ? a.at(i, j) + b.at(i, j) : std::max(a.at(i, j), b.at(i, j));
    });
  }
  return Matrix(rows);
}

// Adds the contributions of a node with cotangent g to the cotangents of its operands.
void pullBack(Kind kind, const Matrix& g, const Matrix& a, const Matrix& b, Matrix& da, Matrix& db,
              bool isBound) {
  const Matrix weights = isBound ? magnitudes(Sketch::weights()) : Sketch::weights();
  const double minus = isBound ? 1 : -1;
  const int64_t rows = a.rows;
  switch (kind) {
  case Kind::Subtract:
    addTo(da, g);
    return addTo(db, g, minus);
  case Kind::Multiply:
    addTo(da, times(g, b));
    return addTo(db, times(g, a));
  case Kind::Negate:
    return addTo(da, g, minus);
  case Kind::SumOfRows:
    return addTo(da, each(rows, [&](int64_t, int64_t j) { return column(g, j); }));
  case Kind::SumOfColumns:
    return addTo(da, each(rows, [&](int64_t i, int64_t) { return row(g, i); }));
  case Kind::SumOfAll:
    return addTo(da, each(rows, [&](int64_t, int64_t) { return total(g); }));
  case Kind::Product:
    return addTo(da, product(g, weights, true));
  case Kind::Contraction: {
    const double sum = total(g);
    addTo(da, each(rows, [&](int64_t i, int64_t j) { return sum * b.at(i, j); }));
    return addTo(db, each(rows, [&](int64_t i, int64_t j) { return sum * a.at(i, j); }));
  }
  case Kind::Gram: {
    const Matrix inner = gram(a, g);
    addTo(da, product(g, gram(a, b), true));
    addTo(da, product(b, inner, true));
    return addTo(db, product(a, inner, false));
  }
  case Kind::Turn:
    return addTo(da, each(rows, [&](int64_t i, int64_t j) { return g.at(i, kColumns - 1 - j); }));
  case Kind::Join:
    addTo(da, each(rows, [&](int64_t i, int64_t j) { return j > 0 ? g.at(i, j - 1) : 0; }));
    return addTo(db, each(rows, [&](int64_t i, int64_t j) { return j == 0 ? g.at(i, 2) : 0; }));
  case Kind::Add:
  case Kind::Maximum:
    addTo(da, g);
    return addTo(db, g);
  }
}

} // namespace

const Matrix& Sketch::weights() {
  static const Matrix made = [] {
    Matrix w(kColumns);
    w.numbers = {1, -2, 0, 2, 1, -1, 0, 1, 1};
    return w;
  }();
  return made;
}

Matrix Sketch::input(int i, int64_t rows) const {
  std::minstd_rand random(seed_ + uint32_t(i) * 7919u + 1);
  return each(rows, [&](int64_t, int64_t) { return double(random() % 5) - 2; });
}

std::vector<Matrix> Sketch::run(int64_t rows, bool isBound) const {
  std::vector<Matrix> values;
  for (int i = 0; i < kInputs; ++i)
    values.push_back(isBound ? magnitudes(input(i, rows)) : input(i, rows));
  for (const Node& node : nodes_)
    values.push_back(valueOf(node.kind, values[size_t(node.a)], values[size_t(node.b)], isBound));
  return values;
}

std::vector<Matrix> Sketch::differentiate(int64_t rows, bool isBound) const {
  const std::vector<Matrix> values = run(rows, isBound);
  std::vector<Matrix> cotangents(values.size(), Matrix(rows));
  for (int result : results())
    for (double& number : cotangents[size_t(result)].numbers)
      number += 1;
  for (size_t i = nodes_.size(); i-- > 0;) {
    const Node& node = nodes_[i];
    const Matrix g = cotangents[i + kInputs];
    Matrix da(rows), db(rows);
    pullBack(node.kind, g, values[size_t(node.a)], values[size_t(node.b)], da, db, isBound);
    addTo(cotangents[size_t(node.a)], da);
    if (arity(node.kind) == 2)
      addTo(cotangents[size_t(node.b)], db);
  }
  if (!isBound)
    cotangents.resize(kInputs, Matrix(rows));
  return cotangents;
}

bool Sketch::isExact(const std::vector<int64_t>& sizes, bool isSmooth) const {
  constexpr double kMost = 1 << 22;
  for (int64_t rows : sizes)
    if (largest(run(rows, true)) > kMost ||
        (isSmooth && largest(differentiate(rows, true)) > kMost))
      return false;
  return true;
}

Sketch Sketch::draw(std::mt19937& random, const std::vector<int64_t>& sizes, bool isSmooth) {
  constexpr size_t kNodes = 5;
  Sketch sketch;
  sketch.seed_ = uint32_t(random() % 1000);
  for (int tries = 0; tries < 60 && sketch.nodes_.size() < kNodes; ++tries) {
    const auto values = unsigned(kInputs + sketch.nodes_.size());
    const auto kind = Kind(random() % unsigned(isSmooth ? kKinds - 1 : kKinds));
    // Half of the first operands are the latest value, so programs are deep rather than wide.
    const int a = random() % 2 ? int(values) - 1 : int(random() % values);
    const int b = arity(kind) == 1 ? a : int(random() % values);
    sketch.nodes_.push_back({kind, a, b});
    if (!sketch.isExact(sizes, isSmooth))
      sketch.nodes_.pop_back();
  }
  return sketch;
}

std::vector<int> Sketch::results() const {
  std::vector<uint8_t> isUsed(kInputs + nodes_.size());
  for (const Node& node : nodes_)
    isUsed[size_t(node.a)] = isUsed[size_t(node.b)] = 1;
  std::vector<int> results;
  for (size_t i = kInputs; i < isUsed.size(); ++i)
    if (!isUsed[i])
      results.push_back(int(i));
  return results;
}

std::string Sketch::str() const {
  std::string text;
  for (size_t i = 0; i < nodes_.size(); ++i) {
    const Node& node = nodes_[i];
    text += "  %" + std::to_string(i + kInputs) + " = " + nameOf(node.kind) + " %" +
            std::to_string(node.a);
    text += arity(node.kind) == 2 ? ", %" + std::to_string(node.b) + "\n" : "\n";
  }
  return text;
}

} // namespace lz::crossings
