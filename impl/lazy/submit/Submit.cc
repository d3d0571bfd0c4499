#include "lazy/submit/Submit.h"

#include "lazy/submit/Plans.h"
#include "lazy/submit/RunErrors.h"

#include <algorithm>

namespace lz::lazy {

namespace {

const CancelFlag* cancelFlagOf(const Segment& segment) {
  return segment.submission->event()->cancelFlag();
}

StatusOr<ExecutableRef> compileSegment(Engine& engine, Segment& segment) {
  if (segment.mustFulfil) {
    StatusOr<ExecutableRef> executable =
        compileWhole(engine, *segment.entry, cancelFlagOf(segment));
    segment.compiled(executable);
    return executable;
  }
  const StatusOr<ExecutableRef>& executable = segment.entry->executable();
  // If the status is Cancelled, another thread was compiling the program, and the work of that
  // thread was cancelled. Then this thread compiles the program itself.
  return absl::IsCancelled(executable.status())
             ? compileWhole(engine, *segment.entry, cancelFlagOf(segment))
             : executable;
}

// Returns for each input why it can never exist. Returns an empty list if no input is known to have
// failed.
std::vector<Status> inputErrorsOf(const Segment& segment) {
  std::vector<Status> errors;
  for (const RunInput& input : segment.submission->request().inputs)
    errors.push_back(input.data().failure());
  bool allOk = std::all_of(errors.begin(), errors.end(), [](const Status& s) { return s.ok(); });
  return allOk ? std::vector<Status>() : errors;
}

// Submits the parts of a failed segment that can be computed, and returns the first error.
Status submitParts(Engine& engine, Segment& segment, const std::vector<Status>& inputErrors,
                   const Status& refusal, runtime::Wake wake) {
  Submission& submission = *segment.submission;
  std::vector<RunPart> parts;
  const Divide how = segment.entry->hasEffects() ? Divide::InOne : Divide::InHalves;
  std::vector<Status> errors =
      salvage(wholeOf(segment.entry->program()), inputErrors, refusal, how,
              [&](const Part& part) -> Status {
                LZ_ASSIGN_OR_RETURN(
                    ExecutableRef executable,
                    engine.compile(part.program, engine.options.compile, cancelFlagOf(segment)));
                parts.push_back({std::move(executable), part});
                return okStatus();
              });
  errors.push_back(refusal);
  placeAll(engine, submission.ops(), inputErrors, errors);
  Status first = std::move(errors.back());
  errors.pop_back();
  for (const Status& error : errors)
    first.Update(error);
  submission.refuse(errors);
  if (parts.empty())
    submission.fail(first);
  else
    submission.submitParts(std::move(parts), wake);
  return first;
}

} // namespace

Status submitSegments(Engine& engine, std::vector<Segment>& segments, runtime::Wake wake) {
  Status first = okStatus();
  // The segments before the last one to compile must wake the stream at once: other threads can be
  // waiting for them while the caller still compiles.
  auto lastToCompile = std::find_if(segments.rbegin(), segments.rend(),
                                    [](const Segment& segment) { return segment.mustFulfil; });
  size_t numBusy = size_t(segments.rend() - lastToCompile);
  for (size_t i = 0; i < segments.size(); ++i) {
    Segment& segment = segments[i];
    runtime::Wake how = i + 1 < numBusy ? runtime::Wake::Now : wake;
    StatusOr<ExecutableRef> executable = compileSegment(engine, segment);
    // It is possible that an earlier segment of this cut failed to compute an input of this one.
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
