// Replaces the op and the location that an error names, so that the error of one recording can be
// returned for an equal recording.
#pragma once

#include "base/Status.h"

namespace lz {

// Replaces the op and the location of the status.
Status placed(Status status, absl::string_view opName, absl::string_view location);

} // namespace lz
