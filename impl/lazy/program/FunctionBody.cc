#include "lazy/program/FunctionBody.h"

#include "lazy/program/AttrCompare.h"
#include "spec/Clone.h"
#include "spec/Effects.h"

namespace lz::lazy {

FunctionBody makeBody(Program program, size_t numParameters) {
  FunctionBody body;
  for (size_t i = 0; i < numParameters; ++i)
    body.type.params.push_back(program.type(program.body.params[i]));
  for (ValueId result : program.body.results)
    body.type.results.push_back(program.type(result));
  body.program = std::move(program);
  body.numParameters = numParameters;
  body.hash = hashBody(body);
  body.hasEffects = hasEffects(body.program.body);
  return body;
}

bool equalBodies(const FunctionBody& a, const FunctionBody& b) {
  return &a == &b ||
         (a.hash == b.hash && a.numParameters == b.numParameters &&
          a.program.types == b.program.types && equalRegions(a.program.body, b.program.body));
}

uint64_t hashBody(const FunctionBody& body) {
  uint64_t hash = mixHash(hashRegion(body.program.body), body.numParameters);
  for (const TensorType& type : body.program.types)
    hash = mixHash(hash, hashType(type));
  return hash;
}

Region inlineBody(const FunctionBody& body, absl::Span<const ValueId> captures, Program& target) {
  Cloner cloner(body.program, target);
  const Region& from = body.program.body;
  Region region;
  for (size_t i = 0; i < from.params.size(); ++i) {
    ValueId param = from.params[i];
    ValueId to = i < body.numParameters ? target.addValue(TensorType(body.program.type(param)))
                                        : captures[i - body.numParameters];
    if (i < body.numParameters)
      region.params.push_back(to);
    cloner.bind(param, to);
  }
  cloner.cloneOps(from.ops, region.ops);
  for (ValueId result : from.results)
    region.results.push_back(cloner.lookup(result));
  return region;
}

FunctionBody extractBody(const Program& program, const Region& region,
                         absl::Span<const ValueId> captures) {
  Program target;
  Cloner cloner(program, target);
  auto addParam = [&](ValueId value) {
    target.body.params.push_back(target.addValue(TensorType(program.type(value))));
    cloner.bind(value, target.body.params.back());
  };
  for (ValueId param : region.params)
    addParam(param);
  for (ValueId capture : captures)
    addParam(capture);
  cloner.cloneOps(region.ops, target.body.ops);
  for (ValueId result : region.results)
    target.body.results.push_back(cloner.lookup(result));
  return makeBody(std::move(target), region.params.size());
}

} // namespace lz::lazy
