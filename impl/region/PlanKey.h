// Keys for maps: two expressions, or two nodes of one plan, have the same bytes exactly if they are
// the same.
#pragma once

#include "region/RegionPlan.h"

#include <string>

namespace lz {

std::string keyOf(absl::Span<const IndexExpr> indices);
std::string keyOf(const PlanNode& node);

} // namespace lz
