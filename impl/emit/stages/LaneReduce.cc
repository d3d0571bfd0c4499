// Emits a reduction along a row. The lanes run along the row, and are combined at the end of the
// row.
//
//   sum of 20 numbers, 16 lanes:
//     s = -0 in 16 lanes; s += in[0..15]; lanes 0 to 3 of s += in[16..19]
//     s = lanes 0..7 of s + lanes 8..15, then 4 + 4, 2 + 2, 1 + 1; result = 0 + s
//
// So the sum begins ((x0 + x16) + x8) + (x4 + x12). The order does not depend on the number of
// threads. A row of 128 numbers or more has four such accumulators, because an addition has a
// latency of 4 cycles. Vector i goes to accumulator i mod 4. For example, 200 numbers take 3 trips
// of 64 numbers, and a masked vector of 8 numbers that goes to the first accumulator. If functions
// such as exponentials are computed at each point, one accumulator is enough.
//
// At numerics level strict, sums and products of floats have one scalar accumulator. Lanes still
// compute the points, and then the points are added one after the other: ((0 + x0) + x1) + x2 and
// so on.
#include "emit/elementwise/EmitElementwise.h"
#include "emit/kernel/Loads.h"
#include "emit/kernel/Values.h"
#include "emit/stages/Accumulate.h"
#include "emit/stages/Stages.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace lz::emit {

using mlir::Value;

// Prefetches the row of the next unit. A prefetch beyond the last row does nothing.
static void prefetchNextRow(KernelContext& k, const schedule::Stage& reduction, Scope& scope) {
  if (scope.laneMask)
    return;
  k.focus(scope);
  for (region::NodeId load : reduction.fetches) {
    const region::PlanNode& n = k.node(load);
    Value toNext = k.b.intConstant(64, n.expr.coefficient(k.gridDims.back()));
    prefetch(k, n, k.b.addi(k.index.scalar(n.expr, scope), toNext));
  }
}

// Reduces the last dim with lanes and several chains. Vector i goes to chain i mod `chains`. The
// last vectors, which are too few for all chains, go to chain 0. The masked vector also goes to
// chain 0.
static StatusOr<Values> emitChains(KernelContext& k, const schedule::Stage& stage, Scope& scope,
                                   Values carried, LoopBody point) {
  int32_t dim = stage.loops.back().dim;
  int chains = stage.chains;
  size_t width = carried.size() / size_t(chains);
  int64_t round = int64_t(chains) * k.lanes, rounds = k.extent(dim) / round * round;
  auto rotate = [&](Scope& child, Value i, const Values& values) -> StatusOr<Values> {
    Values next;
    for (int chain = 0; chain < chains; ++chain) {
      k.focus(child);
      Scope vector(child, child.at);
      vector.stage = &stage;
      Value first = chain == 0 ? i : k.b.addi(i, k.b.intLike(i, int64_t(chain) * k.lanes));
      vector.bindLanes(dim, {first}, k.lanes, {});
      auto begin = values.begin() + int64_t(chain) * int64_t(width);
      LZ_ASSIGN_OR_RETURN(Values results, point(vector, Values(begin, begin + int64_t(width))));
      next.insert(next.end(), results.begin(), results.end());
    }
    return next;
  };
  LZ_ASSIGN_OR_RETURN(carried, emitLongFor(k, scope, rounds, round, 1, carried, rotate));
  Values first(carried.begin(), carried.begin() + int64_t(width));
  for (int64_t i = rounds; i < k.extent(dim); i += k.lanes) {
    k.focus(scope);
    Scope rest(scope, scope.at);
    rest.stage = &stage;
    int64_t valid = std::min<int64_t>(k.extent(dim) - i, k.lanes);
    rest.bindLanes(dim, {{}, i}, k.lanes,
                   valid == k.lanes ? Value() : laneTailMask(k, int(valid), k.lanes));
    LZ_ASSIGN_OR_RETURN(first, point(rest, first));
  }
  std::copy(first.begin(), first.end(), carried.begin());
  return carried;
}

// Combines two partial results, which belong to lanes or to chains.
static StatusOr<Values> combine(KernelContext& k, const schedule::Stage& stage, Values partials) {
  const region::PlanReduction& reduction = k.reductionOf(stage);
  int place = stage.partials->place;
  size_t width = partials.size() / 2;
  if (place >= 0) {
    bool isSigned = isSignedInt(k.node(reduction.operands[size_t(place)]).dtype);
    auto isLess = isSigned ? LaneBuilder::ICmp::slt : LaneBuilder::ICmp::ult;
    Value swap = k.b.cmpi(isLess, partials[width + size_t(place)], partials[size_t(place)]);
    for (size_t i = 0; i < width; ++i) {
      Value first = partials[i], second = partials[width + i];
      partials[i] = k.b.select(swap, second, first);
      partials[width + i] = k.b.select(swap, first, second);
    }
  }
  return emitBody(k.b, reduction.body, partials);
}

// Combines the lanes of a vector: 16 lanes -> 8 -> 4 -> 2 -> 1, always in this order.
static StatusOr<Values> foldLanes(KernelContext& k, const schedule::Stage& stage,
                                  Values accumulators) {
  for (int lanes = k.lanes / 2; lanes >= 1; lanes /= 2) {
    Values halves;
    for (int half : {0, 1})
      for (Value accumulator : accumulators) {
        llvm::SmallVector<int64_t> picked;
        for (int lane = 0; lane < lanes; ++lane)
          picked.push_back(half * lanes + lane);
        halves.push_back(lanes == 1 ? k.b.extract(accumulator, half)
                                    : k.builder.create<mlir::vector::ShuffleOp>(
                                          k.b.loc(), accumulator, accumulator, picked));
      }
    LZ_ASSIGN_OR_RETURN(accumulators, combine(k, stage, std::move(halves)));
  }
  return accumulators;
}

// Every lane of every chain reduces its share of the points, starting from the identity. At the end
// the chains are combined, then the lanes, and then the initial value. The order depends on the
// extent and the number of lanes, not on the threads.
static StatusOr<Values> emitPartials(Stages& s, const schedule::Stage& stage, Scope& scope,
                                     const Values& inits) {
  KernelContext& k = s.k;
  const region::PlanReduction& reduction = k.reductionOf(stage);
  const std::vector<Literal>& identities = stage.partials->identities;
  size_t width = inits.size();
  Values accumulators;
  k.focus(scope);
  for (int chain = 0; chain < stage.chains; ++chain)
    for (size_t i = 0; i < width; ++i)
      accumulators.push_back(
          k.b.splat(identities.empty() ? inits[i] : k.b.constant(identities[i]), k.lanes));
  auto point = [&](Scope& at, const Values& values) -> StatusOr<Values> {
    LZ_ASSIGN_OR_RETURN(Values next, step(k, reduction, at, values, true));
    LZ_RETURN_IF_ERROR(s.rows.keep(stage, at));
    prefetchNextRow(k, stage, at);
    if (at.laneMask)
      for (size_t i = 0; i < next.size(); ++i)
        next[i] = k.b.select(at.laneMask, next[i], values[i]);
    return next;
  };
  if (stage.chains > 1) {
    StageLoops outer(stage.loops.data(), stage.loops.size() - 1);
    auto last = [&](Scope& at, const Values& values) -> StatusOr<Values> {
      return emitChains(k, stage, at, values, point);
    };
    LZ_ASSIGN_OR_RETURN(accumulators, emitNest(k, stage, outer, scope, accumulators, last));
  } else {
    LZ_ASSIGN_OR_RETURN(accumulators, emitNest(k, stage, stage.loops, scope, accumulators, point));
  }
  k.focus(scope);
  // Combines chains 0 and 1, and chains 2 and 3, and then their two results.
  for (; accumulators.size() > width;) {
    Values folded;
    for (size_t i = 0; i < accumulators.size(); i += 2 * width) {
      auto begin = accumulators.begin() + int64_t(i);
      LZ_ASSIGN_OR_RETURN(Values pair,
                          combine(k, stage, Values(begin, begin + 2 * int64_t(width))));
      folded.insert(folded.end(), pair.begin(), pair.end());
    }
    accumulators = std::move(folded);
  }
  LZ_ASSIGN_OR_RETURN(accumulators, foldLanes(k, stage, std::move(accumulators)));
  Values args = inits;
  args.insert(args.end(), accumulators.begin(), accumulators.end());
  return emitBody(k.b, reduction.body, args);
}

// Emits a reduction in order. Lanes after the end of the row have the identity, which does not
// change the result.
static StatusOr<Values> emitInOrder(Stages& s, const schedule::Stage& stage, Scope& scope,
                                    const Values& inits) {
  KernelContext& k = s.k;
  const region::PlanReduction& reduction = k.reductionOf(stage);
  const std::vector<Literal>& identities = stage.partials->identities;
  auto point = [&](Scope& at, const Values& accumulators) -> StatusOr<Values> {
    Values vectors;
    for (size_t i = 0; i < inits.size(); ++i) {
      LZ_ASSIGN_OR_RETURN(Value value, emitWide(k, reduction.operands[i], at));
      k.focus(at);
      if (at.laneMask)
        value = k.b.select(at.laneMask, value, k.b.splat(k.b.constant(identities[i]), k.lanes));
      vectors.push_back(value);
    }
    LZ_RETURN_IF_ERROR(s.rows.keep(stage, at));
    prefetchNextRow(k, stage, at);
    k.focus(at);
    Values next = accumulators;
    for (int lane = 0; lane < k.lanes; ++lane) {
      Values args = next;
      for (Value vector : vectors)
        args.push_back(k.b.extract(vector, lane));
      LZ_ASSIGN_OR_RETURN(next, emitBody(k.b, reduction.body, args));
    }
    return next;
  };
  return emitNest(k, stage, stage.loops, scope, inits, point);
}

Status emitLaneReduction(Stages& s, const schedule::Stage& stage, Scope& scope) {
  LZ_ASSIGN_OR_RETURN(Values inits, initsOf(s.k, stage, scope));
  LZ_ASSIGN_OR_RETURN(scope.reductions[stage.reduction],
                      stage.isInOrder ? emitInOrder(s, stage, scope, inits)
                                      : emitPartials(s, stage, scope, inits));
  return okStatus();
}

} // namespace lz::emit
