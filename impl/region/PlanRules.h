// Only for the verification of plans: the form of its errors, and its first half.
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

// The nodes for its value, mask and indices.
std::vector<NodeId> usedBy(const PlanOutput& output);

// Checks that every part that the plan names exists, and that nodes come before those that use
// them: the rules order, kinds and dims (VerifyPlan.h).
Status verifyParts(const RegionPlan& plan);

} // namespace lz::region
