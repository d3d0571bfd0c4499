#include "hlo/ir/SortOrder.h"

#include "hlo/ir/Dialect.h"

namespace lz::hlo {
namespace {

// One side of the comparison.
struct Side {
  mlir::BlockArgument element;
  bool isCanonical;
};

std::optional<llvm::APFloat> floatConstant(mlir::Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  auto elements = constant ? mlir::dyn_cast<mlir::DenseElementsAttr>(constant.getValue()) : nullptr;
  if (!elements || !elements.isSplat() || !mlir::isa<mlir::FloatType>(elements.getElementType()))
    return std::nullopt;
  return elements.getSplatValue<llvm::APFloat>();
}

bool isZero(mlir::Value value) {
  std::optional<llvm::APFloat> number = floatConstant(value);
  return number && number->isZero();
}
// Without a sign: it is the last of the total order.
bool isLastNan(mlir::Value value) {
  std::optional<llvm::APFloat> number = floatConstant(value);
  return number && number->isNaN() && !number->isNegative();
}

bool isTotal(CompareOp compare) {
  return compare.getCompareType() == ComparisonType::TOTALORDER;
}

// select(x == 0, 0, ...), or select(0 == x, ...)
bool replacesZero(SelectOp select, mlir::Value x) {
  auto compare = select.getPred().getDefiningOp<CompareOp>();
  if (!compare || isTotal(compare) || compare.getComparisonDirection() != ComparisonDirection::EQ ||
      !isZero(select.getOnTrue()))
    return false;
  return (compare.getLhs() == x && isZero(compare.getRhs())) ||
         (compare.getRhs() == x && isZero(compare.getLhs()));
}

// select(x != x, NaN, ...)
bool replacesNan(SelectOp select, mlir::Value x) {
  auto compare = select.getPred().getDefiningOp<CompareOp>();
  return compare && !isTotal(compare) &&
         compare.getComparisonDirection() == ComparisonDirection::NE && compare.getLhs() == x &&
         compare.getRhs() == x && isLastNan(select.getOnTrue());
}

// An element itself, or with both replacements in either order.
std::optional<Side> sideOf(mlir::Value value, mlir::Block* comparator) {
  llvm::SmallVector<SelectOp, 2> selects;
  while (auto select = value.getDefiningOp<SelectOp>()) {
    selects.push_back(select);
    value = select.getOnFalse();
  }
  auto element = mlir::dyn_cast<mlir::BlockArgument>(value);
  if (!element || element.getOwner() != comparator)
    return std::nullopt;
  auto some = [&](bool (*replaces)(SelectOp, mlir::Value)) {
    return llvm::any_of(selects, [&](SelectOp select) { return replaces(select, element); });
  };
  bool isCanonical = selects.size() == 2 && some(replacesZero) && some(replacesNan);
  if (!isCanonical && !selects.empty())
    return std::nullopt;
  return Side{element, isCanonical};
}

std::string nameOf(CompareOp compare, bool isCanonical) {
  return !isTotal(compare) ? "value" : isCanonical ? "canonical" : "total";
}

} // namespace

std::optional<SortOrder> sortOrderOf(mlir::Operation* sort) {
  mlir::Block* comparator = &sort->getRegion(0).front();
  auto compare = comparator->getTerminator()->getOperand(0).getDefiningOp<CompareOp>();
  if (!compare || compare->getBlock() != comparator)
    return std::nullopt;
  const bool isLess = compare.getComparisonDirection() == ComparisonDirection::LT;
  if (!isLess && compare.getComparisonDirection() != ComparisonDirection::GT)
    return std::nullopt;
  std::optional<Side> lhs = sideOf(compare.getLhs(), comparator),
                      rhs = sideOf(compare.getRhs(), comparator);
  if (!lhs || !rhs || lhs->isCanonical != rhs->isCanonical)
    return std::nullopt;
  // Parameters 2 i and 2 i + 1 are elements of input i; b > a is a < b.
  const unsigned left = lhs->element.getArgNumber(), right = rhs->element.getArgNumber();
  if (left / 2 != right / 2 || left == right)
    return std::nullopt;
  return SortOrder{left / 2, nameOf(compare, lhs->isCanonical), isLess == (left > right)};
}

} // namespace lz::hlo
