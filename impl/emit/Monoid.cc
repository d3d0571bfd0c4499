#include "emit/Monoid.h"

#include <limits>

namespace lz::emit {
namespace {

Literal lowest(DType dtype) {
  if (isFloat(dtype))
    return Literal::splat({dtype, {}}, -std::numeric_limits<double>::infinity());
  if (isSignedInt(dtype))
    return Literal::splatInt({dtype, {}}, -1 - int64_t((uint64_t(1) << (bitWidth(dtype) - 1)) - 1));
  return Literal::splatInt({dtype, {}}, 0);
}

Literal highest(DType dtype) {
  if (isFloat(dtype))
    return Literal::splat({dtype, {}}, std::numeric_limits<double>::infinity());
  if (isSignedInt(dtype))
    return Literal::splatInt({dtype, {}}, int64_t((uint64_t(1) << (bitWidth(dtype) - 1)) - 1));
  return Literal::splatInt({dtype, {}}, dtype == DType::Pred ? 1 : -1);
}

Literal number(DType dtype, double value) {
  if (isFloat(dtype))
    return Literal::splat({dtype, {}}, value);
  return Literal::splatInt({dtype, {}}, int64_t(value));
}

std::optional<Literal> identityOf(Opcode opcode, DType dtype) {
  switch (opcode) {
  case Opcode::Add:
    return number(dtype, -0.0);
  case Opcode::Multiply:
    return number(dtype, 1);
  case Opcode::Maximum:
    return lowest(dtype);
  case Opcode::Minimum:
    return highest(dtype);
  case Opcode::And:
    return number(dtype, dtype == DType::Pred ? 1 : -1);
  case Opcode::Or:
  case Opcode::Xor:
    return number(dtype, 0);
  default:
    return std::nullopt;
  }
}

bool isArg(const PlanNode& node, size_t ordinal) {
  return node.kind == NodeKind::Arg && size_t(node.component) == ordinal;
}

} // namespace

std::optional<std::vector<Literal>> identitiesOf(const PlanBody& body) {
  std::vector<Literal> identities;
  size_t n = body.results.size();
  for (size_t k = 0; k < n; ++k) {
    const PlanNode& node = body.nodes[size_t(body.results[k])];
    if (node.kind != NodeKind::Compute || node.operands.size() != 2)
      return std::nullopt;
    const PlanNode& x = body.nodes[size_t(node.operands[0])];
    const PlanNode& y = body.nodes[size_t(node.operands[1])];
    if (!(isArg(x, k) && isArg(y, n + k)) && !(isArg(x, n + k) && isArg(y, k)))
      return std::nullopt;
    std::optional<Literal> identity = identityOf(node.opcode, node.dtype);
    if (!identity)
      return std::nullopt;
    identities.push_back(*std::move(identity));
  }
  return identities;
}

} // namespace lz::emit
