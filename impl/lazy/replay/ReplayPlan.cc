#include "lazy/replay/ReplayPlan.h"

#include "spec/Clone.h"

namespace lz::lazy {

ReplayPlan::ReplayPlan(Program program, size_t first, Locations& places)
    : program_(std::move(program)), first_(first) {
  for (const std::string& text : program_.locations)
    places_.push_back(places.intern({text.c_str(), 0, nullptr}));
  bodies_.resize(numOps());
  for (size_t i = 0; i < numOps(); ++i) {
    numResults_ += op(i).results.size();
    for (const Region& region : op(i).regions) {
      std::vector<ValueId> captures = capturesOf(region);
      auto body = std::make_shared<const FunctionBody>(extractBody(program_, region, captures));
      bodies_[i].push_back({std::move(body), std::move(captures)});
    }
  }
}

} // namespace lz::lazy
