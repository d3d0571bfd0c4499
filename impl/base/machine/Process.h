// Detects forks and exits. A forked process does not have the threads of its parent. During exit(),
// static data of the compiler is destroyed.
#pragma once

#include <cstdint>
#include <memory>

namespace lz {

// Returns the number of forks between the start of the program and this process. Any thread may
// call it.
uint64_t forkCount();

// Keeps `object` forever. A forked process keeps objects of its parent in this way, because their
// destructors might wait for threads that exist only in the parent.
void abandon(std::shared_ptr<void> object);

// After the first call of watchExit, processEnds() returns true while exit() destroys static
// objects that were made before that call. Any thread may call both functions.
void watchExit();
bool processEnds();

// Returns whether the thread_local objects of this thread have been destroyed. Only the objects
// that the thread made after its first call of this function count.
bool threadEnds();

// Lowers the priority of the calling thread. If a thread of normal priority wants the same core,
// the calling thread gets about a tenth of the time. A thread cannot undo this.
void giveWay();

} // namespace lz
