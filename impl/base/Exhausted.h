// Statuses for memory that ran out. Besides the message, they carry the bytes wanted and the bytes
// available as numbers.
#pragma once

#include "base/Status.h"

#include <cstdint>

namespace lz {

// A process cannot address more bytes than this.
inline constexpr int64_t kMostAddressable = int64_t(1) << 56;

// Returns the error "[allocate] out of memory: 4096 bytes wanted, 1024 available; release tensors",
// where `what` is "allocate".
Status exhausted(absl::string_view what, int64_t wanted, int64_t available,
                 absl::string_view remedy);

// Returns the error for a failed allocation of the library's own objects. The function allocates
// nothing.
Status outOfMemory();

// Adds the two numbers to a status about memory that ran out.
Status withBytes(Status status, int64_t wanted, int64_t available);
// Returns the number of bytes that were wanted, or 0 if the status has no such number.
int64_t bytesWanted(const Status& status);
int64_t bytesAvailable(const Status& status);

} // namespace lz
