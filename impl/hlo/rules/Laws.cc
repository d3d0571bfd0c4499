// Applies laws of arithmetic that cannot be written as terms, because they depend on constants,
// types, uses or attributes.
#include "hlo/rewrite/OpMaker.h"
#include "hlo/rules/Tables.h"
#include "semantics/eval/Evaluate.h"
#include "spec/OpAttrs.inc.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <optional>

namespace lz::hlo {
namespace {

// x / 8 -> x * 0.125. This is exact, because the reciprocal of a power of two is exact if it is a
// normal number.
struct DivideByPowerOfTwo : OpcodePattern {
  explicit DivideByPowerOfTwo(mlir::MLIRContext* context)
      : OpcodePattern(context, Opcode::Divide) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    constexpr int kMaxExponent = 14; // also normal in f16
    TensorType type = typeOf(op->getResult(0));
    Literal divisor = isFloat(type.dtype) ? splatOf(op->getOperand(1)) : Literal();
    if (!divisor.valid())
      return mlir::failure();
    int exponent;
    double value = divisor.toDouble(0);
    if (std::abs(std::frexp(value, &exponent)) != 0.5 || std::abs(exponent) > kMaxExponent)
      return mlir::failure();
    OpMaker maker(rewriter, op->getLoc());
    mlir::Value reciprocal = maker.splat(type, 1 / value);
    return maker.replace(rewriter, op,
                         maker.make(Opcode::Multiply, {op->getOperand(0), reciprocal}));
  }
};

// x == x -> true, for integers. Floats can be NaN, which does not equal itself.
struct CompareWithItself : OpcodePattern {
  explicit CompareWithItself(mlir::MLIRContext* context)
      : OpcodePattern(context, Opcode::Compare) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    TensorType type = typeOf(op->getOperand(0));
    if (op->getOperand(0) != op->getOperand(1) || isDifferentiable(type.dtype))
      return mlir::failure();
    lz::ComparisonDirection direction = AttrsOf<CompareAttrs>(op).comparisonDirection();
    bool holds = direction == lz::ComparisonDirection::EQ ||
                 direction == lz::ComparisonDirection::GE ||
                 direction == lz::ComparisonDirection::LE;
    OpMaker maker(rewriter, op->getLoc());
    return maker.replace(rewriter, op, maker.splat(TensorType{DType::Pred, type.dims}, holds));
  }
};

using Direction = lz::ComparisonDirection;

// Returns whether regrouping the operands does not change the result, as in (x + 3) + 4 -> x + (3 +
// 4).
bool isAssociative(Opcode opcode, DType dtype) {
  switch (opcode) {
  case Opcode::Maximum: // floats too: NaNs and zeros are ordered
  case Opcode::Minimum:
  case Opcode::And:
  case Opcode::Or:
  case Opcode::Xor:
    return true;
  case Opcode::Add:
  case Opcode::Multiply:
    return isInteger(dtype);
  default:
    return false;
  }
}

struct ConstantsTogether : OpcodePattern {
  using OpcodePattern::OpcodePattern;

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    mlir::Operation* inner = op->getOperand(0).getDefiningOp();
    Opcode opcode = *opcodeOf(op);
    if (!is(inner, opcode) || !isAssociative(opcode, typeOf(op->getResult(0)).dtype))
      return mlir::failure();
    Literal first = splatOf(inner->getOperand(1)), second = splatOf(op->getOperand(1));
    if (!first.valid() || !second.valid())
      return mlir::failure();
    // The op of the two constants is evaluated here. If it were written as an op of the program,
    // another rule could match this op and exchange its operands before it is folded.
    StatusOr<Literal> both = eval::evaluateOp(opcode, {first, second}, {}, first.type());
    if (!both.ok())
      return mlir::failure();
    OpMaker maker(rewriter, op->getLoc());
    const Dims dims = typeOf(op->getResult(0)).dims;
    return maker.replace(rewriter, op,
                         maker.make(opcode, {inner->getOperand(0), maker.splat(*both, dims)}));
  }
};

// a * c + b * c -> (a + b) * c, for integers modulo 2^n, if the products have no other use.
struct CommonFactor : OpcodePattern {
  explicit CommonFactor(mlir::MLIRContext* context) : OpcodePattern(context, Opcode::Add) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    mlir::Operation *lhs = op->getOperand(0).getDefiningOp(),
                    *rhs = op->getOperand(1).getDefiningOp();
    if (!isInteger(typeOf(op->getResult(0)).dtype) || !is(lhs, Opcode::Multiply) ||
        !is(rhs, Opcode::Multiply) || !lhs->hasOneUse() || !rhs->hasOneUse())
      return mlir::failure();
    for (unsigned i : {0u, 1u})
      for (unsigned j : {0u, 1u})
        if (lhs->getOperand(i) == rhs->getOperand(j)) {
          OpMaker maker(rewriter, op->getLoc());
          mlir::Value sum =
              maker.make(Opcode::Add, {lhs->getOperand(1 - i), rhs->getOperand(1 - j)});
          return maker.replace(rewriter, op,
                               maker.make(Opcode::Multiply, {sum, lhs->getOperand(i)}));
        }
    return mlir::failure();
  }
};

// Returns e if the value is a splat of 2^e of an unsigned type, otherwise nullopt.
std::optional<int> exponentOf(mlir::Value value) {
  Literal scalar = splatOf(value);
  if (!scalar.valid() || !isUnsignedInt(scalar.type().dtype))
    return std::nullopt;
  auto number = uint64_t(scalar.toInt(0));
  return std::has_single_bit(number) ? std::optional(std::countr_zero(number)) : std::nullopt;
}

struct UnsignedByPowerOfTwo : OpcodePattern {
  using OpcodePattern::OpcodePattern;

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    std::optional<int> exponent = exponentOf(op->getOperand(1));
    if (!exponent)
      return mlir::failure();
    TensorType type = typeOf(op->getResult(0));
    OpMaker maker(rewriter, op->getLoc());
    bool divides = is(op, Opcode::Divide);
    int64_t number = divides ? *exponent : int64_t((uint64_t(1) << *exponent) - 1);
    mlir::Value bits = maker.splat(Literal::splatInt({type.dtype, {}}, number), type.dims);
    return maker.replace(
        rewriter, op,
        maker.make(divides ? Opcode::ShiftRightLogical : Opcode::And, {op->getOperand(0), bits}));
  }
};

// Decides comparisons with a constant whose result follows from the type or the values: u < 0 for
// unsigned u, iota[10] < 10.
struct DecidedComparison : OpcodePattern {
  explicit DecidedComparison(mlir::MLIRContext* context)
      : OpcodePattern(context, Opcode::Compare) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    TensorType type = typeOf(op->getOperand(0));
    Literal limit = isInteger(type.dtype) ? splatOf(op->getOperand(1)) : Literal();
    if (!limit.valid() || limit.toInt(0) < 0)
      return mlir::failure();
    std::optional<int64_t> largest = largestOf(op->getOperand(0));
    bool isUnsigned = isUnsignedInt(type.dtype);
    if (!largest && !isUnsigned)
      return mlir::failure();
    bool isAbove = largest && limit.toInt(0) > *largest, isZero = limit.toInt(0) == 0;
    std::optional<bool> holds = decided(AttrsOf<CompareAttrs>(op).comparisonDirection(), isAbove,
                                        largest && limit.toInt(0) >= *largest, isZero);
    if (!holds)
      return mlir::failure();
    OpMaker maker(rewriter, op->getLoc());
    return maker.replace(rewriter, op, maker.splat(TensorType{DType::Pred, type.dims}, *holds));
  }

private:
  // Returns the largest value of an iota, or of a broadcast of it: 9 for an iota along a dimension
  // of size 10.
  static std::optional<int64_t> largestOf(mlir::Value value) {
    mlir::Operation* op = value.getDefiningOp();
    while (is(op, Opcode::BroadcastInDim))
      op = op->getOperand(0).getDefiningOp();
    if (!is(op, Opcode::Iota))
      return std::nullopt;
    TensorType type = typeOf(op->getResult(0));
    int64_t extent = type.dims[size_t(AttrsOf<IotaAttrs>(op).iotaDimension())];
    constexpr int64_t kMostOfS8 = 127; // larger values wrap around in narrow types
    bool fits = bitWidth(type.dtype) >= 32 ? extent < INT32_MAX : extent <= kMostOfS8;
    return fits && bitWidth(type.dtype) >= 8 ? std::optional(extent - 1) : std::nullopt;
  }
  // Returns the result of comparing values that are at least 0 with a constant, if the result is
  // known.
  static std::optional<bool> decided(Direction direction, bool isAbove, bool isUpper, bool isZero) {
    switch (direction) {
    case Direction::LT:
      return isAbove ? std::optional(true) : isZero ? std::optional(false) : std::nullopt;
    case Direction::GE:
      return isAbove ? std::optional(false) : isZero ? std::optional(true) : std::nullopt;
    case Direction::LE:
      return isUpper ? std::optional(true) : std::nullopt;
    case Direction::GT:
      return isUpper ? std::optional(false) : std::nullopt;
    case Direction::EQ:
      return isAbove ? std::optional(false) : std::nullopt;
    case Direction::NE:
      return isAbove ? std::optional(true) : std::nullopt;
    }
    return std::nullopt;
  }
};

// p == true -> p
struct CompareWithPredicate : OpcodePattern {
  explicit CompareWithPredicate(mlir::MLIRContext* context)
      : OpcodePattern(context, Opcode::Compare) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    bool isPredicate = typeOf(op->getOperand(0)).dtype == DType::Pred;
    Literal value = isPredicate ? splatOf(op->getOperand(1)) : Literal();
    Direction direction = AttrsOf<CompareAttrs>(op).comparisonDirection();
    if (!value.valid() || (direction != Direction::EQ && direction != Direction::NE))
      return mlir::failure();
    mlir::Value p = op->getOperand(0);
    OpMaker maker(rewriter, op->getLoc());
    mlir::Value one = maker.splat(typeOf(p), 1);
    bool isSame = (value.toInt(0) != 0) == (direction == Direction::EQ);
    return maker.replace(rewriter, op, isSame ? p : maker.make(Opcode::Xor, {p, one}));
  }
};

// convert(p) * x -> select(p, x, 0), except for floats, where 0 * inf is NaN and 0 * -1 is -0.
struct ProductWithPredicate : OpcodePattern {
  explicit ProductWithPredicate(mlir::MLIRContext* context)
      : OpcodePattern(context, Opcode::Multiply) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    TensorType type = typeOf(op->getResult(0));
    if (!isInteger(type.dtype))
      return mlir::failure();
    for (unsigned i : {0u, 1u}) {
      mlir::Operation* convert = op->getOperand(i).getDefiningOp();
      if (!is(convert, Opcode::Convert) || typeOf(convert->getOperand(0)).dtype != DType::Pred)
        continue;
      OpMaker maker(rewriter, op->getLoc());
      return maker.replace(
          rewriter, op,
          maker.make(Opcode::Select,
                     {convert->getOperand(0), op->getOperand(1 - i), maker.splat(type, 0)}));
    }
    return mlir::failure();
  }
};

// (x <= c) ? c : x -> maximum(x, c). Both give NaN if x is NaN. Zeros of different signs need care
// (extremumOf).
struct SelectIsExtremum : OpcodePattern {
  explicit SelectIsExtremum(mlir::MLIRContext* context) : OpcodePattern(context, Opcode::Select) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    mlir::Operation* compare = op->getOperand(0).getDefiningOp();
    if (!is(compare, Opcode::Compare) || compare->getOperand(0) != op->getOperand(2))
      return mlir::failure();
    mlir::Value x = op->getOperand(2), bound = op->getOperand(1);
    Literal c = splatOf(bound), limit = splatOf(compare->getOperand(1));
    if (!c.valid() || !limit.valid() || !equalBytes(c, limit))
      return mlir::failure();
    AttrsOf<CompareAttrs> attrs(compare);
    std::optional<Opcode> extremum = extremumOf(attrs.comparisonDirection(), c);
    if (!extremum || attrs.compareType() == lz::ComparisonType::TOTALORDER)
      return mlir::failure();
    OpMaker maker(rewriter, op->getLoc());
    return maker.replace(rewriter, op, maker.make(*extremum, {x, bound}));
  }

private:
  static bool equalBytes(const Literal& a, const Literal& b) {
    return a.type().dtype == b.type().dtype &&
           std::memcmp(a.data(), b.data(), size_t(storageBytes(a.type().dtype, 1))) == 0;
  }
  // Returns the extremum that gives the same results as the comparison, even for zeros of different
  // signs.
  static std::optional<Opcode> extremumOf(Direction direction, const Literal& c) {
    const bool isFloatingPoint = isFloat(c.type().dtype);
    const double value = isFloatingPoint ? c.toDouble(0) : 1;
    const bool isPlusZero = value == 0 && !std::signbit(value);
    const bool isMinusZero = value == 0 && std::signbit(value);
    if (std::isnan(value))
      return std::nullopt;
    switch (direction) {
    case Direction::LE:
      return isMinusZero ? std::nullopt : std::optional(Opcode::Maximum);
    case Direction::LT:
      return isPlusZero ? std::nullopt : std::optional(Opcode::Maximum);
    case Direction::GE:
      return isPlusZero ? std::nullopt : std::optional(Opcode::Minimum);
    case Direction::GT:
      return isMinusZero ? std::nullopt : std::optional(Opcode::Minimum);
    default:
      return std::nullopt;
    }
  }
};

void addConstantsTogether(mlir::RewritePatternSet& patterns) {
  for (Opcode opcode : {Opcode::Add, Opcode::Multiply, Opcode::Maximum, Opcode::Minimum,
                        Opcode::And, Opcode::Or, Opcode::Xor})
    patterns.add<ConstantsTogether>(patterns.getContext(), opcode);
}

void addUnsignedByPowers(mlir::RewritePatternSet& patterns) {
  for (Opcode opcode : {Opcode::Divide, Opcode::Remainder})
    patterns.add<UnsignedByPowerOfTwo>(patterns.getContext(), opcode);
}

constexpr Rule kLawsRules[] = {
    {"divide-by-power-of-two", "x / 8 -> x * 0.125, floats", addPattern<DivideByPowerOfTwo>},
    {"compare-with-itself", "x <= x -> true, x < x -> false, no floats",
     addPattern<CompareWithItself>},
    {"constants-together",
     "(x + 3) + 4 -> x + (3 + 4), integers; maximum, minimum, and, or, xor of all types",
     addConstantsTogether},
    {"common-factor", "a * c + b * c -> (a + b) * c, integers, of products with one use",
     addPattern<CommonFactor>},
    {"unsigned-by-power-of-two", "u / 8 -> u >> 3, u % 8 -> u & 7", addUnsignedByPowers},
    {"decided-comparison", "u < 0 -> false, iota[10] < 10 -> true, u unsigned",
     addPattern<DecidedComparison>},
    {"compare-with-predicate", "p == true -> p, p == false -> p xor true",
     addPattern<CompareWithPredicate>},
    {"product-with-predicate", "convert(p) * x -> select(p, x, 0), integers",
     addPattern<ProductWithPredicate>},
    {"select-is-extremum", "select(x <= c, c, x) -> maximum(x, c), where NaN and zeros agree",
     addPattern<SelectIsExtremum>},
};

} // namespace

llvm::ArrayRef<Rule> lawRules() {
  return kLawsRules;
}

} // namespace lz::hlo
