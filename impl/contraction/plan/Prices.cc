// Predicts the time of each kind of loops from what it does. The kind with the least time is used.
//
//   1000 x 32 times 32 x 48, AVX-512   thin: 1000 rows of two vectors, no tile to begin      11 us
//                                      packed: 72 tiles of 14 x 32                           14 us
#include "base/ElementStorage.h"
#include "base/Integers.h"
#include "base/machine/CacheSets.h"
#include "base/machine/CostTable.h"
#include "contraction/plan/ContractionPlan.h"
#include "contraction/plan/Kinds.h"
#include "contraction/spec/WindowPacking.h"

#include <algorithm>
#include <bit>

namespace lz::contraction {
namespace {

int64_t bytesOf(const OperandSpec& operand) {
  int64_t elements = points(operand.batch) * points(operand.rows) * points(operand.k);
  for (const WindowAxis& axis : operand.window)
    elements *= axis.inputExtent;
  return storageBytes(operand.dtype, elements);
}

class Pricer {
public:
  Pricer(const TiledContraction& spec, int threads, const Caches& caches)
      : spec_(spec), threads_(threads), caches_(caches), table_(costTable(spec.cpu)),
        costs_(table_.contraction),
        lanes_(std::max(1.0, table_.registerBytes / double(byteSize(spec.compute)))) {}

  double nsOf(const EmptyPlan&) const { return throughMemory(); }

  // The multiply-adds are assumed to overlap with reading, so the time is the longer one of the
  // two.
  double nsOf(const DotsPlan& plan) const {
    const DotsCosts& c = costs_.dots;
    const double few = plan.fewIsLhs ? m() : n(), many = plan.fewIsLhs ? n() : m();
    const bool converts = (plan.fewIsLhs ? spec_.rhs : spec_.lhs).dtype != spec_.compute;
    const double product = c.product * (spec_.compute == DType::F64 ? 2 : 1);
    const double ns = c.element + few * k() * c.packFew + few * many * (c.sum + k() * product) +
                      (converts ? many * k() * c.convert : 0);
    return std::max(batch() * ns, throughMemory());
  }

  double nsOf(const StreamedPlan&) const {
    const double perByte = streamedNsPerByte(spec_, *evenStrides(spec_.rhs, spec_.compute),
                                             threads_, bytesOf(spec_.rhs) > caches_.last);
    return perByte * double(bytesOf(spec_.rhs)) +
           batch() * (costs_.streamedElement + m() * n() * costs_.streamedSum) +
           throughMemory(bytesOf(spec_.lhs));
  }

  double nsOf(const PackedPlan& plan) const {
    const Blocking& b = plan.blocking;
    const double panels = lhsPanels() * rhsPanels(), kBlocks = double(ceilDiv(spec_.k, b.kc));
    double ns = costs_.tiles.element + nsOfTiles(panels, kBlocks) + nsOfLhs(b) + nsOfRhs(b);
    // How often rhs is read from a far cache or from memory, if it is read in place. While a
    // private panel of rhs is in a near cache, it is multiplied with all panels of lhs. A shared
    // panel is multiplied with all panels of a chunk.
    const double passes = b.lhsIsShared ? (1 + lhsPanels()) / 2
                                        : double(ceilDiv(int64_t(lhsPanels()), b.privatePanels));
    const double far = b.rhs ? passes * nsOfFarPanels(spec_.n, *b.rhs) : 0;
    const double withoutRhs = throughMemory(far > 0 ? bytesOf(spec_.lhs) : bytesOfOperands());
    // If the multiply-adds take longer than reading rhs, most of the reading takes no additional
    // time, but not all of it.
    const double inSight = (throughMemory() - withoutRhs) / batch() * costs_.tiles.inSight;
    ns = std::max({ns + std::clamp(ns - far, 0.0, inSight), far, nsOfSharedPanels(b)});
    if (spec_.outType != spec_.compute)
      ns += m() * n() * costs_.tiles.round;
    if (std::optional<int64_t> columns = evenStride(spec_.outN); columns != 1)
      ns += m() * n() *
            (costs_.tiles.turn + nsIfApart(columns, std::min<int64_t>(spec_.nr, spec_.n)));
    return batch() * ns + withoutRhs;
  }

  // If the image is read in place, a near cache holds a block of it for all taps.
  double nsOf(const FilterGradientPlan& plan) const {
    const TileCosts& c = costs_.tiles;
    const FilterTiles& tiles = plan.tiles;
    const double kBlocks = double(ceilDiv(spec_.k, tiles.kc)), panels = double(tiles.tiles());
    double ns = nsOfTiles(panels, kBlocks);
    if (arePixelsApart(tiles))
      ns = std::max(ns, panels * k() * c.pixelApart);
    ns += runsOf(spec_.lhs, tiles) * double(tiles.tilesOfGroup()) * c.run;
    const double ranges = double(tiles.groups * plan.rangesOfGroup());
    return ns + kBlocks * ranges * double(tiles.copiedElements()) * c.copyLine + throughMemory();
  }

  double nsOf(const ThinPlan& plan) const {
    const ThinShape& p = plan.shape;
    const OperandSpec& many = p.manyIsLhs ? spec_.lhs : spec_.rhs;
    const bool lanesAreRows = p.turned && p.many.rows == 1;
    double rows = lanesAreRows ? nsOfLanesOfRows(p) : nsOfLanesOfColumns(p);
    // Rows of a matrix with row stride 1 are read in short pieces that are far from each other,
    // like panels.
    if (p.many.rows == 1 && p.many.k != 1)
      rows = std::max(rows, costs_.thin.far * nsOfFarPanels(p.numMany, {1, p.many.k}));
    double ns = costs_.thin.element + rows;
    if (!plan.fewIsInPlace)
      ns += k() * double(thinWidth(p.numFew)) * costs_.thin.packFew;
    if (many.dtype != spec_.compute)
      ns += double(p.numMany) * k() * costs_.thin.convert;
    if (spec_.outType != spec_.compute)
      ns += nsOfRounding(p);
    return costs_.thin.call + batch() * ns + throughMemory();
  }

  // Returns the time of the packing that all threads do before they multiply.
  double packingNs(const PackedPlan& plan) const {
    const Blocking& b = plan.blocking;
    return batch() * (b.lhsIsShared ? nsOfPackingLhs(b) : nsOfPackingRhs(b));
  }
  double packingNs(const DotsPlan& plan) const {
    return plan.sharesFew ? double(std::min(spec_.m, spec_.n)) * k() * costs_.dots.packFew : 0;
  }
  double packingNs(const StreamedPlan& plan) const {
    if (plan.isBatched)
      return 0;
    return batch() * m() * k() * costs_.tiles.packLhs.turned;
  }
  double packingNs(const auto&) const { return 0; }

private:
  double batch() const { return double(spec_.batch); }
  double m() const { return double(spec_.m); }
  double n() const { return double(spec_.n); }
  double k() const { return double(spec_.k); }
  double lhsPanels() const { return double(ceilDiv(spec_.m, spec_.mr)); }
  double rhsPanels() const { return double(ceilDiv(spec_.n, spec_.nr)); }

  // Returns how many bytes per ns are read from the smallest cache that holds `bytes` bytes, or
  // from memory.
  double bytesPerNs(int64_t bytes) const {
    return table_.bytesPerNs[bytes > caches_.last ? 3 : bytes > caches_.second ? 2 : 1];
  }

  // Returns the time to read `read` bytes of operands and to write the result. If an array exists
  // only some rows at a time, the second-level cache holds these rows.
  double throughMemory(int64_t read) const {
    const int64_t out = storageBytes(spec_.outType, spec_.batch * spec_.m * spec_.n);
    const int64_t near = (spec_.outByRows ? out : 0) +
                         (spec_.ownByRows ? std::min(read, bytesOf(ownOperand(spec_))) : 0);
    const int64_t far = read + out - near;
    return double(far) / bytesPerNs(far) + double(near) / bytesPerNs(0);
  }
  double throughMemory() const { return throughMemory(bytesOfOperands()); }
  int64_t bytesOfOperands() const { return bytesOf(spec_.lhs) + bytesOf(spec_.rhs); }

  // Returns the time to read all packed panels of the shared operand once for each chunk. A cache
  // holds the panels of a group.
  double nsOfSharedPanels(const Blocking& b) const {
    if (b.shared())
      return 0;
    const double rows = b.lhsIsShared ? m() : n(), others = b.lhsIsShared ? n() : m();
    const int64_t chunks = ceilDiv(int64_t(others), b.privatePanels * b.privateWidth);
    const int64_t group = b.sharedPanels * b.sharedWidth * b.kc * b.kBlocks * b.elementBytes;
    return double(chunks) * rows * k() * double(b.elementBytes) / bytesPerNs(group);
  }

  // Returns the time of the tiles of a batch element, for `panels` pairs of panels in each of
  // `kBlocks` blocks of k.
  double nsOfTiles(double panels, double kBlocks) const {
    const TileCosts& c = costs_.tiles;
    const double partial = spec_.n % spec_.nr == 0 ? 0 : panels / rhsPanels() * c.partial;
    const double steps = m() * rhsPanels() * double(spec_.nr) / lanes_ * k();
    return kBlocks * (panels * c.tile + partial) + panels * k() * c.k + steps * c.step;
  }

  // Returns the time to pack lhs, or the additional time to read it in place for all panels of rhs.
  double nsOfLhs(const Blocking& b) const {
    if (!b.lhs)
      return nsOfPackingLhs(b);
    const int64_t rowBytes = b.lhs->rowStride * int64_t(byteSize(spec_.compute));
    const bool shareSets = b.lhs->rowStride != 1 && linesHeldNear(rowBytes) < spec_.mr;
    const TileCosts& c = costs_.tiles;
    return m() * k() * rhsPanels() * (shareSets ? c.lhsInPlaceApart : c.lhsInPlace);
  }
  double nsOfRhs(const Blocking& b) const {
    return nsOfPackingRhs(b) + (b.rhs ? lhsPanels() * nsOfPassInPlace(*b.rhs) : 0);
  }

  double nsOfPackingLhs(const Blocking& b) const {
    if (b.strips)
      return nsOfStrips(*b.strips, b.kc);
    return b.lhs ? 0 : nsToPack(spec_.lhs, m(), spec_.mr, b.kc, costs_.tiles.packLhs);
  }
  // Returns the time to pack rhs. A panel that is not full is always packed.
  double nsOfPackingRhs(const Blocking& b) const {
    return b.rhs ? double(spec_.n % spec_.nr) * k() * costs_.tiles.packPartial
                 : nsToPack(spec_.rhs, n(), spec_.nr, b.kc, costs_.tiles.packRhs);
  }

  // If the rows of a panel are not all in one line of outputs, the panel has no strips. It is
  // packed.
  double nsOfStrips(const Strips& strips, int64_t kc) const {
    const auto inLine = double(panelsInLine(spec_));
    return inLine * double(strips.elements()) * costs_.tiles.copyWindow +
           (1 - inLine / lhsPanels()) * nsToPackWindow(spec_.lhs, spec_.mr, kc);
  }

  // Returns the time to pack `rows` rows of an operand into panels of `width` rows.
  double nsToPack(const OperandSpec& operand, double rows, int64_t width, int64_t kc,
                  const PackCosts& c) const {
    if (!operand.window.empty())
      return nsToPackWindow(operand, width, kc);
    double ns = evenStride(operand.k) == 1 ? c.turned : c.runs;
    if (bytesOf(operand) > caches_.last)
      ns = std::max(ns, double(byteSize(operand.dtype)) * costs_.panelFromMemory);
    return rows * k() * ns;
  }

  double nsToPackWindow(const OperandSpec& operand, int64_t width, int64_t kc) const {
    const WindowCosts& c = costs_.tiles.packWindow;
    const WindowPacking p = windowPackingOf(operand, width, kc);
    return p.pieces * c.piece + p.copies * c.copy + p.copied * c.copied + p.single * c.single +
           p.turned * c.turned + p.dilated * c.dilated;
  }

  // Returns how much longer reading rhs once takes if it is read in place instead of from packed
  // panels. The result is 0 if rhs already lies in panels. The result is also 0 if three conditions
  // hold: the first-level cache cannot hold a panel anyway, a page has two or more rows, and rows
  // are whole cache lines.
  double nsOfPassInPlace(const InPlace& lies) const {
    const int64_t size = int64_t(byteSize(spec_.compute)), rowBytes = lies.kStride * size;
    const bool isLong = blockOfK(spec_) * spec_.nr * size > firstLevelBytes(spec_.cpu);
    const bool isNear = rowBytes <= kCacheWayBytes / 2 && rowBytes % kCacheLineBytes == 0;
    if (lies.groupRows > 0 || (isLong && isNear))
      return 0;
    return n() * k() * double(size) *
           (arePanelsApart(spec_, lies) ? costs_.packedSavesApart : costs_.packedSaves);
  }

  // The pixels of a block of k are read in place. Returns whether the second-level cache cannot
  // hold them, because their lines share sets.
  bool arePixelsApart(const FilterTiles& tiles) const {
    const WindowAxis& axis = spec_.lhs.window.back();
    const int64_t bytes = axis.tapStride * axis.elementStride * int64_t(byteSize(spec_.compute));
    return !tiles.copiesLines && linesHeld(bytes) < tiles.kc;
  }

  // Returns the additional time per output element if columns of a tile are stored so far apart
  // that they share sets of the first-level cache.
  double nsIfApart(std::optional<int64_t> stride, int64_t columns) const {
    const int64_t bytes = stride ? *stride * int64_t(byteSize(spec_.outType)) : kCacheLineBytes;
    return linesHeldNear(bytes) < columns ? costs_.tiles.turnApart : 0;
  }

  // Returns the time to read all panels of a k x `columns` matrix once, if the panels are read in
  // place and the matrix does not fit into the second-level cache. If no cache can hold the
  // matrices of all batch elements together, the matrices come from memory. Returns 0 for a few
  // rows, which a processor reads as fast as a packed copy (rowsFollowed).
  double nsOfFarPanels(int64_t columns, const InPlace& matrix) const {
    const int64_t bytes = storageBytes(spec_.compute, spec_.k * columns);
    if (bytes <= caches_.second || k() <= costs_.rowsFollowed)
      return 0;
    const double each = bytes * spec_.batch > caches_.last ? costs_.panelFromMemory
                        : arePanelsApart(spec_, matrix)    ? costs_.panelApart
                                                           : costs_.panel;
    return double(bytes) * each;
  }

  double nsOfLanesOfColumns(const ThinShape& p) const {
    const ThinCosts& c = costs_.thin;
    const double rows = double(p.numMany),
                 vectors = std::max(1.0, double(thinWidth(p.numFew)) / lanes_),
                 together = thinRows(int(vectors), int(table_.registerBytes));
    const double ns = rows * k() * (c.number + vectors * (c.step + c.columns / together));
    if (!p.turned)
      return ns + rows * vectors * c.store;
    const double turn = together >= kTurnedTogether ? c.turn : c.turnOne;
    return ns + rows * double(p.numFew) * (turn + nsIfApart(p.out.k, p.numFew));
  }

  // Rows are computed in vectors. The remaining rows are computed four at a time, and the last ones
  // one at a time. Columns are computed in groups of 8 (or 4), then of half as many, and so on. For
  // example, 7 columns are groups of 4, 2 and 1. Each group loads the rows.
  double nsOfLanesOfRows(const ThinShape& p) const {
    const ThinCosts& c = costs_.thin;
    const int64_t lanes = int64_t(lanes_), rest = p.numMany % lanes;
    const int64_t blocks = p.numMany / lanes + rest / 4 + rest % 4;
    const auto vectors = double(blocks), few = double(p.numFew);
    const int64_t together = thinColumns(int(table_.registerBytes));
    const int64_t groups = p.numFew / together + std::popcount(uint64_t(p.numFew % together));
    return vectors * (few * c.rowsStore + k() * (few * c.rowsStep + double(groups) * c.rowsLoad));
  }

  double nsOfRounding(const ThinShape& p) const {
    const double rows = double(p.numMany);
    const bool isDense = p.turned || thinWidth(p.numFew) == p.numFew;
    return rows * double(p.numFew) * costs_.thin.round +
           (isDense ? 0 : rows * costs_.thin.roundRow);
  }

  const TiledContraction& spec_;
  const int threads_;
  const Caches& caches_;
  const CostTable& table_;
  const ContractionCosts& costs_;
  const double lanes_; // of a vector of the compute type
};

} // namespace

void setPrice(ContractionPlan& plan, const Caches& caches) {
  const Pricer pricer(plan.spec, plan.threads, caches);
  std::visit(
      [&](const auto& kind) {
        plan.ns = pricer.nsOf(kind);
        plan.packingNs = std::min(pricer.packingNs(kind), plan.ns);
      },
      plan.kind);
}

} // namespace lz::contraction
