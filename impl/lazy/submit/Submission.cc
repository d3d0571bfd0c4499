#include "lazy/submit/Submission.h"

#include "absl/algorithm/container.h"
#include "base/Exhausted.h"
#include "lazy/submit/Budget.h"
#include "lazy/submit/LentInputs.h"
#include "lazy/submit/Plans.h"
#include "lazy/submit/RunErrors.h"

#include <algorithm>
#include <utility>

namespace lz::lazy {

Submission::Submission(Key, std::shared_ptr<Engine> engine, std::shared_ptr<runtime::Device> device)
    : Producer(std::move(device)), engine_(std::move(engine)) {}

std::shared_ptr<Submission> Submission::create(std::shared_ptr<Engine> engine,
                                               std::shared_ptr<runtime::Device> device) {
  runtime::Stream& stream = device->stream();
  auto made = std::make_shared<Submission>(Key(), std::move(engine), std::move(device));
  made->request_.emplace();
  made->setWork(stream.prepare(Running(made)));
  return made;
}

Submission::Running::~Running() {
  if (self)
    self->finish();
}

void Submission::finish() noexcept {
  request_.reset();
  executable_.reset();
  parts_.clear();
  reservation_.end();
  engine_.reset();
  letGo();
}

void Submission::setRequest(RunRequest request) {
  for (const RunInput& input : request.inputs)
    if (const std::shared_ptr<Producer>& producer = input.data().producer())
      follow(producer, Follows::Values);
  work().runAnyway();
  request_.emplace(std::move(request));
}

void Submission::submit(ExecutableRef executable, runtime::Wake wake) noexcept {
  auto asks = [](const exec::Executable& one) { return one.spec().onProgramThread; };
  if ((executable && asks(*executable)) ||
      absl::c_any_of(parts_, [&](const RunPart& part) { return asks(*part.executable); }))
    work().runOnSubmitter();
  executable_ = std::move(executable);
  if (const int64_t bytes = bytesToAnnounce())
    reservation_.announce(device().allocator(), bytes);
  submitWork(wake);
}

// Donations do not count, because it is not known yet whether others hold the inputs. A run for
// which even the smallest plan is too large will be refused, and nobody waits for it.
static int64_t bytesToAnnounce(const exec::ExecutableSpec& spec, int64_t limit) {
  if (spec.runBytes.most <= limit)
    return spec.runBytes.most;
  return spec.smallestBudget <= limit ? spec.smallestBudget : 0;
}

// Parts run one after another.
int64_t Submission::bytesToAnnounce() {
  const int64_t limit = device().allocator()->limitBytes();
  int64_t most = executable_ ? lazy::bytesToAnnounce(executable_->spec(), limit) : 0;
  for (const RunPart& part : parts_)
    most = std::max(most, lazy::bytesToAnnounce(part.executable->spec(), limit));
  return most;
}

void Submission::refuse(absl::Span<const Status> errors) {
  for (size_t i = 0; i < errors.size(); ++i)
    if (!errors[i].ok())
      request_->outputs[i]->refuse(errors[i]);
}

void Submission::submitParts(std::vector<RunPart> parts, runtime::Wake wake) noexcept {
  parts_ = std::move(parts);
  submit(nullptr, wake);
}

void Submission::fail(Status status) noexcept {
  failWork(std::move(status));
}

Status Submission::run() noexcept {
  if (!executable_ && parts_.empty())
    return okStatus();
  try {
    RunArgs args;
    args.reserve(request_->inputs.size());
    for (RunInput& input : request_->inputs)
      args.push_back(input.fetch());
    return executable_ ? execute(args) : executeParts(args);
  } catch (const std::bad_alloc&) {
    return outOfMemory();
  }
}

Status Submission::whyMissing(size_t input) {
  LZ_RETURN_IF_ERROR(request_->inputs[input].data().failure());
  Status fate =
      request_->inputs[input].data().isDeleted()
          ? request_->inputs[input].data().checkKept(absl::StrCat("input ", input))
          : failedPrecondition("input ", input,
                               " was donated to another run; donate a tensor to one run only");
  return atInput(*engine_, request_->ops, input, std::move(fate));
}

// If the error says that memory ran out, adds to its message how many bytes histories keep for
// gradients.
static Status withHistories(int64_t bytes, const Status& status) {
  if (bytes == 0 || status.code() != absl::StatusCode::kResourceExhausted)
    return status;
  return withMessage(status, absl::StrCat(status.message(), "; histories of gradients keep up to ",
                                          bytes, " bytes, until a barrier ends them"));
}

Status Submission::execute(RunArgs& args) {
  if (absl::c_linear_search(args, nullptr))
    return divide(args, okStatus());
  LentInputs lent(request_->inputs);
  Budget budget(*engine_, device(), reservation_);
  StatusOr<exec::RunResult> result =
      budget.run(*executable_, {args, lent.donated(), request_->outData},
                 [&](int64_t bytes) -> StatusOr<ExecutableRef> {
                   if (!request_->ops.entry)
                     return unimplemented("the executable has no other plans");
                   return planWithin(*engine_, *request_->ops.entry, *executable_, bytes,
                                     event()->cancelFlag());
                 });
  if (!result.ok() && !reservation_.hasTaken())
    result = withHistories(request_->ops.historyBytes, result.status());
  lent.settle(args, result.ok(), engine_->counters);
  if (!result.ok())
    return afterFailure(args, lent.lostFrom(args), result.status());
  for (size_t i = 0; i < request_->outputs.size(); ++i)
    request_->outputs[i]->fulfil(std::move(result->outputs[i]));
  return okStatus();
}

Status Submission::afterFailure(absl::Span<const runtime::StorageRef> args,
                                absl::Span<const size_t> lost, const Status& failure) {
  if (lost.empty())
    return divide(args, failure);
  return withGivenUp(*engine_, *request_, lost, atOp(*engine_, request_->ops, failure));
}

// Two kinds of runs are not divided: an executable that was compiled directly has no program to
// divide, and a cancelled run must end.
Status Submission::divide(absl::Span<const runtime::StorageRef> args, const Status& failure) {
  if (!failure.ok() && (!request_->ops.entry || absl::IsCancelled(failure)))
    return atOp(*engine_, request_->ops, failure);
  if (!request_->ops.entry)
    return whyMissing(size_t(absl::c_find(args, nullptr) - args.begin()));
  Status ofRun = okStatus();
  executeRest(wholeOf(request_->ops.entry->program()), args, failure, ofRun);
  return ofRun;
}

void Submission::executeRest(const Part& whole, absl::Span<const runtime::StorageRef> args,
                             const Status& failure, Status& ofRun) {
  std::vector<Status> missing;
  for (uint32_t input : whole.inputs)
    missing.push_back(args[input] ? okStatus() : whyMissing(input));
  const Divide how = request_->ops.entry->hasEffects() ? Divide::Never : Divide::ByOps;
  std::vector<Status> errors =
      salvage(whole, missing, failure, how, [&](const Part& part) -> Status {
        LZ_ASSIGN_OR_RETURN(
            ExecutableRef executable,
            engine_->compile(part.program, engine_->options.compile, event()->cancelFlag()));
        return executePart(*executable, part, args);
      });
  placeAll(*engine_, request_->ops, missing, errors);
  if (!failure.ok())
    ofRun.Update(atOp(*engine_, request_->ops, failure));
  for (size_t i = 0; i < errors.size(); ++i) {
    if (errors[i].ok())
      continue;
    if (!absl::c_linear_search(missing, errors[i]))
      ofRun.Update(errors[i]);
    request_->outputs[whole.outputs[i]]->refuse(std::move(errors[i]));
  }
}

// Runs the parts one after another. Each part has its own error. After a cancellation, all
// remaining parts get the error of the cancellation.
Status Submission::executeParts(absl::Span<const runtime::StorageRef> args) {
  Status ofRun = okStatus();
  for (const auto& [executable, part] : parts_) {
    bool hasInputs = absl::c_all_of(part.inputs, [&](uint32_t input) { return args[input]; });
    Status status = hasInputs ? executePart(*executable, part, args) : okStatus();
    if (absl::IsCancelled(status))
      return status;
    if (!hasInputs || !status.ok())
      executeRest(part, args, status, ofRun);
  }
  return ofRun;
}

Status Submission::executePart(const exec::Executable& executable, const Part& part,
                               absl::Span<const runtime::StorageRef> args) {
  std::vector<runtime::StorageRef> inputs;
  for (uint32_t input : part.inputs)
    inputs.push_back(args[input]);
  Budget budget(*engine_, device(), reservation_);
  LZ_ASSIGN_OR_RETURN(exec::RunResult result, budget.run(executable, {inputs}, [&](int64_t bytes) {
    return compileFor(*engine_, part.program, rungWithin(bytes, executable.spec().smallestBudget),
                      event()->cancelFlag());
  }));
  for (size_t i = 0; i < part.outputs.size(); ++i)
    request_->outputs[part.outputs[i]]->fulfil(std::move(result.outputs[i]));
  return okStatus();
}

} // namespace lz::lazy
