// Random chains of matrices, written in random order, with transposes, vectors, and factors that
// scale. After lz-order-products they are as cheap as the cheapest of all orders, which are listed
// one by one, and have the results of the program within the bound of docs/numerics.md.
#include "Testing.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "contraction/chain/ChainOrder.h"
#include "spec/OpAttrs.inc.h"

namespace lz::hlo {
namespace {

using contraction::Chain;
using contraction::ChainFactor;
using contraction::ChainProduct;

// A value of a program that is being written: a matrix, or a vector if it has no rows or columns.
struct Written {
  std::string name;
  int64_t rows, columns;
  bool hasRows = true, hasColumns = true;
  bool isTurned = false; // the dimension of the columns comes first

  int64_t rowDim() const { return isTurned && hasColumns ? 1 : 0; }
  int64_t columnDim() const { return isTurned || !hasRows ? 0 : 1; }
  std::string type(const std::string& element) const {
    std::vector<std::string> dims;
    if (hasRows)
      dims.push_back(std::to_string(rows));
    if (hasColumns)
      dims.push_back(std::to_string(columns));
    if (isTurned)
      std::reverse(dims.begin(), dims.end());
    dims.push_back(element);
    return absl::StrCat("tensor<", absl::StrJoin(dims, "x"), ">");
  }
};

class RandomChain {
public:
  explicit RandomChain(unsigned seed) : random_(seed) {
    constexpr int64_t kExtents[] = {1, 2, 3, 5, 8, 13, 40};
    const int count = 3 + int(random_() % 8);
    scaling_ = kMostFactors - count;
    std::vector<int64_t> extents;
    for (int i = 0; i <= count; ++i)
      extents.push_back(kExtents[random_() % 7]);
    result_ = write(extents, 0, count);
  }

  // Returns the program with this type of elements.
  std::string text(const std::string& element) const {
    std::string params, body = body_;
    for (const Written& param : params_)
      absl::StrAppend(&params, params.empty() ? "" : ", ", param.name, ": ", param.type("E"));
    std::string text =
        absl::StrCat("func.func @main(", params, ") -> ", result_.type("E"), " {\n", body,
                     "  return ", result_.name, " : ", result_.type("E"), "\n}\n");
    for (size_t at; (at = text.find("E>")) != std::string::npos;)
      text.replace(at, 1, element);
    return text;
  }
  // Returns the factors from left to right, without an order.
  Chain chain() const { return {.factors = factors_}; }
  // Returns the bound of the error in units of u times the product of the magnitudes: the length of
  // each sum, and 1 for each factor that scales.
  double bound() const {
    double sum = -double(result_.columns);
    for (const ChainFactor& factor : factors_)
      sum += double(factor.scales > 0 ? 1 : factor.columns);
    return sum;
  }

private:
  bool chance(unsigned oneOf) { return random_() % oneOf == 0; }
  std::string next() { return absl::StrCat("%v", ++count_); }

  Written param(Written shape) {
    shape.name = absl::StrCat("%p", params_.size());
    params_.push_back(shape);
    return shape;
  }

  // Writes the factors [begin, end), and returns their product.
  Written write(const std::vector<int64_t>& extents, int begin, int end) {
    if (end - begin == 1) {
      const bool hasRows = begin > 0 || extents[0] > 1 || chance(2),
                 hasColumns =
                     !hasRows || end < int(extents.size()) - 1 || extents.back() > 1 || chance(2);
      factors_.push_back({extents[size_t(begin)], extents[size_t(end)]});
      const size_t first = factors_.size() - 1;
      return changed(param({"", extents[size_t(begin)], extents[size_t(end)], hasRows, hasColumns,
                            hasRows && hasColumns && chance(3)}),
                     first);
    }
    const int middle = begin + 1 + int(random_() % unsigned(end - begin - 1));
    const size_t first = factors_.size();
    const Written left = write(extents, begin, middle), right = write(extents, middle, end);
    Written product = {next(), left.rows, right.columns, left.hasRows, right.hasColumns};
    absl::StrAppend(&body_, "  ", product.name, " = stablehlo.dot_general ", left.name, ", ",
                    right.name, ", contracting_dims = [", left.columnDim(), "] x [", right.rowDim(),
                    "] : (", left.type("E"), ", ", right.type("E"), ") -> ", product.type("E"),
                    "\n");
    return end - begin + 1 == int(extents.size()) ? product : changed(product, first);
  }

  // The value is a product whose first factor is factors_[first]. Returns the value scaled, the
  // value transposed, or the value itself.
  Written changed(Written value, size_t first) {
    if (value.hasRows && value.hasColumns && chance(4)) {
      Written turned = value;
      turned.name = next();
      turned.isTurned = !value.isTurned;
      absl::StrAppend(&body_, "  ", turned.name, " = stablehlo.transpose ", value.name,
                      ", dims = [1, 0] : (", value.type("E"), ") -> ", turned.type("E"), "\n");
      value = turned;
    }
    return scaling_ > 0 && chance(4) ? scaled(value, first) : value;
  }

  Written scaled(const Written& value, size_t first) {
    --scaling_;
    const bool isNumber = chance(3), ofRows = value.hasRows && (!value.hasColumns || chance(2));
    if (isNumber || (ofRows ? value.rows : value.columns) == 1)
      factors_.push_back({.scales = 1});
    else if (ofRows)
      factors_.insert(factors_.begin() + long(first), ChainFactor{.scales = value.rows});
    else
      factors_.push_back({.scales = value.columns});
    const Written vector =
        param({"", value.rows, value.columns, !isNumber && ofRows, !isNumber && !ofRows});
    const std::string dims =
        isNumber ? "" : std::to_string(ofRows ? value.rowDim() : value.columnDim());
    const std::string wide = next();
    Written result = value;
    result.name = next();
    absl::StrAppend(&body_, "  ", wide, " = stablehlo.broadcast_in_dim ", vector.name, ", dims = [",
                    dims, "] : (", vector.type("E"), ") -> ", value.type("E"), "\n  ", result.name,
                    " = stablehlo.multiply ", value.name, ", ", wide, " : ", value.type("E"), "\n");
    return result;
  }

  static constexpr int kMostFactors = 10;

  std::mt19937 random_;
  int count_ = 0, scaling_ = 0; // how many values there are, and how many factors may still scale
  std::string body_;
  std::vector<Written> params_;
  std::vector<ChainFactor> factors_;
  Written result_;
};

// Returns the price of each order of the factors [begin, end).
std::vector<double> pricesOfAll(const Chain& chain, int begin, int end) {
  if (end - begin == 1)
    return {0};
  std::vector<double> prices;
  for (int middle = begin + 1; middle < end; ++middle) {
    const double own = psOfProduct(chain, {begin, middle, end});
    const std::vector<double> right = pricesOfAll(chain, middle, end);
    for (double left : pricesOfAll(chain, begin, middle))
      for (double other : right)
        prices.push_back(left + own + other);
  }
  return prices;
}

// Returns the price of the products of a program.
double priceOf(const Program& program) {
  double ps = 0;
  std::map<ValueId, int64_t> scales; // of a broadcast: the elements of its operand
  auto elements = [&](ValueId value) { return program.type(value).numElements(); };
  for (const Op& op : program.body.ops) {
    if (op.opcode == Opcode::BroadcastInDim)
      scales[op.results[0]] = elements(op.operands[0]);
    Chain chain;
    if (op.opcode == Opcode::DotGeneral) {
      const DotGeneralAttrs attrs(op.attrs);
      int64_t k = 1;
      for (int64_t d : attrs.lhsContractingDimensions())
        k *= program.type(op.operands[0]).dims[size_t(d)];
      chain.factors = {{elements(op.operands[0]) / k, k}, {k, elements(op.operands[1]) / k}};
    } else if (op.opcode == Opcode::Multiply) {
      for (ValueId operand : op.operands)
        if (auto at = scales.find(operand); at != scales.end())
          chain.factors.push_back({.scales = at->second});
        else
          chain.factors.push_back({elements(operand), 1});
    } else {
      continue;
    }
    ps += psOfProduct(chain, {0, 1, 2});
  }
  return ps;
}

void order(Module& m, PipelineOptions options = {}) {
  options.verify = true;
  const Status status = runPasses(*m.module, "canonicalize, order-products, canonicalize", options);
  ASSERT_TRUE(status.ok()) << status;
}

// Returns numbers of 16 bits, the same ones for f32 and f64. Floats are in [-1, 1].
Literal numbersOf(const TensorType& type, unsigned seed, bool isPositive) {
  std::mt19937 random(seed);
  Literal literal(type);
  visitDType(type.dtype, [&](auto zero) {
    using T = decltype(zero);
    for (int64_t i = 0; i < type.numElements(); ++i) {
      const int number = int(random() % 65536) - 32768;
      const double value = isFloat(type.dtype) ? number * 0x1p-15 : number;
      literal.mutableAs<T>()[i] = T(float(isPositive ? std::abs(value) : value));
    }
  });
  return literal;
}

Literal resultOf(const Program& program, bool isPositive = false) {
  std::vector<Literal> args;
  for (ValueId param : program.body.params)
    args.push_back(numbersOf(program.type(param), unsigned(args.size()), isPositive));
  auto results = eval::evaluate(program, args);
  EXPECT_TRUE(results.ok()) << results.status();
  return results.ok() ? results->front() : Literal();
}

constexpr unsigned kChains = 500, kRuns = 100;

TEST(OrderProducts, RandomChainsAreAsCheapAsTheCheapestOrder) {
  int changed = 0;
  for (unsigned seed = 0; seed < kChains; ++seed) {
    const RandomChain random(seed);
    Module m(random.text("f32"));
    ASSERT_TRUE(m.module) << random.text("f32");
    const double written = priceOf(m.program());
    order(m);
    const Chain chain = random.chain();
    const std::vector<double> all = pricesOfAll(chain, 0, int(chain.factors.size()));
    const double best = *std::min_element(all.begin(), all.end());
    ASSERT_EQ(priceOf(m.program()), best) << seed << "\n" << random.text("f32") << m.str();
    changed += written > best ? 1 : 0;
  }
  EXPECT_GT(changed, int(kChains) / 2);
}

TEST(OrderProducts, IntegersKeepTheirBits) {
  for (unsigned seed = 0; seed < kRuns; ++seed) {
    Module m(RandomChain(seed).text("i32"));
    const Literal expected = resultOf(m.program());
    order(m);
    EXPECT_EQ(resultOf(m.program()), expected) << m.str();
  }
}

TEST(OrderProducts, FloatsStayWithinTheBound) {
  for (unsigned seed = 0; seed < kRuns; ++seed) {
    const RandomChain random(seed);
    Module m(random.text("f32")), exact(random.text("f64"));
    const Literal expected = resultOf(exact.program()),
                  magnitude = resultOf(exact.program(), /*isPositive=*/true);
    order(m);
    const Literal actual = resultOf(m.program());
    for (int64_t i = 0; i < expected.type().numElements(); ++i)
      ASSERT_LE(std::abs(actual.toDouble(i) - expected.toDouble(i)),
                random.bound() * 0x1p-24 * magnitude.toDouble(i))
          << seed << "\n"
          << m.str();
  }
}

// Tests three things. A product that only two chains read is not computed. A product that is a
// result is computed, and chains read it. Heads of attention, rows of several dimensions and added
// dimensions are views of matrices.
TEST(OrderProducts, SharedProductsBatchesAndViewsKeepTheirNumbers) {
  const std::string after = checkSameNumbers(R"(
func.func @main(%a: tensor<64x64xi32>, %b: tensor<64x64xi32>, %v: tensor<64xi32>, %w: tensor<64xi32>,
                %q: tensor<30x3x4xi32>, %x: tensor<2x9x64xi32>, %u: tensor<64x3xi32>)
    -> (tensor<64xi32>, tensor<64xi32>, tensor<3x30x4xi32>, tensor<2x9x64xi32>, tensor<64x64xi32>, tensor<1x64xi32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<64x64xi32>, tensor<64x64xi32>) -> tensor<64x64xi32>
  %1 = stablehlo.dot_general %0, %v, contracting_dims = [1] x [0] : (tensor<64x64xi32>, tensor<64xi32>) -> tensor<64xi32>
  %2 = stablehlo.dot_general %w, %0, contracting_dims = [0] x [0] : (tensor<64xi32>, tensor<64x64xi32>) -> tensor<64xi32>
  %3 = stablehlo.dot_general %q, %q, batching_dims = [1] x [1], contracting_dims = [2] x [2] : (tensor<30x3x4xi32>, tensor<30x3x4xi32>) -> tensor<3x30x30xi32>
  %4 = stablehlo.dot_general %3, %q, batching_dims = [0] x [1], contracting_dims = [2] x [0] : (tensor<3x30x30xi32>, tensor<30x3x4xi32>) -> tensor<3x30x4xi32>
  %5 = stablehlo.dot_general %u, %u, contracting_dims = [1] x [1] : (tensor<64x3xi32>, tensor<64x3xi32>) -> tensor<64x64xi32>
  %6 = stablehlo.dot_general %x, %5, contracting_dims = [2] x [0] : (tensor<2x9x64xi32>, tensor<64x64xi32>) -> tensor<2x9x64xi32>
  %7 = stablehlo.dot_general %b, %a, contracting_dims = [0] x [0] : (tensor<64x64xi32>, tensor<64x64xi32>) -> tensor<64x64xi32>
  %8 = stablehlo.reshape %v : (tensor<64xi32>) -> tensor<1x64xi32>
  %9 = stablehlo.dot_general %8, %7, contracting_dims = [1] x [0] : (tensor<1x64xi32>, tensor<64x64xi32>) -> tensor<1x64xi32>
  return %1, %2, %4, %6, %7, %9 : tensor<64xi32>, tensor<64xi32>, tensor<3x30x4xi32>, tensor<2x9x64xi32>, tensor<64x64xi32>, tensor<1x64xi32>
})",
                                             {.stopAfter = "lz-order-products"});
  EXPECT_EQ(count(after, "-> tensor<64x64xi32>"), 1u) << after; // the result
  EXPECT_EQ(count(after, "-> tensor<3x30x30xi32>"), 0u) << after;
}

TEST(OrderProducts, LevelStrictKeepsTheOrder) {
  for (unsigned seed = 0; seed < kRuns; ++seed) {
    Module m(RandomChain(seed).text("f32")), plain(RandomChain(seed).text("f32"));
    order(m, {.strict = true});
    ASSERT_TRUE(runPasses(*plain.module, "canonicalize, canonicalize", {}).ok());
    EXPECT_EQ(m.str(), plain.str());
  }
}

} // namespace
} // namespace lz::hlo
