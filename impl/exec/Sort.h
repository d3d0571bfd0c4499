// Sorts stably along a dimension. A row consists of the elements whose other indices are equal. In
// each row, all operands are reordered in the same way. Some of the operands are the keys. Only the
// elements of the keys are compared.
//
// Attributes:
//   dimension    the dimension along which rows are sorted
//   keys         operands to compare, by index; a later key counts if all earlier keys are equal
//   orders       for each key:
//                "value"      a < b; -0 equals +0, and every comparison with NaN is false, so
//                             there is no order if an element is NaN (see below)
//                "total"      floats by bits: -NaN < -inf < ... < -0 < +0 < ... < inf < NaN
//                "canonical"  floats, with -0 equal to +0, and every NaN after inf
//   descending   for each key 0, or 1 if larger elements come first
//   equal        "reversed": elements that are equal in all keys are put in reverse order
//
//   call sort reads in0 in1 writes out0 out1 scratch tmp4
//       {dimension = 1, keys = [1, 0], orders = ["value", "total"], descending = [0, 1]}
//
// If there are no keys, the body of the op compares. Its parameters are two elements of each
// operand. If the body contradicts itself, or if there is a NaN under "value", the result is that
// of a merge sort with runs of 1, 2, 4, ... elements, as in the reference interpreter.
#pragma once

#include "exec/Calls.h"

namespace lz::exec {

Status sort(const CallArgs& args);
CallNeeds needsOfSort(const CallSignature& signature);

} // namespace lz::exec
