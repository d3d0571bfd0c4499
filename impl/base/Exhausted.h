// Statuses of memory that ran out: all of one form, and with the numbers apart.
#pragma once

#include "base/Status.h"

#include <cstdint>

namespace lz {

// Bytes that no process has addresses for more of.
inline constexpr int64_t kMostAddressable = int64_t(1) << 56;

// "[allocate] out of memory: 4096 bytes wanted, 1024 available; release tensors".
Status exhausted(absl::string_view what, int64_t wanted, int64_t available,
                 absl::string_view remedy);

// No memory for something of ours; needs none itself.
Status outOfMemory();

// The same status, of memory that ran out.
Status withBytes(Status status, int64_t wanted, int64_t available);
// 0 for other statuses.
int64_t bytesWanted(const Status& status);
int64_t bytesAvailable(const Status& status);

} // namespace lz
