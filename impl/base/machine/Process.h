// Events in the life of the process that break objects: threads do not survive a fork, and the
// compiler's static data does not survive exit.
#pragma once

#include <cstdint>
#include <memory>

namespace lz {

// The number of forks between the start of the program and this process. Any thread.
uint64_t forkCount();

// Never frees `object`. Threads that only the parent has were using it, so its mutexes may be
// locked and its condition variables waited for, and destroying these would wait for ever.
void abandon(std::shared_ptr<void> object);

// After the first call of watchExit, processEnds() tells whether exit() is destroying static
// objects that were made before that call. Any thread.
void watchExit();
bool processEnds();

// Whether thread_local objects that this thread made after its first call have been destroyed.
// exit() destroys those of its thread before anything else.
bool threadEnds();

// From now on the calling thread runs when threads of normal priority leave the processor: if both
// want a core, it gets a tenth. A thread cannot undo this, so it is only for threads that Lazuli
// makes for one long computation.
void giveWay();

} // namespace lz
