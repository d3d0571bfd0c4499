#include "lazy/replay/ReplayPlan.h"

#include "lazy/FunctionBody.h"
#include "spec/Clone.h"

namespace lz::lazy {

ReplayPlan::ReplayPlan(Program program, size_t first, Locations& places)
    : program_(std::move(program)), first_(first) {
  for (const std::string& text : program_.locations)
    places_.push_back(places.intern({text.c_str(), 0, nullptr}));
  known_.reserve(numOps());
  for (size_t i = 0; i < numOps(); ++i) {
    numResults_ += op(i).results.size();
    known_.push_back(known(op(i)));
  }
}

ReplayPlan::Known ReplayPlan::known(const Op& op) const {
  Known known;
  for (ValueId result : op.results)
    known.contents.types.push_back(program_.type(result));
  Attrs attrs = op.attrs;
  Bodies bodies;
  for (const Region& region : op.regions) {
    std::vector<ValueId> captures = capturesOf(region);
    auto body = std::make_shared<const FunctionBody>(extractBody(program_, region, captures));
    bodies.push_back(std::move(body));
    known.captures.insert(known.captures.end(), captures.begin(), captures.end());
  }
  const bool isStated = opInfo(op.opcode).resultSpec != ResultSpec::Inferred;
  fillContents({op.opcode, op.operands.size(), attrs, bodies,
                isStated ? &program_.type(op.results.back()) : nullptr},
               known.contents);
  return known;
}

} // namespace lz::lazy
