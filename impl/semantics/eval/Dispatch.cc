// The table of functions that evaluate ops. Elementwise ops need no entry.
#include "semantics/eval/Elementwise.h"
#include "semantics/eval/OpCall.h"

#include <array>
#include <utility>

namespace lz::eval {
namespace {

using OpTable = std::array<OpFn, kNumOpcodes>;

constexpr std::pair<Opcode, OpFn> kStructured[] = {
    {Opcode::BroadcastInDim, evalBroadcastInDim},
    {Opcode::Call, evalCall},
    {Opcode::Case, evalCase},
    {Opcode::Cholesky, evalCholesky},
    {Opcode::Concatenate, evalConcatenate},
    {Opcode::Constant, evalConstant},
    {Opcode::Convolution, evalConvolution},
    {Opcode::CustomCall, evalCustomCall},
    {Opcode::DotGeneral, evalDotGeneral},
    {Opcode::DynamicSlice, evalDynamicSlice},
    {Opcode::DynamicUpdateSlice, evalDynamicUpdateSlice},
    {Opcode::Fft, evalFft},
    {Opcode::Gather, evalGather},
    {Opcode::If, evalIf},
    {Opcode::Iota, evalIota},
    {Opcode::OptimizationBarrier, evalForward},
    {Opcode::Pad, evalPad},
    {Opcode::Reduce, evalReduce},
    {Opcode::ReduceWindow, evalReduceWindow},
    {Opcode::Reshape, evalReshape},
    {Opcode::Reverse, evalReverse},
    {Opcode::Scatter, evalScatter},
    {Opcode::SelectAndScatter, evalSelectAndScatter},
    {Opcode::Slice, evalSlice},
    {Opcode::Sort, evalSort},
    {Opcode::RngBitGenerator, evalRngBitGenerator},
    {Opcode::TopK, evalTopK},
    {Opcode::Transpose, evalTranspose},
    {Opcode::TriangularSolve, evalTriangularSolve},
    {Opcode::While, evalWhile},
};

OpTable makeTable() {
  OpTable table{};
  for (size_t i = 0; i < table.size(); ++i)
    if (opInfo(Opcode(i)).kind == OpKind::Elementwise)
      table[i] = evalElementwiseOp;
  for (const auto& [opcode, fn] : kStructured)
    table[size_t(opcode)] = fn;
  return table;
}

} // namespace

StatusOr<Literals> evalOp(const OpCall& call) {
  static const OpTable table = makeTable();
  const OpInfo& info = opInfo(call.opcode);
  OpFn fn = table[size_t(call.opcode)];
  if (!fn)
    return unimplemented("[", opName(call.opcode), "] the interpreter does not know this op");
  if (info.numRegions != 0 && !call.runner)
    return invalidArgument("[", opName(call.opcode), "] has regions and cannot be evaluated alone");
  return fn(call);
}

} // namespace lz::eval
