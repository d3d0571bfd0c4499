// A stable sort along a dimension: of each row of elements, whose other indices are equal, all
// operands by the keys of one of them.
//
// Attributes:
//   dimension    which one, from 0 on
//   key          the operand whose elements are compared
//   order        "value"      a < b; for floats -0 and +0 are equal, and NaN, which compares with
//                             nothing, makes it no order: see below
//                "total"      floats by bits: -NaN < -inf < ... < -0 < +0 < ... < inf < NaN
//                "canonical"  floats: -0 as +0, every NaN behind inf
//   descending   0 or 1: b < a instead
//
//   call sort reads in0 writes out0 scratch tmp2 {dimension = 1, key = 0, order = "total",
//                                                 descending = 0}
//
// A row with NaN under "value" is merged from runs of 1, 2, 4, ... elements by what a comparison
// says, which gives the permutation of the reference interpreter.
#pragma once

#include "exec/Calls.h"

namespace lz::exec {

// Scratch: for each thread two lists of keys with their places in a row.
Status sort(const CallArgs& args);
CallNeeds needsOfSort(const CallSignature& signature);

} // namespace lz::exec
