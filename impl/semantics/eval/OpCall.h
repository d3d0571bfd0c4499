// The arguments of one evaluation of an op, and the functions that evaluate ops. The comment before
// a group of functions names their files. The loops of elementwise ops are generated
// (spec/scalar/ElementwiseLoops.h).
#pragma once

#include "absl/container/inlined_vector.h"
#include "spec/Program.h"

namespace lz::eval {

using Literals = absl::InlinedVector<Literal, 1>;

// Evaluates regions of the program that is running.
class RegionRunner {
public:
  virtual ~RegionRunner() = default;
  virtual StatusOr<Literals> run(const Region& region, absl::Span<const Literal> args) = 0;
  // Returns a value of an enclosing scope. Region bodies can capture such values.
  virtual const Literal& value(ValueId id) const = 0;
  virtual const TensorType& type(ValueId id) const = 0;
  virtual int64_t maxIterations() const = 0;
};

struct OpCall {
  Opcode opcode;
  absl::Span<const Literal> operands;
  absl::Span<const AttrValue> attrs; // read with the attribute views of spec/OpAttrs.inc.h
  absl::Span<const TensorType> resultTypes;
  absl::Span<const Region> regions;
  RegionRunner* runner; // set if the op has regions

  const TensorType& operandType(size_t i) const { return operands[i].type(); }
  const TensorType& resultType() const { return resultTypes[0]; }
};

// Returns the op's name for messages.
inline std::string opName(Opcode opcode) {
  return std::string(opInfo(opcode).name);
}

// Evaluates an op. Shape inference must have accepted its operands and attributes.
using OpFn = StatusOr<Literals> (*)(const OpCall& call);

// Evaluates any op. If no function evaluates the op, returns Unimplemented.
StatusOr<Literals> evalOp(const OpCall& call);

// Views.cc, PadConcat.cc
StatusOr<Literals> evalBroadcastInDim(const OpCall& call);
StatusOr<Literals> evalReshape(const OpCall& call);
StatusOr<Literals> evalTranspose(const OpCall& call);
StatusOr<Literals> evalSlice(const OpCall& call);
StatusOr<Literals> evalReverse(const OpCall& call);
StatusOr<Literals> evalConcatenate(const OpCall& call);
StatusOr<Literals> evalPad(const OpCall& call);
// Sources.cc
StatusOr<Literals> evalConstant(const OpCall& call);
StatusOr<Literals> evalIota(const OpCall& call);
// DynamicSlice.cc, Gather.cc, Scatter.cc
StatusOr<Literals> evalDynamicSlice(const OpCall& call);
StatusOr<Literals> evalDynamicUpdateSlice(const OpCall& call);
StatusOr<Literals> evalGather(const OpCall& call);
StatusOr<Literals> evalScatter(const OpCall& call);
// Reduce.cc, ReduceWindow.cc, SelectAndScatter.cc
StatusOr<Literals> evalReduce(const OpCall& call);
StatusOr<Literals> evalReduceWindow(const OpCall& call);
StatusOr<Literals> evalSelectAndScatter(const OpCall& call);
// Fft.cc
StatusOr<Literals> evalFft(const OpCall& call);
// Sort.cc, TopK.cc
StatusOr<Literals> evalSort(const OpCall& call);
// Linalg.cc
StatusOr<Literals> evalCholesky(const OpCall& call);
StatusOr<Literals> evalTriangularSolve(const OpCall& call);
StatusOr<Literals> evalTopK(const OpCall& call);
// Random.cc
StatusOr<Literals> evalRngBitGenerator(const OpCall& call);
// DotGeneral.cc, Convolution.cc
StatusOr<Literals> evalDotGeneral(const OpCall& call);
StatusOr<Literals> evalConvolution(const OpCall& call);
// Control.cc
StatusOr<Literals> evalWhile(const OpCall& call);
StatusOr<Literals> evalIf(const OpCall& call);
StatusOr<Literals> evalCase(const OpCall& call);
StatusOr<Literals> evalCall(const OpCall& call);
StatusOr<Literals> evalForward(const OpCall& call); // returns the operands
// CustomCall.cc, Lapack.cc
StatusOr<Literals> evalCustomCall(const OpCall& call);
StatusOr<Literals>
evalLapack(const OpCall& call); // for a call of a LAPACK routine (linalg/spec/LapackTable.h)

} // namespace lz::eval
