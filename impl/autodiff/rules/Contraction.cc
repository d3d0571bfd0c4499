#include "autodiff/rules/Contraction.h"

#include "autodiff/Rule.h"
#include "spec/OpAttrs.inc.h"
#include "spec/Products.h"

#include <algorithm>

namespace lz::autodiff {

DType productDType(DType lhs, DType rhs, DType result) {
  DType operand = factorType(lhs, rhs, result);
  return storageBits(result) > storageBits(operand) ? result : operand;
}

namespace {

// An operand of a dot_general, with lists of its batching, contracting and free dimensions.
struct Side {
  ValueId value;
  Ints batching, contracting, free;
};

Side sideOf(const RuleCall& call, size_t operand) {
  DotGeneralAttrs attrs(call.attrs());
  bool isLhs = operand == 0;
  auto batching = isLhs ? attrs.lhsBatchingDimensions() : attrs.rhsBatchingDimensions();
  auto contracting = isLhs ? attrs.lhsContractingDimensions() : attrs.rhsContractingDimensions();
  Side side{call.operand(operand),
            {batching.begin(), batching.end()},
            {contracting.begin(), contracting.end()},
            {}};
  auto isIn = [](const Ints& list, int64_t d) {
    return std::find(list.begin(), list.end(), d) != list.end();
  };
  for (int64_t d = 0; d < call.operandType(operand).rank(); ++d)
    if (!isIn(side.batching, d) && !isIn(side.contracting, d))
      side.free.push_back(d);
  return side;
}

Ints range(size_t first, size_t count) {
  Ints numbers;
  for (size_t i = 0; i < count; ++i)
    numbers.push_back(int64_t(first + i));
  return numbers;
}

// Sorts `dims` by `keys`, where keys[i] is the key of dims[i].
Ints sortedBy(const Ints& keys, const Ints& dims) {
  Ints order = range(0, keys.size());
  std::sort(order.begin(), order.end(),
            [&](int64_t x, int64_t y) { return keys[size_t(x)] < keys[size_t(y)]; });
  for (int64_t& i : order)
    i = dims[size_t(i)];
  return order;
}

// Returns `x` with its dimension i moved to dimension places[i].
ValueId putInPlace(Builder& b, ValueId x, const Ints& places) {
  if (std::is_sorted(places.begin(), places.end()))
    return x;
  Ints permutation(places.size());
  for (size_t i = 0; i < places.size(); ++i)
    permutation[size_t(places[i])] = int64_t(i);
  return b.transpose(x, std::move(permutation));
}

Ints concat(std::initializer_list<Ints> lists) {
  Ints all;
  for (const Ints& list : lists)
    all.insert(all.end(), list.begin(), list.end());
  return all;
}

// Returns the cotangent of the operand `self`. The dimensions of g are the batching dimensions,
// then the free dimensions of lhs, then the free dimensions of rhs. Example, for the product of
// x[m,k] and w[k,n]:
//   of x: sum over n of g[m,n] w[k,n]      of w: sum over m of x[m,k] g[m,n]
// The operands of the product are in the order that leaves fewer dimensions to transpose.
ValueId dotCotangent(Builder& b, ValueId g, const Side& self, const Side& other, bool isLhs,
                     DType dtype) {
  size_t numBatch = self.batching.size();
  Ints batch = range(0, numBatch);
  Ints otherFree = range(numBatch + (isLhs ? self.free.size() : 0), other.free.size());
  Ints contracted = sortedBy(other.contracting, self.contracting); // in the order of `other`
  TensorType stated{dtype, {}};
  ValueId wideG = b.convert(g, dtype), wideOther = b.convert(other.value, dtype);
  if (isLhs) {
    ValueId x = b.op(Opcode::DotGeneral, {wideG, wideOther},
                     {batch, other.batching, otherFree, other.free}, &stated);
    return putInPlace(b, x, concat({self.batching, self.free, contracted}));
  }
  ValueId x = b.op(Opcode::DotGeneral, {wideOther, wideG},
                   {other.batching, batch, other.free, otherFree}, &stated);
  return putInPlace(b, x, concat({self.batching, contracted, self.free}));
}

} // namespace

Status vjpDotGeneral(const RuleCall& call) {
  Side lhs = sideOf(call, 0), rhs = sideOf(call, 1);
  DType dtype = productDType(call.operandType(0).dtype, call.operandType(1).dtype,
                             call.b.type(call.g[0]).dtype);
  for (size_t i : {0, 1}) {
    if (!call.wants(i))
      continue;
    ValueId cotangent = dotCotangent(call.b, call.g[0], i == 0 ? lhs : rhs, i == 0 ? rhs : lhs,
                                     /*isLhs=*/i == 0, dtype);
    call.give(i, call.b.convert(cotangent, call.operandType(i).dtype));
  }
  return okStatus();
}

} // namespace lz::autodiff
