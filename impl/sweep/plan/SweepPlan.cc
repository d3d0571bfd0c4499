#include "sweep/plan/SweepPlan.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/ElementStorage.h"
#include "base/Integers.h"
#include "base/machine/CacheSets.h"
#include "contraction/plan/Blocking.h"

#include <algorithm>
#include <utility>

namespace lz::sweep {
namespace {

using contraction::Blocking;
using contraction::TiledContraction;

// Returns the distance between rows of `elements` elements in scratch, in elements. A tile reads
// `height` rows at the same time. If the cache lines of these rows would share sets of the
// first-level cache, the distance is an odd number of cache lines. Attention of 4 heads of 2048
// keys takes 102 ms without gaps and 91 ms with them (Zen 4, two threads).
int64_t strideInScratch(DType dtype, int64_t elements, int64_t height) {
  const int64_t bytes = storageBytes(dtype, elements);
  if (linesHeldNear(bytes) >= height)
    return elements;
  return elements * (bytes + kCacheLineBytes) / bytes;
}

void setStride(int64_t stride, contraction::Axis& batch, contraction::Axis& rows) {
  for (contraction::Axis* axis : {&rows, &batch})
    for (size_t i = axis->size(); i-- > 0; stride *= (*axis)[i].extent)
      (*axis)[i].stride = stride;
}

// Returns the product with gaps between the rows that are in scratch.
TiledContraction withGaps(TiledContraction spec) {
  if (spec.outByRows && hasDenseRows(spec))
    setStride(strideInScratch(spec.outType, spec.n, spec.mr), spec.outBatch, spec.outM);
  if (spec.ownByRows && hasRowsApart(spec.lhs))
    setStride(strideInScratch(spec.lhs.dtype, spec.k, spec.mr), spec.lhs.batch, spec.lhs.rows);
  return spec;
}

// Returns the number of multiply-adds of all products for a chunk of `rows` rows, divided by
// `rows`. A tile that is not full counts as a full tile, because both take the same time.
double costOfChunk(const SweepPlan& plan, int64_t rows) {
  double cost = 0;
  for (const SweepProduct& product : plan.products) {
    const TiledContraction& spec = product.plan.spec;
    const int64_t width = product.packed().blocking.privateWidth;
    const double perRow = double(spec.m) * double(spec.n) / double(plan.rows) * double(spec.k);
    cost += double(roundUp(rows, width)) * perRow;
  }
  return cost / double(rows);
}

int64_t keptBytesOfRow(const SweepPlan& plan) {
  int64_t bytes = 0;
  for (const ScratchRows& rows : plan.kept)
    bytes += rows.rowBytes;
  return bytes;
}

int64_t widestTile(const SweepPlan& plan) {
  int64_t rows = 1;
  for (const SweepProduct& product : plan.products)
    rows = std::max(rows, product.packed().blocking.privateWidth);
  return rows;
}

// Returns whether the kept rows for one tile fit into half of the second-level cache.
bool fitsKeptRows(const SweepPlan& plan, const Caches& caches) {
  const int64_t most = contraction::secondLevelOf(caches) / 2 / widestTile(plan);
  return std::all_of(
             plan.kept.begin(), plan.kept.end(),
             [&](const ScratchRows& rows) { return rows.rowBytes > 0 && rows.rowBytes <= most; }) &&
         keptBytesOfRow(plan) <= most;
}

// Returns the number of rows of a chunk with the least cost per row. Tries the numbers that fill
// the tiles of one of the products, and the largest possible number. If costs are equal, returns
// the larger number. All kept rows of a chunk take at most a quarter of the second-level cache,
// unless the rows of a single tile take more.
int64_t chooseRowsOfChunk(const SweepPlan& plan, const Caches& caches) {
  int64_t most = plan.rows;
  if (const int64_t bytes = keptBytesOfRow(plan))
    most =
        std::min(most, std::max(contraction::secondLevelOf(caches) / 4 / bytes, widestTile(plan)));
  for (const SweepProduct& product : plan.products) {
    const Blocking& b = product.packed().blocking;
    most = std::min(most, b.privatePanels * b.privateWidth);
  }
  int64_t best = most;
  for (const SweepProduct& product : plan.products) {
    const int64_t width = product.packed().blocking.privateWidth;
    for (int64_t rows = width; rows <= most; rows += width)
      if (std::pair(costOfChunk(plan, rows), -rows) < std::pair(costOfChunk(plan, best), -best))
        best = rows;
  }
  return best;
}

void layOutScratch(SweepPlan& plan) {
  contraction::ScratchOffsets shared, thread;
  for (SweepProduct& product : plan.products) {
    product.shared = shared.take(product.packed().layout.sharedBytes);
    product.thread = thread.take(product.packed().layout.threadBytes);
  }
  // Like rows of the array, these rows can begin anywhere in a cache line. So they need up to 64
  // bytes more.
  for (ScratchRows& rows : plan.kept)
    rows.thread = thread.take(rows.rowBytes * plan.rowsOfChunk + 64);
  plan.sharedPart = shared.used(), plan.threadPart = thread.used();
}

} // namespace

std::optional<SweepPlan> planSweep(const std::vector<TiledContraction>& products,
                                   const std::vector<int64_t>& keptRowBytes, int threads,
                                   const Caches& caches) {
  SweepPlan plan;
  plan.batch = products.front().batch, plan.rows = products.front().m;
  plan.threads = std::max(threads, 1);
  plan.isBatched = isBatched(products.front(), plan.threads);
  for (const TiledContraction& spec : products) {
    plan.products.push_back({planContraction(withGaps(spec), threads, caches)});
    SweepProduct& added = plan.products.back();
    const contraction::ContractionPlan& product = added.plan;
    if (!checkPlan(product).ok() || !product.sweeps || spec.batch != plan.batch ||
        spec.m != plan.rows)
      return std::nullopt;
    added.ownGap = ownRowBytes(product.spec) - storageBytes(product.spec.lhs.dtype, spec.k);
    added.outGap = outRowBytes(product.spec) - storageBytes(spec.outType, spec.n);
    plan.ns += product.ns;
  }
  for (int64_t bytes : keptRowBytes)
    plan.kept.push_back({bytes});
  if (!fitsKeptRows(plan, caches))
    return std::nullopt;
  plan.rowsOfChunk = chooseRowsOfChunk(plan, caches);
  layOutScratch(plan);
  return plan;
}

std::string print(const SweepPlan& plan) {
  std::string text =
      absl::StrCat("sweep over ", plan.batch == 1 ? "" : absl::StrCat(plan.batch, " of "),
                   plan.rows, " rows, in chunks of ", plan.rowsOfChunk,
                   plan.isBatched ? "; batch elements shared out whole" : "");
  for (const SweepProduct& product : plan.products) {
    absl::StrAppend(&text, "\n", print(product.plan));
    if (product.ownGap > 0)
      absl::StrAppend(&text, "; ", product.ownGap, " bytes between rows of lhs");
    if (product.outGap > 0)
      absl::StrAppend(&text, "; ", product.outGap, " bytes between rows of the output");
  }
  if (!plan.kept.empty())
    absl::StrAppend(&text, "\nkeeps rows of ",
                    absl::StrJoin(plan.kept, ", ",
                                  [](std::string* out, const ScratchRows& rows) {
                                    absl::StrAppend(out, rows.rowBytes);
                                  }),
                    " bytes");
  return absl::StrCat(text, "\nin all scratch ", plan.sharedBytes(), " + ", plan.threadBytes(),
                      " bytes per thread");
}

} // namespace lz::sweep
