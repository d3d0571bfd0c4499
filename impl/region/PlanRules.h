// Verifies the first half of the rules of plans, and makes the errors. Only VerifyPlan.cc uses this
// file.
#pragma once

#include "absl/strings/str_cat.h"
#include "base/Status.h"
#include "region/RegionPlan.h"

#include <string>
#include <vector>

namespace lz::region {

template <typename... Parts>
Status brokenRule(const std::string& who, const char* rule, const Parts&... parts) {
  return internalError("[plan] ", who, ": ", rule, ": ", parts...);
}

inline bool isIn(int64_t i, size_t size) {
  return i >= 0 && size_t(i) < size;
}

// Returns the nodes that the output uses for its value, mask and indices.
std::vector<NodeId> usedBy(const PlanOutput& output);

// Checks the rules `order`, `kinds` and `dims` of VerifyPlan.h.
Status verifyParts(const RegionPlan& plan);

} // namespace lz::region
