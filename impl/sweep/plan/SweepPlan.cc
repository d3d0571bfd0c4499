#include "sweep/plan/SweepPlan.h"

#include "absl/strings/str_cat.h"
#include "base/Integers.h"
#include "contraction/plan/Blocking.h"

#include <algorithm>
#include <utility>

namespace lz::sweep {
namespace {

using contraction::Blocking;
using contraction::TiledContraction;

// Returns the multiply-adds of all products for a chunk of `rows` rows, divided by `rows`. A tile
// that is not full counts as a full one, because it takes as long.
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

// Returns the number of rows of a chunk with the least cost per row. Tries the numbers that fill
// the tiles of one of the products, and the largest possible number. If costs are equal, returns
// the larger number.
int64_t chooseRowsOfChunk(const SweepPlan& plan) {
  int64_t most = plan.rows;
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
  plan.sharedPart = shared.used(), plan.threadPart = thread.used();
}

} // namespace

std::optional<SweepPlan> planSweep(const std::vector<TiledContraction>& products, int threads,
                                   const Caches& caches) {
  SweepPlan plan;
  plan.batch = products.front().batch, plan.rows = products.front().m;
  plan.threads = std::max(threads, 1);
  plan.isBatched = isBatched(products.front(), plan.threads);
  for (const TiledContraction& spec : products) {
    plan.products.push_back({planContraction(spec, threads, caches)});
    const contraction::ContractionPlan& product = plan.products.back().plan;
    if (!checkPlan(product).ok() || !product.sweeps || spec.batch != plan.batch ||
        spec.m != plan.rows)
      return std::nullopt;
    plan.ns += product.ns;
  }
  plan.rowsOfChunk = chooseRowsOfChunk(plan);
  layOutScratch(plan);
  return plan;
}

std::string print(const SweepPlan& plan) {
  std::string text =
      absl::StrCat("sweep over ", plan.batch == 1 ? "" : absl::StrCat(plan.batch, " of "),
                   plan.rows, " rows, in chunks of ", plan.rowsOfChunk,
                   plan.isBatched ? "; batch elements shared out whole" : "");
  for (const SweepProduct& product : plan.products)
    absl::StrAppend(&text, "\n", print(product.plan));
  return absl::StrCat(text, "\nin all scratch ", plan.sharedBytes(), " + ", plan.threadBytes(),
                      " bytes per thread");
}

} // namespace lz::sweep
