// Makes keys of expressions and nodes for maps. Two expressions are equal if and only if their keys
// are equal. The same holds for two nodes of one plan.
#pragma once

#include "region/RegionPlan.h"

#include <string>

namespace lz::region {

std::string keyOf(absl::Span<const IndexExpr> indices);
std::string keyOf(const PlanNode& node);

} // namespace lz::region
