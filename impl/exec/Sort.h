// Sorts stably along a dimension. In each row (elements whose other indices are equal) all operands
// are sorted by the keys of some of them.
//
// Attributes:
//   dimension    which one, from 0 on
//   keys         operands whose elements are compared; a later one counts among elements that are
//                equal in all before
//   orders       of each key
//                "value"      a < b; for floats -0 and +0 are equal, and NaN, which compares with
//                             nothing, makes it no order: see below
//                "total"      floats by bits: -NaN < -inf < ... < -0 < +0 < ... < inf < NaN
//                "canonical"  floats: -0 as +0, every NaN behind inf
//   descending   of each key 0 or 1: b < a instead
//   equal        "reversed": of elements that are equal in all keys the last comes first
//
//   call sort reads in0 in1 writes out0 out1 scratch tmp4
//       {dimension = 1, keys = [1, 0], orders = ["value", "total"], descending = [0, 1]}
//
// Without keys the body of the op compares. It takes an element of each operand, each followed by a
// second element of that operand. If the comparison is not an order (a body that contradicts
// itself, or NaN under "value"), runs of 1, 2, 4, ... elements are merged by what it says, which
// gives the same permutation as the reference interpreter.
#pragma once

#include "exec/Calls.h"

namespace lz::exec {

Status sort(const CallArgs& args);
CallNeeds needsOfSort(const CallSignature& signature);

} // namespace lz::exec
