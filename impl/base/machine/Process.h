// Detects forks and exits, which break objects. Threads do not survive a fork, and static data of
// the compiler does not survive exit.
#pragma once

#include <cstdint>
#include <memory>

namespace lz {

// Returns the number of forks between the start of the program and this process. Any thread may
// call it.
uint64_t forkCount();

// Never frees `object`. Call it in a forked process for an object of the parent. Threads that exist
// only in the parent may hold a mutex of the object or wait for its condition variable, so its
// destructor might never return.
void abandon(std::shared_ptr<void> object);

// After the first call of watchExit, processEnds() tells whether exit() is destroying static
// objects that were made before that call. Any thread may call both.
void watchExit();
bool processEnds();

// Returns whether thread_local objects that this thread made after its first call of this function
// have been destroyed. exit() destroys the thread_local objects of its own thread before anything
// else.
bool threadEnds();

// Lowers the priority of the calling thread. If it competes with a thread of normal priority for a
// core, it gets about a tenth of the time. A thread cannot undo this, so it is only for threads
// that Lazuli makes for one long computation.
void giveWay();

} // namespace lz
