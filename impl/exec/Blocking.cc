#include "exec/Blocking.h"

#include "exec/Packing.h"

#include <algorithm>
#include <unistd.h>

namespace lz::exec {
namespace {

constexpr int64_t kKcF32 = 384, kKcF64 = 256;

int64_t roundUp(int64_t value, int64_t unit) {
  return (value + unit - 1) / unit * unit;
}
int64_t ceilDiv(int64_t value, int64_t unit) {
  return (value + unit - 1) / unit;
}

int64_t secondLevelCacheBytes() {
  constexpr int64_t kLeast = 256 << 10, kMost = 2 << 20, kUnknown = 512 << 10;
  int64_t bytes = sysconf(_SC_LEVEL2_CACHE_SIZE);
  return bytes <= 0 ? kUnknown : std::clamp(bytes, kLeast, kMost);
}

// Largest multiple of `unit` at most `limit`, but no more than `extent` needs and no less than one
// unit.
int64_t blockExtent(int64_t limit, int64_t unit, int64_t extent) {
  int64_t fitting = std::max(limit / unit * unit, unit);
  return std::min(fitting, roundUp(std::max<int64_t>(extent, 1), unit));
}

} // namespace

Blocking blockingOf(const ContractionSpec& spec) {
  Blocking result;
  result.elementBytes = int64_t(byteSize(spec.compute));
  int64_t most = spec.compute == DType::F64 ? kKcF64 : kKcF32;
  result.kc = std::clamp<int64_t>(spec.k, 1, most);
  int64_t columns = secondLevelCacheBytes() / (result.kc * result.elementBytes);
  result.mc = blockExtent(std::min<int64_t>(columns / 4, 1024), spec.mr, spec.m);
  result.nc = blockExtent(std::min<int64_t>(columns / 2, 2048), spec.nr, spec.n);
  result.converted = spec.outType != spec.compute;
  return result;
}

Tasks tasksOf(const ContractionSpec& spec, const Blocking& blocking, int threads) {
  Tasks tasks;
  tasks.taskM = blocking.converted ? blocking.mc : roundUp(spec.m, blocking.mc);
  tasks.taskN = blocking.nc;
  auto count = [&] {
    tasks.alongM = ceilDiv(spec.m, tasks.taskM);
    tasks.alongN = ceilDiv(spec.n, tasks.taskN);
    return tasks.count = spec.batch * tasks.alongM * tasks.alongN;
  };
  int64_t wanted = threads > 1 ? 2 * int64_t(threads) : 1;
  // Halving the longer side costs the least packing.
  while (count() < wanted) {
    bool canM = tasks.taskM > 4 * spec.mr, canN = tasks.taskN > 2 * spec.nr;
    if (!canM && !canN)
      break;
    if (canM && (tasks.taskM >= tasks.taskN || !canN))
      tasks.taskM = roundUp(tasks.taskM / 2, spec.mr);
    else
      tasks.taskN = roundUp(tasks.taskN / 2, spec.nr);
  }
  return tasks;
}

ScratchLayout scratchLayoutOf(const ContractionSpec& spec, const Blocking& blocking) {
  ScratchLayout layout;
  int64_t used = 0;
  auto take = [&](int64_t bytes) {
    int64_t offset = used;
    used += roundUp(bytes, 64);
    return offset;
  };
  constexpr int64_t kNumber = sizeof(int64_t);
  int64_t element = blocking.elementBytes;
  int64_t rows = std::max(blocking.mc, kSmallRows);
  int64_t columns = std::max(blocking.nc, kSmallColumns);
  layout.a = take(rows * blocking.kc * element);
  layout.b = take(blocking.nc * blocking.kc * element);
  layout.tile = take(int64_t(spec.mr) * spec.nr * element);
  layout.c = take(blocking.converted ? blocking.mc * blocking.nc * element : 0);
  layout.packNumbers = take(std::max(packScratchNumbers(spec.lhs, rows, blocking.kc),
                                     packScratchNumbers(spec.rhs, columns, blocking.kc)) *
                            kNumber);
  layout.mOffsets = take(rows * kNumber);
  layout.nOffsets = take(columns * kNumber);
  layout.kOffsets = take(blocking.kc * kNumber);
  layout.bytes = used;
  return layout;
}

int64_t ContractionSpec::scratchBytes(int threads) const {
  return scratchLayoutOf(*this, blockingOf(*this)).bytes * std::max(threads, 1);
}

} // namespace lz::exec
