// Replaces the op and the location that an error names. So an error that was made for one recording
// of a program can be returned for another recording.
#pragma once

#include "base/Status.h"

namespace lz {

// Replaces the op and the location of the status.
Status placed(Status status, absl::string_view opName, absl::string_view location);

} // namespace lz
