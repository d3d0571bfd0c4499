#include "contraction/plan/Kinds.h"

#include "base/Integers.h"
#include "base/machine/CostTable.h"
#include "contraction/plan/Blocking.h"
#include "contraction/plan/DotsPlan.h"
#include "contraction/plan/InPlace.h"
#include "contraction/plan/StreamedPlan.h"

#include <algorithm>

namespace lz::contraction {
namespace {

// `dots` needs a k of at least kLeastDot, or of kLeastDotOfMany if both m and n are at least kMany.
// The limits are the same for every CPU class, because the bits of results depend on whether `dots`
// is used. With a smaller k, adding up the chains would take longer than the multiply-adds. Other
// kinds have no chains. These are the measured ns per multiply-add with 1000 rows (AVX-512, Zen 5):
//
//     8 columns    dots, k = 96:  0.018    thin, k = 48: 0.018
//    16 columns    dots, k = 300: 0.020    thin, k = 96: 0.009
constexpr int64_t kLeastDot = 64, kLeastDotOfMany = 256, kMany = 9;

std::optional<ThinStrides> stridesOf(const Axis& batch, const Axis& rows, const Axis& k) {
  std::optional<int64_t> b = evenStride(batch), r = evenStride(rows), kk = evenStride(k);
  if (!b || !r || !kk)
    return std::nullopt;
  return ThinStrides{*b, *r, *kk};
}

// Returns the shape. If `manyIsLhs`, lhs is the operand with many rows, otherwise rhs is.
std::optional<ThinShape> shapeOf(const TiledContraction& spec, bool manyIsLhs) {
  const OperandSpec &many = manyIsLhs ? spec.lhs : spec.rhs, &few = manyIsLhs ? spec.rhs : spec.lhs;
  ThinShape p;
  p.manyIsLhs = manyIsLhs;
  p.manyType = many.dtype, p.fewType = few.dtype;
  p.numMany = manyIsLhs ? spec.m : spec.n, p.numFew = manyIsLhs ? spec.n : spec.m;
  if (p.numFew > kThin)
    return std::nullopt;
  std::optional<ThinStrides> a = stridesOf(many.batch, many.rows, many.k);
  std::optional<ThinStrides> b = stridesOf(few.batch, few.rows, few.k);
  std::optional<ThinStrides> c = stridesOf(spec.outBatch, manyIsLhs ? spec.outM : spec.outN,
                                           manyIsLhs ? spec.outN : spec.outM);
  if (!a || !b || !c || (c->rows != 1 && c->k != 1))
    return std::nullopt;
  p.many = *a, p.few = *b, p.out = *c;
  p.turned = c->rows == 1 && (c->k != 1 || p.numFew == 1);
  return p;
}

// Returns whether the rows of lhs are the taps and channels of pixels, the channels of a pixel are
// contiguous, the image is not dilated, and neither lhs nor the output must be converted.
bool hasPixelsAsRows(const ContractionSpec& spec) {
  const OperandSpec& lhs = spec.lhs;
  if (lhs.window.empty() || lhs.plainKLast || lhs.rows.size() != 1 || lhs.dtype != spec.compute ||
      spec.outType != spec.compute)
    return false;
  const AxisPart& channels = lhs.rows[0];
  if (channels.extent != 1 && (channels.stride != 1 || !lhs.plainRowsLast))
    return false;
  return std::all_of(lhs.window.begin(), lhs.window.end(),
                     [](const WindowAxis& axis) { return axis.baseDilation == 1; });
}

// Sets the fields that depend on the rows of lhs. Returns false if the kernels cannot read these
// rows.
bool cutRows(const TiledContraction& spec, FilterTiles& tiles) {
  int64_t channels = spec.lhs.rows[0].extent, most = spec.kernels->mostRows;
  const WindowAxis& axis = spec.lhs.window.back();
  tiles.line = axis.tapExtent;
  if (tiles.copiesLines && (axis.elementStride != channels || axis.outStride != 1))
    return false;
  tiles.lineElements = (axis.outExtent - 1 + (axis.tapExtent - 1) * axis.tapStride + 1) * channels;
  tiles.groupRows = channels * (tiles.copiesLines ? axis.outExtent : 1);
  tiles.groups = spec.m / tiles.groupRows;
  tiles.panelsOfGroup = ceilDiv(tiles.groupRows, most);
  tiles.mr = ceilDiv(tiles.groupRows, tiles.panelsOfGroup);
  return true;
}

} // namespace

bool isEmpty(const ContractionSpec& spec) {
  return spec.batch == 0 || spec.m == 0 || spec.n == 0 || spec.k == 0;
}

bool hasFewLongRows(int64_t few, int64_t k) {
  return few <= kFewRows && k >= (few < kMany ? kLeastDot : kLeastDotOfMany);
}

bool isFewLhs(const ContractionSpec& spec) {
  return spec.decidingM() <= spec.decidingN();
}

bool isDots(const ContractionSpec& spec) {
  if (spec.compute == DType::S32 || !spec.lhs.window.empty() || !spec.rhs.window.empty())
    return false;
  return hasFewLongRows(std::min(spec.decidingM(), spec.decidingN()), spec.k) &&
         evenStride(isFewLhs(spec) ? spec.rhs.k : spec.lhs.k) == 1;
}

std::optional<ThinShape> thinShapeOf(const TiledContraction& spec, bool manyIsLhs) {
  if (isEmpty(spec) || spec.k > blockOfK(spec) || spec.pairs || !spec.lhs.window.empty() ||
      !spec.rhs.window.empty() || isDots(spec))
    return std::nullopt;
  std::optional<ThinShape> shape = shapeOf(spec, manyIsLhs);
  if (!shape || (!spec.outByRows && !spec.ownByRows))
    return shape;
  // RowWork gets rows of the private operand and of the output, so the private operand must be the
  // one with the many rows.
  bool manyIsPrivate = isLhsShared(spec) != shape->manyIsLhs;
  return shape->manyIsLhs != spec.isSwapped && manyIsPrivate ? shape : std::nullopt;
}

bool canStream(const TiledContraction& spec) {
  if (isEmpty(spec) || spec.m > kMostStreamedRows || spec.pairs || spec.outByRows ||
      spec.ownByRows || !spec.lhs.window.empty() || !spec.rhs.window.empty() ||
      spec.outType != spec.compute)
    return false;
  std::optional<InPlace> matrix = evenStrides(spec.rhs, spec.compute);
  return matrix && matrix->rowStride == 1 && evenStride(spec.outM) && evenStride(spec.outN);
}

std::optional<FilterTiles> filterTilesOf(const TiledContraction& spec, bool copiesLines) {
  if (isEmpty(spec) || spec.n < spec.nr || !hasPixelsAsRows(spec))
    return std::nullopt;
  std::optional<InPlace> rhs = evenStrides(spec.rhs, spec.compute);
  if (!rhs || rhs->rowStride != 1 || evenStride(spec.outN) != 1)
    return std::nullopt;
  FilterTiles tiles;
  tiles.rhs = *rhs;
  tiles.copiesLines = copiesLines;
  tiles.columnPanels = ceilDiv(spec.n, spec.nr);
  tiles.kc = blockOfK(spec);
  int64_t size = int64_t(byteSize(spec.compute));
  if (!cutRows(spec, tiles) || tiles.copiedElements() * size > secondLevelBytes(spec.cpu) / 4)
    return std::nullopt;
  // All threads wait for each other after each group of blocks, so groups should be large. But the
  // data of a group, from lhs and rhs, should stay in the caches.
  int64_t blockBytes = tiles.kc * (spec.lhs.rows[0].extent + spec.n) * size;
  tiles.kBlocks =
      spec.largeBlocks ? std::max<int64_t>(lastLevelBytes(spec.cpu) / 16 / blockBytes, 1) : 1;
  return tiles;
}

} // namespace lz::contraction
