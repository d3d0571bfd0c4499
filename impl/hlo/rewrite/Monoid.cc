#include "hlo/rewrite/Monoid.h"

#include "hlo/ir/PlainAttrs.h"
#include "semantics/eval/Evaluate.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace lz::hlo {
namespace {

constexpr int64_t kSamples = 256;

// Returns random numbers. Three quarters are in [-4, 4], the others in [-100, 100].
Literal samples(DType dtype, uint32_t seed) {
  std::mt19937 random(seed);
  Literal literal(TensorType{dtype, {kSamples}});
  for (int64_t i = 0; i < kSamples; ++i) {
    double unit = double(random()) / double(std::mt19937::max()) * 2 - 1,
           value = unit * (i % 4 == 3 ? 100 : 4);
    if (dtype == DType::F32)
      literal.mutableAs<float>()[i] = float(value);
    else
      literal.mutableAs<double>()[i] = value;
  }
  return literal;
}

double at(const Literal& literal, int64_t i) {
  return literal.type().dtype == DType::F32 ? double(literal.as<float>()[i])
                                            : literal.as<double>()[i];
}

bool areNear(const Literal& x, const Literal& y) {
  if (!x.valid() || !y.valid())
    return false;
  double least = x.type().dtype == DType::F32 ? 1e-4 : 1e-12;
  for (int64_t i = 0; i < kSamples; ++i) {
    double a = at(x, i), b = at(y, i);
    if (!(std::abs(a - b) <= least * std::max({1.0, std::abs(a), std::abs(b)})))
      return false;
  }
  return true;
}

// Evaluates the body on all samples at once. Returns an invalid literal if that is not possible.
Literal applied(mlir::Region& body, const Literal& a, const Literal& b) {
  llvm::DenseMap<mlir::Value, Literal> values;
  values[body.getArgument(0)] = a;
  values[body.getArgument(1)] = b;
  for (mlir::Operation& op : body.front().without_terminator()) {
    const OpInfo& info = *opInfo(&op);
    StatusOr<Attrs> attrs = plainAttrs(&op, info, Literals::Copy);
    if (!attrs.ok())
      return {};
    std::vector<Literal> operands;
    for (mlir::Value operand : op.getOperands())
      operands.push_back(values[operand]);
    TensorType type{typeOf(op.getResult(0)).dtype, a.type().dims};
    StatusOr<Literal> value = eval::evaluateOp(info.opcode, operands, *attrs, type);
    if (!value.ok())
      return {};
    values[op.getResult(0)] = *std::move(value);
  }
  return values[body.front().getTerminator()->getOperand(0)];
}

} // namespace

bool isElementwiseBody(mlir::Region& body) {
  mlir::Operation* end = body.front().getTerminator();
  if (body.getNumArguments() != 2 || end->getNumOperands() != 1)
    return false;
  mlir::Type type = body.getArgument(0).getType();
  auto isInside = [&](mlir::Value value) { return value.getParentRegion() == &body; };
  for (mlir::Operation& op : body.front().without_terminator())
    if (!hasKnownTypes(&op) || opInfo(&op)->kind != OpKind::Elementwise ||
        op.getNumOperands() == 0 || op.getNumResults() != 1 ||
        !llvm::all_of(op.getOperands(), isInside))
      return false;
  return isInside(end->getOperand(0)) && end->getOperand(0).getType() == type &&
         body.getArgument(1).getType() == type;
}

bool isMonoid(mlir::Region& body, const Literal& init) {
  if (!init.valid() || !isElementwiseBody(body))
    return false;
  DType dtype = typeOf(body.getArgument(0)).dtype;
  if ((dtype != DType::F32 && dtype != DType::F64) || init.type().dtype != dtype)
    return false;
  const AttrValue noDims = Ints{};
  StatusOr<Literal> inits =
      eval::evaluateOp(Opcode::BroadcastInDim, {init}, {&noDims, 1}, TensorType{dtype, {kSamples}});
  if (!inits.ok())
    return false;
  Literal a = samples(dtype, 1), b = samples(dtype, 2), c = samples(dtype, 3),
          ab = applied(body, a, b);
  // The cheapest tests come first. They exclude most bodies that are not monoids.
  if (!areNear(applied(body, *inits, a), a) || !areNear(ab, applied(body, b, a)))
    return false;
  Literal bc = applied(body, b, c);
  return bc.valid() && applied(body, *inits, *inits) == *inits &&
         areNear(applied(body, ab, c), applied(body, a, bc));
}

mlir::Value applyBody(mlir::Region& body, OpMaker& maker, mlir::Value a, mlir::Value b) {
  llvm::DenseMap<mlir::Value, mlir::Value> values;
  values[body.getArgument(0)] = a;
  values[body.getArgument(1)] = b;
  for (mlir::Operation& op : body.front().without_terminator()) {
    const OpInfo& info = *opInfo(&op);
    StatusOr<Attrs> plain = plainAttrs(&op, info, Literals::Skip);
    if (!plain.ok())
      return {};
    std::vector<NamedAttr> attrs;
    for (size_t i = 0; i < info.attrs.size(); ++i)
      attrs.push_back({info.attrs[i].name, (*plain)[i]});
    llvm::SmallVector<mlir::Value> operands;
    for (mlir::Value operand : op.getOperands())
      operands.push_back(values[operand]);
    TensorType type{typeOf(op.getResult(0)).dtype, typeOf(a).dims};
    values[op.getResult(0)] = maker.make(info.opcode, operands, attrs, &type);
  }
  return values[body.front().getTerminator()->getOperand(0)];
}

} // namespace lz::hlo
