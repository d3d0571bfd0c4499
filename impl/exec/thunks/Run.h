// One run of an executable, as its thunks see it.
#pragma once

#include "base/Cancel.h"
#include "base/machine/ThreadPool.h"
#include "exec/thunks/Thunk.h"

namespace lz::exec {

// It gives a thunk all that the thunk needs: addresses, threads, and whether the run goes on. Code
// that must stand between a run and its thunks, to time each or to run some elsewhere, is a thunk
// that has another one.
class Run {
public:
  // `args`: room for the addresses of one thunk's buffers, and of those inside of it.
  Run(const std::vector<BufferSpec>& buffers, void** addresses, void** args, ThreadPool& pool,
      const CancelFlag* cancel)
      : pool(pool), args(args), buffers_(buffers), addresses_(addresses), cancel_(cancel) {}

  // Nests as deep as the program's loops and branches do.
  void run(const Sequence& sequence) {
    for (const ThunkRef& thunk : sequence.thunks) {
      if (ends())
        return;
      thunk->execute(*this);
    }
  }

  // Once it is cancelled, or a call failed, no thunk begins, and nothing reads what others wrote.
  bool ends() const { return isSet(cancel_) || !failure.ok(); }

  void* at(BufferId id) const { return addresses_[id]; }
  int64_t bytesOf(BufferId id) const { return buffers_[size_t(id)].bytes; }
  // Puts the addresses of these buffers into `args`.
  void bind(const std::vector<BufferId>& ids) {
    for (size_t i = 0; i < ids.size(); ++i)
      args[i] = at(ids[i]);
  }
  // The same run for the body of a call, whose own arguments are in use: the first `count`.
  Run inside(size_t count) const { return {buffers_, addresses_, args + count, pool, cancel_}; }

  const std::vector<BufferSpec>& buffers() const { return buffers_; }
  void* const* addresses() const { return addresses_; } // by BufferId

  ThreadPool& pool;
  void** const args;
  BufferId written = -1; // by the thunk that runs now, or ran last
  Status failure{};      // of a call; nothing begins after it

private:
  const std::vector<BufferSpec>& buffers_;
  void** const addresses_;
  const CancelFlag* const cancel_;
};

} // namespace lz::exec
