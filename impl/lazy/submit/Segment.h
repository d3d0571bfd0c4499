// One program of a cut, until its submission.
#pragma once

#include "lazy/engine/Engine.h"
#include "lazy/submit/Submission.h"

#include <memory>

namespace lz::lazy {

// One program of a cut, with all that its run needs, but no nodes. Other work waits for its
// outputs. So if a segment is destroyed without being submitted, it fails its submission, and the
// cache entry that it had to compile.
struct Segment {
  explicit Segment(Engine& engine) : engine(&engine) {}
  Segment(Segment&&) noexcept = default;
  Segment& operator=(Segment&&) = delete;
  ~Segment();

  // Gives the entry its executable, or the reason why it will never have one.
  void compiled(StatusOr<ExecutableRef> executable);

  Engine* engine;
  std::shared_ptr<CacheEntry> entry;
  bool mustFulfil = false;    // true if the entry waits for this segment to compile it
  bool isCompilation = false; // true if it must be compiled for the entry
  std::shared_ptr<Submission> submission;
  int64_t inputs = 0, donated = 0;
};

} // namespace lz::lazy
