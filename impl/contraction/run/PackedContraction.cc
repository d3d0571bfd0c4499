// Runs contractions on packed panels, with the blocks of plan/Blocking.h.
#include "contraction/run/ElementRunner.h"

namespace lz::contraction {
namespace {

// `scratch` begins with the shared part. The parts of the threads follow.
ProductScratch scratchAt(std::byte* scratch, const PackedLayout& layout, int workers) {
  return {scratch, scratch + layout.sharedBytes, layout.threadBytes, workers};
}

template <typename T> void runElements(const PackedPlan& plan, const ContractionData& data) {
  const TiledContraction& spec = data.spec();
  if (plan.isBatched) {
    // The loops of an ElementRunner are nested in this parallelFor. Nested loops run on the calling
    // thread, so each ElementRunner has one worker.
    auto run = [&](int64_t lo, int64_t hi, int worker) {
      ElementRunner<T> runner(plan, data, scratchAt(data.scratchOf(worker), plan.layout, 1));
      for (int64_t batch = lo; batch < hi; ++batch)
        runner.run(batch);
    };
    data.pool.parallelFor(spec.batch, data.plan.ns / double(spec.batch), run, data.workers());
    return;
  }
  ElementRunner<T> runner(plan, data, scratchAt(data.scratch, plan.layout, data.workers()));
  for (int64_t batch = 0; batch < spec.batch; ++batch)
    runner.run(batch);
}

} // namespace

void run(const PackedPlan& plan, const ContractionData& data) {
  if (data.spec().compute == DType::F64)
    runElements<double>(plan, data);
  else
    runElements<float>(plan, data);
}

} // namespace lz::contraction
