// Keys for maps: two expressions, or two nodes of one plan, have the same bytes exactly if they are
// the same.
#pragma once

#include "fusion/RegionPlan.h"

#include <string>

namespace lz::fusion {

std::string keyOf(absl::Span<const IndexExpr> indices);
std::string keyOf(const PlanNode& node);

} // namespace lz::fusion
