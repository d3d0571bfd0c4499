// Loads and stores the arrays of a table's sums.
#include "base/ElementStorage.h"
#include "emit/kernel/Values.h"
#include "emit/stages/Table.h"

namespace lz::emit {

using mlir::Value;

TableMemory::TableMemory(KernelContext& k, Unit& unit)
    : k_(k), unit_(unit), registerLanes_(schedule::lanesOfRegister(k.plan, k.target)) {
  auto allocate = [&](DType dtype, int64_t count) {
    return k.allocate(k.builder.getI8Type(), storageBytes(dtype, count));
  };
  for (const schedule::Stage& s : k.schedule.stages) {
    if (s.kind != schedule::StageKind::TableSums)
      continue;
    rounds.push_back(&s);
    for (region::NodeId operand : k.reductionOf(s).operands)
      rows_[&s].push_back(allocate(k.node(operand).dtype, k.grid.tileLanes));
    for (region::NodeId id : s.keeps)
      kept_[id] = allocate(k.node(id).dtype, k.grid.columnsOfTable * k.lanes);
    outputs.insert(outputs.end(), s.outputs.begin(), s.outputs.end());
  }
  if (rounds.empty())
    return;
  columns_ = allocate(typeOfColumn(outputs[0]),
                      k.grid.columnsOfTable * int64_t(outputs.size()) * registerLanes_);
  findGathered();
  for (region::NodeId id : gathered_)
    gatheredRows_.push_back(allocate(k.node(id).dtype, k.grid.tileLanes));
}

void TableMemory::findGathered() {
  const int32_t row = k_.gridDims.back();
  for (size_t id = 0; id < k_.plan.nodes.size(); ++id)
    if (const region::PlanNode& n = k_.plan.nodes[id];
        n.kind == region::NodeKind::Load && k_.depsOf(region::NodeId(id)) == uint64_t(1) << row &&
        n.mask < 0 && n.dynamic.empty() && n.expr.coefficient(row) > 1)
      gathered_.push_back(region::NodeId(id));
}

DType TableMemory::typeOfColumn(size_t output) const {
  return k_.node(k_.plan.outputs[output].value).dtype;
}

Value TableMemory::rowOf(Scope& rows) {
  k_.focus(rows);
  Value first = k_.asValue(rows.dims[size_t(k_.gridDims.back())]);
  return k_.b.subi(first, unit_.part(k_, rows).first);
}

void TableMemory::clearGathered(Scope& vector) {
  Value row = rowOf(vector);
  for (size_t i = 0; i < gathered_.size(); ++i) {
    const DType dtype = k_.node(gathered_[i]).dtype;
    Value zero = k_.b.splat(k_.b.zeroOf(k_.b.registerType(dtype)), vector.lanes);
    k_.memory().storeVector(dtype, zero, gatheredRows_[i], row, {});
  }
}

Status TableMemory::keepGathered(Scope& row) {
  for (size_t i = 0; i < gathered_.size(); ++i) {
    LZ_ASSIGN_OR_RETURN(Value value, emitValue(k_, gathered_[i], row));
    Value place = rowOf(row);
    k_.memory().storeScalar(k_.node(gathered_[i]).dtype, value, gatheredRows_[i], place, {});
  }
  return okStatus();
}

void TableMemory::loadGathered(Scope& vector) {
  Value row = rowOf(vector);
  for (size_t i = 0; i < gathered_.size(); ++i)
    vector.values[gathered_[i]] = k_.memory().loadVector(
        k_.node(gathered_[i]).dtype, gatheredRows_[i], row, vector.lanes, {}, {});
}

Values TableMemory::loadRows(const schedule::Stage& round, Scope& rows) {
  Value first = rowOf(rows);
  Values sums;
  for (auto [operand, array] : llvm::zip(k_.reductionOf(round).operands, rows_[&round])) {
    const DType dtype = k_.node(operand).dtype;
    sums.push_back(rows.lanes > 1 ? k_.memory().loadVector(dtype, array, first, rows.lanes, {}, {})
                                  : k_.memory().loadScalar(dtype, array, first, {}));
  }
  return sums;
}

void TableMemory::storeRows(const schedule::Stage& round, const Values& sums, Scope& vector) {
  Value row = rowOf(vector);
  for (auto [i, array] : llvm::enumerate(rows_[&round]))
    k_.memory().storeVector(k_.node(k_.reductionOf(round).operands[i]).dtype, sums[i], array, row,
                            {});
}

Value TableMemory::keptOf(Value place) {
  return k_.b.muli(place, k_.b.intLike(place, k_.lanes));
}

Value TableMemory::columnOf(size_t output, Value place) {
  Value first = k_.b.muli(place, k_.b.intLike(place, int64_t(outputs.size())));
  auto i = std::find(outputs.begin(), outputs.end(), output) - outputs.begin();
  return k_.b.muli(k_.b.addi(first, k_.b.intLike(first, int64_t(i))),
                   k_.b.intLike(first, registerLanes_));
}

Value TableMemory::loadColumn(size_t output, Value place) {
  return k_.memory().loadVector(typeOfColumn(output), columns_, columnOf(output, place),
                                registerLanes_, {}, {});
}

void TableMemory::storeColumn(size_t output, Value place, Value sum) {
  k_.memory().storeVector(typeOfColumn(output), sum, columns_, columnOf(output, place), {});
}

Value TableMemory::loadKept(region::NodeId id, Value place, int lanes) {
  return k_.memory().loadVector(k_.node(id).dtype, kept_[id], keptOf(place), lanes, {}, {});
}

void TableMemory::storeKept(region::NodeId id, Value place, Value value) {
  k_.memory().storeVector(k_.node(id).dtype, value, kept_[id], keptOf(place), {});
}

} // namespace lz::emit
