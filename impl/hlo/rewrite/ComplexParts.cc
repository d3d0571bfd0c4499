#include "hlo/rewrite/ComplexParts.h"

#include "spec/scalar/ComplexInverses.h"

namespace lz::hlo {

std::optional<Expanded> expandByFormula(Opcode opcode, llvm::ArrayRef<Parts> operands) {
  const Parts& x = operands.front();
  const Parts& y = operands.back();
  switch (opcode) {
#include "spec/ExpandComplex.inc"
  default:
    return std::nullopt;
  }
}

bool isByParts(mlir::Operation* op) {
  if (op->getNumResults() != 1 || op->getNumRegions() != 1)
    return false;
  mlir::Region& body = op->getRegion(0);
  if (combinerOf(body) == Opcode::Add)
    return true;
  mlir::Operation& first = body.front().front();
  return first.hasTrait<mlir::OpTrait::IsTerminator>() &&
         mlir::isa<mlir::BlockArgument>(first.getOperand(0)) &&
         first.getOperand(0).getParentBlock() == &body.front();
}

TruthValue compareParts(lz::ComparisonDirection direction, Parts x, Parts y) {
  using lz::ComparisonDirection;
  switch (direction) {
  case ComparisonDirection::NE:
    return x.re.compare("NE", y.re) | x.im.compare("NE", y.im);
  case ComparisonDirection::LT:
    return complex::isLess(x, y);
  case ComparisonDirection::GT:
    return complex::isLess(y, x);
  case ComparisonDirection::LE:
    return complex::isLess(x, y) | complex::isEqual(x, y);
  case ComparisonDirection::GE:
    return complex::isLess(y, x) | complex::isEqual(x, y);
  default:
    return complex::isEqual(x, y);
  }
}

} // namespace lz::hlo
