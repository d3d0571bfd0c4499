#include "lazy/submit/Submit.h"

#include "lazy/bucket/ForBatch.h"
#include "lazy/submit/RunErrors.h"

#include <algorithm>

namespace lz::lazy {

namespace {

// Compiles the segment's program, or a part of it.
StatusOr<ExecutableRef> compileFor(Engine& engine, const Segment& segment, const Program& program) {
  return engine.compile(program, engine.options.compile, segment.submission->event()->cancelFlag());
}

// Compiles the segment's program. If the segment has a bucketed batch, the program is compiled once
// for batches of any size up to a bound. Then its executable is converted to the size of the
// segment.
StatusOr<ExecutableRef> compileWhole(Engine& engine, const Segment& segment) {
  const CacheEntry& entry = *segment.entry;
  if (!entry.bounded())
    return compileFor(engine, segment, entry.program());
  LZ_ASSIGN_OR_RETURN(const ExecutableRef bounded,
                      entry.bounded()->executable([&](const Program& program) {
                        return compileFor(engine, segment, program);
                      }));
  BatchShape shape;
  shape.size = entry.batchSize();
  for (ValueId param : entry.program().body.params)
    shape.inputs.push_back(entry.program().type(param));
  for (ValueId result : entry.program().body.results)
    shape.outputs.push_back(entry.program().type(result));
  return std::make_shared<exec::Executable>(forBatch(bounded->spec(), std::move(shape)));
}

StatusOr<ExecutableRef> compileSegment(Engine& engine, Segment& segment) {
  if (segment.mustFulfil) {
    StatusOr<ExecutableRef> executable = compileWhole(engine, segment);
    segment.compiled(executable);
    return executable;
  }
  const StatusOr<ExecutableRef>& executable = segment.entry->executable();
  // If the status is Cancelled, another thread was compiling the program, and the work of that
  // thread was cancelled. Then this thread compiles the program itself.
  return absl::IsCancelled(executable.status()) ? compileWhole(engine, segment) : executable;
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
  std::vector<Status> errors = salvage(
      wholeOf(segment.entry->program()), inputErrors, refusal, how,
      [&](const Part& part) -> Status {
        LZ_ASSIGN_OR_RETURN(ExecutableRef executable, compileFor(engine, segment, part.program));
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
