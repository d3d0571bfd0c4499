#include "contraction/plan/Slices.h"

#include "base/ElementStorage.h"
#include "base/Integers.h"
#include "contraction/plan/TileChoice.h"

#include <algorithm>

namespace lz::contraction {
namespace {

// kLeastWork is the smallest number of multiply-adds in a slice. So many multiply-adds take 5 us
// with AVX-512, 8 us with AVX2 and 30 us with SSE (Zen 5), which is at least half a grain of the
// pool. kLeastRows is the smallest number of rows of a slice if every slice packs the same operand.
// Packing takes as long as multiplying 16 rows (AVX-512), 30 (AVX2) or 6 (SSE), so slices take at
// most 6 % longer.
constexpr double kLeastWork = 1 << 19;
constexpr int64_t kLeastRows = 512;

double workOf(const ContractionSpec& spec) {
  return double(spec.batch) * double(spec.m) * double(spec.n) * double(spec.k);
}

// Returns how many of `all` images or batch elements form a slice. This is the smallest divisor of
// `all` for which isEnough returns true. If there is none, it is `all`.
template <typename IsEnough> int64_t smallestPart(int64_t all, IsEnough isEnough) {
  for (int64_t part = 1; part < all; ++part)
    if (all % part == 0 && isEnough(part))
      return part;
  return all;
}

int64_t bytesOf(int64_t elements, DType dtype) {
  return storageBytes(dtype, elements);
}

bool canAdd(const TiledContraction& spec) {
  return planContraction(spec, 1).adds;
}

void setK(ContractionSpec& spec, int64_t k) {
  spec.k = spec.lhs.k[0].extent = spec.rhs.k[0].extent = k;
}

// Splits a convolution by images, which must be the outermost part of the rows of lhs.
std::optional<Slices> slicesOfImages(const TiledContraction& spec) {
  if (spec.lhs.rows.size() != 1 || spec.lhs.plainRowsLast || spec.outM.empty())
    return std::nullopt;
  const AxisPart images = spec.lhs.rows[0], outputs = spec.outM.front();
  if (images.extent < 2 || outputs.extent != images.extent)
    return std::nullopt;
  int64_t rows = spec.m / images.extent;
  double work = workOf(spec) / double(images.extent);
  int64_t part = smallestPart(images.extent, [&](int64_t n) {
    return n * rows >= kLeastRows && double(n) * work >= kLeastWork;
  });
  Slices slices;
  slices.each = spec;
  slices.count = images.extent / part;
  slices.each.lhs.rows[0].extent = slices.each.outM.front().extent = part;
  slices.each.m = rows * part;
  slices.arrays[Slices::Lhs].bytes = bytesOf(images.stride * part, spec.lhs.dtype);
  slices.arrays[Slices::Out].bytes = bytesOf(outputs.stride * part, spec.outType);
  return slices;
}

std::optional<Slices> slicesOfBatch(const TiledContraction& spec) {
  std::optional<int64_t> lhs = evenStride(spec.lhs.batch), rhs = evenStride(spec.rhs.batch),
                         out = evenStride(spec.outBatch);
  if (spec.batch < 2 || !lhs || !rhs || !out)
    return std::nullopt;
  double work = workOf(spec) / double(spec.batch);
  int64_t part =
      smallestPart(spec.batch, [&](int64_t n) { return double(n) * work >= kLeastWork; });
  Slices slices;
  slices.each = spec;
  slices.count = spec.batch / part;
  slices.each.batch = part;
  slices.each.lhs.batch = {{part, *lhs}};
  slices.each.rhs.batch = {{part, *rhs}};
  slices.each.outBatch = {{part, *out}};
  slices.arrays[Slices::Lhs].bytes = bytesOf(*lhs * part, spec.lhs.dtype);
  slices.arrays[Slices::Rhs].bytes = bytesOf(*rhs * part, spec.rhs.dtype);
  slices.arrays[Slices::Out].bytes = bytesOf(*out * part, spec.outType);
  return slices;
}

// Splits k into slices, each of which is a block of k.
std::optional<Slices> slicesOfK(const TiledContraction& spec) {
  Slices slices;
  TiledContraction& each = slices.each = spec;
  chooseTile(each);
  if (spec.pairs || spec.lhs.k.size() != 1 || spec.rhs.k.size() != 1 || !canAdd(each))
    return std::nullopt;
  int64_t kc = blockOfK(each);
  slices.count = ceilDiv(spec.k, kc);
  slices.addUp = true;
  slices.last = each;
  setK(slices.last, spec.k - (slices.count - 1) * kc);
  setK(each, kc);
  if (!canAdd(each) || !canAdd(slices.last))
    return std::nullopt;
  slices.arrays[Slices::Lhs].bytes = bytesOf(spec.lhs.k[0].stride * kc, spec.lhs.dtype);
  slices.arrays[Slices::Rhs].bytes = bytesOf(spec.rhs.k[0].stride * kc, spec.rhs.dtype);
  return slices;
}

// Sets the scratch for one slice at a time.
void setScratch(SlicePlan& plan) {
  for (size_t i = 0; i < plan.arrays.size(); ++i) {
    plan.offsets[i] = plan.contraction;
    if (plan.arrays[i].inScratch)
      plan.contraction += roundUp(plan.arrays[i].bytes, 64) + 64;
  }
  int64_t bytes = plan.each.scratchBytes();
  if (plan.addUp)
    bytes = std::max({bytes, plan.first.scratchBytes(), plan.last.scratchBytes()});
  plan.workerBytes = plan.contraction + bytes;
  plan.scratchBytes = plan.workerBytes;
}

} // namespace

std::optional<Slices> slicesOf(const TiledContraction& spec) {
  if (workOf(spec) == 0)
    return std::nullopt;
  std::optional<Slices> slices = !spec.lhs.window.empty() ? slicesOfImages(spec)
                                 : spec.batch > 1         ? slicesOfBatch(spec)
                                                          : slicesOfK(spec);
  if (!slices || slices->count < 2)
    return std::nullopt;
  if (!slices->addUp)
    chooseTile(slices->each);
  return slices;
}

double nsOf(const SlicePlan& plan) {
  double ns = 0;
  for (int64_t slice : {int64_t(0), plan.count - 1})
    ns += plan.planOf(slice).ns;
  return ns + double(plan.count - 2) * plan.each.ns;
}

Slices slicesOf(const SlicePlan& plan) {
  Slices slices;
  slices.each = plan.addUp ? plan.first.spec : plan.each.spec;
  slices.count = plan.count;
  slices.arrays = plan.arrays;
  slices.addUp = plan.addUp;
  if (plan.addUp)
    slices.last = plan.last.spec;
  return slices;
}

SlicePlan planSlices(const Slices& slices, int threads, const Caches& caches) {
  threads = std::max(threads, 1);
  SlicePlan plan;
  plan.count = slices.count;
  plan.arrays = slices.arrays;
  plan.addUp = slices.addUp;
  plan.isSharedOut = !slices.addUp && slices.count >= 2 * int64_t(threads);
  TiledContraction each = slices.each;
  if (plan.addUp) {
    TiledContraction last = slices.last;
    plan.first = planContraction(each, threads, caches);
    each.adds = last.adds = true;
    plan.last = planContraction(last, threads, caches);
  }
  plan.each = planContraction(each, plan.isSharedOut ? 1 : threads, caches);
  plan.finishesByRows =
      hasDenseRows(each) && slices.arrays[Slices::Out].rows == each.batch * each.outRows();
  setScratch(plan);
  if (plan.isSharedOut) {
    plan.workerBytes = roundUp(plan.workerBytes, 64);
    plan.scratchBytes = threads * plan.workerBytes;
  }
  return plan;
}

} // namespace lz::contraction
