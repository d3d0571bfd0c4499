#include "compiler/report/Provenance.h"

#include "absl/strings/str_cat.h"
#include "hlo/build/Bridge.h"
#include "hlo/ir/Dialect.h"

#include <set>
#include <vector>

namespace lz::compiler {

static std::string nameOf(mlir::Operation* op) {
  const OpInfo* info = hlo::opInfo(op);
  return info ? std::string(info->name) : op->getName().stripDialect().str();
}

// Returns a text with the locations of the ops of a kernel, without the location `own`. For
// example, the text is " with net.c:10, net.c:11, net.c:14 and 2 more".
static std::string otherPlaces(ir::RegionOp region, const std::string& own) {
  constexpr size_t kListed = 3;
  std::set<std::string> seen = {"", own};
  std::vector<std::string> places;
  for (mlir::Operation& op : region.getBody().front().without_terminator())
    if (std::string place = hlo::locationFromIr(op.getLoc()); seen.insert(place).second)
      places.push_back(std::move(place));
  std::string text;
  for (size_t i = 0; i < std::min(kListed, places.size()); ++i)
    absl::StrAppend(&text, i == 0 ? " with " : ", ", places[i]);
  if (places.size() > kListed)
    absl::StrAppend(&text, " and ", places.size() - kListed, " more");
  return text;
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

std::string provenance(mlir::Value value) {
  mlir::Operation* op = opBehind(value);
  if (!op)
    return "";
  auto region = value.getDefiningOp<ir::RegionOp>();
  std::string place = hlo::locationFromIr(op->getLoc());
  return absl::StrCat(nameOf(op), place.empty() ? "" : " at ", place,
                      region ? otherPlaces(region, place) : "");
}

void describe(StepValue& step, mlir::Value value, const char* prefix) {
  step.origin = absl::StrCat(prefix, provenance(value));
  if (mlir::Operation* op = opBehind(value)) {
    step.op = nameOf(op);
    step.place = hlo::locationFromIr(op->getLoc());
  }
}

} // namespace lz::compiler
