#include "TableForms.h"

#include "TableText.h"

#include <array>
#include <random>

namespace lz::test {
namespace {

constexpr int64_t kDepth = 3;

constexpr std::array kForms = {"dots",
                               "absolute distances",
                               "squared distances",
                               "cosines",
                               "weighted distances",
                               "biased",
                               "capped",
                               "sloped",
                               "causal",
                               "dropped"};
constexpr std::array kReaders = {"sum",         "product",     "maximum", "minimum",
                                 "arg-maximum", "arg-minimum", "softmax", "softmax product",
                                 "log-sum",     "moments",     "largest", "label",
                                 "one-hot"};
constexpr std::array kAlong = {"along columns", "along rows", "along each", "along all"};
constexpr std::array kMasks = {"nothing hidden", "everything hidden",
                               "all but the last row hidden"};
constexpr DType kDTypes[] = {DType::F32, DType::F64, DType::BF16, DType::F16};

std::vector<std::pair<int64_t, int64_t>> allExtents() {
  constexpr int64_t kExtents[] = {0, 1, 2, 7, 64, 1000, 1009}, kMost = 64 * 1009;
  std::vector<std::pair<int64_t, int64_t>> all;
  for (int64_t rows : kExtents)
    for (int64_t columns : kExtents)
      if (rows * columns <= kMost)
        all.emplace_back(rows, columns);
  return all;
}

const char* elementOf(DType dtype) {
  return dtype == DType::F64   ? "f64"
         : dtype == DType::F32 ? "f32"
         : dtype == DType::F16 ? "f16"
                               : "bf16";
}

class FormMaker {
public:
  FormMaker(const TableCase& c, DType dtype)
      : case_(c), dtype_(dtype), element_(elementOf(dtype)), dims_{c.rows, c.columns} {}

  TableFormProgram run(bool returnsTable) {
    const Value table = masked(made());
    switch (case_.along) {
    case TableAlong::Columns:
      read(table, {1});
      break;
    case TableAlong::Rows:
      read(table, {0});
      break;
    case TableAlong::All:
      if (canReadAll()) {
        read(table, {0, 1});
        break;
      }
      [[fallthrough]];
    case TableAlong::Both:
      read(table, {1});
      read(table, {0});
    }
    if (returnsTable)
      results_.push_back(table);
    return {maker_.function(results_), meanings_};
  }

private:
  bool canReadAll() const {
    return case_.reader == TableReader::Sum || case_.reader == TableReader::Maximum ||
           case_.reader == TableReader::Minimum;
  }

  Value made() {
    Value x = maker_.parameter({case_.rows, kDepth}, element_),
          y = maker_.parameter({case_.columns, kDepth}, element_);
    switch (case_.form) {
    case TableForm::AbsoluteDistances:
      return sumOfTerms(maker_.unary("abs", apart(x, y)));
    case TableForm::SquaredDistances:
      return squaredDistances(x, y);
    case TableForm::WeightedDistances: {
      Value d = apart(x, y), weights = maker_.parameter({kDepth}, element_);
      return sumOfTerms(maker_.binary("multiply", maker_.binary("multiply", d, d),
                                      maker_.broadcast(weights, d.dims, {2})));
    }
    default:
      return changed(x, y, maker_.dot(x, y, {}, 1, 1));
    }
  }
  Value apart(const Value& x, const Value& y) {
    const Dims all = {case_.rows, case_.columns, kDepth};
    return maker_.binary("subtract", maker_.broadcast(x, all, {0, 2}),
                         maker_.broadcast(y, all, {1, 2}));
  }
  Value sumOfTerms(const Value& terms) { return maker_.reduce("add", terms, {2}, "0.0"); }
  Value norms(const Value& x) {
    return maker_.reduce("add", maker_.binary("multiply", x, x), {1}, "0.0");
  }
  // Returns |x|^2 + |y|^2 - 2 x y.
  Value squaredDistances(const Value& x, const Value& y) {
    Value products = maker_.dot(x, y, {}, 1, 1);
    Value sum = maker_.binary("add", maker_.broadcast(norms(x), dims_, {0}),
                              maker_.broadcast(norms(y), dims_, {1}));
    return maker_.binary("subtract", sum,
                         maker_.binary("multiply", maker_.splatLike(products, "2.0"), products));
  }
  Value inverseNorms(const Value& x) {
    Value n = norms(x);
    return maker_.unary("rsqrt", maker_.binary("add", n, maker_.splatLike(n, "1.0")));
  }

  Value changed(const Value& x, const Value& y, const Value& t) {
    switch (case_.form) {
    case TableForm::Cosines:
      return maker_.binary(
          "multiply", maker_.binary("multiply", t, maker_.broadcast(inverseNorms(x), dims_, {0})),
          maker_.broadcast(inverseNorms(y), dims_, {1}));
    case TableForm::Biased:
      return maker_.binary("add", t, maker_.parameter(dims_, element_));
    case TableForm::Capped: {
      Value cap = maker_.splatLike(t, "2.0");
      return maker_.binary("multiply", cap, maker_.unary("tanh", maker_.binary("divide", t, cap)));
    }
    case TableForm::Sloped: {
      // Large products would differ too much in 16 bits.
      const bool isNarrow = storageBits(case_.dtype) == 16;
      Value distance = maker_.convert(
          maker_.unary("abs", maker_.binary("subtract", index(0), index(1))), element_);
      return maker_.binary("subtract", t,
                           maker_.binary("multiply", distance,
                                         maker_.splatLike(t, isNarrow ? "0.0009765625" : "0.25")));
    }
    case TableForm::Causal:
      return maker_.select(maker_.compare("GE", index(0), index(1)), t, hidden());
    case TableForm::Dropped:
      return maker_.select(keep(), t, maker_.splatLike(t, "0.0"));
    default:
      return t;
    }
  }
  Value index(int64_t dim) { return maker_.iota(dims_, dim, "i32"); }

  // The bits are those of Threefry-2x32 for the number of the element.
  Value keep() {
    auto number = [&](uint32_t n) { return maker_.splat(absl::StrCat(n), dims_, "ui32"); };
    const std::array<uint32_t, 3> key = {42, 7, 42 ^ 7 ^ 0x1BD11BDA};
    constexpr int kRotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
    Value count = maker_.binary(
        "add",
        maker_.binary("multiply", maker_.iota(dims_, 0, "ui32"), number(uint32_t(case_.columns))),
        maker_.iota(dims_, 1, "ui32"));
    Value a = maker_.binary("add", count, number(key[0])), b = number(key[1]);
    for (uint32_t group = 0; group < 5; ++group) {
      for (int by : kRotations[group % 2]) {
        a = maker_.binary("add", a, b);
        b = maker_.binary("or", maker_.binary("shift_left", b, number(uint32_t(by))),
                          maker_.binary("shift_right_logical", b, number(uint32_t(32 - by))));
        b = maker_.binary("xor", a, b);
      }
      a = maker_.binary("add", a, number(key[(group + 1) % 3]));
      b = maker_.binary("add", b, number(key[(group + 2) % 3] + group + 1));
    }
    return maker_.compare("LT", b, number(0xC0000000u));
  }

  Value masked(const Value& t) {
    if (case_.isMaskArray)
      return maker_.select(maker_.parameter(dims_, "i1"), t, hidden());
    if (case_.mask == TableMask::None)
      return t;
    const int64_t first = case_.mask == TableMask::Everything ? case_.rows : case_.rows - 1;
    return maker_.select(
        maker_.compare("GE", index(0), maker_.splat(absl::StrCat(first), dims_, "i32")), t,
        hidden());
  }
  // Returns what hides elements from the reader.
  Value hidden() {
    switch (case_.reader) {
    case TableReader::Sum:
    case TableReader::Product:
    case TableReader::Moments:
      return maker_.splat("0.0", dims_, element_);
    case TableReader::Minimum:
    case TableReader::ArgMinimum:
      return maker_.splat(case_.isLowFinite ? "1.0e+30" : infinity(false), dims_, element_);
    default:
      return maker_.splat(case_.isLowFinite ? "-1.0e+30" : infinity(true), dims_, element_);
    }
  }
  std::string infinity(bool isNegative) const {
    const std::string digits = dtype_ == DType::F64   ? "7FF0000000000000"
                               : dtype_ == DType::F32 ? "7F800000"
                               : dtype_ == DType::F16 ? "7C00"
                                                      : "7F80";
    return absl::StrCat("0x", isNegative ? "F" : "", isNegative ? digits.substr(1) : digits);
  }

  void result(Value v, TableResult meaning = {}) {
    results_.push_back(std::move(v));
    meanings_.push_back(meaning);
  }
  // Returns the values of rows or columns for each element of the table.
  Value spread(const Value& v, const Ints& reduced) {
    return maker_.broadcast(v, dims_, {1 - reduced[0]});
  }

  void read(const Value& t, const Ints& along) {
    const int64_t dim = along[0], extent = dims_[size_t(dim)];
    switch (case_.reader) {
    case TableReader::Sum:
      return result(maker_.reduce("add", t, along, "0.0"));
    case TableReader::Product:
      return result(maker_.dot(t, maker_.parameter({extent, 2}, element_), {}, dim, 0));
    case TableReader::Maximum:
      return result(maker_.reduce("maximum", t, along, infinity(true)));
    case TableReader::Minimum:
      return result(maker_.reduce("minimum", t, along, infinity(false)));
    case TableReader::ArgMaximum:
    case TableReader::ArgMinimum: {
      const bool isMaximum = case_.reader == TableReader::ArgMaximum;
      auto [values, places] = maker_.argExtremum(isMaximum, t, dim, infinity(isMaximum));
      result(values);
      return result(places, {dim, 1});
    }
    case TableReader::Softmax: {
      auto [e, sum] = exponentials(t, along);
      return result(maker_.binary("divide", e, spread(sum, along)));
    }
    case TableReader::SoftmaxProduct: {
      auto [e, sum] = exponentials(t, along);
      Value v = maker_.parameter({extent, 2}, element_);
      return result(maker_.dot(maker_.binary("divide", e, spread(sum, along)), v, {}, dim, 0));
    }
    case TableReader::LogSum:
      return result(logSum(t, along));
    case TableReader::Moments:
      return readMoments(t, along);
    case TableReader::Largest:
      return readLargest(t, dim);
    case TableReader::Label:
      return readLabel(t, dim);
    case TableReader::OneHot:
      return readOneHot(t, along);
    }
  }

  std::pair<Value, Value> exponentials(const Value& t, const Ints& along) {
    Value m = maker_.reduce("maximum", t, along, infinity(true));
    Value e = maker_.unary("exponential", maker_.binary("subtract", t, spread(m, along)));
    return {e, maker_.reduce("add", e, along, "0.0")};
  }
  Value logSum(const Value& t, const Ints& along) {
    Value m = maker_.reduce("maximum", t, along, infinity(true));
    Value isFinite =
        maker_.compare("LT", maker_.unary("abs", m), maker_.splatLike(m, infinity(false)));
    m = maker_.select(isFinite, m, maker_.splatLike(m, "0.0"));
    Value e = maker_.unary("exponential", maker_.binary("subtract", t, spread(m, along)));
    return maker_.binary("add", maker_.unary("log", maker_.reduce("add", e, along, "0.0")), m);
  }
  void readMoments(const Value& t, const Ints& along) {
    Value sum = maker_.reduce("add", t, along, "0.0");
    Value mean = maker_.binary("divide", sum,
                               maker_.splatLike(sum, absl::StrCat(dims_[size_t(along[0])], ".0")));
    Value apart = maker_.binary("subtract", t, spread(mean, along));
    result(mean);
    result(maker_.reduce("add", maker_.binary("multiply", apart, apart), along, "0.0"));
  }
  void readLargest(const Value& t, int64_t dim) {
    const int64_t extent = dims_[size_t(dim)], k = std::min<int64_t>(extent, 5);
    if (k == 0)
      return result(maker_.reduce("maximum", t, {dim}, infinity(true)));
    auto [values, places] = maker_.topK(dim == 1 ? t : maker_.transpose(t, {1, 0}), k);
    result(values);
    result(places, {dim, k});
  }
  void readLabel(const Value& t, int64_t dim) {
    if (case_.rows == 0 || case_.columns == 0) // there is nothing to pick
      return result(maker_.reduce("maximum", t, {dim}, infinity(true)));
    Dims dims = dims_;
    dims[size_t(dim)] = 1;
    dims.push_back(1);
    Value logs = maker_.binary("subtract", t, spread(logSum(t, {dim}), {dim}));
    result(maker_.pick(logs, maker_.parameter(dims, "i32"), dim));
  }
  void readOneHot(const Value& t, const Ints& along) {
    Value sum = logSum(t, along), places = maker_.parameter(sum.dims, "i32");
    Value isLabel = maker_.compare("EQ", spread(places, along), index(along[0]));
    Value logs = maker_.binary("subtract", t, spread(sum, along));
    // A hidden element may be -inf, and 0 times -inf is NaN. So such elements are left out.
    Value chosen = case_.isLowFinite
                       ? maker_.binary("multiply", maker_.convert(isLabel, element_), logs)
                       : maker_.select(isLabel, logs, maker_.splatLike(logs, "0.0"));
    result(maker_.reduce("add", chosen, along, "0.0"));
  }

  const TableCase& case_;
  DType dtype_;
  std::string element_;
  Dims dims_;
  TextMaker maker_;
  std::vector<Value> results_;
  std::vector<TableResult> meanings_;
};

} // namespace

int64_t numTableCases() {
  static const auto extents = int64_t(allExtents().size());
  return int64_t(kForms.size() * kReaders.size() * kAlong.size() * kMasks.size()) * 4 *
         int64_t(std::size(kDTypes)) * extents;
}

TableCase tableCase(int64_t number) {
  static const std::vector<std::pair<int64_t, int64_t>> extents = allExtents();
  auto next = [&](size_t count) {
    const auto digit = number % int64_t(count);
    number /= int64_t(count);
    return digit;
  };
  TableCase c{};
  c.form = TableForm(next(kForms.size()));
  c.reader = TableReader(next(kReaders.size()));
  c.along = TableAlong(next(kAlong.size()));
  c.mask = TableMask(next(kMasks.size()));
  c.isMaskArray = next(2) == 1;
  c.isLowFinite = next(2) == 1;
  c.dtype = kDTypes[next(std::size(kDTypes))];
  c.isLowFinite &= c.dtype != DType::F16; // 1e30 would be infinite
  std::tie(c.rows, c.columns) = extents[size_t(next(extents.size()))];
  return c;
}

int64_t shuffledTableCase(int64_t n) {
  constexpr int64_t kStep = 1'000'003; // a prime that does not divide the number of cases
  return n % numTableCases() * kStep % numTableCases();
}

std::string print(const TableCase& c) {
  return absl::StrCat(
      kForms[size_t(c.form)], " ", kReaders[size_t(c.reader)], " ", kAlong[size_t(c.along)], " ",
      kMasks[size_t(c.mask)], c.isMaskArray ? " by an array" : " by indices",
      c.isLowFinite ? " finite" : "", " ", elementOf(c.dtype), " ", c.rows, "x", c.columns);
}

TableFormProgram tableFormProgram(const TableCase& c, DType dtype, bool returnsTable) {
  return FormMaker(c, dtype).run(returnsTable);
}

Arguments tableArguments(const TableCase& c, const Program& program, uint64_t seed) {
  std::mt19937_64 random(seed);
  Arguments args;
  for (ValueId id : program.body.params) {
    Literal& literal = args.emplace_back(program.type(id));
    const int64_t count = literal.type().numElements();
    for (int64_t i = 0; i < count; ++i) {
      const uint64_t bits = random() >> 8;
      const int64_t row = c.columns > 0 ? i / c.columns : 0;
      visitDType(literal.type().dtype, [&](auto zero) {
        using T = decltype(zero);
        T& value = literal.mutableAs<T>()[i];
        if constexpr (std::is_same_v<T, bool>)
          value = c.mask == TableMask::None ||
                  (c.mask == TableMask::AllButLastRow && row + 1 == c.rows);
        else if constexpr (std::is_integral_v<T>)
          value = bits % 7 == 0 ? T(bits) : T(int64_t(bits % 12) - 2);
        else
          value = T(float(int64_t(bits % 9) - 4) / 4);
      });
    }
  }
  return args;
}

bool isExact(const TableCase& c) {
  switch (c.form) {
  case TableForm::Cosines:
  case TableForm::WeightedDistances:
  case TableForm::Capped:
    return false;
  case TableForm::Sloped:
    return storageBits(c.dtype) > 16;
  default:
    return true;
  }
}

} // namespace lz::test
