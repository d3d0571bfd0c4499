// Internal to hlo: compares the cost of long windows with the cost of several short windows in
// their place. The unit is a tap: loading and combining one element of a window.
//
//   scan of 200 rows of 1000:  one window        200 * 1000 * 1000                   = 2.0e8 taps
//                              blocks of 8       200 * 1000 * (8 + 4), and the scan
//                                                of 200 rows of 125                  = 2.8e6
#pragma once

#include <cstdint>

namespace lz::hlo {

// Returns the best number of elements of a block, for a scan over `extent` elements in each of
// `rows` rows. If one long window is cheapest, returns 0.
int64_t bestBlock(int64_t rows, int64_t extent);

// Returns the best number of elements of a part, for `results` windows of `size` elements in each
// of `rows` rows. If one long window is cheapest, returns 0.
int64_t bestPart(int64_t rows, int64_t results, int64_t size, int64_t dilation);

} // namespace lz::hlo
