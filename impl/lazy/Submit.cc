#include "lazy/Submit.h"

#include "lazy/RunErrors.h"

#include <algorithm>
#include <chrono>

namespace lz::lazy {

namespace {

// Of the segment, or of a part of it.
StatusOr<ExecutableRef> compileFor(Engine& engine, const Segment& segment, const Program& program) {
  auto start = std::chrono::steady_clock::now();
  StatusOr<ExecutableRef> executable =
      engine.compile(program, engine.options.compile, segment.submission->event()->cancelFlag());
  auto elapsed = std::chrono::steady_clock::now() - start;
  add(engine.counters.compiles);
  add(engine.counters.compileNs,
      std::chrono::duration_cast<std::chrono::nanoseconds>(elapsed).count());
  return executable;
}

StatusOr<ExecutableRef> compileSegment(Engine& engine, Segment& segment) {
  if (segment.mustCompile) {
    StatusOr<ExecutableRef> executable = compileFor(engine, segment, segment.entry->program());
    segment.compiled(executable);
    return executable;
  }
  const StatusOr<ExecutableRef>& executable = segment.entry->executable();
  // Another thread was to compile it, and somebody cancelled that thread's work.
  return absl::IsCancelled(executable.status())
             ? compileFor(engine, segment, segment.entry->program())
             : executable;
}

// By input, why it can never be; empty if nothing is known to have failed.
std::vector<Status> inputErrorsOf(const Segment& segment) {
  std::vector<Status> errors;
  for (const RunInput& input : segment.submission->request().inputs)
    errors.push_back(input.data().failure());
  bool allOk = std::all_of(errors.begin(), errors.end(), [](const Status& s) { return s.ok(); });
  return allOk ? std::vector<Status>() : errors;
}

// Submits what can be computed of a segment that cannot be as a whole, and returns the first error.
Status submitParts(Engine& engine, Segment& segment, const std::vector<Status>& inputErrors,
                   const Status& refusal, runtime::Wake wake) {
  Submission& submission = *segment.submission;
  Salvage rest = salvage(segment.entry->program(), inputErrors, refusal,
                         [&](const Program& part) { return compileFor(engine, segment, part); });
  auto place = [&](Status& error) {
    bool isPlaced = std::find(inputErrors.begin(), inputErrors.end(), error) != inputErrors.end();
    if (!error.ok() && !isPlaced && !absl::IsCancelled(error))
      error = atOp(engine, submission.ops(), std::move(error));
  };
  Status first = refusal;
  place(first);
  for (Status& error : rest.errors) {
    place(error);
    first.Update(error);
  }
  submission.refuse(rest.errors);
  if (rest.parts.empty())
    submission.fail(first);
  else
    submission.submitParts(std::move(rest.parts), wake);
  return first;
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
    runtime::Wake how = i + 1 < numBusy ? runtime::Wake::Now : wake;
    StatusOr<ExecutableRef> executable = compileSegment(engine, segment);
    // What an earlier segment of this cut could not compute is an input of later ones.
    std::vector<Status> inputErrors;
    if (!first.ok())
      inputErrors = inputErrorsOf(segment);
    if (executable.ok() && inputErrors.empty())
      segment.submission->submit(*std::move(executable), how);
    else
      first.Update(submitParts(engine, segment, inputErrors, executable.status(), how));
  }
  return first;
}

} // namespace lz::lazy
