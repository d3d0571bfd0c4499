#include "hlo/tiles/price/TileExtents.h"

#include "absl/strings/str_cat.h"
#include "base/text/NumberText.h"
#include "hlo/tiles/TileLoop.h"
#include "hlo/tiles/price/WholeRows.h"
#include "sweep/plan/UnstoredTable.h"

#include <algorithm>
#include <tuple>

namespace lz::hlo {
namespace {

// The most columns of a tile of which a sweep computes whole rows. With 512, 1024 and 2048 columns,
// attention of 12 heads of 4096 queries takes 143, 143 and 138 ms (Zen 5, two threads).
constexpr int64_t kMostOfRows = 2048;
// The most elements of any other tile. Of longer tiles, not even a few rows stay in a cache.
constexpr int64_t kMostTile = 65536;
// The relative accuracy of predicted times. Five programs were measured with tiles of 38 extents
// (Zen 4, two threads). In each program, measured times are about the same multiple of predicted
// ones. 21 of the 38 are within 10 % of the median of their program.
constexpr double kAccuracy = 0.1;

// Returns the number of elements of a tile: the largest divisor of `extent` from most / 2 + 1 to
// `most`, or `most` if there is none.
int64_t evenTile(int64_t extent, int64_t most) {
  for (int64_t tile = most; tile > most / 2; --tile)
    if (extent % tile == 0)
      return tile;
  return most;
}

// Returns whether a loop over the dimension can run in each tile of another loop. The prices of
// several rounds are not known then.
bool canBeInner(const CutDim& dim) {
  return dim.tiledDim.extent > 1 && llvm::count_if(dim.rounds.rounds, [](const RoundOps& round) {
                                      return !round.ops.empty();
                                    }) == 1;
}

// Returns whether tiles stay in the last-level cache, which operands and packed panels need, too.
// The 10 nearest of 100,000 points of 100 numbers take 252 ms with tiles of 4 MB, 347 ms with tiles
// of 16 MB, and 383 ms with tiles of 32 MB (Zen 4, whose class has 16 MB).
bool fitsCache(const TilePrice& price, MachineClass cpu) {
  return 2 * price.held <= double(lastLevelBytes(cpu));
}

// Returns whether tiles need little memory beside the arrays that the loops read and make.
bool isSmall(const TilePrice& price, MachineClass cpu) {
  return fitsCache(price, cpu) || price.held <= price.along + price.across;
}

// Returns whether tiles need much less memory than the tables.
bool savesMemory(const TilePrice& price, MachineClass cpu) {
  constexpr double kTimesLess = 4;
  return fitsCache(price, cpu) || (isSmall(price, cpu) && kTimesLess * price.held <= price.whole);
}

// Returns whether the tables are larger than what they are computed from. More than twice the flops
// is never allowed, as for regions. All of this is the same for all extents.
bool isOfPairs(const TilePrice& price) {
  constexpr double kPairs = 8, kMostFlops = 2;
  return price.tables >= kPairs * std::min(price.along, price.across) &&
         price.tables >= 2 * price.beside && price.tiledFlops <= kMostFlops * price.storedFlops;
}

} // namespace

double bytesInSight(MachineClass cpu) {
  constexpr double kParts = 4;
  return double(lastLevelBytes(cpu)) / kParts;
}

std::vector<int64_t> extentsToTry(const CutDim& dim, MachineClass cpu) {
  const int64_t half = dim.tiledDim.extent / 2, ofRows = std::min(kMostOfRows, half);
  if (ofRows <= mostColumnsOfRows(dim.tiledDim, dim.rounds, cpu))
    return {evenTile(dim.tiledDim.extent, ofRows)};
  std::vector<int64_t> extents;
  for (int64_t most = std::min(kMostTile, half); most > 0; most /= 2) {
    const int64_t tile = evenTile(dim.tiledDim.extent, most);
    if ((extents.empty() || tile < extents.back()) && haveTrips(dim.tiledDim, dim.rounds, tile))
      extents.push_back(tile);
  }
  return extents;
}

std::vector<TileChoice> choicesOf(const CutDims& dims, int64_t outer, MachineClass cpu) {
  const CutDim& cut = *dims[size_t(outer)];
  std::vector<TileChoice> choices;
  const std::vector<int64_t> extents = extentsToTry(cut, cpu);
  const TilePricer alone(cut, nullptr, cpu);
  if (!extents.empty() && !isOfPairs(alone.at(extents.front())))
    return {{outer, extents.front(), -1, 0, alone.at(extents.front())}};
  for (int64_t tile : extents)
    choices.push_back({outer, tile, -1, 0, alone.at(tile)});
  for (int64_t inner = 0; inner < int64_t(dims.size()); ++inner) {
    const std::optional<CutDim>& other = dims[size_t(inner)];
    if (inner == outer || !other || !canBeInner(*other))
      continue;
    const std::vector<int64_t> innerExtents = extentsToTry(*other, cpu);
    const TilePricer both(cut, &*other, cpu);
    for (int64_t tile : extents)
      for (int64_t innerTile : innerExtents)
        choices.push_back({outer, tile, inner, innerTile, both.at(tile, innerTile)});
  }
  return choices;
}

const TileChoice& bestOf(llvm::ArrayRef<TileChoice> choices, MachineClass cpu) {
  auto isTooLarge = [&](const TileChoice& choice) { return !isSmall(choice.price, cpu); };
  double stored = 0;
  for (const TileChoice& choice : choices)
    stored = std::max(stored, choice.price.stored);
  // Along some dimensions fewer tables take part. The other tables are still stored, and the time
  // of storing them is added.
  auto nsOf = [&](const TileChoice& choice) {
    return choice.price.tiled + stored - choice.price.stored;
  };
  auto rankOfTime = [&](const TileChoice& choice) {
    return std::tuple(isTooLarge(choice), nsOf(choice));
  };
  const double most = (1 + kAccuracy) * nsOf(*std::ranges::min_element(choices, {}, rankOfTime));
  auto rank = [&](const TileChoice& choice) {
    const double beyondCache = std::max(0.0, 2 * choice.price.held - double(lastLevelBytes(cpu)));
    return std::tuple(isTooLarge(choice), nsOf(choice) > most, beyondCache, choice.inner >= 0,
                      nsOf(choice));
  };
  return *std::ranges::min_element(choices, {}, rank);
}

bool isWorth(const TilePrice& price, const TileRounds& rounds, MachineClass cpu, bool isTile) {
  const bool waitsForOthers =
      llvm::any_of(llvm::ArrayRef(rounds.rounds).drop_back(),
                   [](const RoundOps& round) { return !round.outputs.empty(); });
  double most = 1;
  if (!waitsForOthers && savesMemory(price, cpu))
    most = isTile ? 1 + kAccuracy : sweep::mostTimeUnstored(2 * price.whole, cpu);
  return isOfPairs(price) && price.tiled <= price.stored * most;
}

std::string print(const TileChoice& choice, const TileRounds& rounds) {
  const size_t count = rounds.rounds.size();
  const std::string inner = choice.inner < 0 ? ""
                                             : absl::StrCat(", each in tiles of ", choice.innerTile,
                                                            " along dimension ", choice.inner, ",");
  return absl::StrCat("tiles of ", choice.tile, " along dimension ", choice.outer, " in ", count,
                      count == 1 ? " round" : " rounds", inner, " cost ",
                      generalText(choice.price.tiled / 1e3, 3), " us, storing ",
                      generalText(choice.price.tables / 1e6, 3), " MB costs ",
                      generalText(choice.price.stored / 1e3, 3), " us");
}

} // namespace lz::hlo
