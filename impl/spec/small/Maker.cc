#include "spec/small/Maker.h"

namespace lz::small {

ValueId Maker::make(Opcode opcode, ValueIds operands, TensorType result, Attrs attrs) {
  attrs.resize(opInfo(opcode).attrs.size());
  ValueId id = program_.addValue(std::move(result));
  ops->push_back({opcode, std::move(operands), {id}, std::move(attrs), {}, location});
  return id;
}

ValueId Maker::convert(ValueId x, DType to) {
  TensorType from = type(x);
  return from.dtype == to ? x : make(Opcode::Convert, {x}, {to, from.dims});
}

ValueId Maker::bitcast(ValueId x, DType to) {
  TensorType from = type(x);
  return from.dtype == to ? x : make(Opcode::BitcastConvert, {x}, {to, from.dims});
}

ValueId Maker::reshape(ValueId x, Dims dims) {
  TensorType to{type(x).dtype, std::move(dims)};
  return type(x) == to ? x : make(Opcode::Reshape, {x}, std::move(to));
}

ValueId Maker::compare(ValueId x, ComparisonDirection direction, ValueId y) {
  return make(Opcode::Compare, {x, y}, {DType::Pred, type(x).dims}, {int64_t(direction)});
}

ValueId Maker::select(ValueId pred, ValueId onTrue, ValueId onFalse) {
  return make(Opcode::Select, {pred, onTrue, onFalse}, type(onTrue));
}

ValueId Maker::constant(const Literal& value) {
  return make(Opcode::Constant, {}, value.type(), {value});
}

ValueId Maker::spread(Literal scalar, const TensorType& type) {
  ValueId x = constant(scalar);
  return type.rank() == 0 ? x : make(Opcode::BroadcastInDim, {x}, type, {Ints()});
}

ValueId Maker::splat(const TensorType& type, double value) {
  return spread(Literal::splat(TensorType{type.dtype, {}}, value), type);
}

ValueId Maker::splatInt(const TensorType& type, uint64_t value) {
  return spread(Literal::splatInt(TensorType{type.dtype, {}}, int64_t(value)), type);
}

} // namespace lz::small
