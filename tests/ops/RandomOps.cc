// Draws ops of each family: operands, attributes and regions that their shape rules are likely to
// accept.
#include "RandomDraw.h"

#include <algorithm>
#include <numeric>

namespace lz::test {
namespace {

bool isAny(DType) {
  return true;
}

bool promotes(DType from, DType to) {
  bool sameClass = (isFloat(from) && isFloat(to)) || (isSignedInt(from) && isSignedInt(to)) ||
                   (isUnsignedInt(from) && isUnsignedInt(to));
  return from == to || (sameClass && bitWidth(from) < bitWidth(to));
}

} // namespace

std::optional<Draw::Draft> Draw::drawOp(Opcode opcode) {
  switch (opInfo(opcode).kind) {
  case OpKind::Elementwise:
    return elementwise(opcode);
  case OpKind::View:
    return view(opcode);
  case OpKind::Source:
    return source(opcode);
  case OpKind::Reduce:
    return reduction(opcode);
  case OpKind::Contraction:
    return opcode == Opcode::Convolution ? convolution() : contraction(opcode);
  case OpKind::Indexed:
    return opcode == Opcode::Gather ? gather() : indexed(opcode);
  case OpKind::Scatter:
    return opcode == Opcode::Scatter ? scatter() : selectAndScatter();
  case OpKind::Control:
    return control(opcode);
  case OpKind::Library:
    return library(opcode);
  case OpKind::Opaque:
    break;
  }
  return std::nullopt;
}

std::optional<Draw::Draft> Draw::elementwise(Opcode opcode) {
  const OpInfo& info = opInfo(opcode);
  ValueId x = anyValue(0, [&](DType t) { return accepts(info.types, t); });
  TensorType base = type(x), bare{base.dtype, {}};
  auto scalarOr = [&](const TensorType& whole) {
    return chance(0.3) ? scalar(whole.dtype) : like(whole);
  };
  Draft draft{opcode, {}, Attrs(info.attrs.size())};
  if (opcode == Opcode::Select)
    draft.operands = {scalarOr({DType::Pred, base.dims}), x, like(base)};
  else if (opcode == Opcode::Clamp)
    draft.operands = {scalarOr(base), x, scalarOr(base)};
  else
    for (int i = 0; i < info.numOperands; ++i)
      draft.operands.push_back(i == 0 ? x : like(base));
  if (info.resultSpec == ResultSpec::DType)
    draft.stated = TensorType{dtypeThat(isAny), base.dims};
  if (opcode == Opcode::Compare)
    draft.attrs = attrs(opcode, {{"comparison_direction", below(6)}});
  if (opcode == Opcode::ReducePrecision)
    draft.attrs = attrs(opcode, {{"exponent_bits", 1 + below(12)}, {"mantissa_bits", below(24)}});
  return draft;
}

// Returns a random shape with the same number of elements. Each extent divides this number.
Dims Draw::reshaped(const TensorType& from) {
  int64_t rest = from.numElements();
  if (rest == 0) {
    Dims result = dims(1 + below(3));
    result[size_t(below(int64_t(result.size())))] = 0;
    return result;
  }
  Dims result;
  for (int64_t factor = 2; rest > 1 && result.size() < 4; ++factor)
    while (rest % factor == 0 && result.size() < 4) {
      rest /= factor;
      if (!result.empty() && chance(0.5))
        result.back() *= factor;
      else
        result.push_back(factor);
    }
  if (rest > 1 || chance(0.2))
    result.push_back(rest);
  std::shuffle(result.begin(), result.end(), random_);
  return result;
}

std::optional<Draw::Draft> Draw::view(Opcode opcode) {
  ValueId x = anyValue(opcode == Opcode::Concatenate ? 1 : 0);
  TensorType from = type(x);
  int64_t rank = from.rank();
  if (opcode == Opcode::Reshape)
    return Draft{opcode, {x}, {}, {}, TensorType{from.dtype, reshaped(from)}};
  if (opcode == Opcode::Transpose)
    return Draft{opcode, {x}, attrs(opcode, {{"permutation", shuffled(rank)}})};
  if (opcode == Opcode::Reverse)
    return Draft{opcode, {x}, attrs(opcode, {{"dimensions", subset(rank, 0.6)}})};
  if (opcode == Opcode::Concatenate) {
    int64_t dim = below(rank);
    Draft draft{opcode, {x}, attrs(opcode, {{"dimension", dim}})};
    for (int64_t more = below(3); more > 0; --more) {
      TensorType other = from;
      other.dims[size_t(dim)] = chance(0.5) ? from.dims[size_t(dim)] : extent();
      draft.operands.push_back(like(other));
    }
    std::shuffle(draft.operands.begin(), draft.operands.end(), random_);
    return draft;
  }
  if (opcode == Opcode::BroadcastInDim) {
    Dims to = dims(rank + below(3));
    Ints where = shuffled(int64_t(to.size()));
    where.resize(size_t(rank));
    for (int64_t d = 0; d < rank; ++d)
      if (from.dims[size_t(d)] != 1 || chance(0.3))
        to[size_t(where[size_t(d)])] = from.dims[size_t(d)];
    return Draft{opcode,
                 {x},
                 attrs(opcode, {{"broadcast_dimensions", where}}),
                 {},
                 TensorType{from.dtype, to}};
  }
  Ints a, b, c;
  for (int64_t size : from.dims) {
    if (opcode == Opcode::Slice) {
      a.push_back(below(size + 1));
      b.push_back(a.back() + below(size - a.back() + 1));
      c.push_back(1 + below(3));
    } else { // pad
      a.push_back(below(6) - 2);
      b.push_back(below(6) - 2);
      c.push_back(chance(0.5) ? 0 : below(3));
    }
  }
  if (opcode == Opcode::Slice)
    return Draft{
        opcode, {x}, attrs(opcode, {{"start_indices", a}, {"limit_indices", b}, {"strides", c}})};
  if (opcode != Opcode::Pad)
    return std::nullopt;
  return Draft{
      opcode,
      {x, scalar(from.dtype)},
      attrs(opcode, {{"edge_padding_low", a}, {"edge_padding_high", b}, {"interior_padding", c}})};
}

std::optional<Draw::Draft> Draw::source(Opcode opcode) {
  if (opcode == Opcode::Constant) {
    TensorType type{dtypeThat(isAny), dims(below(4))};
    Literal value = chance(0.5) ? Literal::splatInt(type, below(5) - 1)
                                : specialLiteral(type, uint64_t(below(1 << 20)));
    if (isFloat(type.dtype))
      value = Literal::splat(type, double(below(17) - 8) / 4);
    return Draft{opcode, {}, {AttrValue(std::move(value))}};
  }
  TensorType type{dtypeThat([](DType t) { return t != DType::Pred; }), dims(1 + below(4))};
  return Draft{opcode, {}, attrs(opcode, {{"iota_dimension", below(type.rank())}}), {}, type};
}

DType Draw::accumulator(DType operand) {
  if (!options_.promotes || chance(0.5))
    return operand;
  return dtypeThat([&](DType to) { return promotes(operand, to); });
}

Op Draw::opOf(Opcode opcode, absl::Span<const ValueId> operands, TensorType result, Attrs attrs) {
  Op op{opcode, {}, {}, attrs.empty() ? Attrs(opInfo(opcode).attrs.size()) : std::move(attrs)};
  op.operands.assign(operands.begin(), operands.end());
  op.results.push_back(program_.addValue(std::move(result)));
  return op;
}

// Returns an op that combines elements. It is no product for many floats, because a product may
// overflow in one order and not in another.
Opcode Draw::combinerFor(DType dtype, int64_t combined) {
  if (dtype == DType::Pred)
    return chance(0.5) ? Opcode::And : Opcode::Or;
  if (isComplex(dtype))
    return combined <= 6 && chance(0.5) ? Opcode::Multiply : Opcode::Add;
  constexpr Opcode kOpcodes[] = {Opcode::Add, Opcode::Maximum, Opcode::Minimum, Opcode::Multiply};
  return kOpcodes[below(isFloat(dtype) && combined > 6 ? 3 : 4)];
}

// Returns the body of a reduction: one op for each accumulated value.
Region Draw::combiner(absl::Span<const DType> dtypes, int64_t combined) {
  Region region;
  for (size_t i = 0; i < 2 * dtypes.size(); ++i)
    region.params.push_back(program_.addValue({dtypes[i % dtypes.size()], {}}));
  for (size_t i = 0; i < dtypes.size(); ++i) {
    ValueId args[] = {region.params[i], region.params[i + dtypes.size()]};
    region.ops.push_back(opOf(combinerFor(dtypes[i], combined), args, {dtypes[i], {}}));
    region.results.push_back(region.ops.back().results[0]);
  }
  return region;
}

std::optional<Draw::Draft> Draw::reduction(Opcode opcode) {
  std::vector<ValueId> values = {anyValue(opcode == Opcode::ReduceWindow ? 1 : 0)}, inits;
  Dims shape = type(values[0]).dims;
  if (chance(0.2))
    values.push_back(like({dtypeThat(isAny), shape}));
  std::vector<DType> dtypes;
  for (ValueId v : values) {
    dtypes.push_back(accumulator(type(v).dtype));
    inits.push_back(scalar(chance(0.5) ? dtypes.back() : type(v).dtype));
  }
  Draft draft{opcode, values, {}};
  draft.operands.insert(draft.operands.end(), inits.begin(), inits.end());
  int64_t rank = int64_t(shape.size()), combined = 1;
  if (opcode == Opcode::Reduce) {
    Ints dimensions = subset(rank, 0.5);
    for (int64_t d : dimensions)
      combined *= shape[size_t(d)];
    draft.attrs = attrs(opcode, {{"dimensions", dimensions}});
  } else {
    Ints sizes, strides, base, window, padding;
    for (int64_t size : shape) {
      sizes.push_back(chance(0.3) ? 1 : 1 + below(std::min<int64_t>(size + 1, 5)));
      strides.push_back(chance(0.5) ? 1 : 1 + below(3));
      base.push_back(chance(0.8) ? 1 : 1 + below(3));
      window.push_back(chance(0.8) ? 1 : 1 + below(3));
      for (int side = 0; side < 2; ++side)
        padding.push_back(chance(0.6) ? 0 : below(4) - 1);
      combined *= sizes.back();
    }
    draft.attrs = attrs(opcode, {{"window_dimensions", sizes},
                                 {"window_strides", strides},
                                 {"base_dilations", base},
                                 {"window_dilations", window},
                                 {"padding", padding}});
  }
  draft.regions = {combiner(dtypes, combined)};
  return draft;
}

std::optional<Draw::Draft> Draw::contraction(Opcode opcode) {
  ValueId lhs = anyValue(0, [](DType t) { return t != DType::Pred; });
  TensorType left = type(lhs);
  Ints batch, contracted;
  for (int64_t d : shuffled(left.rank())) {
    if (chance(0.25))
      batch.push_back(d);
    else if (chance(0.5))
      contracted.push_back(d);
  }
  // The right side has these dimensions and up to two more, in any order.
  int64_t shared = int64_t(batch.size() + contracted.size()), rank = shared + below(3);
  Ints place = shuffled(rank);
  Dims shape = dims(rank);
  Ints rightBatch(place.begin(), place.begin() + int64_t(batch.size())),
      rightContracted(place.begin() + int64_t(batch.size()), place.begin() + shared);
  for (size_t i = 0; i < batch.size(); ++i)
    shape[size_t(rightBatch[i])] = left.dims[size_t(batch[i])];
  for (size_t i = 0; i < contracted.size(); ++i)
    shape[size_t(rightContracted[i])] = left.dims[size_t(contracted[i])];
  TensorType right{left.dtype, shape};
  if (checkType(right).ok() && right.numElements() > kMostElements)
    return std::nullopt;
  Draft draft{opcode,
              {lhs, like(right)},
              attrs(opcode, {{"lhs_batching_dimensions", batch},
                             {"rhs_batching_dimensions", rightBatch},
                             {"lhs_contracting_dimensions", contracted},
                             {"rhs_contracting_dimensions", rightContracted}})};
  draft.stated = TensorType{accumulator(left.dtype), {}};
  return draft;
}

std::optional<Draw::Draft> Draw::convolution() {
  constexpr Opcode kOpcode = Opcode::Convolution;
  int64_t spatial = below(3), rank = spatial + 2;
  int64_t groups = chance(0.6) ? 1 : 2 + below(2);
  bool byBatch = chance(0.3);
  int64_t batch = extent() * (byBatch ? groups : 1), inputs = 1 + below(3),
          outputs = extent() * groups;
  Ints in = shuffled(rank), kernel = shuffled(rank), out = shuffled(rank);
  Dims inShape{}, kernelShape{};
  inShape.resize(size_t(rank));
  kernelShape.resize(size_t(rank));
  inShape[size_t(in[0])] = batch;
  inShape[size_t(in[1])] = inputs * (byBatch ? 1 : groups);
  kernelShape[size_t(kernel[0])] = outputs;
  kernelShape[size_t(kernel[1])] = inputs;
  Ints strides, padding, base, window, reversal;
  for (int64_t d = 0; d < spatial; ++d) {
    inShape[size_t(in[size_t(d) + 2])] = extent();
    kernelShape[size_t(kernel[size_t(d) + 2])] = 1 + below(4);
    strides.push_back(chance(0.6) ? 1 : 1 + below(3));
    base.push_back(chance(0.8) ? 1 : 1 + below(3));
    window.push_back(chance(0.8) ? 1 : 1 + below(3));
    reversal.push_back(chance(0.2));
    for (int side = 0; side < 2; ++side)
      padding.push_back(chance(0.5) ? 0 : below(5) - 1);
  }
  DType dtype = dtypeThat([](DType t) { return t != DType::Pred; });
  auto rest = [](const Ints& list) { return Ints(list.begin() + 2, list.end()); };
  Draft draft{kOpcode,
              {like({dtype, inShape}), like({dtype, kernelShape})},
              attrs(kOpcode, {{"window_strides", strides},
                              {"padding", padding},
                              {"lhs_dilation", base},
                              {"rhs_dilation", window},
                              {"window_reversal", reversal},
                              {"input_batch_dimension", in[0]},
                              {"input_feature_dimension", in[1]},
                              {"input_spatial_dimensions", rest(in)},
                              {"kernel_output_feature_dimension", kernel[0]},
                              {"kernel_input_feature_dimension", kernel[1]},
                              {"kernel_spatial_dimensions", rest(kernel)},
                              {"output_batch_dimension", out[0]},
                              {"output_feature_dimension", out[1]},
                              {"output_spatial_dimensions", rest(out)},
                              {"feature_group_count", byBatch ? int64_t(1) : groups},
                              {"batch_group_count", byBatch ? groups : int64_t(1)}})};
  draft.stated = TensorType{accumulator(dtype), {}};
  return draft;
}

// Returns a branch. It returns values from outside of the branch, or the results of one op on such
// values.
Region Draw::branch(absl::Span<const TensorType> results) {
  Region region;
  for (const TensorType& wanted : results) {
    ValueId id = like(wanted);
    if (chance(0.5)) {
      ValueId both[] = {id, like(wanted)};
      region.ops.push_back(opOf(combinerFor(wanted.dtype, 2), both, wanted));
      id = region.ops.back().results[0];
    }
    region.results.push_back(id);
  }
  return region;
}

std::optional<Draw::Draft> Draw::control(Opcode opcode) {
  std::vector<TensorType> types;
  for (int64_t n = 1 + below(2); n > 0; --n)
    types.push_back(type(anyValue()));
  Draft draft{opcode, {}, Attrs(opInfo(opcode).attrs.size())};
  if (opcode == Opcode::OptimizationBarrier) {
    for (const TensorType& t : types)
      draft.operands.push_back(like(t));
    return draft;
  }
  if (opcode == Opcode::If || opcode == Opcode::Case) {
    draft.operands = {scalar(opcode == Opcode::If ? DType::Pred : DType::S32)};
    for (int64_t n = opcode == Opcode::If ? 2 : 1 + below(3); n > 0; --n)
      draft.regions.push_back(branch(types));
    return draft;
  }
  if (opcode != Opcode::While)
    return std::nullopt;
  // The loop has a few iterations. Each iteration combines every carried value with itself or with
  // a value from outside of the loop.
  TensorType counter{DType::S32, {}};
  types.insert(types.begin(), counter);
  append({Opcode::Constant, {}, {AttrValue(Literal::splatInt(counter, below(3)))}});
  draft.operands = {pool_.back()};
  for (size_t i = 1; i < types.size(); ++i)
    draft.operands.push_back(like(types[i]));
  Region cond, body;
  for (const TensorType& t : types) {
    cond.params.push_back(program_.addValue(t));
    body.params.push_back(program_.addValue(t));
  }
  auto number = [&](Region& region, int64_t value) {
    region.ops.push_back(
        opOf(Opcode::Constant, {}, counter, {AttrValue(Literal::splatInt(counter, value))}));
    return region.ops.back().results[0];
  };
  ValueId compared[] = {cond.params[0], number(cond, below(6))};
  cond.ops.push_back(opOf(Opcode::Compare, compared, {DType::Pred, {}},
                          attrs(Opcode::Compare, {{"comparison_direction", int64_t(5)}})));
  cond.results = {cond.ops.back().results[0]};
  ValueId next[] = {body.params[0], number(body, 1 + below(3))};
  body.ops.push_back(opOf(Opcode::Add, next, counter));
  body.results = {body.ops.back().results[0]};
  for (size_t i = 1; i < types.size(); ++i) {
    ValueId args[] = {body.params[i], chance(0.5) ? body.params[i] : like(types[i])};
    Opcode combine = types[i].dtype == DType::Pred              ? Opcode::And
                     : isComplex(types[i].dtype) || chance(0.5) ? Opcode::Add
                                                                : Opcode::Maximum;
    body.ops.push_back(opOf(combine, args, types[i]));
    body.results.push_back(body.ops.back().results[0]);
  }
  draft.regions = {cond, body};
  return draft;
}

} // namespace lz::test
