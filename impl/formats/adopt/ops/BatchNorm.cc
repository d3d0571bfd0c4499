#include "formats/adopt/ops/BatchNorm.h"

#include "hlo/rewrite/OpMaker.h"

namespace lz::formats {
namespace {

// Makes ops that compute statistics per feature. A feature is one index of the feature dimension.
class Features {
public:
  Features(mlir::RewriterBase& rewriter, mlir::Operation* op)
      : maker_(rewriter, op->getLoc()), type_(hlo::fromIr(op->getOperand(0).getType())) {
    auto epsilon = op->getAttrOfType<mlir::FloatAttr>("epsilon");
    auto feature = op->getAttrOfType<mlir::IntegerAttr>("feature_index");
    isValid_ = isFloat(type_.dtype) && epsilon && feature && feature.getInt() >= 0 &&
               feature.getInt() < type_.rank();
    if (!isValid_)
      return;
    epsilon_ = epsilon.getValueAsDouble();
    feature_ = feature.getInt();
    of_ = {type_.dtype, {type_.dims[size_t(feature_)]}};
    for (int64_t d = 0; d < type_.rank(); ++d)
      if (d != feature_)
        others_.push_back(d);
  }

  // Returns whether operands `first` to `last` - 1 have one number per feature, and all other
  // operands have the type of operand 0.
  bool fit(mlir::Operation* op, size_t first, size_t last) const {
    for (size_t i = 1; isValid_ && i < op->getNumOperands(); ++i)
      if (hlo::fromIr(op->getOperand(unsigned(i)).getType()) !=
          (i >= first && i < last ? of_ : type_))
        return false;
    return isValid_;
  }

  hlo::OpMaker& maker() { return maker_; }
  mlir::Value add(mlir::Value x, mlir::Value y) { return maker_.make(Opcode::Add, {x, y}); }
  mlir::Value subtract(mlir::Value x, mlir::Value y) {
    return maker_.make(Opcode::Subtract, {x, y});
  }
  mlir::Value multiply(mlir::Value x, mlir::Value y) {
    return maker_.make(Opcode::Multiply, {x, y});
  }
  mlir::Value divide(mlir::Value x, mlir::Value y) { return maker_.make(Opcode::Divide, {x, y}); }

  mlir::Value whole(mlir::Value ofFeatures) {
    return maker_.broadcast(ofFeatures, type_.dims, {feature_});
  }
  mlir::Value sum(mlir::Value x) {
    return maker_.reduce(Opcode::Add, x, maker_.splat({type_.dtype, {}}, 0), others_);
  }
  mlir::Value count() { // the number of elements of one feature
    double count = 1;
    for (int64_t d : others_)
      count *= double(type_.dims[size_t(d)]);
    return maker_.splat(of_, count);
  }
  mlir::Value withEpsilon(mlir::Value variance) {
    return add(variance, maker_.splat(of_, epsilon_));
  }
  mlir::Value deviation(mlir::Value variance) {
    return maker_.make(Opcode::Sqrt, withEpsilon(variance));
  }
  mlir::Value normalized(mlir::Value x, mlir::Value scale, mlir::Value offset, mlir::Value mean,
                         mlir::Value variance) {
    mlir::Value unit = divide(subtract(x, whole(mean)), whole(deviation(variance)));
    return add(multiply(unit, whole(scale)), whole(offset));
  }

private:
  hlo::OpMaker maker_;
  TensorType type_, of_;
  Ints others_;
  int64_t feature_ = 0;
  double epsilon_ = 0;
  bool isValid_ = false;
};

} // namespace

// The operands are x, scale, offset, mean and variance.
mlir::LogicalResult replaceBatchNormInference(mlir::RewriterBase& rewriter, mlir::Operation* op) {
  if (op->getNumOperands() != 5 || op->getNumResults() != 1)
    return mlir::failure();
  Features f(rewriter, op);
  if (!f.fit(op, 1, 5))
    return mlir::failure();
  return f.maker().replace(rewriter, op,
                           f.normalized(op->getOperand(0), op->getOperand(1), op->getOperand(2),
                                        op->getOperand(3), op->getOperand(4)));
}

// The operands are x, scale and offset. The results are the normalized x, mean and variance.
mlir::LogicalResult replaceBatchNormTraining(mlir::RewriterBase& rewriter, mlir::Operation* op) {
  if (op->getNumOperands() != 3 || op->getNumResults() != 3)
    return mlir::failure();
  Features f(rewriter, op);
  if (!f.fit(op, 1, 3))
    return mlir::failure();
  mlir::Value x = op->getOperand(0), count = f.count(), mean = f.divide(f.sum(x), count);
  mlir::Value centered = f.subtract(x, f.whole(mean));
  mlir::Value variance = f.divide(f.sum(f.multiply(centered, centered)), count);
  mlir::Value result = f.normalized(x, op->getOperand(1), op->getOperand(2), mean, variance);
  return f.maker().replace(rewriter, op, {result, mean, variance});
}

// The operands are x, scale, mean, variance, and the gradient g of the result. The results are the
// gradients of x, scale and offset. With n elements per feature, c = x - mean, and v = variance +
// epsilon, these gradients are
//   scale / sqrt(v) / n (n g - sum(g) - c sum(g c) / v), sum(g c / sqrt(v)), sum(g).
mlir::LogicalResult replaceBatchNormGrad(mlir::RewriterBase& rewriter, mlir::Operation* op) {
  if (op->getNumOperands() != 5 || op->getNumResults() != 3)
    return mlir::failure();
  Features f(rewriter, op);
  if (!f.fit(op, 1, 4))
    return mlir::failure();
  mlir::Value scale = op->getOperand(1), variance = op->getOperand(3), g = op->getOperand(4);
  mlir::Value centered = f.subtract(op->getOperand(0), f.whole(op->getOperand(2)));
  mlir::Value deviation = f.deviation(variance), count = f.count(), sum = f.sum(g);
  mlir::Value ofCentered = f.sum(f.multiply(g, centered));
  mlir::Value turned =
      f.divide(f.multiply(f.whole(ofCentered), centered), f.whole(f.withEpsilon(variance)));
  mlir::Value rest = f.subtract(f.subtract(f.multiply(g, f.whole(count)), f.whole(sum)), turned);
  mlir::Value factor = f.divide(f.divide(scale, deviation), count);
  mlir::Value ofScale = f.sum(f.divide(f.multiply(g, centered), f.whole(deviation)));
  return f.maker().replace(rewriter, op, {f.multiply(f.whole(factor), rest), ofScale, sum});
}

} // namespace lz::formats
