#include "hlo/tiles/Rescale.h"

#include "hlo/ir/PlainAttrs.h"
#include "hlo/rewrite/BlockOrder.h"
#include "semantics/eval/Evaluate.h"
#include "spec/Identity.h"
#include "spec/OpAttrs.inc.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace lz::hlo {
namespace {

using Ops = llvm::SetVector<mlir::Operation*>;
constexpr size_t kMostOps = 64;

class RescaleFinder {
public:
  RescaleFinder(const TiledDim& tiledDim, llvm::function_ref<bool(mlir::Value)> waits)
      : tiledDim_(tiledDim), waits_(waits) {}

  std::optional<Rescaling> run(mlir::Value value) {
    if (!tiledDim_.tiled.contains(value.getDefiningOp()) || !findWaiting(value) || !isExtremum())
      return std::nullopt;
    rescaling_.g = withoutWeights(value);
    if (typeOf(rescaling_.g).dims != typeOf(rescaling_.t()).dims || !findOps())
      return std::nullopt;
    return std::move(rescaling_);
  }

  // Returns whether a mask keeps some elements of g out of the sum.
  bool isMasked() const { return isMasked_; }

private:
  bool isTiled(mlir::Value value, int64_t dim) const {
    return dim != kWhole && tiledDim_.tiled.contains(value.getDefiningOp());
  }
  TileDims dimsOf(mlir::Operation* op) const {
    return *operandsOfTile(op, tiledDim_.tiled.lookup(op));
  }

  // Finds the extremum that `value` depends on, and the ops between the extremum and `value`. These
  // ops wait for the extremum. Fails if `value` depends on the results of several combined ops.
  bool findWaiting(mlir::Value value) {
    Ops seen;
    seen.insert(value.getDefiningOp());
    for (size_t i = 0; i < seen.size(); ++i) {
      mlir::Operation* op = seen[i];
      const bool isOfTable = tiledDim_.tiled.contains(op);
      if (seen.size() > kMostOps || (!isOfTable && !isRowOp(op)))
        return false;
      const TileDims dims = isOfTable ? dimsOf(op) : TileDims(op->getNumOperands(), kWhole);
      for (auto [operand, dim] : llvm::zip(op->getOperands(), dims)) {
        mlir::Operation* def = operand.getDefiningOp();
        if (isTiled(operand, dim) || (waits_(operand) && !tiledDim_.combined.contains(def)))
          seen.insert(def);
        else if (waits_(operand) && !isOnlyExtremum(def))
          return false;
      }
    }
    for (mlir::Operation* op : inBlockOrder(seen.getArrayRef()))
      if (llvm::any_of(op->getOperands(), [&](mlir::Value v) {
            return v.getDefiningOp() == rescaling_.extremum || waiting_.contains(v.getDefiningOp());
          }))
        waiting_.insert(op);
    return rescaling_.extremum != nullptr;
  }

  static bool isRowOp(mlir::Operation* op) { return isPointwise(op) || is(op, Opcode::Reshape); }

  bool isOnlyExtremum(mlir::Operation* op) {
    if (!rescaling_.extremum)
      rescaling_.extremum = op;
    return rescaling_.extremum == op;
  }

  bool isExtremum() const {
    mlir::Operation* op = rescaling_.extremum;
    if (!is(op, Opcode::Reduce) || op->getNumResults() != 1 ||
        AttrsOf<ReduceAttrs>(op).dimensions().size() != 1)
      return false;
    const std::optional<Opcode> combiner = combinerOf(op->getRegion(0));
    const DType dtype = typeOf(op->getResult(0)).dtype;
    return (combiner == Opcode::Maximum || combiner == Opcode::Minimum) &&
           (dtype == DType::F32 || dtype == DType::F64) &&
           splatOf(op->getOperand(1)) == *identityOf(*combiner, dtype);
  }

  // `value` is the term of a sum. If it is a product g * w, where w does not depend on a combined
  // op, returns g.
  mlir::Value withoutWeights(mlir::Value value) {
    while (mlir::Operation* op = value.getDefiningOp()) {
      std::optional<unsigned> next;
      if (is(op, Opcode::Multiply) || is(op, Opcode::Divide)) {
        const unsigned factors = is(op, Opcode::Multiply) ? 2 : 1;
        for (unsigned i = 0; i < factors; ++i)
          if (waits(op->getOperand(i)) && !waits(op->getOperand(1 - i)))
            next = i;
      } else if (is(op, Opcode::Select) && !waits(op->getOperand(0))) {
        for (unsigned i : {1u, 2u})
          if (waits(op->getOperand(i)) && isZero(op->getOperand(3 - i)))
            next = i, isMasked_ = true;
      }
      if (!next)
        break;
      value = op->getOperand(*next);
    }
    return value;
  }

  bool waits(mlir::Value value) const { return waiting_.contains(value.getDefiningOp()); }

  static bool isZero(mlir::Value value) {
    const Literal splat = splatOf(value);
    return splat.valid() && splat == Literal::splat(splat.type(), 0);
  }

  // Finds the ops that compute g from t and m. Fails if g needs other values of the table.
  bool findOps() {
    Ops seen;
    if (!waits(rescaling_.g))
      return false;
    seen.insert(rescaling_.g.getDefiningOp());
    Ops table, rows;
    for (size_t i = 0; i < seen.size(); ++i) {
      mlir::Operation* op = seen[i];
      if (!tiledDim_.tiled.contains(op)) {
        rows.insert(op);
        for (mlir::Value operand : op->getOperands())
          if (waits(operand))
            seen.insert(operand.getDefiningOp());
        continue;
      }
      if (!isPointwise(op))
        return false;
      table.insert(op);
      for (auto [operand, dim] : llvm::zip(op->getOperands(), dimsOf(op))) {
        if (operand == rescaling_.t())
          continue;
        if (dim != kWhole && !isTiled(operand, dim))
          return false; // reads a slice
        if (dim != kWhole || waits(operand))
          seen.insert(operand.getDefiningOp());
      }
    }
    rescaling_.tableOps = inBlockOrder(table.getArrayRef());
    rescaling_.rowOps = inBlockOrder(rows.getArrayRef());
    return true;
  }

  const TiledDim& tiledDim_;
  llvm::function_ref<bool(mlir::Value)> waits_;
  llvm::DenseSet<mlir::Operation*> waiting_; // the ops that wait for the extremum
  Rescaling rescaling_{};
  bool isMasked_ = false;
};

// Computes g for some hundred numbers m and t. Each other value that g reads is replaced by a
// number of its own, which is the same for all m and t.
class Trial {
public:
  explicit Trial(const Rescaling& rescaling)
      : rescaling_(rescaling), dtype_(typeOf(rescaling.t()).dtype) {
    for (Literal* all : {&t_, &m_, &next_})
      *all = Literal(TensorType{dtype_, {kSamples}});
    drawSamples();
  }

  // Returns whether g(t, m') = g(t, m) * g(m, m') and g(m, m) = 1. Also, g must be 0 for elements
  // that do not count, such as -inf for a maximum. A mask might hide all elements of a row. So g of
  // a row in which no element counts must not be NaN.
  bool holds(bool isMasked) {
    const TensorType type{dtype_, {kSamples}};
    const Literal one = Literal::splat(type, 1), none = lowest(type);
    const std::optional<Literal> tm = g(t_, m_), mm = g(m_, m_), tn = g(t_, next_),
                                 mn = g(m_, next_), nothing = g(none, m_), empty = g(none, none);
    return tm && mm && tn && mn && nothing && empty && areNear(*mm, one, one) &&
           areNear(*tn, *tm, *mn) && at(*nothing, 0) == 0 &&
           (!isMasked || !std::isnan(at(*empty, 0)));
  }

private:
  static constexpr int64_t kSamples = 256;

  bool isMaximum() const {
    return combinerOf(rescaling_.extremum->getRegion(0)) == Opcode::Maximum;
  }

  Literal lowest(const TensorType& type) const {
    return Literal::splat(type, isMaximum() ? -HUGE_VAL : HUGE_VAL);
  }

  // Draws t, m and m' so that m' is the extremum of all three, and m is that of t and m. The
  // numbers have magnitudes up to 8192, because g may clamp large arguments. They have few bits, so
  // that their differences are exact.
  void drawSamples() {
    std::mt19937 random(1);
    for (int64_t i = 0; i < kSamples; ++i) {
      double numbers[3];
      for (double& number : numbers)
        number = std::ldexp(double(int64_t(random() % 129) - 64), int(random() % 16) - 8);
      std::sort(std::begin(numbers), std::end(numbers));
      if (!isMaximum())
        std::swap(numbers[0], numbers[2]);
      put(t_, i, numbers[0]), put(m_, i, numbers[1]), put(next_, i, numbers[2]);
    }
  }

  static void put(Literal& literal, int64_t i, double value) {
    if (literal.type().dtype == DType::F32)
      literal.mutableAs<float>()[i] = float(value);
    else
      literal.mutableAs<double>()[i] = value;
  }

  static double at(const Literal& literal, int64_t i) {
    return literal.type().dtype == DType::F32 ? double(literal.as<float>()[i])
                                              : literal.as<double>()[i];
  }

  // Returns whether x = a * b up to rounding errors. Larger errors are allowed for larger samples.
  bool areNear(const Literal& x, const Literal& a, const Literal& b) const {
    const bool isF32 = dtype_ == DType::F32;
    for (int64_t i = 0; i < kSamples; ++i) {
      const double product = at(a, i) * at(b, i),
                   magnitude = 1 + std::abs(at(t_, i)) / 8 + std::abs(at(next_, i)) / 8,
                   relative = (isF32 ? 1e-4 : 1e-12) * magnitude, denormal = isF32 ? 1e-36 : 1e-300,
                   most = std::max(std::abs(at(x, i)), std::abs(product));
      if (!(std::abs(at(x, i) - product) <= relative * most + denormal))
        return false;
    }
    return true;
  }

  // Returns nullopt if g cannot be evaluated, or if it is not a float like t.
  std::optional<Literal> g(const Literal& t, const Literal& m) {
    llvm::DenseMap<mlir::Value, Literal> values;
    values[rescaling_.t()] = t;
    values[rescaling_.extremum->getResult(0)] = m;
    for (const auto* ops : {&rescaling_.rowOps, &rescaling_.tableOps})
      for (mlir::Operation* op : *ops)
        if (!compute(op, values))
          return std::nullopt;
    const Literal& g = values[rescaling_.g];
    return g.type().dtype == t.type().dtype ? std::optional(g) : std::nullopt;
  }

  bool compute(mlir::Operation* op, llvm::DenseMap<mlir::Value, Literal>& values) {
    const TensorType type{typeOf(op->getResult(0)).dtype, {kSamples}};
    std::vector<Literal> operands;
    for (mlir::Value operand : op->getOperands()) {
      Literal& value = values[operand];
      if (!value.valid())
        value = valueOf(operand);
      if (!value.valid())
        return false;
      operands.push_back(value);
    }
    if (opInfo(op)->kind != OpKind::Elementwise) {
      values[op->getResult(0)] = is(op, Opcode::Constant) ? valueOf(op->getResult(0)) : operands[0];
      return values[op->getResult(0)].valid();
    }
    StatusOr<Attrs> attrs = plainAttrs(op, *opInfo(op), Literals::Copy);
    if (!attrs.ok())
      return false;
    StatusOr<Literal> value = eval::evaluateOp(*opcodeOf(op), operands, *attrs, type);
    if (!value.ok())
      return false;
    values[op->getResult(0)] = *std::move(value);
    return true;
  }

  // Returns a value that does not depend on m and t: a constant, or a number that stands for it.
  Literal valueOf(mlir::Value value) {
    const DType dtype = typeOf(value).dtype;
    Literal scalar = splatOf(value);
    if (!scalar.valid() && !isFloat(dtype))
      return {};
    if (!scalar.valid()) {
      const auto place = numbers_.try_emplace(value, 0.625 + 0.125 * double(numbers_.size())).first;
      scalar = Literal::splat(TensorType{dtype, {}}, place->second);
    }
    const AttrValue noDims = Ints{};
    StatusOr<Literal> all = eval::evaluateOp(Opcode::BroadcastInDim, {scalar}, {&noDims, 1},
                                             TensorType{dtype, {kSamples}});
    return all.ok() ? *std::move(all) : Literal();
  }

  const Rescaling& rescaling_;
  DType dtype_;
  Literal t_, m_, next_;
  llvm::DenseMap<mlir::Value, double> numbers_; // stand for other values of the row
};

} // namespace

std::optional<Rescaling> rescalingOf(const TiledDim& tiledDim, mlir::Value value,
                                     llvm::function_ref<bool(mlir::Value)> waits) {
  RescaleFinder finder(tiledDim, waits);
  std::optional<Rescaling> rescaling = finder.run(value);
  if (rescaling && !Trial(*rescaling).holds(finder.isMasked()))
    return std::nullopt;
  return rescaling;
}

} // namespace lz::hlo
