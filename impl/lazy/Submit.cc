#include "lazy/Submit.h"

#include "lazy/RunErrors.h"

#include <algorithm>
#include <chrono>

namespace lz::lazy {

namespace {

StatusOr<ExecutableRef> compileSegment(Engine& engine, Segment& segment) {
  if (!segment.mustCompile)
    return segment.entry->executable();
  auto start = std::chrono::steady_clock::now();
  StatusOr<ExecutableRef> executable =
      engine.compile(segment.entry->program(), engine.options.compile);
  auto elapsed = std::chrono::steady_clock::now() - start;
  add(engine.counters.compiles);
  add(engine.counters.compileNs,
      std::chrono::duration_cast<std::chrono::nanoseconds>(elapsed).count());
  segment.compiled(executable);
  return executable;
}

} // namespace

Status submitSegments(Engine& engine, std::vector<Segment>& segments, runtime::Wake wake) {
  Status first = okStatus();
  // Others may wait for a segment while the caller still compiles the next.
  auto lastToCompile = std::find_if(segments.rbegin(), segments.rend(),
                                    [](const Segment& segment) { return segment.mustCompile; });
  size_t numBusy = size_t(segments.rend() - lastToCompile);
  for (size_t i = 0; i < segments.size(); ++i) {
    Segment& segment = segments[i];
    StatusOr<ExecutableRef> executable = compileSegment(engine, segment);
    if (executable.ok()) {
      segment.submission->submit(*std::move(executable),
                                 i + 1 < numBusy ? runtime::Wake::Now : wake);
      continue;
    }
    Status status = atOp(engine, segment.submission->ops(), executable.status());
    first.Update(status);
    segment.submission->fail(std::move(status));
  }
  return first;
}

} // namespace lz::lazy
