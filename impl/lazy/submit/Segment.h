// One program of a cut, until its submission.
#pragma once

#include "lazy/engine/Engine.h"
#include "lazy/submit/Submission.h"

#include <memory>

namespace lz::lazy {

// One program of a cut, with everything that its run needs, but without nodes. Other work waits for
// its outputs. So if a segment is destroyed without being submitted, its destructor fails the
// submission, and the cache entry that the segment had to compile.
struct Segment {
  explicit Segment(Engine& engine) : engine(&engine) {}
  Segment(Segment&&) noexcept = default;
  Segment& operator=(Segment&&) = delete;
  ~Segment();

  // Gives the entry its executable, or the reason why it will never have one.
  void compiled(StatusOr<ExecutableRef> executable);

  Engine* engine;
  std::shared_ptr<CacheEntry> entry;
  // Whether this segment must give the entry its executable, for which other users of the entry
  // wait.
  bool mustFulfil = false;
  bool isCompilation = false; // whether this segment runs the compiler for the entry
  std::shared_ptr<Submission> submission;
  int64_t inputs = 0, donated = 0;
};

} // namespace lz::lazy
