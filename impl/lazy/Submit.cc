#include "lazy/Submit.h"

#include <chrono>

namespace lz::lazy {

namespace {

int64_t nowNs() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

Status located(Status status, const std::string& op, const std::string& location) {
  if (!op.empty() && opOf(status).empty())
    status = withOp(status, op);
  if (!location.empty() && locationOf(status).empty())
    status = withLocation(status, location);
  return status;
}

Status execute(Engine& engine, runtime::Device& device, RunRequest& request) {
  std::vector<runtime::StorageRef> args;
  absl::InlinedVector<bool, 16> donated(request.inputs.size());
  args.reserve(request.inputs.size());
  for (size_t i = 0; i < request.inputs.size(); ++i) {
    donated[i] = request.donated[i] != 0;
    args.push_back(donated[i] ? request.inputs[i]->take() : request.inputs[i]->storage());
    if (!args.back())
      return located(failedPrecondition("input ", i, " was donated to an earlier run"), request.op,
                     request.location);
    add(engine.counters.donatedInputs, donated[i]);
  }
  int64_t start = nowNs();
  StatusOr<exec::RunResult> result = request.executable->run(device, args, donated);
  add(engine.counters.executions);
  add(engine.counters.executeNs, nowNs() - start);
  if (!result.ok())
    return located(result.status(), request.op, request.location);
  for (size_t i = 0; i < request.outputs.size(); ++i)
    request.outputs[i]->fulfil(std::move(result->outputs[i]));
  return okStatus();
}

StatusOr<ExecutableRef> compileSegment(Engine& engine, Segment& segment) {
  if (!segment.mustCompile)
    return segment.entry->executable();
  int64_t start = nowNs();
  StatusOr<ExecutableRef> executable =
      engine.compile(segment.entry->program(), engine.options.compile);
  add(engine.counters.compiles);
  add(engine.counters.compileNs, nowNs() - start);
  if (!executable.ok())
    engine.cache.erase(*segment.entry);
  segment.entry->fulfil(executable);
  engine.cache.grown(*segment.entry);
  return executable;
}

} // namespace

runtime::EventRef submitRun(std::shared_ptr<Engine> engine, runtime::Device& device,
                            const Turn& turn, RunRequest request, runtime::Wake wake) {
  std::vector<runtime::EventRef> after;
  for (const Ref<Data>& input : request.inputs)
    if (runtime::EventRef event = input->event(); !event->isReady() || !event->status().ok())
      after.push_back(std::move(event));
  runtime::EventRef event = device.stream().submit(
      [engine = std::move(engine), &device, request = std::move(request)]() mutable {
        return execute(*engine, device, request);
      },
      std::move(after), wake);
  if (device.stream().cancels() != turn.cancels)
    event->cancel();
  return event;
}

Status submitSegments(const std::shared_ptr<Engine>& engine, runtime::Device& device,
                      const Turn& turn, std::vector<Segment>& segments, runtime::Wake wake) {
  Status first = okStatus();
  bool hasTurn = false;
  for (Segment& segment : segments) {
    StatusOr<ExecutableRef> executable = compileSegment(*engine, segment);
    if (!hasTurn)
      turn.wait();
    hasTurn = true;
    if (!executable.ok()) {
      Status status = located(executable.status(), segment.op, segment.location);
      segment.submission->submitted(runtime::Event::ready(status));
      first.Update(status);
      continue;
    }
    RunRequest request{*executable,
                       std::move(segment.inputs),
                       std::move(segment.outputs),
                       std::move(segment.donated),
                       segment.op,
                       segment.location};
    segment.submission->submitted(submitRun(engine, device, turn, std::move(request), wake));
  }
  if (!hasTurn)
    turn.wait();
  turn.end();
  return first;
}

} // namespace lz::lazy
