// One run of an executable, as its thunks see it.
#pragma once

#include "base/Cancel.h"
#include "base/machine/ThreadPool.h"
#include "exec/thunks/Thunk.h"

namespace lz::exec {

// Gives a thunk everything that it needs: addresses, threads, and whether the run continues. To
// time thunks, or to run some of them elsewhere, write a thunk that contains another thunk.
class Run {
public:
  // `args` must have room for the buffer addresses of any thunk and of the thunks inside of it.
  Run(const std::vector<BufferSpec>& buffers, LocationTexts locations, void** addresses,
      void** args, ThreadPool& pool, const CancelFlag* cancel)
      : pool(pool), args(args), buffers_(buffers), locations_(locations), addresses_(addresses),
        cancel_(cancel) {}

  // Runs the thunks in order, until the run ends.
  void run(const Sequence& sequence) {
    for (const ThunkRef& thunk : sequence.thunks) {
      if (ends())
        return;
      thunk->execute(*this);
    }
  }

  // Returns whether the run is cancelled or a call failed. If so, no other thunk is allowed to
  // begin, because results of earlier thunks can be missing.
  bool ends() const { return isSet(cancel_) || !failure.ok(); }

  void* at(BufferId id) const { return addresses_[id]; }
  // Sets the address of a view.
  void setAddress(BufferId id, void* address) { addresses_[id] = address; }
  int64_t bytesOf(BufferId id) const { return buffers_[size_t(id)].bytes; }
  // Stores the addresses of these buffers in `args`.
  void bind(const std::vector<BufferId>& ids) {
    for (size_t i = 0; i < ids.size(); ++i)
      args[i] = at(ids[i]);
  }
  // Returns a run for the body of a call. The call uses the first `count` entries of `args`. The
  // thunks of the body use the entries after these.
  Run inside(size_t count) const {
    return {buffers_, locations_, addresses_, args + count, pool, cancel_};
  }

  const std::vector<BufferSpec>& buffers() const { return buffers_; }
  LocationTexts locations() const { return locations_; } // ExecutableSpec::locations
  void* const* addresses() const { return addresses_; }  // by BufferId

  ThreadPool& pool;
  void** const args;
  BufferId written = -1; // the buffer that the current or last thunk writes
  Status failure{};      // the error of a call; no thunk begins after it

private:
  const std::vector<BufferSpec>& buffers_;
  const LocationTexts locations_;
  void** const addresses_;
  const CancelFlag* const cancel_;
};

} // namespace lz::exec
