#include "TablePrograms.h"

#include "TableText.h"

#include <random>

namespace lz::test {
namespace {

class TableDraw {
public:
  explicit TableDraw(uint64_t seed) : random_(seed) {}

  TableProgram run() {
    element_ = oneOf({"f64", "f64", "f64", "f64", "f64", "f64", "f32", "f32", "f32", "f32", "f32",
                      "f32", "bf16", "f16", "i32", "i32"});
    if (chance(0.4))
      batch_ = {oneOf({1, 2, 3})};
    rows_ = oneOf({1, 2, 7, 13, 31, 16, 64}), columns_ = oneOf({2, 7, 13, 31, 16, 64, 5});
    if (chance(0.3))
      rows_ = columns_;
    depth_ = oneOf({1, 3, 4});
    Value table = element_ == "i32" ? products() : made();
    for (int64_t count = oneOf({1, 1, 2, 3}); count > 0; --count)
      addResults(table);
    if (chance(0.1))
      results_.push_back(table);
    const bool hasGradients = element_ == "f64" && !hasSelections_;
    return {maker_.function(results_), hasSpecials_, hasGradients};
  }

private:
  template <typename T> T oneOf(std::initializer_list<T> all) {
    return all.begin()[random_() % all.size()];
  }
  std::string oneOf(std::initializer_list<const char*> all) {
    return all.begin()[random_() % all.size()];
  }
  bool chance(double p) { return double(random_() >> 11) * 0x1p-53 < p; }

  int64_t batches() const { return int64_t(batch_.size()); }
  Dims shape(Dims own) const {
    own.insert(own.begin(), batch_.begin(), batch_.end());
    return own;
  }
  Ints batchDims() const { return batches() == 0 ? Ints{} : Ints{0}; }
  // Returns the dimensions of the batches and one more.
  Ints withBatches(int64_t dim) const {
    Ints dims = batchDims();
    dims.push_back(batches() + dim);
    return dims;
  }
  Value vectors(int64_t count, bool& isTurned) {
    isTurned = chance(0.3);
    return maker_.parameter(shape(isTurned ? Dims{depth_, count} : Dims{count, depth_}), element_);
  }

  // Returns x y^T for two parameters, or x x^T.
  Value products() {
    bool isXTurned = false, isYTurned = false;
    Value x = vectors(rows_, isXTurned), y = x;
    if (rows_ == columns_ && chance(0.3))
      isYTurned = isXTurned;
    else
      y = vectors(columns_, isYTurned);
    return product(x, isXTurned, y, isYTurned);
  }
  Value product(const Value& x, bool isXTurned, const Value& y, bool isYTurned) {
    const int64_t ofX = batches() + !isXTurned, ofY = batches() + !isYTurned;
    if (chance(0.7))
      return maker_.dot(x, y, batchDims(), ofX, ofY);
    Value turned = maker_.dot(y, x, batchDims(), ofY, ofX);
    return maker_.transpose(turned, turn());
  }
  Ints turn() const { return batches() == 0 ? Ints{1, 0} : Ints{0, 2, 1}; }

  // Returns a table from products by some of many forms.
  Value made() {
    bool isXTurned = false, isYTurned = false;
    Value x = vectors(rows_, isXTurned), y = vectors(columns_, isYTurned);
    hasSpecials_ = chance(0.2);
    const int form = oneOf({0, 0, 0, 1, 1, 2, 3});
    if (form == 3 && chance(0.5))
      return directDistances(x, isXTurned, y, isYTurned);
    Value table = product(x, isXTurned, y, isYTurned);
    if (form == 1)
      table = distances(x, isXTurned, y, isYTurned, table);
    if (form == 2)
      table = cosines(x, isXTurned, y, isYTurned, table);
    const int64_t changes = oneOf({0, 1, 1, 2});
    for (int64_t i = 0; i < changes; ++i)
      table = changed(table, form == 1);
    isInexact_ |= has16Bits() && (form != 0 || changes > 0);
    return table;
  }
  Value norms(const Value& x, bool isTurned) {
    return maker_.reduce("add", maker_.binary("multiply", x, x), {batches() + !isTurned}, "0.0");
  }
  Value distances(const Value& x, bool isXTurned, const Value& y, bool isYTurned,
                  const Value& products) {
    Value ofRows = maker_.broadcast(norms(x, isXTurned), products.dims, withBatches(0)),
          ofColumns = maker_.broadcast(norms(y, isYTurned), products.dims, withBatches(1));
    Value twice = maker_.binary("multiply", maker_.splatLike(products, "2.0"), products);
    return maker_.binary("subtract", maker_.binary("add", ofRows, ofColumns), twice);
  }
  Value cosines(const Value& x, bool isXTurned, const Value& y, bool isYTurned,
                const Value& products) {
    isInexact_ = true;
    auto inverse = [&](const Value& v, bool isTurned) {
      Value n = norms(v, isTurned);
      return maker_.unary("rsqrt", maker_.binary("add", n, maker_.splatLike(n, "1.0")));
    };
    Value ofRows = maker_.broadcast(inverse(x, isXTurned), products.dims, withBatches(0)),
          ofColumns = maker_.broadcast(inverse(y, isYTurned), products.dims, withBatches(1));
    return maker_.binary("multiply", maker_.binary("multiply", products, ofRows), ofColumns);
  }
  Value directDistances(const Value& x, bool isXTurned, const Value& y, bool isYTurned) {
    const Dims all = shape({rows_, columns_, depth_});
    auto spread = [&](const Value& v, bool isTurned, int64_t dim) {
      Ints into = withBatches(isTurned ? 2 : dim);
      into.push_back(batches() + (isTurned ? dim : 2));
      return maker_.broadcast(v, all, into);
    };
    Value apart = maker_.binary("subtract", spread(x, isXTurned, 0), spread(y, isYTurned, 1));
    return maker_.reduce("add", maker_.unary("abs", apart), {batches() + 2}, "0.0");
  }

  Value changed(const Value& t, bool isDistance) {
    auto scalar = [&](const std::string& number) { return maker_.splatLike(t, number); };
    switch (oneOf({0, 1, 2, 3, 4, 5, 6, 7, 8})) {
    case 0:
      return maker_.binary("add", maker_.binary("multiply", t, scalar("0.5")),
                           maker_.parameter(t.dims, element_));
    case 1: { // a bias of i - j
      Value apart = maker_.binary("subtract", index(t, 0), index(t, 1));
      return maker_.binary("add", t, maker_.convert(apart, element_));
    }
    case 2: // a causal mask
    case 3:
      return maker_.select(maker_.compare("GE", index(t, 0), index(t, 1)), t, scalar(lowest()));
    case 4:
      return maker_.select(maker_.parameter(t.dims, "i1"), t, scalar(lowest()));
    case 5:
      isInexact_ = true;
      return maker_.unary("logistic", t);
    case 6: { // a soft cap
      isInexact_ = true;
      Value cap = scalar("3.0");
      return maker_.binary("multiply", cap, maker_.unary("tanh", maker_.binary("divide", t, cap)));
    }
    case 7:
      isInexact_ = true;
      return maker_.unary("exponential", isDistance || has16Bits() ? negativeHalf(smaller(t)) : t);
    default: // the last columns count, so the first tiles have no elements
      return maker_.select(maker_.compare("GE", index(t, 1),
                                          maker_.splat(absl::StrCat(columns_ / 2), t.dims, "i32")),
                           t, scalar(lowest()));
    }
  }
  bool has16Bits() const { return element_ == "f16" || element_ == "bf16"; }
  // Makes numbers smaller, because rounding a large number to 16 bits changes its exponential very
  // much.
  Value smaller(const Value& t) {
    return has16Bits() ? maker_.binary("multiply", t, maker_.splatLike(t, "0.03125")) : t;
  }
  Value negativeHalf(const Value& t) {
    return maker_.binary("multiply", t, maker_.splatLike(t, "-0.5"));
  }
  Value index(const Value& t, int64_t dim) { return maker_.iota(t.dims, batches() + dim, "i32"); }
  std::string infinity(bool isNegative) const {
    if (element_ == "i32")
      return isNegative ? "-2147483648" : "2147483647";
    const std::string digits = element_ == "f64"   ? "7FF0000000000000"
                               : element_ == "f32" ? "7F800000"
                               : element_ == "f16" ? "7C00"
                                                   : "7F80";
    return absl::StrCat("0x", isNegative ? "F" : "", isNegative ? digits.substr(1) : digits);
  }
  std::string lowest() {
    isMasked_ = true;
    return element_ == "f16" || chance(0.5) ? infinity(true) : "-1.0e+30";
  }

  void addResults(const Value& t) {
    const int64_t along = batches() + oneOf({0, 1, 1}), other = 2 * batches() + 1 - along;
    if (element_ == "i32")
      return addExact(t, along, oneOf({0, 1, 2, 3, 4}));
    switch (oneOf({0, 0, 1, 1, 1, 1, 2, 3, 4, 5})) {
    case 0:
      return addExact(t, along, oneOf({0, 1, 2, 3, 4}));
    case 1:
      return addSoftmax(t, along, other);
    case 2:
      return addLogSum(t, along, other);
    case 3:
      if (!isMasked_) // differences from a mean of masked elements are mere rounding
        return addMoments(t, along, other);
      [[fallthrough]];
    case 4: {
      Value m = maker_.parameter(shape({t.dims[size_t(along)], 3}), element_);
      results_.push_back(chance(0.5) ? maker_.dot(t, m, batchDims(), along, batches())
                                     : maker_.dot(m, t, batchDims(), batches(), along));
      hasSpecials_ = false;
      return;
    }
    default:
      results_.push_back(
          maker_.reduce("add", maker_.unary("abs", t), {batches(), batches() + 1}, "0.0"));
    }
  }
  void addExact(const Value& t, int64_t along, int kind) {
    const bool isInteger = element_ == "i32";
    if (isInexact_ && kind >= 3) // a place may depend on rounding
      kind = 1;
    hasSelections_ |= kind >= 1;
    switch (kind) {
    case 0:
      results_.push_back(maker_.reduce("add", t, {along}, isInteger ? "3" : "0.5"));
      return;
    case 1:
      results_.push_back(maker_.reduce("maximum", t, {along}, infinity(true)));
      return;
    case 2:
      results_.push_back(maker_.reduce("minimum", t, {along}, infinity(false)));
      return;
    case 3: {
      const bool isMaximum = chance(0.5);
      auto [values, places] = maker_.argExtremum(isMaximum, t, along, infinity(isMaximum));
      results_.insert(results_.end(), {values, places});
      return;
    }
    default: {
      Value turned = along == batches() ? maker_.transpose(t, turn()) : t;
      const int64_t extent = turned.dims.back();
      auto [values, places] = maker_.topK(
          turned, std::min(extent, oneOf({int64_t(1), int64_t(3), int64_t(9), extent})));
      results_.insert(results_.end(), {values, places});
    }
    }
  }
  // Returns a value of the row for each element of the table.
  Value spread(const Value& row, const Value& t, int64_t other) {
    return maker_.broadcast(row, t.dims, withBatches(other - batches()));
  }
  void addSoftmax(const Value& table, int64_t along, int64_t other) {
    const Value t = smaller(table);
    Value m = maker_.reduce("maximum", t, {along}, infinity(true));
    if (chance(0.15))
      results_.push_back(m);
    if (chance(0.1))
      m = maker_.binary("maximum", m, maker_.splatLike(m, "-2.0"));
    Value e = maker_.unary("exponential", maker_.binary("subtract", t, spread(m, t, other)));
    Value l = maker_.reduce("add", e, {along}, "0.0");
    Value v = maker_.parameter(shape({t.dims[size_t(along)], 2}), element_);
    const bool dividesFirst = chance(0.6);
    Value p = dividesFirst ? maker_.binary("divide", e, spread(l, t, other)) : e;
    if (chance(0.2)) // dropout
      p = maker_.select(maker_.parameter(t.dims, "i1"), p, maker_.splatLike(p, "0.0"));
    Value out = maker_.dot(p, v, batchDims(), along, batches());
    if (!dividesFirst)
      out = maker_.binary("divide", out, maker_.broadcast(l, out.dims, withBatches(0)));
    results_.push_back(out);
    hasSelections_ |= hasSpecials_;
  }
  void addLogSum(const Value& table, int64_t along, int64_t other) {
    const Value t = smaller(table);
    Value m = maker_.reduce("maximum", t, {along}, infinity(true));
    Value finite =
        maker_.compare("LT", maker_.unary("abs", m), maker_.splatLike(m, infinity(false)));
    m = maker_.select(finite, m, maker_.splatLike(m, "0.0"));
    Value e = maker_.unary("exponential", maker_.binary("subtract", t, spread(m, t, other)));
    Value sum =
        maker_.binary("add", maker_.unary("log", maker_.reduce("add", e, {along}, "0.0")), m);
    results_.push_back(sum);
    if (chance(0.5))
      return;
    if (chance(0.5)) {
      Dims dims = t.dims;
      dims[size_t(along)] = 1;
      dims.push_back(1);
      Value places = maker_.parameter(dims, "i32");
      results_.push_back(
          maker_.pick(maker_.binary("subtract", t, spread(sum, t, other)), places, along));
      return;
    }
    Value places = maker_.parameter(sum.dims, "i32");
    Value isLabel =
        maker_.compare("EQ", spread(places, t, other), maker_.iota(t.dims, along, "i32"));
    Value logs = maker_.binary("subtract", t, spread(sum, t, other));
    Value chosen = maker_.select(isLabel, logs, maker_.splatLike(t, "0.0"));
    results_.push_back(maker_.reduce("add", chosen, {along}, "0.0"));
  }
  void addMoments(const Value& t, int64_t along, int64_t other) {
    Value sum = maker_.reduce("add", t, {along}, "0.0");
    Value mean = maker_.binary("divide", sum,
                               maker_.splatLike(sum, absl::StrCat(t.dims[size_t(along)], ".0")));
    Value apart = maker_.binary("subtract", t, spread(mean, t, other));
    results_.push_back(mean);
    results_.push_back(
        maker_.reduce("add", maker_.binary("multiply", apart, apart), {along}, "0.0"));
  }

  std::mt19937_64 random_;
  TextMaker maker_;
  std::string element_;
  Dims batch_;
  int64_t rows_ = 1, columns_ = 1, depth_ = 1;
  bool hasSpecials_ = false, hasSelections_ = false;
  bool isInexact_ = false; // the table has functions that round, so that places may depend on it
  bool isMasked_ = false;
  std::vector<Value> results_;
};

} // namespace

TableProgram tableProgram(uint64_t seed) {
  return TableDraw(seed).run();
}

} // namespace lz::test
