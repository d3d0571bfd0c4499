// The rule of reduce for one input that is reduced by a sum, product, maximum or minimum.
#include "autodiff/Rule.h"
#include "autodiff/Symbolic.h"
#include "autodiff/rules/Combiner.h"
#include "spec/OpAttrs.inc.h"

#include <algorithm>
#include <cmath>

namespace lz::autodiff {
namespace {

// The reduction. All values have the accumulator's type, which may be wider than the operands'
// type.
struct Reduction {
  Builder& b;
  ValueId x, init, g;
  Ints reduced, kept; // dimensions of x
  Dims dims;          // the dims of x

  // Broadcasts a value that has the result's shape to the shape of x.
  ValueId spread(ValueId value) const { return b.broadcast(value, dims, kept); }
  // Returns the sum of all elements of `value`, which has the result's shape.
  ValueId sumResult(ValueId value) const {
    Ints all;
    for (size_t d = 0; d < kept.size(); ++d)
      all.push_back(int64_t(d));
    return b.sum(value, std::move(all));
  }
};

struct Pair {
  ValueId x, init; // the cotangents of x and init
};

Reduction reductionOf(const RuleCall& call) {
  Builder& b = call.b;
  DType dtype = b.type(call.g[0]).dtype;
  absl::Span<const int64_t> reduced = ReduceAttrs(call.attrs()).dimensions();
  Reduction r{b,
              b.convert(call.operand(0), dtype),
              b.convert(call.operand(1), dtype),
              call.g[0],
              {reduced.begin(), reduced.end()},
              {},
              call.operandType(0).dims};
  for (int64_t d = 0; d < int64_t(r.dims.size()); ++d)
    if (std::find(reduced.begin(), reduced.end(), d) == reduced.end())
      r.kept.push_back(d);
  return r;
}

Pair sumCotangents(const Reduction& r) {
  return {r.spread(r.g), r.sumResult(r.g)};
}

// Divides the cotangent equally between all elements that equal the result. The initial value
// counts as one of the elements. If the result is NaN, all cotangents are NaN, because it is
// unknown which element made the result NaN.
Pair extremeCotangents(const Reduction& r, ValueId result) {
  Builder& b = r.b;
  ValueId init = b.broadcast(r.init, b.type(result).dims, {});
  ValueId isX = b.compare(r.x, r.spread(result), ComparisonDirection::EQ);
  ValueId isInit = b.compare(init, result, ComparisonDirection::EQ);
  DType dtype = b.type(r.g).dtype;
  ValueId count = b.add(b.sum(b.convert(isX, dtype), r.reduced), b.convert(isInit, dtype));
  ValueId share = (Symbolic{&b, r.g} / Symbolic{&b, count}).id;
  const TensorType type = b.type(result);
  ValueId isNumber = b.compare(result, result, ComparisonDirection::EQ);
  ValueId rest = b.select(isNumber, b.zeros(type), b.splat(std::nan(""), type));
  return {b.select(isX, r.spread(share), r.spread(rest)),
          r.sumResult(b.select(isInit, share, rest))};
}

// Returns the elements of x in an array that has the dimensions of the result and one more
// dimension at the end. The factors of each result lie along this last dimension.
ValueId gatherFactors(const Reduction& r) {
  Builder& b = r.b;
  Ints order = r.kept;
  order.insert(order.end(), r.reduced.begin(), r.reduced.end());
  Dims dims;
  int64_t factors = 1;
  for (int64_t d : r.kept)
    dims.push_back(r.dims[size_t(d)]);
  for (int64_t d : r.reduced)
    factors *= r.dims[size_t(d)];
  dims.push_back(factors);
  return b.reshape(b.transpose(r.x, order), dims);
}

// Undoes gatherFactors.
ValueId scatterFactors(const Reduction& r, ValueId factors) {
  Builder& b = r.b;
  Ints order = r.kept;
  order.insert(order.end(), r.reduced.begin(), r.reduced.end());
  Dims dims;
  Ints inverse(order.size());
  for (size_t i = 0; i < order.size(); ++i) {
    dims.push_back(r.dims[size_t(order[i])]);
    inverse[size_t(order[i])] = int64_t(i);
  }
  return b.transpose(b.reshape(factors, dims), std::move(inverse));
}

// Multiplies the factors along the last dimension in a tree: each level multiplies its first half
// with its second half. If the number of factors is odd, a factor of one is added: 5 factors become
// 6, their 3 products become 4, and so on. The cotangent of one half is the other half times the
// cotangent of the product. Nothing is divided, so zeros need no special case.
class ProductTree {
public:
  ProductTree(Builder& b, ValueId factors) : b_(b) {
    while (length(factors) > 1) {
      ValueId even = padTo(factors, (length(factors) + 1) / 2 * 2);
      int64_t half = length(even) / 2;
      levels_.push_back({length(factors), part(even, 0, half), part(even, half, 2 * half)});
      factors = b_.op(Opcode::Multiply, {levels_.back().low, levels_.back().high});
    }
    root_ = padTo(factors, 1);
    numFactors_ = length(factors);
  }

  ValueId root() const { return root_; }

  // Computes the cotangents of the factors from the cotangent of the root.
  ValueId cotangent(ValueId g) const {
    g = part(g, 0, numFactors_);
    for (size_t i = levels_.size(); i-- > 0;) {
      const Level& level = levels_[i];
      ValueId low = b_.op(Opcode::Multiply, {g, level.high});
      ValueId high = b_.op(Opcode::Multiply, {g, level.low});
      g = b_.op(Opcode::Concatenate, {low, high}, {b_.type(g).rank() - 1});
      g = part(g, 0, level.length);
    }
    return g;
  }

private:
  struct Level {
    int64_t length;
    ValueId low, high;
  };

  int64_t length(ValueId x) const { return b_.type(x).dims.empty() ? 0 : b_.type(x).dims.back(); }

  ValueId padTo(ValueId x, int64_t size) const {
    TensorType type = b_.type(x);
    if (length(x) == size)
      return x;
    Ints none(type.dims.size(), 0), high = none;
    high.back() = size - length(x);
    return b_.pad(x, b_.splat(1, {type.dtype, {}}), none, std::move(high), none);
  }

  ValueId part(ValueId x, int64_t start, int64_t limit) const {
    Dims dims = b_.type(x).dims;
    if (start == 0 && limit == length(x))
      return x;
    Ints starts(dims.size(), 0), limits(dims.begin(), dims.end()), strides(dims.size(), 1);
    starts.back() = start;
    limits.back() = limit;
    return b_.slice(x, std::move(starts), std::move(limits), std::move(strides));
  }

  Builder& b_;
  std::vector<Level> levels_;
  ValueId root_ = kNoValue;
  int64_t numFactors_ = 0; // length of the root: 1, or 0 without factors
};

Pair productCotangents(const Reduction& r) {
  Builder& b = r.b;
  Symbolic g{&b, r.g}, init{&b, r.init};
  ProductTree tree(b, gatherFactors(r));
  Symbolic product{&b, b.reshape(tree.root(), b.type(r.g).dims)};
  ValueId ofRoot = b.reshape((g * init).id, b.type(tree.root()).dims);
  return {scatterFactors(r, tree.cotangent(ofRoot)), r.sumResult((g * product).id)};
}

} // namespace

Status vjpReduce(const RuleCall& call) {
  if (call.op.operands.size() != 2)
    return call.refuse(" when it combines several inputs at once; reduce each of them, or take the "
                       "elements at the indices it returns");
  std::optional<Opcode> combiner = combinerOf(call.op.regions[0]);
  Reduction r = reductionOf(call);
  Pair cotangents;
  if (combiner == Opcode::Add)
    cotangents = sumCotangents(r);
  else if (combiner == Opcode::Maximum || combiner == Opcode::Minimum)
    cotangents = extremeCotangents(r, call.op.results[0]);
  else if (combiner == Opcode::Multiply)
    cotangents = productCotangents(r);
  else
    return call.refuse(" with this body; it has one for add, multiply, maximum and minimum");
  if (call.wants(0))
    call.give(0, call.b.convert(cotangents.x, call.operandType(0).dtype));
  if (call.wants(1))
    call.give(1, call.b.convert(cotangents.init, call.operandType(1).dtype));
  return okStatus();
}

} // namespace lz::autodiff
