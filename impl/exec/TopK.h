// Finds the k largest elements of each row of the last dimension, in descending order, and their
// places. Among equal elements the earlier one comes first. Floats are ordered by bits: -NaN < -inf
// < ... < -0 < +0 < ... < NaN.
//
// Attributes:
//   k            at most the length of a row
//
//   call top_k reads in0 writes out0 out1 scratch tmp3 {k = 10}
#pragma once

#include "exec/Calls.h"

namespace lz::exec {

Status topK(const CallArgs& args);
CallNeeds needsOfTopK(const CallSignature& signature);

} // namespace lz::exec
