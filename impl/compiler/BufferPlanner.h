// Records who uses which buffer when, and turns that into offsets in the arena.
#pragma once

#include "exec/Executable.h"

#include <vector>

namespace lz {

// Steps are numbered in execution order; the body of a loop is numbered between its loop's first
// and last step.
class BufferPlanner {
public:
  explicit BufferPlanner(std::vector<exec::BufferSpec>& buffers) : buffers_(buffers) {}

  exec::BufferId add(exec::BufferSpec spec);
  exec::BufferId addTemp(int64_t bytes);

  void nextStep() { ++step_; }
  // The buffer is read or written in the current step.
  void touch(exec::BufferId buffer);
  // Between these, what existed before the loop stays alive until its end: the next iteration reads
  // it again.
  void beginLoop();
  void endLoop();

  int64_t step() const { return step_; }
  // Steps of the first and last use; -1: never used.
  int64_t firstUse(exec::BufferId buffer) const { return lives_[size_t(buffer)].first; }
  int64_t lastUse(exec::BufferId buffer) const { return lives_[size_t(buffer)].last; }

  // `buffer` gets the place of `earlier`, a Temp as large that is used last in the step in which
  // `buffer` is used first. An `earlier` can be given away once: false.
  bool takeOver(exec::BufferId buffer, exec::BufferId earlier);

  // Offsets of all Temp buffers; returns the size of the arena. Resource exhausted: they overflow
  // 63-bit sizes together.
  StatusOr<int64_t> place();

private:
  exec::BufferId lastAt(exec::BufferId buffer) const;

  struct Life {
    int64_t first = -1, last = -1;
  };
  std::vector<exec::BufferSpec>& buffers_;
  std::vector<Life> lives_;
  std::vector<exec::BufferId> next_; // by buffer: who takes its place over, or -1
  std::vector<bool> takesOver_;      // by buffer: it has the place of another one
  std::vector<int64_t> loopStarts_;
  int64_t step_ = 0;
};

} // namespace lz
