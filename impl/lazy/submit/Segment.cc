#include "lazy/submit/Segment.h"

#include "base/Exhausted.h"

namespace lz::lazy {

Segment::~Segment() {
  if (!entry)
    return;
  if (mustFulfil)
    compiled(outOfMemory());
  if (submission && submission->isOpen())
    submission->fail(outOfMemory());
}

void Segment::compiled(StatusOr<ExecutableRef> executable) {
  mustFulfil = false;
  if (!executable.ok())
    engine->cache.erase(*entry);
  entry->fulfil(std::move(executable));
  engine->cache.grown(*entry);
}

} // namespace lz::lazy
