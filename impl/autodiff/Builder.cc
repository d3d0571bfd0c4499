#include "autodiff/Builder.h"

#include "absl/algorithm/container.h"
#include "semantics/shape/Infer.h"
#include "spec/Clone.h"

namespace lz::autodiff {

TensorType Builder::type(ValueId value) const {
  return value == kNoValue ? TensorType() : program_.type(value);
}

static shape::RegionType signatureOf(const Program& program, const Region& region) {
  shape::RegionType type;
  for (ValueId param : region.params)
    type.params.push_back(program.type(param));
  for (ValueId result : region.results)
    type.results.push_back(program.type(result));
  return type;
}

ValueIds Builder::append(Op op, const TensorType* stated) {
  absl::InlinedVector<const TensorType*, 4> types;
  for (ValueId operand : op.operands)
    types.push_back(&program_.type(operand));
  std::vector<shape::RegionType> regionTypes;
  for (const Region& region : op.regions)
    regionTypes.push_back(signatureOf(program_, region));
  StatusOr<shape::TypeList> results =
      shape::inferTypes({op.opcode, types, op.attrs, regionTypes, stated});
  if (!results.ok()) {
    fail(internalError("the gradient of an op is not valid: ", results.status().message()));
    return {};
  }
  for (TensorType& type : *results)
    op.results.push_back(program_.addValue(std::move(type)));
  ops_.push_back(std::move(op));
  return ops_.back().results;
}

ValueIds Builder::ops(Opcode opcode, absl::Span<const ValueId> operands, Attrs attrs,
                      std::vector<Region> regions, size_t numResults, const TensorType* stated) {
  for (ValueId operand : operands)
    if (operand == kNoValue)
      fail(internalError("the gradient of an op uses a value that does not exist"));
  attrs.resize(opInfo(opcode).attrs.size());
  ValueIds results;
  if (status_.ok())
    results = append({opcode,
                      ValueIds(operands.begin(), operands.end()),
                      {},
                      std::move(attrs),
                      std::move(regions),
                      location_},
                     stated);
  results.resize(numResults, kNoValue);
  return results;
}

ValueId Builder::op(Opcode opcode, absl::Span<const ValueId> operands, Attrs attrs,
                    const TensorType* stated, std::vector<Region> regions) {
  return ops(opcode, operands, std::move(attrs), std::move(regions), 1, stated)[0];
}

Region Builder::region(absl::Span<const TensorType> params,
                       absl::FunctionRef<ValueIds(Builder&, const ValueIds&)> body) {
  Region region;
  for (const TensorType& type : params)
    region.params.push_back(program_.addValue(type));
  Builder inner(program_, region.ops);
  inner.setLocation(location_);
  ValueIds results = body(inner, ValueIds(region.params.begin(), region.params.end()));
  fail(inner.status());
  region.results.assign(results.begin(), results.end());
  return region;
}

ValueIds Builder::inlined(const Region& region, absl::Span<const ValueId> args) {
  ValueIds results(region.results.size(), kNoValue);
  if (!status_.ok())
    return results;
  Cloner cloner(program_, program_);
  for (size_t i = 0; i < args.size(); ++i)
    cloner.bind(region.params[i], args[i]);
  cloner.cloneOps(region.ops, ops_);
  for (size_t i = 0; i < results.size(); ++i)
    results[i] = cloner.lookup(region.results[i]);
  return results;
}

ValueId Builder::scalar(Literal value) {
  for (const auto& [known, id] : scalars_)
    if (known == value)
      return id;
  ValueId id = op(Opcode::Constant, {}, {value});
  scalars_.emplace_back(std::move(value), id);
  return id;
}

ValueId Builder::splat(double value, const TensorType& type) {
  return broadcast(scalar(Literal::splat(TensorType{type.dtype, {}}, value)), type.dims, {});
}

ValueId Builder::convert(ValueId x, DType dtype) {
  TensorType to{dtype, {}};
  return type(x).dtype == dtype ? x : op(Opcode::Convert, {x}, {}, &to);
}

ValueId Builder::reshape(ValueId x, const Dims& dims) {
  TensorType to{type(x).dtype, dims};
  return to == type(x) ? x : op(Opcode::Reshape, {x}, {}, &to);
}

ValueId Builder::transpose(ValueId x, Ints permutation) {
  return op(Opcode::Transpose, {x}, {std::move(permutation)});
}

ValueId Builder::broadcast(ValueId x, const Dims& dims, Ints dimensions) {
  TensorType to{type(x).dtype, dims};
  if (to == type(x))
    return x;
  for (const Splat& known : splats_)
    if (known.scalar == x && known.dims == dims)
      return known.id;
  ValueId id = op(Opcode::BroadcastInDim, {x}, {std::move(dimensions)}, &to);
  if (absl::c_any_of(scalars_, [&](const auto& scalar) { return scalar.second == x; }))
    splats_.push_back({x, id, dims});
  return id;
}

ValueId Builder::sum(ValueId x, Ints dimensions) {
  if (dimensions.empty())
    return x;
  TensorType scalar{type(x).dtype, {}};
  Region body = region({scalar, scalar},
                       [](Builder& b, const ValueIds& p) { return ValueIds{b.add(p[0], p[1])}; });
  std::vector<Region> regions;
  regions.push_back(std::move(body));
  return op(Opcode::Reduce, {x, zeros(scalar)}, {std::move(dimensions)}, nullptr,
            std::move(regions));
}

ValueId Builder::compare(ValueId x, ValueId y, ComparisonDirection direction) {
  return op(Opcode::Compare, {x, y}, {int64_t(direction)});
}

ValueId Builder::select(ValueId pred, ValueId onTrue, ValueId onFalse) {
  return op(Opcode::Select, {pred, onTrue, onFalse});
}

ValueId Builder::pad(ValueId x, ValueId value, Ints low, Ints high, Ints interior) {
  return op(Opcode::Pad, {x, value}, {std::move(low), std::move(high), std::move(interior)});
}

ValueId Builder::slice(ValueId x, Ints starts, Ints limits, Ints strides) {
  return op(Opcode::Slice, {x}, {std::move(starts), std::move(limits), std::move(strides)});
}

} // namespace lz::autodiff
