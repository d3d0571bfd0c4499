// Statuses for memory that ran out. All have one form, and carry the two numbers separately.
#pragma once

#include "base/Status.h"

#include <cstdint>

namespace lz {

// No process can address more bytes.
inline constexpr int64_t kMostAddressable = int64_t(1) << 56;

// "[allocate] out of memory: 4096 bytes wanted, 1024 available; release tensors".
Status exhausted(absl::string_view what, int64_t wanted, int64_t available,
                 absl::string_view remedy);

// The error when the library's own objects find no memory. It allocates nothing.
Status outOfMemory();

// Adds the two numbers to a status about memory that ran out.
Status withBytes(Status status, int64_t wanted, int64_t available);
// 0 for other statuses.
int64_t bytesWanted(const Status& status);
int64_t bytesAvailable(const Status& status);

} // namespace lz
