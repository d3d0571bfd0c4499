#include "contraction/run/RunContraction.h"

#include "contraction/run/Loops.h"
#include "contraction/run/PackPoints.h"

#include <cstring>
#include <utility>
#include <variant>

namespace lz::contraction {
namespace {

void fillZero(const TiledContraction& spec, void* out) {
  int64_t size = int64_t(byteSize(spec.outType));
  for (int64_t b = 0; b < spec.batch; ++b)
    for (int64_t i = 0; i < spec.m; ++i)
      for (int64_t j = 0; j < spec.n; ++j) {
        int64_t offset =
            offsetAt(spec.outBatch, b) + offsetAt(spec.outM, i) + offsetAt(spec.outN, j);
        std::memset(static_cast<std::byte*>(out) + offset * size, 0, size_t(size));
      }
}

void run(const EmptyPlan& plan, const ContractionData& data) {
  fillZero(data.spec(), data.out);
  finishRows(data, 0, plan.rows);
}

} // namespace

const void* makeRows(const ContractionData& data, int64_t row, int64_t count, std::byte* ownRows) {
  void* address = addressOfRows(ownRows, row * data.plan.ownRowBytes);
  (*data.rows->make)(row, row + count, address);
  return address;
}

void finishRows(const ContractionData& data, int64_t row, int64_t end) {
  if (!data.rows)
    return;
  data.pool.parallelFor(end - row, data.rows->nsPerRow, [&](int64_t lo, int64_t hi, int) {
    data.rows->finish(row + lo, row + hi, data.out);
  });
}

void runContraction(const ContractionPlan& plan, const void* lhs, const void* rhs, void* out,
                    void* scratch, int64_t scratchBytes, ThreadPool& pool, const RowWork* rows) {
  if (plan.spec.isSwapped)
    std::swap(lhs, rhs);
  ContractionData data{plan,         lhs,  rhs, out, static_cast<std::byte*>(scratch),
                       scratchBytes, rows, pool};
  std::visit([&](const auto& kind) { run(kind, data); }, plan.kind);
}

} // namespace lz::contraction
