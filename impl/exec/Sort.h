// Sorts stably along a dimension. In each row (elements whose other indices are equal) all operands
// are reordered in the same way, by the keys of some of them.
//
// Attributes:
//   dimension    the dimension, from 0 on
//   keys         operands whose elements are compared; a later one decides if all before are equal
//   orders       for each key:
//                "value"      a < b; -0 equals +0, and NaN compares with nothing, so that the
//                             comparison is not an order if there is a NaN (see below)
//                "total"      floats by bits: -NaN < -inf < ... < -0 < +0 < ... < inf < NaN
//                "canonical"  floats, with -0 equal to +0, and every NaN after inf
//   descending   for each key 0 or 1, which means b < a
//   equal        "reversed": of elements that are equal in all keys the last comes first
//
//   call sort reads in0 in1 writes out0 out1 scratch tmp4
//       {dimension = 1, keys = [1, 0], orders = ["value", "total"], descending = [0, 1]}
//
// If there are no keys, the body of the op compares. Its parameters are, for each operand, two
// elements of that operand. If the comparison is not an order (because the body contradicts itself,
// or because of NaN under "value"), runs of 1, 2, 4, ... elements are merged as the comparison
// says. This gives the same permutation as the reference interpreter.
#pragma once

#include "exec/Calls.h"

namespace lz::exec {

Status sort(const CallArgs& args);
CallNeeds needsOfSort(const CallSignature& signature);

} // namespace lz::exec
