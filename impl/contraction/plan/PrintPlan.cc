// Prints a plan, in the words of docs/glossary.md.
#include "absl/strings/str_cat.h"
#include "base/Integers.h"
#include "contraction/plan/ContractionPlan.h"
#include "contraction/plan/Slices.h"

#include <string>
#include <variant>

namespace lz::contraction {
namespace {

// Returns "3 panels" or "1 panel".
std::string counted(int64_t count, const char* noun) {
  return absl::StrCat(count, " ", noun, count == 1 ? "" : "s");
}

std::string blocksOfK(const ContractionSpec& spec, int64_t kc) {
  int64_t blocks = ceilDiv(spec.k, kc);
  return blocks == 1 ? "k in 1 block" : absl::StrCat("k in ", blocks, " blocks of ", kc);
}

std::string typesOf(const TiledContraction& spec) {
  std::string text = elementName(spec);
  if (spec.outType != spec.compute)
    absl::StrAppend(&text, " to ", std::string(dtypeName(spec.outType)));
  return text;
}

std::string head(const TiledContraction& spec, const char* kind, int64_t mr) {
  return absl::StrCat(kind, ", tiles ", mr, " x ", spec.nr);
}

std::string sideOf(const Blocking& b, bool isLhs) {
  bool isShared = isLhs == b.lhsIsShared;
  std::string text =
      absl::StrCat("; ", isLhs ? "lhs" : "rhs", isShared ? " shared, " : " private, ");
  if (isLhs && b.strips)
    absl::StrAppend(&text, counted(b.strips->count, "strip"), " of ",
                    counted(b.strips->pixels, "pixel"));
  else
    absl::StrAppend(&text, (isLhs ? b.lhs : b.rhs) ? "in place" : "packed",
                    isLhs && b.lhs && b.lhs->isPrefetched ? ", prefetched" : "");
  if (isShared)
    absl::StrAppend(&text, ", ", counted(b.sharedPanels, "panel"), ", ", b.cachedPanels, " cached");
  else
    absl::StrAppend(&text, ", chunks of ", counted(b.privatePanels, "panel"));
  return text;
}

// Prints what depends on the kind: the end of the first line, and the following lines.
struct KindPrinter {
  const TiledContraction& spec;

  std::string operator()(const EmptyPlan& plan) const {
    return absl::StrCat("empty\n", plan.rows > 0 ? "zeros are written" : "nothing is written");
  }

  std::string operator()(const PackedPlan& plan) const {
    const Blocking& b = plan.blocking;
    std::string text = absl::StrCat(head(spec, "packed", spec.mr), "\n", blocksOfK(spec, b.kc));
    if (b.kBlocks > 1)
      absl::StrAppend(&text, ", ", b.kBlocks, " at a time");
    absl::StrAppend(&text, sideOf(b, true), sideOf(b, false));
    if (b.converted)
      absl::StrAppend(&text, "; rounded after ", counted(b.privateBlock, "panel"));
    return text + (plan.isBatched ? "; batch elements shared out whole" : "");
  }

  std::string operator()(const DotsPlan& plan) const {
    return absl::StrCat("dots\n", blocksOfK(spec, plan.kc), "; short ",
                        plan.fewIsLhs ? "lhs" : "rhs", " packed ",
                        plan.sharesFew ? "once" : "by each thread", ", units of ", plan.columns,
                        plan.fewIsLhs ? " rows of rhs" : " rows of lhs");
  }

  std::string operator()(const StreamedPlan& plan) const {
    return absl::StrCat("streamed\n", blocksOfK(spec, plan.kc), "; lhs packed once; rhs in place, ",
                        counted(plan.units, "unit"), " of ", counted(plan.columns, "column"),
                        plan.isBatched ? "; batch elements shared out whole" : "");
  }

  std::string operator()(const ThinPlan& plan) const {
    const ThinShape& shape = plan.shape;
    bool byRows = plan.units.blocks > 1 || plan.units.elements == 1;
    return absl::StrCat(
        "thin\n", counted(shape.numFew, "column"), " of ", shape.manyIsLhs ? "rhs" : "lhs",
        plan.fewIsInPlace ? " in place"
        : plan.sharesFew  ? " packed once"
                          : " packed by batch element",
        ", ", counted(plan.units.count, "unit"), " of ",
        byRows ? counted(plan.units.rows, "row") : counted(plan.units.elements, "batch element"),
        plan.isPrefetched ? ", prefetched" : "", shape.turned ? ", tiles turned" : "");
  }

  std::string operator()(const FilterGradientPlan& plan) const {
    const FilterTiles& tiles = plan.tiles;
    std::string text = absl::StrCat(head(spec, "filter gradient", tiles.mr), "\n",
                                    blocksOfK(spec, tiles.kc), ", ", tiles.kBlocks, " at a time; ");
    absl::StrAppend(&text, counted(tiles.groups, "group"), " of ",
                    counted(tiles.panelsOfGroup, "panel"), " by ",
                    counted(tiles.columnPanels, "panel"));
    if (!tiles.copiesLines)
      return text + "; in place";
    return absl::StrCat(text, "; lines copied for ", counted(plan.tilesTogether, "tile"),
                        " at a time");
  }
};

std::string abilitiesOf(const ContractionPlan& plan) {
  std::string text;
  auto add = [&](bool can, const std::string& what) {
    if (can)
      absl::StrAppend(&text, text.empty() ? "" : ", ", what);
  };
  add(plan.completesRows, "completes rows");
  add(plan.keepsRows, "keeps rows");
  add(plan.makesRows, isLhsShared(plan.spec) ? "makes rows of rhs" : "makes rows of lhs");
  add(plan.adds, "adds");
  add(plan.spec.isInSweep, "in a sweep");
  add(plan.spec.outByRows, "output by rows");
  add(plan.spec.ownByRows, "operand by rows");
  return text.empty() ? "" : text + "; ";
}

} // namespace

std::string print(const ContractionPlan& plan) {
  const TiledContraction& spec = plan.spec;
  std::string batch = spec.batch == 1 ? "" : absl::StrCat(spec.batch, " of ");
  return absl::StrCat(batch, spec.m, " x ", spec.n, " x ", spec.k, " ", typesOf(spec),
                      spec.isSwapped ? ", swapped" : "", ": ",
                      std::visit(KindPrinter{spec}, plan.kind), "\n", abilitiesOf(plan), "scratch ",
                      plan.sharedBytes(), " + ", plan.threadBytes(), " bytes per thread");
}

std::string print(const SlicePlan& plan) {
  std::string text = absl::StrCat(counted(plan.count, "slice"),
                                  plan.addUp         ? " of k, which add up"
                                  : plan.isSharedOut ? ", shared out whole"
                                                     : ", one after the other",
                                  ", each of ", print(plan.each));
  if (plan.addUp)
    absl::StrAppend(&text, "\nthe last of ", print(plan.last));
  return absl::StrCat(text, "\nin all ", plan.scratchBytes, " bytes of scratch");
}

} // namespace lz::contraction
