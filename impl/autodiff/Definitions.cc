#include "autodiff/Definitions.h"

#include "spec/OpAttrs.inc.h"

namespace lz::autodiff {

ValueId Definitions::resolve(ValueId value) const {
  for (const Definitions* scope = this; scope; scope = scope->outer_)
    for (auto it = scope->aliases_.find(value); it != scope->aliases_.end();
         it = scope->aliases_.find(value))
      value = it->second;
  return value;
}

const Op* Definitions::of(ValueId value) const {
  value = resolve(value);
  for (const Definitions* scope = this; scope; scope = scope->outer_) {
    for (const std::vector<Op>* ops : scope->pending_)
      for (const Op& op : *ops)
        for (ValueId result : op.results)
          scope->ops_[result] = &op;
    scope->pending_.clear();
    if (auto it = scope->ops_.find(value); it != scope->ops_.end())
      return it->second;
  }
  return nullptr;
}

// Converts an integer to `dtype`. The result wraps if it does not fit.
static int64_t wrapped(DType dtype, int64_t value) {
  return Literal::splatInt(TensorType{dtype, {}}, value).toInt(0);
}

std::optional<int64_t> Definitions::integer(ValueId value) const {
  absl::InlinedVector<DType, 4> conversions; // in reverse order
  while (isInteger(program_.type(value).dtype)) {
    const Op* op = of(value);
    if (!op)
      return std::nullopt;
    if (op->opcode == Opcode::Constant) {
      const Literal& literal = ConstantAttrs(op->attrs).value();
      if (!literal.isSplat())
        return std::nullopt;
      int64_t result = literal.toInt(0);
      for (size_t i = conversions.size(); i-- > 0;)
        result = wrapped(conversions[i], result);
      return result;
    }
    if (op->opcode == Opcode::Convert)
      conversions.push_back(program_.type(value).dtype);
    else if (op->opcode != Opcode::Reshape && op->opcode != Opcode::BroadcastInDim &&
             op->opcode != Opcode::Transpose)
      return std::nullopt;
    value = op->operands[0];
  }
  return std::nullopt;
}

} // namespace lz::autodiff
