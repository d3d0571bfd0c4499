// Compiles the program of a cache entry: without a budget, and for runs that have little room.
#pragma once

#include "lazy/engine/Engine.h"

namespace lz::lazy {

// Compiles the program of the entry. If the entry has a bucketed batch, the program is compiled
// once for batches of any size up to a bound, and its executable is converted to the size of the
// entry.
StatusOr<ExecutableRef> compileWhole(Engine& engine, const CacheEntry& entry,
                                     const CancelFlag* cancel);

// Returns the plan of the entry's program for a run that takes at most `bytes` bytes, or the
// smallest plan if that takes more. The entry keeps the plan. `whole` is the plan of
// compileWhole().
StatusOr<ExecutableRef> planWithin(Engine& engine, const CacheEntry& entry,
                                   const exec::Executable& whole, int64_t bytes,
                                   const CancelFlag* cancel);

// Compiles a program for one budget. The result is not kept.
StatusOr<ExecutableRef> compileFor(Engine& engine, const Program& program, int64_t budget,
                                   const CancelFlag* cancel);

} // namespace lz::lazy
