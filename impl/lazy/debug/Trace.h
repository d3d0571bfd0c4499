// Prints a recorded program in the notations of other lazy runtimes:
//
//   LazyTensor: Suhan et al., "LazyTensor: combining eager execution with domain-specific
//               compilers", 2021, figures 1 and 2. Operands on the right come first.
//   Function:   lazy tensors of Swift for TensorFlow. Operands on the left come first.
//
// docs/lazy.md shows both. Ops have their names in PyTorch or TensorFlow. An op that does not exist
// there has its name in StableHLO.
#pragma once

#include "spec/Program.h"

#include <string>
#include <string_view>

namespace lz::lazy {

//   IR {
//     %0 = f32[] prim::Constant(), value=1
//     %1 = f32[2,4] aten::expand(%0), size=(2, 4)
//     %2 = f32[2,4] xla::device_data(), device=CPU:0
//     %3 = f32[2,4] aten::mul(%2, %1), ROOT=0
//   }
std::string lazyTensorText(const Program& program, std::string_view device);

// Returns the same graph for Graphviz, with layouts.
std::string lazyTensorDot(const Program& program, std::string_view device);

//   lazyTrace_3(%0: float) -> (float) {
//     %1 = Const[dtype: float, value: 2.0]()
//     %2 = Mul[T: float](%0, %1)
//     return %2
//   }
std::string functionText(const Program& program);

} // namespace lz::lazy
