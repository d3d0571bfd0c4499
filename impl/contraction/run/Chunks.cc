#include "contraction/run/Chunks.h"

#include <algorithm>

namespace lz::contraction {

Chunks::Chunks(const ChunkRule& rule) : rule_(rule) {
  for (Place place; place.panel < rule_.panels && rule_.sharedRows > 0; ++size_)
    next(place);
}

Chunk Chunks::next() {
  std::lock_guard lock(mutex_);
  return next(place_);
}

Chunk Chunks::next(Place& place) const {
  if (place.row == 0) {
    const int64_t left = rule_.panels - place.panel;
    place.panels = std::min(left, std::clamp(left / (2 * rule_.workers), rule_.least, rule_.most));
    place.rows = place.panels == 1 && left <= rule_.workers ? rule_.splitRows : rule_.sharedRows;
  }
  const Chunk chunk{place.panel, place.panels, place.row,
                    std::min(place.rows, rule_.sharedRows - place.row)};
  place.row += place.rows;
  if (place.row >= rule_.sharedRows) {
    place.row = 0;
    place.panel += place.panels;
  }
  return chunk;
}

} // namespace lz::contraction
