// Makes a cache entry for a program that is in no cache.
#pragma once

#include "lazy/engine/Engine.h"

#include <memory>

namespace lz::lazy {

// Adds an entry, which the caller must compile. `why` is the reason for the compilation, if it is
// known. Errors: a guard forbids the compilation; an op has no rule for a bucketed batch; the
// bucketed leaves have different batch sizes.
StatusOr<std::shared_ptr<CacheEntry>> newEntry(Engine& engine, const Encoding& encoding, Miss why);

} // namespace lz::lazy
