#include "hlo/ir/SortOrder.h"

#include "hlo/ir/Dialect.h"
#include "hlo/ir/Effects.h"

namespace lz::hlo {
namespace {

// One operand of a comparison.
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
// Returns whether the value is the constant NaN that comes last in the total order: the positive
// one.
bool isLastNan(mlir::Value value) {
  std::optional<llvm::APFloat> number = floatConstant(value);
  return number && number->isNaN() && !number->isNegative();
}

bool isTotal(CompareOp compare) {
  return compare.getCompareType() == ComparisonType::TOTALORDER;
}

// Returns whether the op is select(x == 0, 0, ...) or select(0 == x, ...).
bool replacesZero(SelectOp select, mlir::Value x) {
  auto compare = select.getPred().getDefiningOp<CompareOp>();
  if (!compare || isTotal(compare) || compare.getComparisonDirection() != ComparisonDirection::EQ ||
      !isZero(select.getOnTrue()))
    return false;
  return (compare.getLhs() == x && isZero(compare.getRhs())) ||
         (compare.getRhs() == x && isZero(compare.getLhs()));
}

// Returns whether the op is select(x != x, NaN, ...).
bool replacesNan(SelectOp select, mlir::Value x) {
  auto compare = select.getPred().getDefiningOp<CompareOp>();
  return compare && !isTotal(compare) &&
         compare.getComparisonDirection() == ComparisonDirection::NE && compare.getLhs() == x &&
         compare.getRhs() == x && isLastNan(select.getOnTrue());
}

// Returns the element that `value` is, or from which `value` is made by replacing zeros and NaNs,
// in either order.
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

// A comparison of two elements of one input. Its key is not descending if the direction is EQ or
// NE.
struct Comparison {
  ComparisonDirection direction;
  SortKey key;

  bool isStrict() const {
    return direction == ComparisonDirection::LT || direction == ComparisonDirection::GT;
  }
  bool isOrder() const {
    return direction != ComparisonDirection::EQ && direction != ComparisonDirection::NE;
  }
  // Returns whether the direction is `wanted`, EQ or NE, and the key compares the same elements in
  // the same order as the key of `other`.
  bool is(ComparisonDirection wanted, const Comparison& other) const {
    return direction == wanted && key.input == other.key.input && key.order == other.key.order;
  }
};

std::optional<Comparison> comparisonOf(mlir::Value value, mlir::Block* comparator) {
  auto compare = value.getDefiningOp<CompareOp>();
  if (!compare || compare->getBlock() != comparator)
    return std::nullopt;
  std::optional<Side> lhs = sideOf(compare.getLhs(), comparator),
                      rhs = sideOf(compare.getRhs(), comparator);
  if (!lhs || !rhs || lhs->isCanonical != rhs->isCanonical)
    return std::nullopt;
  // Parameters 2 i and 2 i + 1 are elements of input i. b > a means a < b.
  const unsigned left = lhs->element.getArgNumber(), right = rhs->element.getArgNumber();
  if (left / 2 != right / 2 || left == right)
    return std::nullopt;
  const ComparisonDirection direction = compare.getComparisonDirection();
  const bool isLess = direction == ComparisonDirection::LT || direction == ComparisonDirection::LE;
  Comparison result{direction, {left / 2, nameOf(compare, lhs->isCanonical), false}};
  result.key.descending = result.isOrder() && isLess == (left > right);
  return result;
}

// The key that is compared first, and the value that decides if the elements of that key are equal.
struct FirstKey {
  SortKey key;
  mlir::Value rest;
};

std::optional<FirstKey> fromSelect(SelectOp select, mlir::Block* comparator) {
  std::optional<Comparison> pred = comparisonOf(select.getPred(), comparator);
  if (!pred || pred->isOrder())
    return std::nullopt;
  const bool isEqual = pred->direction == ComparisonDirection::EQ;
  mlir::Value rest = isEqual ? select.getOnTrue() : select.getOnFalse();
  std::optional<Comparison> less =
      comparisonOf(isEqual ? select.getOnFalse() : select.getOnTrue(), comparator);
  if (!less || !less->isStrict() || !pred->is(pred->direction, *less))
    return std::nullopt;
  return FirstKey{less->key, rest};
}

std::optional<FirstKey> fromOr(OrOp either, mlir::Block* comparator) {
  for (unsigned side : {0u, 1u}) {
    std::optional<Comparison> less = comparisonOf(either->getOperand(side), comparator);
    auto both = either->getOperand(1 - side).getDefiningOp<AndOp>();
    if (!less || !less->isStrict() || !both)
      continue;
    for (unsigned equal : {0u, 1u})
      if (std::optional<Comparison> same = comparisonOf(both->getOperand(equal), comparator);
          same && same->is(ComparisonDirection::EQ, *less))
        return FirstKey{less->key, both->getOperand(1 - equal)};
  }
  return std::nullopt;
}

} // namespace

std::optional<SortOrder> sortOrderOf(mlir::Operation* sort) {
  if (hasEffects(sort)) // the comparator must be called
    return std::nullopt;
  mlir::Block* comparator = &sort->getRegion(0).front();
  mlir::Value answer = comparator->getTerminator()->getOperand(0);
  SortOrder order{};
  while (true) {
    if (std::optional<Comparison> last = comparisonOf(answer, comparator)) {
      order.keys.push_back(last->key);
      order.reversesEqual = !last->isStrict();
      return last->isOrder() ? std::optional(order) : std::nullopt;
    }
    std::optional<FirstKey> first;
    if (auto select = answer.getDefiningOp<SelectOp>())
      first = fromSelect(select, comparator);
    else if (auto either = answer.getDefiningOp<OrOp>())
      first = fromOr(either, comparator);
    if (!first)
      return std::nullopt;
    order.keys.push_back(first->key);
    answer = first->rest;
  }
}

} // namespace lz::hlo
