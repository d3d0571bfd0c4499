// A reduction along a row: the lanes go along it, and are combined at its end.
//
//   sum of 20 numbers, 16 lanes:
//     s = -0 in 16 lanes; s += in[0..15]; lanes 0 to 3 of s += in[16..19]
//     s = lanes 0..7 of s + lanes 8..15, then 4 + 4, 2 + 2, 1 + 1; result = 0 + s
//
// so the sum begins ((x0 + x16) + x8) + (x4 + x12), in one order for any number of threads. A row
// of 128 numbers and more has four such accumulators, as an addition takes 4 cycles: vector i goes
// to accumulator i mod 4; 200 numbers are 3 rounds of 64, and a masked step of 8 in the first one.
// If points compute functions, e.g. exponentials, one accumulator is enough.
//
// At numerics level strict sums and products of floats have one accumulator without lanes: lanes
// compute the points, which are added one after the other, ((0 + x0) + x1) + x2 and so on.
#include "emit/core/Elementwise.h"
#include "emit/core/KernelEmitter.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace lz::emit {

using mlir::Value;
using Values = KernelEmitter::Values;

// Points of the last dim, with lanes and in several chains: vector i goes to chain i mod `chains`.
// The vectors beyond the last whole round, and the masked one, go to chain 0.
StatusOr<Values> KernelEmitter::emitChains(const Stage& stage, Scope& scope, Values carried,
                                           LoopBody point) {
  int32_t dim = stage.loops.back().dim;
  int chains = stage.chains;
  size_t width = carried.size() / size_t(chains);
  int64_t round = int64_t(chains) * lanes_, rounds = extent(dim) / round * round;
  auto rotate = [&](Scope& child, Value i, const Values& values) -> StatusOr<Values> {
    Values next;
    for (int chain = 0; chain < chains; ++chain) {
      focus(child);
      Scope vector(child, child.at);
      vector.stage = &stage;
      Value first = chain == 0 ? i : b_.addi(i, b_.intLike(i, int64_t(chain) * lanes_));
      vector.bindLanes(dim, {first}, lanes_, {});
      auto begin = values.begin() + int64_t(chain) * int64_t(width);
      LZ_ASSIGN_OR_RETURN(Values results, point(vector, Values(begin, begin + int64_t(width))));
      next.insert(next.end(), results.begin(), results.end());
    }
    return next;
  };
  LZ_ASSIGN_OR_RETURN(carried, emitLongFor(scope, rounds, round, 1, carried, rotate));
  Values first(carried.begin(), carried.begin() + int64_t(width));
  for (int64_t i = rounds; i < extent(dim); i += lanes_) {
    focus(scope);
    Scope rest(scope, scope.at);
    rest.stage = &stage;
    int64_t valid = std::min<int64_t>(extent(dim) - i, lanes_);
    rest.bindLanes(dim, {{}, i}, lanes_, valid == lanes_ ? Value() : laneTailMask(int(valid)));
    LZ_ASSIGN_OR_RETURN(first, point(rest, first));
  }
  std::copy(first.begin(), first.end(), carried.begin());
  return carried;
}

Status KernelEmitter::emitLaneReduction(const Stage& stage, Scope& scope) {
  LZ_ASSIGN_OR_RETURN(Values inits, initsOf(stage, scope));
  LZ_ASSIGN_OR_RETURN(scope.reductions[stage.reduction], stage.isInOrder
                                                             ? emitInOrder(stage, scope, inits)
                                                             : emitPartials(stage, scope, inits));
  return okStatus();
}

// Every lane of every chain reduces its share from the identity; at the end the chains and then the
// lanes are folded and meet the initial value once. The order depends on the extent and the number
// of lanes, not on the threads.
StatusOr<Values> KernelEmitter::emitPartials(const Stage& stage, Scope& scope,
                                             const Values& inits) {
  const PlanReduction& reduction = reductionOf(stage);
  const std::vector<Literal>& identities = stage.partials->identities;
  size_t width = inits.size();
  Values accumulators;
  focus(scope);
  for (int chain = 0; chain < stage.chains; ++chain)
    for (size_t i = 0; i < width; ++i)
      accumulators.push_back(
          b_.splat(identities.empty() ? inits[i] : b_.constant(identities[i]), lanes_));
  auto point = [&](Scope& at, const Values& values) -> StatusOr<Values> {
    LZ_ASSIGN_OR_RETURN(Values next, step(reduction, at, values, true));
    LZ_RETURN_IF_ERROR(keepRows(stage, at));
    prefetchNextRow(stage, at);
    if (at.laneMask)
      for (size_t i = 0; i < next.size(); ++i)
        next[i] = b_.select(at.laneMask, next[i], values[i]);
    return next;
  };
  if (stage.chains > 1) {
    Loops outer(stage.loops.data(), stage.loops.size() - 1);
    auto last = [&](Scope& at, const Values& values) -> StatusOr<Values> {
      return emitChains(stage, at, values, point);
    };
    LZ_ASSIGN_OR_RETURN(accumulators, emitNest(stage, outer, scope, accumulators, last));
  } else {
    LZ_ASSIGN_OR_RETURN(accumulators, emitNest(stage, stage.loops, scope, accumulators, point));
  }
  focus(scope);
  // Chains 0 and 1, 2 and 3, then the results: halves, as below.
  for (; accumulators.size() > width;) {
    Values folded;
    for (size_t i = 0; i < accumulators.size(); i += 2 * width) {
      auto begin = accumulators.begin() + int64_t(i);
      LZ_ASSIGN_OR_RETURN(Values pair, combine(stage, Values(begin, begin + 2 * int64_t(width))));
      folded.insert(folded.end(), pair.begin(), pair.end());
    }
    accumulators = std::move(folded);
  }
  LZ_ASSIGN_OR_RETURN(accumulators, foldLanes(stage, std::move(accumulators)));
  Values args = inits;
  args.insert(args.end(), accumulators.begin(), accumulators.end());
  return emitBody(b_, reduction.body, args);
}

// Lanes behind the end of the row have the identity, which changes no value.
StatusOr<Values> KernelEmitter::emitInOrder(const Stage& stage, Scope& scope, const Values& inits) {
  const PlanReduction& reduction = reductionOf(stage);
  const std::vector<Literal>& identities = stage.partials->identities;
  auto point = [&](Scope& at, const Values& accumulators) -> StatusOr<Values> {
    Values vectors;
    for (size_t i = 0; i < inits.size(); ++i) {
      LZ_ASSIGN_OR_RETURN(Value value, getWide(reduction.operands[i], at));
      focus(at);
      if (at.laneMask)
        value = b_.select(at.laneMask, value, b_.splat(b_.constant(identities[i]), lanes_));
      vectors.push_back(value);
    }
    LZ_RETURN_IF_ERROR(keepRows(stage, at));
    prefetchNextRow(stage, at);
    focus(at);
    Values next = accumulators;
    for (int lane = 0; lane < lanes_; ++lane) {
      Values args = next;
      for (Value vector : vectors)
        args.push_back(b_.extract(vector, lane));
      LZ_ASSIGN_OR_RETURN(next, emitBody(b_, reduction.body, args));
    }
    return next;
  };
  return emitNest(stage, stage.loops, scope, inits, point);
}

StatusOr<Values> KernelEmitter::combine(const Stage& stage, Values partials) {
  const PlanReduction& reduction = reductionOf(stage);
  int place = stage.partials->place;
  size_t width = partials.size() / 2;
  if (place >= 0) {
    bool isSigned = isSignedInt(node(reduction.operands[size_t(place)]).dtype);
    auto isLess = isSigned ? LaneBuilder::ICmp::slt : LaneBuilder::ICmp::ult;
    Value swap = b_.cmpi(isLess, partials[width + size_t(place)], partials[size_t(place)]);
    for (size_t i = 0; i < width; ++i) {
      Value first = partials[i], second = partials[width + i];
      partials[i] = b_.select(swap, second, first);
      partials[width + i] = b_.select(swap, first, second);
    }
  }
  return emitBody(b_, reduction.body, partials);
}

// 16 lanes -> 8 -> 4 -> 2 -> 1, always in this order.
StatusOr<Values> KernelEmitter::foldLanes(const Stage& stage, Values accumulators) {
  for (int lanes = lanes_ / 2; lanes >= 1; lanes /= 2) {
    Values halves;
    for (int half : {0, 1})
      for (Value accumulator : accumulators) {
        llvm::SmallVector<int64_t> picked;
        for (int lane = 0; lane < lanes; ++lane)
          picked.push_back(half * lanes + lane);
        halves.push_back(lanes == 1 ? b_.extract(accumulator, half)
                                    : builder_.create<mlir::vector::ShuffleOp>(
                                          b_.loc(), accumulator, accumulator, picked));
      }
    LZ_ASSIGN_OR_RETURN(accumulators, combine(stage, std::move(halves)));
  }
  return accumulators;
}

} // namespace lz::emit
