// The rules of ops. A rule computes the cotangents of an op's operands from the cotangents of the
// op's results. This is called the vector-Jacobian product (VJP) of the op. Elementwise ops have
// their VJPs in impl/spec/ops/*.td (`vjp`). Each structured op has a function here, which is
// defined in rules/.
#pragma once

#include "autodiff/Builder.h"
#include "autodiff/Definitions.h"
#include "autodiff/Pieces.h"

namespace lz::autodiff {

// Collects the cotangents of values. Cotangents of one value are added in the order of the calls.
class Cotangents {
public:
  virtual ~Cotangents() = default;
  // Returns whether the cotangent of this value is needed. It is needed if the value is float or
  // complex, and depends on an argument. add() ignores other cotangents.
  virtual bool wants(ValueId value) const = 0;
  virtual void add(ValueId value, ValueId cotangent) = 0;
  // Adds the cotangent of a slice of the value. The cotangents of all slices are joined first
  // (Pieces.h). Then the joined cotangent is added to the cotangent of the value.
  virtual void addPiece(ValueId value, Piece piece) = 0;
};

// The op that a rule differentiates, with its context. At least one result has a cotangent, and at
// least one operand or capture is wanted.
struct RuleCall {
  Builder& b;
  const Op& op;
  const ValueIds& g; // one per result, of the same type; kNoValue means zero
  Cotangents& to;
  const Definitions& definitions; // covers the op's list

  absl::Span<const AttrValue> attrs() const { return op.attrs; } // spec/OpAttrs.inc.h uses it
  ValueId operand(size_t i) const { return op.operands[i]; }
  TensorType operandType(size_t i) const { return b.type(op.operands[i]); }
  bool wants(size_t i) const { return to.wants(op.operands[i]); }
  void give(size_t i, ValueId cotangent) const { to.add(op.operands[i], cotangent); }
  // Returns the cotangent of result i, or zeros if it has none.
  ValueId cotangent(size_t i) const {
    return g[i] == kNoValue ? b.zeros(b.type(op.results[i])) : g[i];
  }
  // Returns "[name] has no derivative: REASON", which is an error of the caller's program.
  template <typename... Parts> Status refuse(const Parts&... reason) const {
    return unimplemented("[", detail::piece(opInfo(op.opcode).name), "] has no derivative",
                         reason...);
  }
};

using Rule = Status (*)(const RuleCall& call);

// Returns the rule, or nullptr if the op has no derivative.
Rule ruleOf(Opcode opcode);
// Returns false if no operand of the op gets a cotangent, as for floor and stop_gradient.
bool passesCotangents(Opcode opcode);

// The rules, one per structured op (rules/).
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
