#include "spec/Identity.h"

#include <limits>

namespace lz {
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

} // namespace

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

} // namespace lz
