// What each kind of loops takes, by what it does: the measure by which one of them is taken.
//
//   1000 x 32 times 32 x 48, AVX-512   thin: 1000 rows of two vectors, no tile to begin      11 us
//                                      packed: 72 tiles of 14 x 32                           14 us
#include "base/ElementStorage.h"
#include "base/Integers.h"
#include "base/machine/CostTable.h"
#include "contraction/plan/ContractionPlan.h"
#include "contraction/plan/Kinds.h"

#include <algorithm>

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

  // Products and bytes are thought to overlap: the slower of the two takes the time.
  double nsOf(const DotsPlan&) const {
    const double rate = costs_.productsPerNs * (spec_.compute == DType::F64 ? 0.5 : 1);
    return std::max(batch() * m() * n() * k() / rate, throughMemory());
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
    double ns = costs_.tiles.element + nsOfTiles(panels, kBlocks) + nsOfPacking(b);
    // A private panel is read by all panels of lhs while it is in a cache, and a shared one by all
    // of a chunk.
    const double passes = b.lhsIsShared ? (1 + lhsPanels()) / 2
                                        : double(ceilDiv(int64_t(lhsPanels()), b.privatePanels));
    const double far = b.rhs ? passes * nsOfFarPanels(spec_.n, *b.rhs) : 0;
    ns = std::max(ns, far);
    if (spec_.outType != spec_.compute)
      ns += m() * n() * costs_.tiles.round;
    if (evenStride(spec_.outN) != 1)
      ns += m() * n() * costs_.tiles.turn;
    return batch() * ns + (far > 0 ? throughMemory(bytesOf(spec_.lhs)) : throughMemory());
  }

  // Every tap reads the image where it lies, or all taps read one copy of a line.
  double nsOf(const FilterGradientPlan& plan) const {
    constexpr double kInSight = 0.6; // of the reading: the rest is behind products
    const FilterTiles& tiles = plan.tiles;
    const double panels = double(tiles.groups * tiles.panelsOfGroup * tiles.columnPanels),
                 kBlocks = double(ceilDiv(spec_.k, tiles.kc)), image = double(bytesOf(spec_.lhs)),
                 taps = m() / double(spec_.lhs.rows[0].extent);
    const double ns =
        nsOfTiles(panels, kBlocks) + panels * k() / double(tiles.line) * costs_.tiles.run;
    const double reading =
        tiles.copiesLines
            ? kBlocks * double(tiles.groups * tiles.copiedElements()) * costs_.tiles.pack
            : taps * image / bytesPerNs(bytesOf(spec_.lhs)) * kInSight;
    return ns + reading + throughMemory();
  }

  double nsOf(const ThinPlan& plan) const {
    const ThinShape& p = plan.shape;
    const OperandSpec& many = p.manyIsLhs ? spec_.lhs : spec_.rhs;
    const bool lanesAreRows = p.turned && p.many.rows == 1;
    double rows = lanesAreRows ? nsOfLanesOfRows(p) : nsOfLanesOfColumns(p);
    // Rows side by side are parts of lines far from each other, as panels are, and fewer of them
    // are read at a time: 2048 rows of 512 values take 1.6 times as long as panels.
    constexpr double kFewerAtATime = 1.6;
    if (p.many.rows == 1 && p.many.k != 1)
      rows = std::max(rows, kFewerAtATime * nsOfFarPanels(p.numMany, {1, p.many.k}));
    double ns = costs_.thin.element + rows;
    if (!plan.fewIsInPlace)
      ns += k() * double(thinWidth(p.numFew)) * costs_.thin.packFew;
    if (many.dtype != spec_.compute)
      ns += double(p.numMany) * k() * costs_.thin.convert;
    if (spec_.outType != spec_.compute)
      ns += nsOfRounding(p);
    return costs_.thin.call + batch() * ns + throughMemory();
  }

private:
  double batch() const { return double(spec_.batch); }
  double m() const { return double(spec_.m); }
  double n() const { return double(spec_.n); }
  double k() const { return double(spec_.k); }
  double lhsPanels() const { return double(ceilDiv(spec_.m, spec_.mr)); }
  double rhsPanels() const { return double(ceilDiv(spec_.n, spec_.nr)); }

  // `bytes` that are read again and again, from the level that holds them.
  double bytesPerNs(int64_t bytes) const {
    return table_.bytesPerNs[bytes > caches_.last ? 3 : bytes > caches_.second ? 2 : 1];
  }

  // What is read of the operands, and the result, once.
  double throughMemory(int64_t read) const {
    const int64_t bytes = read + storageBytes(spec_.outType, spec_.batch * spec_.m * spec_.n);
    return double(bytes) / bytesPerNs(bytes);
  }
  double throughMemory() const { return throughMemory(bytesOf(spec_.lhs) + bytesOf(spec_.rhs)); }

  // Of a batch element: tiles of these panels of both operands, for each block of k.
  double nsOfTiles(double panels, double kBlocks) const {
    const TileCosts& c = costs_.tiles;
    const double partial = spec_.n % spec_.nr == 0 ? 0 : panels / rhsPanels() * c.partial;
    const double steps = m() * rhsPanels() * double(spec_.nr) / lanes_ * k();
    return kBlocks * (panels * c.tile + partial) + panels * k() * c.k + steps * c.step;
  }

  // Of a panel of rhs that is not full a copy is made wherever it lies.
  double nsOfPacking(const Blocking& b) const {
    const TileCosts& c = costs_.tiles;
    auto pack = [&](const OperandSpec& operand, double elements) {
      return elements * (operand.window.empty() ? c.pack : c.packWindow);
    };
    const double lhs = b.lhs ? 0 : pack(spec_.lhs, m() * k());
    return lhs +
           (b.rhs ? double(spec_.n % spec_.nr) * k() * c.packPartial : pack(spec_.rhs, n() * k()));
  }

  // Of a pass over panels where they lie in a matrix of k x `columns` that no cache of a core
  // holds. A processor follows so many rows at a time as if they were one: 5 of 100,000 numbers
  // take no more than a copy of them.
  double nsOfFarPanels(int64_t columns, const InPlace& matrix) const {
    constexpr int64_t kRowsFollowed = 32;
    const int64_t bytes = storageBytes(spec_.compute, spec_.k * columns);
    if (bytes <= caches_.second || spec_.k <= kRowsFollowed)
      return 0;
    const double each = bytes > caches_.last            ? costs_.panelFromMemory
                        : arePanelsApart(spec_, matrix) ? costs_.panelApart
                                                        : costs_.panel;
    return double(bytes) * each;
  }

  double nsOfLanesOfColumns(const ThinShape& p) const {
    const ThinCosts& c = costs_.thin;
    const double rows = double(p.numMany),
                 vectors = std::max(1.0, double(thinWidth(p.numFew)) / lanes_),
                 together = rowsTogether(vectors);
    const double ns = rows * k() * (c.number + vectors * (c.step + c.columns / together));
    if (!p.turned)
      return ns + rows * vectors * c.store;
    constexpr double kTurnedTogether = 4;
    return ns + rows * double(p.numFew) * (together >= kTurnedTogether ? c.turn : c.turnOne);
  }

  // As many rows as the registers hold the sums of (run/vector/ThinTiles.cc).
  double rowsTogether(double vectors) const {
    constexpr double kMostRows = 8;
    const double sums = table_.registerBytes >= 64 ? 16 : 8;
    return vectors <= 1 ? kMostRows : std::max(1.0, sums / vectors);
  }

  // Vectors of rows, then fours, then single ones.
  double nsOfLanesOfRows(const ThinShape& p) const {
    const ThinCosts& c = costs_.thin;
    const int64_t lanes = int64_t(lanes_), rest = p.numMany % lanes;
    const int64_t blocks = p.numMany / lanes + rest / 4 + rest % 4;
    const auto vectors = double(blocks), few = double(p.numFew);
    const double together = table_.registerBytes >= 64 ? 8 : 4;
    const double loads = double(ceilDiv(p.numFew, int64_t(together)));
    return vectors * (few * c.rowsStore + k() * (few * c.rowsStep + loads * c.rowsLoad));
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

double nsOf(const ContractionPlan& plan, const Caches& caches) {
  const Pricer pricer(plan.spec, plan.threads, caches);
  return std::visit([&](const auto& kind) { return pricer.nsOf(kind); }, plan.kind);
}

} // namespace lz::contraction
