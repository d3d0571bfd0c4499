// Keys for maps: two expressions, or two nodes of one plan, have equal keys exactly if they are
// equal.
#pragma once

#include "region/RegionPlan.h"

#include <string>

namespace lz::region {

std::string keyOf(absl::Span<const IndexExpr> indices);
std::string keyOf(const PlanNode& node);

} // namespace lz::region
