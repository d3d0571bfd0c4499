#include "compiler/lower/StepValues.h"

#include "compiler/report/Provenance.h"
#include "hlo/ir/TypeBridge.h"

namespace lz::compiler {
namespace {

int64_t bytesOf(mlir::Value v) {
  return hlo::fromIr(v.getType()).numBytes();
}

} // namespace

ValueId StepValues::add(StepValue value) {
  steps_.values.push_back(std::move(value));
  return ValueId(steps_.values.size()) - 1;
}

ValueId StepValues::resultOf(mlir::Value v) {
  auto it = places_.find(v);
  const ValueId value = it != places_.end() ? it->second : add({ValueKind::Temp, bytesOf(v)});
  describe(at(value), v);
  return values_[v] = value;
}

ValueId StepValues::rowsOf(mlir::Value v) {
  return values_[v] = add({ValueKind::Rows});
}

ValueId StepValues::placeOf(mlir::Value v) {
  auto it = places_.find(v);
  if (it == places_.end())
    it = places_.try_emplace(v, add({ValueKind::Temp, bytesOf(v)})).first;
  return it->second;
}

void StepValues::copy(ValueId source, ValueId target, std::vector<Step>& out) {
  if (source != target)
    out.push_back(copyStep(steps_, source, target));
}

} // namespace lz::compiler
