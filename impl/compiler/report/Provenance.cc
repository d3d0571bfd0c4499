#include "compiler/report/Provenance.h"

#include "hlo/build/Bridge.h"
#include "hlo/ir/Dialect.h"

namespace lz::compiler {

static std::string nameOf(mlir::Operation* op) {
  const OpInfo* info = hlo::opInfo(op);
  return info ? std::string(info->name) : op->getName().stripDialect().str();
}

// Returns the op that makes the value. If the value is the result of a region, this is the op in
// the region that makes it.
static mlir::Operation* opBehind(mlir::Value value) {
  mlir::Operation* op = value.getDefiningOp();
  auto region = mlir::dyn_cast_if_present<ir::RegionOp>(op);
  if (!region)
    return op;
  unsigned result = mlir::cast<mlir::OpResult>(value).getResultNumber();
  return region.getBody().front().getTerminator()->getOperand(result).getDefiningOp();
}

std::string fullNameOf(mlir::Operation* op) {
  mlir::Operation* inside = op;
  while (inside && mlir::isa<ir::RegionOp, ir::ContractionOp, ir::SweepOp>(inside)) {
    op = inside;
    inside = op->getRegion(0).front().getTerminator()->getOperand(0).getDefiningOp();
  }
  return (inside ? inside : op)->getName().getStringRef().str();
}

// Returns the locations of the op that makes the value, and of the other ops of its kernel.
static LocationIds locationsOf(mlir::Value value, mlir::Operation* op) {
  LocationIds ids = {hlo::locationIdFromIr(op->getLoc())};
  if (auto region = value.getDefiningOp<ir::RegionOp>())
    for (mlir::Operation& other : region.getBody().front().without_terminator())
      if (int32_t id = hlo::locationIdFromIr(other.getLoc()); id >= 0 && id != ids.back())
        ids.push_back(id);
  return ids;
}

std::string provenance(mlir::Value value, LocationTexts locations) {
  mlir::Operation* op = opBehind(value);
  return op ? originText(nameOf(op), locationsOf(value, op), locations) : "";
}

void describe(StepValue& step, mlir::Value value, const char* prefix) {
  step.origin = prefix;
  if (mlir::Operation* op = opBehind(value)) {
    step.op = nameOf(op);
    step.origin += step.op;
    step.locations = locationsOf(value, op);
  }
}

} // namespace lz::compiler
