#include "autodiff/Rule.h"

#include <array>

namespace lz::autodiff {

static std::array<Rule, kNumOpcodes> makeRules() {
  std::array<Rule, kNumOpcodes> rules{};
  auto set = [&](Opcode opcode, Rule rule) { rules[size_t(opcode)] = rule; };
  for (size_t i = 0; i < kNumOpcodes; ++i)
    if (opInfo(Opcode(i)).kind == OpKind::Elementwise)
      rules[i] = vjpElementwise;
  set(Opcode::BroadcastInDim, vjpBroadcastInDim);
  set(Opcode::Call, vjpCall);
  set(Opcode::Case, vjpBranches);
  set(Opcode::Cholesky, vjpCholesky);
  set(Opcode::Concatenate, vjpConcatenate);
  set(Opcode::Convolution, vjpConvolution);
  set(Opcode::DotGeneral, vjpDotGeneral);
  set(Opcode::DynamicSlice, vjpDynamicSlice);
  set(Opcode::DynamicUpdateSlice, vjpDynamicUpdateSlice);
  set(Opcode::Fft, vjpFft);
  set(Opcode::Gather, vjpGather);
  set(Opcode::If, vjpBranches);
  set(Opcode::OptimizationBarrier, vjpForward);
  set(Opcode::Pad, vjpPad);
  set(Opcode::Reduce, vjpReduce);
  set(Opcode::ReducePrecision, vjpReducePrecision);
  set(Opcode::ReduceWindow, vjpReduceWindow);
  set(Opcode::Reshape, vjpReshape);
  set(Opcode::Reverse, vjpReverse);
  set(Opcode::Scatter, vjpScatter);
  set(Opcode::SelectAndScatter, vjpSelectAndScatter);
  set(Opcode::Slice, vjpSlice);
  set(Opcode::Sort, vjpSort);
  set(Opcode::TopK, vjpTopK);
  set(Opcode::Transpose, vjpTranspose);
  set(Opcode::TriangularSolve, vjpTriangularSolve);
  set(Opcode::While, vjpWhile);
  return rules;
}

Rule ruleOf(Opcode opcode) {
  static const std::array<Rule, kNumOpcodes> rules = makeRules();
  return rules[size_t(opcode)];
}

} // namespace lz::autodiff
