// Makes a cache entry for a program that no cache has.
#pragma once

#include "lazy/engine/Engine.h"

#include <memory>

namespace lz::lazy {

// Adds an entry, which the caller must compile. `why` is the reason if it is known. Errors: a guard
// that allows no compilation; an op without a rule for a bucketed batch; batches of two sizes.
StatusOr<std::shared_ptr<CacheEntry>> newEntry(Engine& engine, const Encoding& encoding, Miss why);

} // namespace lz::lazy
