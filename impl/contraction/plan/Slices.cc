#include "contraction/plan/Slices.h"

#include "base/Integers.h"
#include "contraction/plan/Blocking.h"

#include <algorithm>

namespace lz::contraction {
namespace {

constexpr double kFlopsPerNs = 80; // for the grain of the pool only

// Multiply-adds of a slice at least; rows of a slice at least that use a packed operand, when all
// slices pack the same one.
constexpr double kLeastWork = 1 << 19;
constexpr int64_t kLeastRows = 512;

double workOf(const ContractionSpec& spec) {
  return double(spec.batch) * double(spec.m) * double(spec.n) * double(spec.k);
}

// The smallest number of images, or batch elements, that divides all of them and is enough. All:
// none is.
template <typename IsEnough> int64_t smallestPart(int64_t all, IsEnough isEnough) {
  for (int64_t part = 1; part < all; ++part)
    if (all % part == 0 && isEnough(part))
      return part;
  return all;
}

int64_t bytesOf(int64_t elements, DType dtype) {
  return elements * int64_t(byteSize(dtype));
}

void setK(ContractionSpec& spec, int64_t k) {
  spec.k = spec.lhs.k[0].extent = spec.rhs.k[0].extent = k;
}

// Images are the outermost rows of lhs.
std::optional<Slices> slicesOfImages(const ContractionSpec& spec) {
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

std::optional<Slices> slicesOfBatch(const ContractionSpec& spec) {
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

// Blocks of k, as the whole takes them.
std::optional<Slices> slicesOfK(const ContractionSpec& spec) {
  Slices slices;
  ContractionSpec& each = slices.each = spec;
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

// Many slices are shared out whole, each thread with all scratch of its own.
bool areSharedOut(const Slices& slices, int threads) {
  return !slices.addUp && slices.count >= 2 * int64_t(threads);
}

// Where a worker's scratch holds what, in bytes; the contraction's comes last.
struct Layout {
  std::array<int64_t, 3> arrays{};
  int64_t contraction = 0;

  explicit Layout(const Slices& slices) {
    for (size_t i = 0; i < arrays.size(); ++i) {
      arrays[i] = contraction;
      if (slices.arrays[i].inScratch)
        contraction += roundUp(slices.arrays[i].bytes, 64) + 64;
    }
  }
};

class SliceRunner {
public:
  SliceRunner(const Slices& slices, const std::array<void*, 3>& addresses, const SliceWork& work,
              ThreadPool& pool)
      : slices_(slices), layout_(slices), addresses_(addresses), work_(work), pool_(pool) {}

  void run(int64_t slice, std::byte* scratch, int64_t scratchBytes) const {
    std::array<void*, 3> whole = addresses_;
    std::array<std::byte*, 3> here{};
    for (size_t i = 0; i < whole.size(); ++i) {
      int64_t offset = slice * slices_.arrays[i].bytes;
      if (slices_.arrays[i].inScratch)
        whole[i] = addressOfRows(scratch + layout_.arrays[i], offset);
      here[i] = reinterpret_cast<std::byte*>(uintptr_t(whole[i]) + uintptr_t(offset));
    }
    for (size_t operand : {Slices::Lhs, Slices::Rhs})
      runWork(operand, slice, whole[operand]);
    bool isLast = slice == slices_.count - 1, isComplete = !slices_.addUp || isLast;
    std::optional<ContractionSpec> part;
    if (slices_.addUp)
      part = isLast ? slices_.last : slices_.each, part->adds = slice > 0;
    int64_t row0 = firstRow(Slices::Out, slice);
    auto finish = [&](int64_t row, int64_t end, void*) {
      work_.run(Slices::Out, row0 + row, row0 + end, whole[Slices::Out]);
    };
    RowWork rows{finish, work_.nsPerRow[Slices::Out]};
    bool byRows = isComplete && finishesByRows();
    runContraction(part ? *part : slices_.each, here[Slices::Lhs], here[Slices::Rhs],
                   here[Slices::Out], scratch + layout_.contraction,
                   scratchBytes - layout_.contraction, pool_, byRows ? &rows : nullptr);
    if (isComplete && !byRows)
      runWork(Slices::Out, slice, whole[Slices::Out]);
  }

private:
  int64_t firstRow(size_t array, int64_t slice) const {
    const SlicedArray& a = slices_.arrays[array];
    return a.bytes == 0 ? 0 : slice * a.rows;
  }

  void runWork(size_t array, int64_t slice, void* address) const {
    const SlicedArray& a = slices_.arrays[array];
    int64_t row0 = firstRow(array, slice), rows = std::min(a.rows, a.allRows - row0);
    pool_.parallelFor(rows, work_.nsPerRow[array], [&](int64_t lo, int64_t hi, int) {
      work_.run(array, row0 + lo, row0 + hi, address);
    });
  }

  // Whether rows of the output are those that the contraction of a slice completes one by one.
  bool finishesByRows() const {
    const ContractionSpec& each = slices_.each;
    return hasDenseRows(each) && slices_.arrays[Slices::Out].rows == each.batch * each.outRows();
  }

  const Slices& slices_;
  Layout layout_;
  const std::array<void*, 3>& addresses_;
  const SliceWork& work_;
  ThreadPool& pool_;
};

} // namespace

int64_t Slices::scratchBytes(int threads) const {
  int64_t own = Layout(*this).contraction, workers = std::max(threads, 1);
  if (areSharedOut(*this, int(workers)))
    return workers * roundUp(own + each.scratchBytes(1), 64);
  int64_t bytes = each.scratchBytes(int(workers));
  return own + (addUp ? std::max(bytes, last.scratchBytes(int(workers))) : bytes);
}

std::optional<Slices> slicesOf(const ContractionSpec& spec) {
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

void runSlices(const Slices& slices, const std::array<void*, 3>& addresses, std::byte* scratch,
               int64_t scratchBytes, ThreadPool& pool, const SliceWork& work) {
  SliceRunner runner(slices, addresses, work, pool);
  if (!areSharedOut(slices, pool.threads())) {
    for (int64_t slice = 0; slice < slices.count; ++slice)
      runner.run(slice, scratch, scratchBytes);
    return;
  }
  int64_t bytes = slices.scratchBytes(1);
  double ns = 2 * workOf(slices.each) / kFlopsPerNs;
  // Loops inside a loop run inline.
  pool.parallelFor(
      slices.count, ns,
      [&](int64_t lo, int64_t hi, int worker) {
        for (int64_t slice = lo; slice < hi; ++slice)
          runner.run(slice, scratch + worker * bytes, bytes);
      },
      int(scratchBytes / bytes));
}

} // namespace lz::contraction
