// Internal to hlo/passes: what long windows take as they are, and made of short ones. The unit is a
// tap, an element of a window that is loaded and combined.
//
//   scan of 200 rows of 1000:  one window        200 * 1000 * 1000                   = 2.0e8 taps
//                              blocks of 8       200 * 1000 * (8 + 4), and the scan
//                                                of 200 rows of 125                  = 2.8e6
#pragma once

#include <cstdint>

namespace lz::hlo {

// A scan over `extent` elements in each of `rows`: how many elements a block should have; 0: one
// window of all.
int64_t bestBlock(int64_t rows, int64_t extent);

// `results` windows of `size` elements in each of `rows`: of how many elements the parts should be;
// 0: one window of all.
int64_t bestPart(int64_t rows, int64_t results, int64_t size, int64_t dilation);

} // namespace lz::hlo
