// Finds the results of regions inside of a contraction or a sweep that exist in scratch only.
//
//   s = q k^T / 8, m = max(m', max_j s_j), p = exp(s - m), c = exp(m' - m), and p v + c o'
//     s   is made and read on the rows of q k^T. Each element of q k^T is read just before that of
//         s is written, and nothing else reads q k^T. So s overwrites its rows.
//     c   has rows of its own, of one number. The sweep reads c after the second product.
//     m   is stored, since the next trip of the loop reads it
#pragma once

#include "fusion/FusionOptions.h"
#include "fusion/attach/PlacedSweep.h"

namespace lz::fusion {

// Sets `kept` in the placements of the products, which follow each other in a block or in an
// lz.sweep, or of a single product. A result is kept if only epilogues inside of these products
// read it. All of them read its rows one by one. Only a sweep has rows of its own for a result.
// Without `isSweep` a result is kept if it can overwrite other rows.
void keepResults(llvm::MutableArrayRef<SweptProduct> products, bool isSweep,
                 const FusionOptions& options);

} // namespace lz::fusion
