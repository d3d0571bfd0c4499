// One program of a cut, from the cut to its submission.
#pragma once

#include "lazy/engine/Engine.h"
#include "lazy/submit/Submission.h"

#include <memory>

namespace lz::lazy {

// One program of a cut, with all that its run needs; it holds no node. Others wait for its outputs,
// so a segment that is destroyed before it was submitted fails its submission, and the cache entry
// that it was to compile.
struct Segment {
  explicit Segment(Engine& engine) : engine(&engine) {}
  Segment(Segment&&) noexcept = default;
  Segment& operator=(Segment&&) = delete;
  ~Segment();

  // The entry has got its executable, or will never have one.
  void compiled(StatusOr<ExecutableRef> executable);

  Engine* engine;
  std::shared_ptr<CacheEntry> entry;
  bool mustFulfil = false;    // the entry waits for this segment to get its executable
  bool isCompilation = false; // which has to be compiled for it
  std::shared_ptr<Submission> submission;
  int64_t inputs = 0, donated = 0;
};

} // namespace lz::lazy
