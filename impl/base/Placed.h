// The place of an error, told anew: a status that was made for one recording of a program, returned
// for another.
#pragma once

#include "base/Status.h"

namespace lz {

// With this op and location instead of those that the status has.
Status placed(Status status, absl::string_view opName, absl::string_view location);

} // namespace lz
