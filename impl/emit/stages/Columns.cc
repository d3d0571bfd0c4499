// Emits sums down the columns of a large matrix. Reading memory is fast within a page, and slower
// after every jump to another row. So a unit has many columns, up to a page of them. Their sums
// stay in the first-level cache, and some rows are added at a time (ColumnCost.h):
//
//   out[d0] = sum over d1 of in0[4096*d1 + d0]^2, a unit of 1024 columns:
//     sums = 0
//     for d1 = 0, 8, ...:
//       for d0 = 0, 64, ..., 960:
//         s = sums[d0..]; s += in0[4096*d1 + d0..]^2, and the same for 7 more rows; sums[d0..] = s
//     out = sums
//
// A column is added up in the order of its rows, as with sums in registers. If a reduction needs
// the result of another one, each of the two has its own loop over the rows. For example, a softmax
// along columns has a loop for the maximum, one for the sum of the exponentials, and one that
// writes the values.
#include "base/ElementStorage.h"
#include "emit/kernel/Values.h"
#include "emit/stages/Accumulate.h"
#include "emit/stages/Stages.h"
#include "emit/stages/Stores.h"

namespace lz::emit {

using mlir::Value;

ColumnSums::ColumnSums(KernelContext& k) : k_(k), sums_(k.plan.reductions.size()) {
  for (const schedule::Stage& stage : k.schedule.stages) {
    if (stage.kind != schedule::StageKind::Sums)
      continue;
    for (region::NodeId operand : k.reductionOf(stage).operands)
      sums_[size_t(stage.reduction)].push_back(
          k.allocate(k.builder.getI8Type(), storageBytes(k.node(operand).dtype, k.grid.tileLanes)));
  }
}

void ColumnSums::load(int32_t reduction, Scope& vector) {
  Value place = placeOf(vector);
  Values& results = vector.reductions[reduction];
  const Values& sums = sums_[size_t(reduction)];
  for (size_t i = 0; i < sums.size(); ++i) {
    DType dtype = k_.node(k_.plan.reductions[size_t(reduction)].operands[i]).dtype;
    results.push_back(k_.memory().loadVector(dtype, sums[i], place, k_.lanes, {}, {}));
  }
}

void ColumnSums::loadBefore(const schedule::Stage& stage, Scope& vector) {
  for (size_t child : k_.schedule.stages[stage.parent].children) {
    const schedule::Stage& before = k_.schedule.stages[child];
    if (&before == &stage || before.kind != schedule::StageKind::Sums)
      return;
    load(before.reduction, vector);
  }
}

void ColumnSums::store(int32_t reduction, const Values& sums, Scope& vector) {
  Value place = placeOf(vector);
  for (size_t i = 0; i < sums.size(); ++i)
    k_.memory().storeVector(k_.node(k_.plan.reductions[size_t(reduction)].operands[i]).dtype,
                            sums[i], sums_[size_t(reduction)][i], place, {});
}

Value ColumnSums::placeOf(Scope& vector) {
  k_.focus(vector);
  return k_.b.subi(vector.dims[size_t(k_.gridDims.back())].value, columns.first);
}

Status emitColumns(Stages& s, const schedule::Stage& columns, Scope& unit) {
  KernelContext& k = s.k;
  int64_t whole = k.extent(k.gridDims.back()) / k.lanes * k.lanes;
  Part part = s.unit.part(k, unit);
  s.sums.columns = {part.first, k.b.mins(part.end, k.b.intLike(part.end, whole))};
  for (size_t child : columns.children)
    LZ_RETURN_IF_ERROR(s.run(k.schedule.stages[child], unit));
  return okStatus();
}

static Status emitVectors(Stages& s, const schedule::Stage& stage, Scope& scope, VectorBody body) {
  KernelContext& k = s.k;
  auto vector = [&](Scope& child, Value column, const Values&) -> StatusOr<Values> {
    child.stage = &stage;
    child.bindLanes(k.gridDims.back(), {column}, k.lanes, {});
    LZ_RETURN_IF_ERROR(body(child));
    return Values();
  };
  const Part& columns = s.sums.columns;
  return emitFor(k, scope, {columns.first}, {columns.end}, k.lanes, {}, vector).status();
}

// Emits the loop that adds the points of the reduction's last dim.
static Status addRows(Stages& s, const schedule::Stage& sums, Scope& scope) {
  KernelContext& k = s.k;
  const region::PlanReduction& reduction = k.reductionOf(sums);
  auto [dim, form, count] = sums.loops[sums.loops.size() - 2];
  auto add = [&, dim = dim](Scope& rows, Value first, int64_t count) -> StatusOr<Values> {
    LZ_RETURN_IF_ERROR(emitVectors(s, sums, rows, [&](Scope& vector) -> Status {
      s.sums.loadBefore(sums, vector);
      s.sums.load(sums.reduction, vector);
      Values values = vector.reductions[sums.reduction];
      for (int64_t r = 0; r < count; ++r) {
        k.focus(vector);
        Scope row(vector, vector.at);
        row.bind(dim, {k.b.addi(first, k.b.intLike(first, r))});
        LZ_ASSIGN_OR_RETURN(values, step(k, reduction, row, values, /*vectorResult=*/true));
      }
      s.sums.store(sums.reduction, values, vector);
      return okStatus();
    }));
    return Values();
  };
  int64_t rest = k.extent(dim) % count, whole = k.extent(dim) - rest;
  auto some = [&, count = count](Scope& rows, Value first, const Values&) {
    return add(rows, first, count);
  };
  LZ_RETURN_IF_ERROR(
      emitLongFor(k, scope, whole, count, k.grid.tileLanes / k.lanes, {}, some).status());
  if (rest == 0)
    return okStatus();
  k.focus(scope);
  Scope last(scope, scope.at);
  return add(last, k.b.intConstant(64, whole), rest).status();
}

Status emitSums(Stages& s, const schedule::Stage& sums, Scope& unit) {
  KernelContext& k = s.k;
  LZ_RETURN_IF_ERROR(emitVectors(s, sums, unit, [&](Scope& vector) -> Status {
    s.sums.loadBefore(sums, vector);
    Values inits;
    for (region::NodeId init : k.reductionOf(sums).inits) {
      LZ_ASSIGN_OR_RETURN(Value value, emitWide(k, init, vector));
      inits.push_back(value);
    }
    s.sums.store(sums.reduction, inits, vector);
    return okStatus();
  }));
  StageLoops outer(sums.loops.data(), sums.loops.size() - 2);
  auto rows = [&](Scope& scope, const Values&) -> StatusOr<Values> {
    LZ_RETURN_IF_ERROR(addRows(s, sums, scope));
    return Values();
  };
  return emitNest(k, sums, outer, unit, {}, rows).status();
}

Status emitSumStores(Stages& s, const schedule::Stage& stores, Scope& unit) {
  KernelContext& k = s.k;
  StageLoops inner(stores.loops.data(), stores.loops.size() - 1);
  auto point = [&](Scope& at, const Values&) -> StatusOr<Values> {
    LZ_RETURN_IF_ERROR(emitVectors(s, stores, at, [&](Scope& vector) {
      s.sums.loadBefore(stores, vector);
      return emitStoresAt(s, stores, vector);
    }));
    return Values();
  };
  return emitNest(k, stores, inner, unit, {}, point).status();
}

} // namespace lz::emit
