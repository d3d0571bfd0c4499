// Writes for reports which op made a value. Ops refer to their locations by index in a list, so
// that one executable serves equal programs with other locations.
#pragma once

#include "absl/types/span.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lz {

using LocationIds = std::vector<int32_t>; // indices in a list of locations; -1: unknown
using LocationTexts = absl::Span<const std::string>;

// Returns the location of this index, or "" if the list has none.
std::string locationAt(LocationTexts locations, int32_t id);
// Returns the location of the first index, or "" if there is none.
std::string firstLocation(LocationTexts locations, const LocationIds& ids);

// Returns a text such as "maximum at net.c:12 with net.c:10, net.c:11 and 2 more". `what` is
// "maximum". The first of `ids` is the location of the op `what`, and the others are those of other
// ops in the same kernel. Each location is named once, and unknown ones are left out.
std::string originText(const std::string& what, const LocationIds& ids, LocationTexts locations);

} // namespace lz
