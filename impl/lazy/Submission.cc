#include "lazy/Submission.h"

#include "base/Exhausted.h"
#include "lazy/RunErrors.h"

#include <chrono>
#include <utility>

namespace lz::lazy {

Submission::Submission(std::shared_ptr<Engine> engine, std::shared_ptr<runtime::Device> device)
    : engine_(std::move(engine)), device_(std::move(device)) {}

std::shared_ptr<Submission> Submission::create(std::shared_ptr<Engine> engine,
                                               std::shared_ptr<runtime::Device> device) {
  runtime::Stream& stream = device->stream();
  std::shared_ptr<Submission> made(new Submission(std::move(engine), std::move(device)));
  made->request_ = std::make_unique<RunRequest>();
  made->work_ = stream.prepare(Running(made));
  made->event_ = made->work_.event();
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
  engine_.reset();
  device_.reset();
}

void Submission::follow(const std::shared_ptr<Submission>& other, Follows how) {
  if (other->event_->isReady() && (how == Follows::Order || other->event_->status().ok()))
    return;
  if (how == Follows::Values)
    work_.runAfter(other->event_);
  if (how == Follows::Part)
    work_.gather(other->event_);
  missing_.fetch_add(1, std::memory_order_relaxed);
  if (!other->addFollower(shared_from_this()))
    missing_.fetch_sub(1, std::memory_order_relaxed);
}

bool Submission::isSettled() {
  std::lock_guard lock(mutex_);
  return isSettled_;
}

// Inputs from one producer come one after the other, mostly: then once is enough.
bool Submission::addFollower(const std::shared_ptr<Submission>& follower) {
  std::lock_guard lock(mutex_);
  if (isSettled_ || (!followers_.empty() && followers_.back() == follower))
    return false;
  followers_.push_back(follower);
  return true;
}

void Submission::setRequest(RunRequest request) {
  for (const RunInput& input : request.inputs)
    if (const std::shared_ptr<Submission>& producer = input.data().producer())
      follow(producer, Follows::Values);
    else if (Status status = input.data().failure(); !status.ok())
      work_.runAfter(input.data().event());
  *request_ = std::move(request);
}

void Submission::submit(ExecutableRef executable, runtime::Wake wake) noexcept {
  isOpen_ = false;
  executable_ = std::move(executable);
  wake_ = wake;
  if (missing_.fetch_sub(1, std::memory_order_acq_rel) == 1)
    handOver(shared_from_this(), wake);
}

void Submission::refuse(absl::Span<const Status> errors) {
  for (size_t i = 0; i < errors.size(); ++i)
    if (!errors[i].ok())
      request_->outputs[i]->refuse(errors[i]);
}

void Submission::submitParts(std::vector<RunPart> parts, runtime::Wake wake) noexcept {
  parts_ = std::move(parts);
  work_.runAnyway();
  submit(nullptr, wake);
}

void Submission::fail(Status status) noexcept {
  isOpen_ = false;
  // Donated inputs are the caller's again before anybody sees the event.
  std::exchange(work_, {});
  event_->set(std::move(status));
  handOver(settle(nullptr), runtime::Wake::Now);
}

// A loop: a chain of thousands of programs may hang on one compilation. Who waits for a follower
// sleeps already, so the stream's own thread runs it.
void Submission::handOver(std::shared_ptr<Submission> first, runtime::Wake wake) noexcept {
  while (first) {
    std::shared_ptr<Submission> one = std::exchange(first, std::move(first->next_));
    std::shared_ptr<runtime::Device> device = one->device_; // until submit returns
    device->stream().submit(std::move(one->work_), std::exchange(wake, runtime::Wake::Now));
    first = one->settle(std::move(first));
  }
}

std::shared_ptr<Submission> Submission::settle(std::shared_ptr<Submission> rest) noexcept {
  std::vector<std::shared_ptr<Submission>> followers;
  {
    std::lock_guard lock(mutex_);
    isSettled_ = true;
    followers.swap(followers_);
  }
  for (size_t i = followers.size(); i-- > 0;)
    if (followers[i]->missing_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      followers[i]->next_ = std::move(rest);
      rest = std::move(followers[i]);
    }
  return rest;
}

Status Submission::run() noexcept {
  if (!executable_ && parts_.empty())
    return okStatus();
  try {
    return executable_ ? execute() : executeParts();
  } catch (const std::bad_alloc&) {
    return outOfMemory();
  }
}

Status Submission::whyMissing(size_t input) {
  LZ_RETURN_IF_ERROR(request_->inputs[input].data().failure());
  return atInput(*engine_, request_->ops, input,
                 failedPrecondition("input ", input, " was donated to another run"));
}

Status Submission::execute() {
  std::vector<RunInput>& inputs = request_->inputs;
  std::vector<runtime::StorageRef> args;
  absl::InlinedVector<bool, 16> donated;
  args.reserve(inputs.size());
  donated.reserve(inputs.size());
  for (RunInput& input : inputs) {
    args.push_back(input.fetch());
    donated.push_back(input.isDonated());
    if (!args.back())
      return whyMissing(args.size() - 1);
  }
  for (size_t i = 0; i < inputs.size(); ++i)
    if (donated[i])
      inputs[i].lend();
  StatusOr<exec::RunResult> result = runOn(*executable_, args, donated);
  for (size_t i = 0; i < inputs.size(); ++i)
    if (donated[i] && !result.ok() && args[i]->state() == runtime::StorageState::Live) {
      inputs[i].giveBack(std::move(args[i]));
    } else if (donated[i]) {
      inputs[i].consume();
      add(engine_->counters.donatedInputs);
    }
  if (!result.ok())
    return atOp(*engine_, request_->ops, result.status());
  for (size_t i = 0; i < request_->outputs.size(); ++i)
    request_->outputs[i]->fulfil(std::move(result->outputs[i]));
  return okStatus();
}

// One part after the other. Each has its own error, but all have that of a run that is cancelled.
Status Submission::executeParts() {
  std::vector<runtime::StorageRef> inputs;
  for (RunInput& input : request_->inputs)
    inputs.push_back(input.fetch());
  for (const RunPart& part : parts_) {
    Status status = executePart(part, inputs);
    if (absl::IsCancelled(status))
      return status;
    for (uint32_t output : part.outputs)
      if (!status.ok())
        request_->outputs[output]->refuse(status);
  }
  return okStatus();
}

Status Submission::executePart(const RunPart& part, absl::Span<const runtime::StorageRef> inputs) {
  std::vector<runtime::StorageRef> args;
  for (uint32_t input : part.inputs) {
    if (!inputs[input])
      return whyMissing(input);
    args.push_back(inputs[input]);
  }
  StatusOr<exec::RunResult> result = runOn(*part.executable, args, {});
  if (!result.ok())
    return atOp(*engine_, request_->ops, result.status());
  for (size_t i = 0; i < part.outputs.size(); ++i)
    request_->outputs[part.outputs[i]]->fulfil(std::move(result->outputs[i]));
  return okStatus();
}

// Does not throw: the donated inputs are in `args` alone.
StatusOr<exec::RunResult> Submission::runOn(const exec::Executable& executable,
                                            absl::Span<const runtime::StorageRef> args,
                                            absl::Span<const bool> donated) {
  auto start = std::chrono::steady_clock::now();
  StatusOr<exec::RunResult> result = outOfMemory();
  try {
    result = executable.run(*device_, args, donated);
  } catch (const std::bad_alloc&) {
  }
  auto elapsed = std::chrono::steady_clock::now() - start;
  add(engine_->counters.executions);
  add(engine_->counters.executeNs,
      std::chrono::duration_cast<std::chrono::nanoseconds>(elapsed).count());
  return result;
}

} // namespace lz::lazy
