// The rule of reduce_window. The gradient of window sums is again a sum of windows. Maxima and
// minima pass each cotangent to the selected element. Products over windows are computed once more,
// by ops that have gradients and do not divide.
#include "autodiff/Gradient.h"
#include "autodiff/Regions.h"
#include "autodiff/Rule.h"
#include "autodiff/rules/Combiner.h"
#include "autodiff/rules/Places.h"
#include "spec/OpAttrs.inc.h"

#include <algorithm>
#include <bit>

namespace lz::autodiff {
namespace {

Pooling poolingOf(const RuleCall& call) {
  ReduceWindowAttrs attrs(call.attrs());
  size_t rank = call.operandType(0).dims.size();
  absl::Span<const int64_t> sizes = attrs.windowDimensions();
  return {{sizes.begin(), sizes.end()},
          attrs.windowStrides().first(rank),
          attrs.baseDilations().first(rank),
          attrs.windowDilations().first(rank),
          attrs.padding().first(2 * rank)};
}

int64_t dilated(int64_t size, int64_t dilation) {
  return size == 0 ? 0 : (size - 1) * dilation + 1;
}

// Returns the windows of the gradient. There is one for each element of the operand. It sums the
// cotangents of all windows of the op that contain the element. Strides and base dilations are
// exchanged, and the padding is such that the result has the operand's size.
//   x[5], windows of 3 by stride 2: r[2] = {x0+x1+x2, x2+x3+x4}
//   g[2] dilated by 2 and padded with 2 on both sides: 0 0 g0 0 g1 0 0; windows of 3 by stride 1:
//   {g0, g0, g0+g1, g1, g1}
Pooling transposed(const Pooling& p, const Dims& operand, const Dims& result) {
  Pooling t{p.sizes, p.baseDilations, p.strides, p.windowDilations, {}};
  for (size_t d = 0; d < p.sizes.size(); ++d) {
    int64_t window = dilated(p.sizes[d], p.windowDilations[d]);
    int64_t low = window - 1 - p.padding[2 * d];
    int64_t high = dilated(operand[d], p.baseDilations[d]) + window - 1 -
                   dilated(result[d], p.strides[d]) - low;
    t.padding.push_back(low);
    t.padding.push_back(high);
  }
  return t;
}

ValueId windowSums(Builder& b, ValueId x, const Pooling& p) {
  TensorType scalar{b.type(x).dtype, {}};
  std::vector<Region> regions;
  regions.push_back(b.region({scalar, scalar}, [](Builder& inner, const ValueIds& params) {
    return ValueIds{inner.add(params[0], params[1])};
  }));
  return b.op(Opcode::ReduceWindow, {x, b.zeros(scalar)},
              {p.sizes, p.strides, p.baseDilations, p.windowDilations, p.padding}, nullptr,
              std::move(regions));
}

Status vjpSum(const RuleCall& call) {
  if (call.wants(1))
    return call.refuse(" with respect to the initial value of sums; add it to the result instead");
  Pooling pooling =
      transposed(poolingOf(call), call.operandType(0).dims, call.b.type(call.op.results[0]).dims);
  ValueId sums = windowSums(call.b, call.g[0], pooling);
  call.give(0, call.b.convert(sums, call.operandType(0).dtype));
  return okStatus();
}

// Adds each cotangent to the element that its window of x selects.
ValueId selectAndAdd(Builder& b, ValueId x, ValueId g, const Pooling& pooling,
                     ComparisonDirection keeps) {
  TensorType type = b.type(x), scalar{type.dtype, {}};
  Ints ones(type.dims.size(), 1);
  if (pooling.baseDilations != ones || pooling.windowDilations != ones) {
    ValueId places = selectedPlaces(b, x, pooling, [&](Builder& inner, ValueId kept, ValueId next) {
      return inner.compare(kept, next, keeps);
    });
    return addAtPlaces(b, type.dims, g, places);
  }
  std::vector<Region> regions;
  regions.push_back(b.region({scalar, scalar}, [&](Builder& inner, const ValueIds& p) {
    return ValueIds{inner.compare(p[0], p[1], keeps)};
  }));
  regions.push_back(b.region({scalar, scalar}, [](Builder& inner, const ValueIds& p) {
    return ValueIds{inner.add(p[0], p[1])};
  }));
  return b.op(Opcode::SelectAndScatter, {x, g, b.zeros(scalar)},
              {pooling.sizes, pooling.strides, pooling.padding}, nullptr, std::move(regions));
}

// If a result equals the initial value, passes the cotangent of the result to the initial value,
// because the initial value comes first. Otherwise passes the cotangent to the selected element.
void vjpExtreme(const RuleCall& call, ComparisonDirection keeps) {
  Builder& b = call.b;
  ValueId g = call.g[0];
  TensorType type = b.type(g);
  ValueId init = b.broadcast(b.convert(call.operand(1), type.dtype), type.dims, {});
  ValueId isInit = b.compare(call.op.results[0], init, ComparisonDirection::EQ);
  ValueId zeros = b.zeros(type);
  if (call.wants(0)) {
    ValueId x = b.convert(call.operand(0), type.dtype);
    ValueId sums = selectAndAdd(b, x, b.select(isInit, zeros, g), poolingOf(call), keeps);
    call.give(0, b.convert(sums, call.operandType(0).dtype));
  }
  if (call.wants(1)) {
    Ints all;
    for (int64_t d = 0; d < type.rank(); ++d)
      all.push_back(d);
    ValueId sum = b.sum(b.select(isInit, g, zeros), std::move(all));
    call.give(1, b.convert(sum, call.operandType(1).dtype));
  }
}

// Slices dimension `dim`: keeps the `count` positions start, start + stride, ...
ValueId part(Builder& b, ValueId x, size_t dim, int64_t start, int64_t count, int64_t stride = 1) {
  const Dims dims = b.type(x).dims;
  if (start == 0 && stride == 1 && count == dims[dim])
    return x;
  Ints starts(dims.size(), 0), limits(dims.begin(), dims.end()), strides(dims.size(), 1);
  starts[dim] = start;
  limits[dim] = start + (count - 1) * stride + 1;
  strides[dim] = stride;
  return b.slice(x, std::move(starts), std::move(limits), std::move(strides));
}

// Multiplies element i of x by element i + offset of y along `dim`.
ValueId shiftedProduct(Builder& b, ValueId x, ValueId y, size_t dim, int64_t offset) {
  const int64_t count = std::min(b.type(x).dims[dim], b.type(y).dims[dim] - offset);
  return b.op(Opcode::Multiply, {part(b, x, dim, 0, count), part(b, y, dim, offset, count)});
}

// For each element, multiplies `size` elements that are `step` apart along `dim`, beginning with
// this element. The number of multiplications is at most twice the number of bits of the size:
//   x[6], size 5: p2 = x[0:5] x[1:6], p4 = p2[0:3] p2[2:5], p5 = p4[0:2] x[4:6]
ValueId runningProduct(Builder& b, ValueId x, size_t dim, int64_t size, int64_t step) {
  ValueId product = x;
  int64_t factors = 1;
  for (int bit = int(std::bit_width(uint64_t(size))) - 2; bit >= 0; --bit) {
    product = shiftedProduct(b, product, product, dim, factors * step);
    factors *= 2;
    if ((size >> bit & 1) == 0)
      continue;
    product = shiftedProduct(b, product, x, dim, factors * step);
    ++factors;
  }
  return product;
}

// Computes the op by multiplications. Padding and the holes of dilation hold the initial value.
ValueId windowProducts(Builder& b, ValueId x, ValueId init, const Pooling& p, const Dims& result) {
  Ints low, high, interior;
  for (size_t d = 0; d < p.sizes.size(); ++d) {
    low.push_back(p.padding[2 * d]);
    high.push_back(p.padding[2 * d + 1]);
    interior.push_back(p.baseDilations[d] - 1);
  }
  x = b.pad(x, init, std::move(low), std::move(high), std::move(interior));
  for (size_t d = 0; d < p.sizes.size(); ++d) {
    x = runningProduct(b, x, d, p.sizes[d], p.windowDilations[d]);
    x = part(b, x, d, 0, result[d], p.strides[d]);
  }
  return b.op(Opcode::Multiply, {b.broadcast(init, result, {}), x});
}

Status vjpProduct(const RuleCall& call) {
  const TensorType type = call.b.type(call.op.results[0]);
  if (type.numElements() == 0)
    return okStatus();
  std::vector<Op> ops;
  Builder b(call.b.program(), ops);
  b.setLocation(call.op.location);
  GradientRequest request;
  request.outputs = {windowProducts(b, b.convert(call.operand(0), type.dtype),
                                    b.convert(call.operand(1), type.dtype), poolingOf(call),
                                    type.dims)};
  request.cotangents = {call.g[0]};
  LZ_RETURN_IF_ERROR(b.status());
  addWanted(call, call.op.operands, request.arguments);
  LZ_ASSIGN_OR_RETURN(Gradients gradients, appendGradients(b.program(), ops, request));
  dropUnused(ops, gradients.values);
  std::vector<Op>& target = call.b.opList();
  target.insert(target.end(), std::make_move_iterator(ops.begin()),
                std::make_move_iterator(ops.end()));
  for (size_t i = 0; i < request.arguments.size(); ++i)
    call.to.add(request.arguments[i], gradients.values[i]);
  return okStatus();
}

} // namespace

Status vjpReduceWindow(const RuleCall& call) {
  if (call.op.results.size() != 1)
    return call.refuse(" when it combines several inputs at once; reduce each of them");
  std::optional<Opcode> combine = combinerOf(call.op.regions[0]);
  if (combine == Opcode::Add)
    return vjpSum(call);
  if (combine == Opcode::Multiply)
    return vjpProduct(call);
  if (combine == Opcode::Maximum)
    vjpExtreme(call, ComparisonDirection::GE);
  else if (combine == Opcode::Minimum)
    vjpExtreme(call, ComparisonDirection::LE);
  else
    return call.refuse(" with this body; it has one for add, multiply, maximum and minimum");
  return okStatus();
}

} // namespace lz::autodiff
