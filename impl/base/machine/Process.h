// The life of the process, as far as it ends what an object relies on: threads do not survive a
// fork, and the compiler's static data does not survive exit.
#pragma once

#include <cstdint>
#include <memory>

namespace lz {

// Forks between the start of the program and this process. Any thread.
uint64_t forkCount();

// Never frees `object`: threads that only the parent has were using it, so its mutexes may be held
// and its condition variables waited for, and destroying those would wait for ever.
void abandon(std::shared_ptr<void> object);

// From the first call of watchExit on, processEnds() tells whether exit() has come so far that
// static objects made before that call are being destroyed. Any thread.
void watchExit();
bool processEnds();

// Whether thread_local objects that this thread made after its first call are gone; exit() destroys
// those of its thread before anything else.
bool threadEnds();

// From now on the calling thread has the processor when threads of normal priority leave it: of two
// that both want a core, it gets a tenth. A thread may not take this back, so it is for threads
// that Lazuli makes for one long computation.
void giveWay();

} // namespace lz
