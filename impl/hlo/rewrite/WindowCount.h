// Only for hlo/passes: the cost of long windows as they are, and as several short ones. The unit is
// a tap: an element of a window that is loaded and combined.
//
//   scan of 200 rows of 1000:  one window        200 * 1000 * 1000                   = 2.0e8 taps
//                              blocks of 8       200 * 1000 * (8 + 4), and the scan
//                                                of 200 rows of 125                  = 2.8e6
#pragma once

#include <cstdint>

namespace lz::hlo {

// The number of elements of a block, for a scan over `extent` elements in each of `rows`. 0
// means one window for all.
int64_t bestBlock(int64_t rows, int64_t extent);

// The number of elements of a part, for `results` windows of `size` elements in each of `rows`; 0:
// one window for all.
int64_t bestPart(int64_t rows, int64_t results, int64_t size, int64_t dilation);

} // namespace lz::hlo
