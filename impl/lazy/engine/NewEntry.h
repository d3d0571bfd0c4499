// A cache entry for a program that is in no cache.
#pragma once

#include "lazy/engine/Engine.h"

#include <memory>

namespace lz::lazy {

// Adds it to the cache, for the caller to compile. `why`: the reason, if it is known. Errors: of a
// guard that allows no compilation; an op without a rule for a batch that is bucketed, and batches
// of two sizes.
StatusOr<std::shared_ptr<CacheEntry>> newEntry(Engine& engine, const Encoding& encoding, Miss why);

} // namespace lz::lazy
