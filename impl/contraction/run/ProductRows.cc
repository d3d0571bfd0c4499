#include "contraction/run/ProductRows.h"

#include "contraction/run/ElementRunner.h"

namespace lz::contraction {

ProductRows::ProductRows(const ContractionPlan& plan, const void* lhs, const void* rhs, void* out,
                         const ProductScratch& scratch, ThreadPool& pool)
    : plan_(plan), lhs_(lhs), rhs_(rhs), out_(out), scratch_(scratch), pool_(pool) {}

// Makes a runner of the compute type, selects batch element `batch` in it, and calls `fn` with the
// runner.
template <typename Fn> auto ProductRows::with(int64_t batch, const Fn& fn) const {
  const int64_t bytes = plan_.sharedBytes() + scratch_.workers * plan_.threadBytes();
  const ContractionData data{plan_, lhs_, rhs_, out_, nullptr, bytes, nullptr, pool_};
  const auto& packed = std::get<PackedPlan>(plan_.kind);
  auto begun = [&](auto runner) {
    runner.begin(batch);
    return fn(runner);
  };
  if (plan_.spec.compute == DType::F64)
    return begun(ElementRunner<double>(packed, data, scratch_));
  return begun(ElementRunner<float>(packed, data, scratch_));
}

void ProductRows::packShared(int64_t batch) const {
  with(batch, [](auto& runner) { runner.packShared(); });
}

void* ProductRows::ownRows(int64_t batch, int64_t row, int worker) const {
  return with(batch, [&](auto& runner) { return runner.ownRows(row, worker); });
}

void* ProductRows::multiply(int64_t batch, int64_t row, int64_t end, int worker) const {
  return with(batch, [&](auto& runner) { return runner.multiply(row, end - row, worker); });
}

} // namespace lz::contraction
