#include "semantics/shape/Infer.h"

#include "semantics/shape/Rules.h"

#include <array>

namespace lz::shape {
namespace {

// Returns the rules of the ops. Elementwise ops without a rule of their own share one.
constexpr std::array<Rule, kNumOpcodes> makeRules() {
  std::array<Rule, kNumOpcodes> rules{};
  auto set = [&](Opcode opcode, Rule rule) { rules[size_t(opcode)] = rule; };
  set(Opcode::BitcastConvert, inferBitcastConvert);
  set(Opcode::BroadcastInDim, inferBroadcastInDim);
  set(Opcode::Call, inferCall);
  set(Opcode::Case, inferBranches);
  set(Opcode::Cholesky, inferCholesky);
  set(Opcode::Clamp, inferClamp);
  set(Opcode::Complex, inferComplex);
  set(Opcode::Concatenate, inferConcatenate);
  set(Opcode::Constant, inferConstant);
  set(Opcode::Convert, inferConvert);
  set(Opcode::Convolution, inferConvolution);
  set(Opcode::CustomCall, inferCustomCall);
  set(Opcode::DotGeneral, inferDotGeneral);
  set(Opcode::DynamicSlice, inferDynamicSlice);
  set(Opcode::DynamicUpdateSlice, inferDynamicUpdateSlice);
  set(Opcode::Fft, inferFft);
  set(Opcode::Gather, inferGather);
  set(Opcode::If, inferBranches);
  set(Opcode::Iota, inferIota);
  set(Opcode::NextAfter, inferNextAfter);
  set(Opcode::OptimizationBarrier, inferForward);
  set(Opcode::Pad, inferPad);
  set(Opcode::Reduce, inferReduce);
  set(Opcode::ReducePrecision, inferReducePrecision);
  set(Opcode::ReduceWindow, inferReduceWindow);
  set(Opcode::Reshape, inferReshape);
  set(Opcode::Reverse, inferReverse);
  set(Opcode::Scatter, inferScatter);
  set(Opcode::Select, inferSelect);
  set(Opcode::SelectAndScatter, inferSelectAndScatter);
  set(Opcode::Slice, inferSlice);
  set(Opcode::Sort, inferSort);
  set(Opcode::RngBitGenerator, inferRngBitGenerator);
  set(Opcode::TopK, inferTopK);
  set(Opcode::Transpose, inferTranspose);
  set(Opcode::TriangularSolve, inferTriangularSolve);
  set(Opcode::While, inferWhile);
  return rules;
}

constexpr std::array<Rule, kNumOpcodes> kRules = makeRules();

Rule ruleOf(const OpInfo& info) {
  if (Rule rule = kRules[size_t(info.opcode)])
    return rule;
  return info.kind == OpKind::Elementwise ? inferElementwise : nullptr;
}

bool holds(const AttrValue& value, AttrKind kind) {
  switch (kind) {
  case AttrKind::Int:
  case AttrKind::Bool:
  case AttrKind::Enum:
    return std::holds_alternative<int64_t>(value);
  case AttrKind::Float:
    return std::holds_alternative<double>(value);
  case AttrKind::Ints:
    return std::holds_alternative<Ints>(value);
  case AttrKind::String:
    return std::holds_alternative<std::string>(value);
  case AttrKind::Literal:
    return std::holds_alternative<Literal>(value);
  }
  return false;
}

Status checkAttrs(const Call& call, const OpQuery& query) {
  absl::Span<const AttrInfo> infos = call.info().attrs;
  if (query.attrs.size() != infos.size())
    return call.error("takes ", infos.size(), " attributes, but got ", query.attrs.size());
  for (size_t i = 0; i < infos.size(); ++i) {
    const AttrValue& value = query.attrs[i];
    if (!isSet(value) && infos[i].optional)
      continue;
    if (!isSet(value))
      return call.error("attribute ", infos[i].name, " is missing");
    if (!holds(value, infos[i].kind))
      return call.error("attribute ", infos[i].name, " has the wrong kind of value");
  }
  return okStatus();
}

Status checkCounts(const Call& call, const OpQuery& query) {
  const OpInfo& info = call.info();
  if (info.numOperands >= 0 && size_t(info.numOperands) != query.operands.size())
    return call.error("takes ", int(info.numOperands), " operands, but got ",
                      query.operands.size());
  if (info.numRegions >= 0 && size_t(info.numRegions) != query.regions.size())
    return call.error("takes ", int(info.numRegions), " regions, but got ", query.regions.size());
  return okStatus();
}

Status infer(const Call& call, const OpQuery& query, TypeList& results) {
  LZ_RETURN_IF_ERROR(checkCounts(call, query));
  LZ_RETURN_IF_ERROR(checkAttrs(call, query));
  Rule rule = ruleOf(call.info());
  if (!rule)
    return unimplemented("[", part(call.info().name), "] has no shape rule yet");
  LZ_RETURN_IF_ERROR(rule(call, results));
  // The result of an elementwise op has the dimensions of an operand, which are valid already.
  if (rule == inferElementwise)
    return okStatus();
  for (const TensorType& type : results)
    if (Status status = checkType(type); !status.ok())
      return call.error("the result is not a valid type: ", status.message());
  return okStatus();
}

} // namespace

Status inferTypes(const OpQuery& query, TypeList& results) {
  const OpInfo& info = opInfo(query.opcode);
  Status status = infer(Call(query, info), query, results);
  return status.ok() ? status : withOp(status, part(info.name));
}

StatusOr<TypeList> inferTypes(const OpQuery& query) {
  TypeList results;
  LZ_RETURN_IF_ERROR(inferTypes(query, results));
  return results;
}

} // namespace lz::shape
