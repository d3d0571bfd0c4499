#include "lazy/submit/Plans.h"

#include "lazy/bucket/ForBatch.h"

namespace lz::lazy {
namespace {

// Converts an executable for all batch sizes to the size of the entry.
ExecutableRef ofBatch(const CacheEntry& entry, const exec::Executable& bounded) {
  BatchShape shape;
  shape.size = entry.batchSize();
  for (ValueId param : entry.program().body.params)
    shape.inputs.push_back(entry.program().type(param));
  for (ValueId result : entry.program().body.results)
    shape.outputs.push_back(entry.program().type(result));
  return std::make_shared<exec::Executable>(forBatch(bounded.spec(), std::move(shape)));
}

StatusOr<ExecutableRef> boundedWhole(Engine& engine, const CacheEntry& entry,
                                     const CancelFlag* cancel) {
  return entry.bounded()->executable([&](const Program& program) {
    return engine.compile(program, engine.options.compile, cancel);
  });
}

// The plan for all batch sizes has a rung of its own, so that batches of other sizes share it.
StatusOr<ExecutableRef> boundedWithin(Engine& engine, const CacheEntry& entry,
                                      const exec::Executable& whole, int64_t bytes,
                                      const CancelFlag* cancel) {
  LZ_ASSIGN_OR_RETURN(const ExecutableRef bounded, boundedWhole(engine, entry, cancel));
  const int64_t copies = whole.spec().runBytes.most - bounded->spec().runBytes.most;
  return entry.bounded()->rungs().at(
      rungWithin(bytes - copies, bounded->spec().smallestBudget), [&](int64_t budget) {
        return compileFor(engine, entry.bounded()->bucketed().program, budget, cancel);
      });
}

} // namespace

StatusOr<ExecutableRef> compileFor(Engine& engine, const Program& program, int64_t budget,
                                   const CancelFlag* cancel) {
  compiler::CompileOptions options = engine.options.compile;
  options.budgetBytes = budget;
  return engine.compile(program, options, cancel);
}

StatusOr<ExecutableRef> compileWhole(Engine& engine, const CacheEntry& entry,
                                     const CancelFlag* cancel) {
  if (!entry.bounded())
    return engine.compile(entry.program(), engine.options.compile, cancel);
  LZ_ASSIGN_OR_RETURN(const ExecutableRef bounded, boundedWhole(engine, entry, cancel));
  return ofBatch(entry, *bounded);
}

StatusOr<ExecutableRef> planWithin(Engine& engine, const CacheEntry& entry,
                                   const exec::Executable& whole, int64_t bytes,
                                   const CancelFlag* cancel) {
  bool isNew = false;
  const int64_t rung = rungWithin(bytes, whole.spec().smallestBudget);
  StatusOr<ExecutableRef> plan =
      entry.planFor(rung, [&](int64_t budget) -> StatusOr<ExecutableRef> {
        isNew = true;
        if (!entry.bounded())
          return compileFor(engine, entry.program(), budget, cancel);
        LZ_ASSIGN_OR_RETURN(const ExecutableRef bounded,
                            boundedWithin(engine, entry, whole, budget, cancel));
        return ofBatch(entry, *bounded);
      });
  if (isNew && plan.ok())
    engine.cache.grown(entry);
  return plan;
}

} // namespace lz::lazy
