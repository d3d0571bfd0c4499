// Replaces the place of an error. This allows to return a status that was made for one recording of
// a program for another recording.
#pragma once

#include "base/Status.h"

namespace lz {

// Replaces the op and the location of the status.
Status placed(Status status, absl::string_view opName, absl::string_view location);

} // namespace lz
