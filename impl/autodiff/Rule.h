// The vector-Jacobian product (VJP) of an op: how it passes cotangents from its results to its
// operands. Elementwise ops state theirs in their entries (impl/spec/ops/*.td, `vjp`). Structured
// ops have a function here, one file per family in rules/.
#pragma once

#include "autodiff/Builder.h"
#include "autodiff/Definitions.h"
#include "autodiff/Pieces.h"

namespace lz::autodiff {

// Collects the cotangents of values. Cotangents of a value add up, in the order in which they come.
class Cotangents {
public:
  virtual ~Cotangents() = default;
  // Whether the cotangent of this value is needed: the value depends on an argument, and is a float
  // or complex. A rule may skip others, since add() ignores them.
  virtual bool wants(ValueId value) const = 0;
  virtual void add(ValueId value, ValueId cotangent) = 0;
  // Adds the cotangent of a part of the value. Parts are joined, and added after whole cotangents.
  virtual void addPiece(ValueId value, Piece piece) = 0;
};

// The view that a rule has of one op. At least one result has a cotangent, and at least one operand
// or capture is wanted.
struct RuleCall {
  Builder& b;
  const Op& op;
  const ValueIds& g; // one per result, of its type; kNoValue: it is zero
  Cotangents& to;
  const Definitions& definitions; // of the op's list

  absl::Span<const AttrValue> attrs() const { return op.attrs; } // for spec/OpAttrs.inc.h
  ValueId operand(size_t i) const { return op.operands[i]; }
  TensorType operandType(size_t i) const { return b.type(op.operands[i]); }
  bool wants(size_t i) const { return to.wants(op.operands[i]); }
  void give(size_t i, ValueId cotangent) const { to.add(op.operands[i], cotangent); }
  // The cotangent of result i; zeros if there is none.
  ValueId cotangent(size_t i) const {
    return g[i] == kNoValue ? b.zeros(b.type(op.results[i])) : g[i];
  }
  // "[name] has no derivative: REASON"; an error of the caller's program.
  template <typename... Parts> Status refuse(const Parts&... reason) const {
    return unimplemented("[", detail::piece(opInfo(op.opcode).name), "] has no derivative",
                         reason...);
  }
};

using Rule = Status (*)(const RuleCall& call);

// Returns nullptr if the op has no derivative.
Rule ruleOf(Opcode opcode);
// False if the op's entry says that no operand gets a cotangent (floor, stop_gradient).
bool passesCotangents(Opcode opcode);

// rules/, one per structured op.
Status vjpElementwise(const RuleCall& call);
Status vjpReducePrecision(const RuleCall& call);
Status vjpBroadcastInDim(const RuleCall& call);
Status vjpReshape(const RuleCall& call);
Status vjpTranspose(const RuleCall& call);
Status vjpSlice(const RuleCall& call);
Status vjpReverse(const RuleCall& call);
Status vjpPad(const RuleCall& call);
Status vjpConcatenate(const RuleCall& call);
Status vjpForward(const RuleCall& call); // optimization_barrier
Status vjpReduce(const RuleCall& call);
Status vjpReduceWindow(const RuleCall& call);
Status vjpSelectAndScatter(const RuleCall& call);
Status vjpDotGeneral(const RuleCall& call);
Status vjpConvolution(const RuleCall& call);
Status vjpDynamicSlice(const RuleCall& call);
Status vjpDynamicUpdateSlice(const RuleCall& call);
Status vjpGather(const RuleCall& call);
Status vjpScatter(const RuleCall& call);
Status vjpFft(const RuleCall& call);
Status vjpSort(const RuleCall& call);
Status vjpCholesky(const RuleCall& call);
Status vjpTriangularSolve(const RuleCall& call);
Status vjpTopK(const RuleCall& call);
Status vjpWhile(const RuleCall& call);
Status vjpBranches(const RuleCall& call); // if, case
Status vjpCall(const RuleCall& call);

} // namespace lz::autodiff
