#include "autodiff/rules/Accumulate.h"

#include "autodiff/rules/Combiner.h"
#include "spec/OpAttrs.inc.h"

namespace lz::autodiff {

namespace {

class Accumulator {
public:
  Accumulator(const Definitions& definitions, Builder& b, Cloner& cloner)
      : definitions_(definitions), b_(b), cloner_(cloner) {}

  // Adds `value` to `sum`. If `value` is a sum of cotangents, such as (a + b) + c, its local terms
  // (see isLocal) are added separately.
  ValueId run(ValueId sum, ValueId value) {
    while (!isLocal(value)) {
      const Op* op = definitions_.of(value);
      if (!op || op->opcode != Opcode::Add)
        return b_.add(sum, cloner_.lookup(value));
      size_t local = isLocal(op->operands[0]) ? 0 : 1;
      if (!isLocal(op->operands[local]))
        return b_.add(sum, cloner_.lookup(value));
      sum = addLocal(sum, op->operands[local]);
      value = op->operands[1 - local];
    }
    return addLocal(sum, value);
  }

private:
  bool isZeros(ValueId value) const {
    const Op* op = definitions_.of(value);
    if (op && op->opcode == Opcode::BroadcastInDim)
      op = definitions_.of(op->operands[0]);
    if (!op || op->opcode != Opcode::Constant)
      return false;
    const Literal& literal = ConstantAttrs(op->attrs).value();
    return literal.isSplat() && literal.toDouble(0) == 0;
  }

  // Returns whether the value is zero except in one window.
  bool isLocal(ValueId value) const {
    const Op* op = definitions_.of(value);
    if (!op || op->operands.empty() || !isZeros(op->operands[0]))
      return false;
    return op->opcode == Opcode::DynamicUpdateSlice ||
           (op->opcode == Opcode::Scatter && op->operands.size() == 3 &&
            combinerOf(op->regions[0]) == Opcode::Add);
  }

  ValueId addLocal(ValueId sum, ValueId value) {
    const Op& op = *definitions_.of(value);
    ValueIds operands;
    for (ValueId operand : op.operands)
      operands.push_back(cloner_.lookup(operand));
    operands[0] = sum;
    if (op.opcode == Opcode::Scatter) {
      std::vector<Region> regions;
      regions.push_back(cloner_.cloneRegion(op.regions[0]));
      return b_.op(Opcode::Scatter, operands, op.attrs, nullptr, std::move(regions));
    }
    ValueIds place = operands;
    place.erase(place.begin() + 1);
    Dims sizes = b_.type(operands[1]).dims;
    ValueId there = b_.op(Opcode::DynamicSlice, place, {Ints(sizes.begin(), sizes.end())});
    operands[1] = b_.add(there, operands[1]);
    return b_.op(Opcode::DynamicUpdateSlice, operands);
  }

  const Definitions& definitions_;
  Builder& b_;
  Cloner& cloner_;
};

} // namespace

ValueId accumulate(ValueId sum, ValueId value, const Definitions& definitions, Builder& b,
                   Cloner& cloner) {
  return Accumulator(definitions, b, cloner).run(sum, value);
}

} // namespace lz::autodiff
