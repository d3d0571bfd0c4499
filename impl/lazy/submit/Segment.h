// One program of a cut, until its submission.
#pragma once

#include "lazy/engine/Engine.h"
#include "lazy/submit/Submission.h"

#include <memory>

namespace lz::lazy {

// One program of a cut, with everything that its run needs. It does not refer to nodes. If a
// segment is destroyed before it is submitted, its destructor gives an error to the submission, and
// to the cache entry that the segment had to compile. Otherwise other work would wait for them
// forever.
struct Segment {
  explicit Segment(Engine& engine) : engine(&engine) {}
  Segment(Segment&&) noexcept = default;
  Segment& operator=(Segment&&) = delete;
  ~Segment();

  // Gives the entry its executable, or the reason why it will never have one.
  void compiled(StatusOr<ExecutableRef> executable);

  Engine* engine;
  std::shared_ptr<CacheEntry> entry;
  // True if this segment must give the entry its executable. Other users of the entry wait for it.
  bool mustFulfil = false;
  bool isCompilation = false; // true if this segment runs the compiler for the entry
  std::shared_ptr<Submission> submission;
  int64_t inputs = 0, donated = 0;
};

} // namespace lz::lazy
