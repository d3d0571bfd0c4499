// Makes keys for maps. Two expressions, or two nodes of the same plan, have equal keys if and only
// if they are equal.
#pragma once

#include "region/RegionPlan.h"

#include <string>

namespace lz::region {

std::string keyOf(absl::Span<const IndexExpr> indices);
std::string keyOf(const PlanNode& node);

} // namespace lz::region
