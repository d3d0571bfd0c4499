#include "lazy/context/Graph.h"

#include "absl/algorithm/container.h"
#include "base/Exceptions.h"
#include "base/Exhausted.h"
#include "base/machine/FloatMode.h"
#include "base/machine/ProcessLimits.h"
#include "lazy/context/Devices.h"
#include "lazy/cut/Leaves.h"
#include "lazy/submit/Submit.h"

#include <algorithm>
#include <cstring>
#include <iterator>

namespace lz::lazy {

static HistoryLimits historyLimits(const EngineOptions& options, runtime::Device& device) {
  constexpr int64_t kLeastOps = 1 << 16;
  int64_t ops = std::max(2 * options.maxPendingOps, kLeastOps);
  // A budget ends no history.
  const runtime::MemoryUse memory = device.allocator()->use();
  int64_t bytes = (memory.isBudget ? usableMemory() : memory.limit) / 4;
  return {options.maxHistoryOps > 0 ? options.maxHistoryOps : ops,
          options.maxHistoryBytes > 0 ? options.maxHistoryBytes : bytes};
}

Graph::Graph(Devices& devices, int index, std::shared_ptr<Engine> engine,
             std::shared_ptr<runtime::Device> device)
    : NodeStore(historyLimits(engine->options, *device)), devices_(devices), index_(index),
      engine_(std::move(engine)), device_(std::move(device)) {}

void Graph::retain() {
  devices_.retain();
}
void Graph::release() {
  devices_.release();
}
void Graph::retainNode() {
  devices_.retainNode();
}
void Graph::releaseNodes(int64_t count) {
  devices_.releaseNodes(count);
}

void BarrierResult::add(BarrierResult other) {
  ops += other.ops;
  outputs += other.outputs;
  inputs += other.inputs;
  donated += other.donated;
  compiles += other.compiles;
  absl::c_move(other.segments, std::back_inserter(segments));
}

void Graph::resetCounters() {
  registry().resetOpsRecorded();
  device_->allocator()->resetPeak();
}

Status Graph::whyNotRunning() const {
  if (engine_->forks != forkCount())
    return failedPrecondition("the context belongs to the process before fork(); create one here");
  return failedPrecondition("the context has been shut down");
}

Node* Graph::publish(NewNode node, const SourceLocation& location) {
  if (node->usesParameter())
    openBodies_.addRecorder(*node->scope);
  enlist(*node, location, engine_->locations);
  return node.release();
}

Status Graph::afterRecording(Node& node) {
  OwnFloatMode mode;
  // While a function is open, a recorded op can belong to its body, which runs only as part of the
  // function's op.
  if (node.usesParameter() || openBodies_.any())
    return okStatus();
  if (engine_->opByOp.load(std::memory_order_relaxed)) {
    std::vector<Result*> results;
    for (uint32_t i = 0; i < node.numResults; ++i)
      results.push_back(&node.result(i));
    return evaluate(results, {.wait = true}).status();
  }
  if (!hasTooManyPending())
    return okStatus();
  // If the barrier's work fails, the tensors that it computes have the error, and recording goes
  // on. If a guard refuses the barrier, recording this op fails, because this op exceeds the limit
  // of pending ops. The other ops then stay pending.
  Status refused = okStatus();
  caught([&] {
    refused = cut(registry().snapshot(), CutKind::Automatic, {}, {}).status();
    return okStatus();
  }).IgnoreError();
  LZ_RETURN_IF_ERROR(refused);
  add(engine_->counters.autoBarriers);
  if (!warned_.exchange(true))
    engine_->log(1,
                 absl::StrCat("[barrier] ", engine_->options.maxPendingOps,
                              " ops are pending without a barrier or a "
                              "read, so one was inserted; call lz_context_barrier once per step"));
  return okStatus();
}

// Counting takes the locks of all stripes, so pending ops are not counted again before enough nodes
// for the limit can have been added.
bool Graph::hasTooManyPending() {
  uint64_t now = lastSerial();
  int64_t missing = engine_->options.maxPendingOps - pendingOps();
  countAt_.store(now + uint64_t(std::max<int64_t>(missing, 0)), std::memory_order_relaxed);
  return missing <= 0;
}

Graph::NewNode Graph::leaf(NodeKind kind, TensorType type, Ref<Data> data,
                           std::shared_ptr<const FunctionScope> scope) {
  auto contents = std::make_unique<OpContents>();
  contents->types.push_back(std::move(type));
  contents->scope = std::move(scope);
  NewNode node = Node::create(*this, kind, Ref<const OpContents>::adopt(contents.release()));
  node->scope = node->contents->scope.get();
  node->result(0).data.store(data.take(), std::memory_order_relaxed);
  return node;
}

StatusOr<Node*> Graph::fromData(Ref<Data> data, TensorType type, NodeKind kind) {
  history().countImport(type.numBytes());
  return publish(leaf(kind, std::move(type), std::move(data)), {});
}

StatusOr<Node*> Graph::constant(Literal value, const SourceLocation& location) {
  RecordRequest request = {.opcode = Opcode::Constant, .location = location};
  request.attrs.emplace_back(std::move(value));
  return record(std::move(request));
}

StatusOr<Node*> Graph::scalar(const Literal& value, const SourceLocation& location) {
  LZ_RETURN_IF_ERROR(checkRunning());
  double number = value.toDouble(0);
  if (number == 0 || number == 1 || number == -1)
    return constant(value, location);
  LZ_ASSIGN_OR_RETURN(runtime::StorageRef storage, device_->allocate(value.type().numBytes()));
  std::memcpy(storage->mutableData(), value.data(), size_t(value.type().numBytes()));
  Ref<Data> data = Data::ready(std::move(storage), /*donatable=*/false);
  return publish(leaf(NodeKind::Scalar, value.type(), std::move(data)), location);
}

StatusOr<Node*> Graph::parameter(TensorType type, std::shared_ptr<const FunctionScope> scope) {
  LZ_RETURN_IF_ERROR(checkRunning());
  LZ_RETURN_IF_ERROR(checkType(type));
  return publish(leaf(NodeKind::Parameter, std::move(type), nullptr, std::move(scope)), {});
}

Status checkHasValue(const Node& node) {
  if (!node.usesParameter())
    return okStatus();
  return failedPrecondition("the tensor depends on a parameter of a function and has no value: "
                            "use the function as the body of an op, or compile it");
}

bool Graph::isPending(Result& result) const {
  return result.owner->kind == NodeKind::Op && !result.data.load(std::memory_order_acquire);
}

StatusOr<BarrierResult> Graph::barrier(EvaluateOptions options) {
  LZ_RETURN_IF_ERROR(checkRunning());
  std::vector<Ref<Node>> roots = registry().snapshot();
  openBodies_.leaveOut(roots);
  return cut(std::move(roots), CutKind::Barrier, {}, options);
}

HeldNodes hold(absl::Span<Result* const> results) {
  HeldNodes nodes;
  nodes.reserve(results.size());
  for (const Result* result : results)
    nodes.push_back(Ref<Node>::share(result->owner));
  return nodes;
}

StatusOr<BarrierResult> Graph::evaluate(absl::Span<Result* const> results,
                                        EvaluateOptions options) {
  LZ_RETURN_IF_ERROR(checkRunning());
  const HeldNodes held = hold(results);
  std::vector<Ref<Node>> roots;
  for (Result* result : results) {
    LZ_RETURN_IF_ERROR(checkHasValue(*result->owner));
    if (isPending(*result))
      roots.push_back(Ref<Node>::share(result->owner));
  }
  LZ_ASSIGN_OR_RETURN(BarrierResult done,
                      cut(std::move(roots), CutKind::Evaluation, results, options));
  // Waits for the results as well, because other cuts can have submitted some of them.
  for (Result* result : results) {
    Data* data = result->data.load(std::memory_order_acquire);
    if (data)
      LZ_RETURN_IF_ERROR(data->checkKept());
    if (data && options.wait)
      LZ_RETURN_IF_ERROR(waitFor(*data));
  }
  return done;
}

void Graph::cancel() {
  std::vector<std::shared_ptr<Submission>> open;
  {
    // Takes the cut lock, because other threads can see the results of a cut before its submission
    // is in open_.
    std::lock_guard whole(cutMutex());
    std::lock_guard lock(openMutex_);
    for (const std::weak_ptr<Submission>& known : open_)
      if (std::shared_ptr<Submission> submission = known.lock())
        open.push_back(std::move(submission));
  }
  // Cancels without the locks, because ending the work can call release callbacks.
  for (const std::shared_ptr<Submission>& submission : open)
    submission->event()->cancel();
  device_->stream().cancel();
}

void Graph::remember(const std::shared_ptr<Submission>& submission) {
  std::lock_guard lock(openMutex_);
  // The search for ended submissions visits the entire list. Thousands of submissions in the list
  // can be waiting for one compilation. So the search is done only when the list is full. If the
  // list is still full afterwards, its capacity doubles.
  if (open_.size() == open_.capacity())
    std::erase_if(open_, [](const std::weak_ptr<Submission>& known) {
      std::shared_ptr<Submission> held = known.lock();
      return !held || held->isSettled();
    });
  open_.push_back(submission);
  // If the context has ended meanwhile, it has cancelled the work that it found. It may not have
  // found this work.
  if (engine_->stopped.load())
    submission->event()->cancel();
}

runtime::EventRef Graph::endOf(const std::vector<Segment>& segments, bool isBarrier,
                               absl::Span<Result* const> results, runtime::Wake wake) {
  if (segments.size() == 1)
    return segments[0].submission->event();
  std::shared_ptr<Submission> end = Submission::create(engine_, device_);
  try {
    for (const Segment& segment : segments)
      end->follow(segment.submission, Follows::Part);
    if (segments.empty())
      for (Result* result : results)
        if (Data* data = result->data.load(); data && data->producer())
          end->follow(data->producer(), Follows::Part);
    if (segments.empty() && isBarrier) {
      std::lock_guard lock(openMutex_);
      for (const std::weak_ptr<Submission>& known : open_)
        if (std::shared_ptr<Submission> open = known.lock())
          end->follow(open, Follows::Order);
    }
  } catch (...) {
    end->fail(outOfMemory());
    throw;
  }
  end->submit(nullptr, wake);
  return end->event();
}

Status Graph::waitFor(runtime::Event& work) {
  if (work.isReady())
    return work.status();
  TimedScope timed(engine_->counters.waitTime);
  return work.wait();
}
Status Graph::waitFor(const Data& data) {
  if (!data.producer() || data.event()->isReady())
    return data.waitForEnd();
  TimedScope timed(engine_->counters.waitTime);
  return data.waitForEnd();
}

Status Graph::checkMayWait() const {
  LZ_RETURN_IF_ERROR(runtime::Event::checkNotInCallback());
  return engine_->guards.checkSync([] { return "this call would wait for work"; });
}

Status Graph::checkMayExecute(absl::Span<const Ref<Node>> roots) const {
  const Guards& guards = engine_->guards;
  if (guards.areNone())
    return okStatus();
  for (const Ref<Node>& root : roots)
    if (!root->isMaterialized())
      return guards.checkExecution([&] {
        const std::string& place = engine_->locations.text(root->location);
        return absl::StrCat("[", std::string(opInfo(root->opcode).name), "]",
                            place.empty() ? "" : " of ", place, " would run");
      });
  return okStatus();
}

StatusOr<BarrierResult> Graph::cut(std::vector<Ref<Node>> roots, CutKind kind,
                                   absl::Span<Result* const> results, EvaluateOptions options) {
  if (options.wait)
    LZ_RETURN_IF_ERROR(checkMayWait());
  LZ_RETURN_IF_ERROR(checkMayExecute(roots));
  bool isBarrier = kind == CutKind::Barrier;
  DeadNodes dead; // freed after the lock is released
  runtime::Wake wake = options.wait ? runtime::Wake::OnWait : runtime::Wake::Now;
  CutResult cut;
  BarrierResult done;
  {
    runtime::CallLater later; // calls back after the lock is released
    std::lock_guard lock(cutMutex());
    TimedScope timed(engine_->counters.cutTime);
    if (isBarrier)
      endHistories(dead);
    else
      reviewHistories(dead);
    cut = cutGraph({*this, engine_, device_}, roots, isBarrier, dead);
    for (const Segment& segment : cut.segments)
      remember(segment.submission);
    if (options.wait || options.needEvent)
      done.event = endOf(cut.segments, isBarrier, results, wake);
  }
  done.ops = cut.ops;
  done.outputs = cut.outputs;
  for (const Segment& segment : cut.segments) {
    done.inputs += segment.inputs;
    done.compiles += segment.isCompilation;
    done.donated += segment.donated;
    done.segments.push_back({this, segment.entry});
  }
  Status status = cut.refused;
  status.Update(submitSegments(*engine_, cut.segments, wake));
  // Releases the roots after the programs are submitted. A release callback can run here and wait
  // for one of these programs, so it would wait forever if this thread had not submitted them.
  roots.clear();
  if (kind == CutKind::Automatic)
    return cut.refused.ok() ? StatusOr<BarrierResult>(std::move(done)) : cut.refused;
  // A barrier does not report tensors that can never be computed: each of them has its own error,
  // and can belong to another caller.
  if (!isBarrier)
    status.Update(cut.lost);
  // An evaluation checks only its own tensors, because other tensors of the same program can have
  // failed.
  if (Status ended = options.wait ? waitFor(*done.event) : okStatus(); isBarrier)
    status.Update(ended);
  LZ_RETURN_IF_ERROR(status);
  return done;
}

StatusOr<Ref<Data>> Graph::valueOf(Result& result, bool wait) {
  if (result.owner->kind == NodeKind::Constant)
    return valueOfConstant(*device_, *result.owner);
  Data* data = result.data.load(std::memory_order_acquire);
  if (wait && data && data->producer())
    LZ_RETURN_IF_ERROR(engine_->guards.checkSync(
        [] { return "this call would wait for what a program computes"; }));
  Ref<Node> held; // keeps the node alive during its evaluation
  if (!data) {
    held = Ref<Node>::share(result.owner);
    Result* one[] = {&result};
    // If the evaluation fails, `data` has the error too, unless no data was made.
    Status status = evaluate(one, {.wait = wait}).status();
    data = result.data.load(std::memory_order_acquire);
    if (!data)
      return status;
  }
  Ref<Data> value = Ref<Data>::share(data);
  LZ_RETURN_IF_ERROR(value->checkKept());
  if (wait)
    LZ_RETURN_IF_ERROR(waitFor(*value));
  return value;
}

StatusOr<Ref<Data>> Graph::lend(Result& result) {
  LZ_RETURN_IF_ERROR(checkHasValue(*result.owner));
  LZ_ASSIGN_OR_RETURN(Ref<Data> data, valueOf(result, /*wait=*/false));
  std::lock_guard lock(cutMutex()); // so that no cut decides to donate the value meanwhile
  data->keep();
  LZ_RETURN_IF_ERROR(data->checkKept());
  return data;
}

} // namespace lz::lazy
