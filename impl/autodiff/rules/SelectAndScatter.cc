// The rule of select_and_scatter whose region `scatter` is an addition. The op is linear in the
// source. The cotangent of a source element is read at the selected place. The operand only
// selects, so its cotangent is zero.
#include "autodiff/Rule.h"
#include "autodiff/rules/Combiner.h"
#include "autodiff/rules/Places.h"
#include "spec/OpAttrs.inc.h"

namespace lz::autodiff {

static Pooling selectionOf(const RuleCall& call) {
  SelectAndScatterAttrs attrs(call.attrs());
  size_t rank = call.operandType(0).dims.size();
  Ints ones(rank, 1);
  return {attrs.windowDimensions().first(rank), attrs.windowStrides().first(rank), ones, ones,
          attrs.padding().first(2 * rank)};
}

Status vjpSelectAndScatter(const RuleCall& call) {
  if (combinerOf(call.op.regions[1]) != Opcode::Add)
    return call.refuse(" with this scatter; it has one for add");
  Builder& b = call.b;
  ValueId g = call.g[0];
  if (call.wants(1)) {
    ValueId places = selectedPlaces(b, call.operand(0), selectionOf(call),
                                    [&](Builder& inner, ValueId kept, ValueId next) {
                                      return inner.inlined(call.op.regions[0], {kept, next})[0];
                                    });
    call.give(1, b.convert(readPlaces(b, g, places), call.operandType(1).dtype));
  }
  if (call.wants(2)) {
    Ints all;
    for (int64_t d = 0; d < b.type(g).rank(); ++d)
      all.push_back(d);
    call.give(2, b.convert(b.sum(g, std::move(all)), call.operandType(2).dtype));
  }
  return okStatus();
}

} // namespace lz::autodiff
