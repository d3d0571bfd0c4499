// Finds results that exist in scratch only. The regions that make them run inside of a contraction
// or a sweep.
//
//   s = q k^T / 8, m = max(m', max_j s_j), p = exp(s - m), c = exp(m' - m), and p v + c o'
//     s   is made and read on the rows of q k^T. Each element of q k^T is read just before that of
//         s is written, and nothing else reads q k^T. So s overwrites the rows of q k^T.
//     c   has separate rows in scratch, each of one number. The sweep reads c after the second
//         product.
//     m   is stored, since the next trip of the loop reads it
#pragma once

#include "fusion/FusionOptions.h"
#include "fusion/attach/PlacedSweep.h"

namespace lz::fusion {

// Sets `kept` in the placements of the products. If there are several products, they follow each
// other in a block or in an lz.sweep. A result is kept if only epilogues inside of these products
// read it, and if they read it row by row. If possible, the result overwrites the rows of another
// array in scratch. Otherwise the result needs its own rows in scratch. Only a sweep can have such
// rows, so without `isSweep` the result is stored.
void keepResults(llvm::MutableArrayRef<SweptProduct> products, bool isSweep,
                 const FusionOptions& options);

} // namespace lz::fusion
