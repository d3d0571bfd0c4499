#include "absl/algorithm/container.h"
#include "absl/cleanup/cleanup.h"
#include "base/Exhausted.h"
#include "lazy/context/Graph.h"
#include "lazy/engine/CountedRun.h"
#include "lazy/graph/Traverse.h"
#include "lazy/submit/LentInputs.h"
#include "lazy/submit/RunErrors.h"

#include <utility>

namespace lz::lazy {

// Nodes whose handles this call still owns.
class Graph::NewNodes {
public:
  explicit NewNodes(Graph& graph) : graph_(graph) {}
  NewNodes(const NewNodes&) = delete;
  ~NewNodes() {
    for (Node* node : nodes_)
      graph_.releaseHandle(node->result(0));
  }
  void reserve(size_t count) { nodes_.reserve(count); }
  // Call reserve first.
  void add(const TensorType& type, Ref<Data> data) {
    nodes_.push_back(graph_.publish(graph_.leaf(NodeKind::Data, type, std::move(data)), {}));
  }
  absl::Span<Node* const> nodes() const { return nodes_; }
  RunNodes take() { return std::exchange(nodes_, {}); }

private:
  Graph& graph_;
  RunNodes nodes_;
};

static Status checkKept(absl::Span<const Ref<Data>> inputs) {
  for (size_t i = 0; i < inputs.size(); ++i)
    if (inputs[i]->isDeleted() || inputs[i]->isDonated())
      return inputs[i]->checkKept(absl::StrCat("input ", i));
  return okStatus();
}

StatusOr<RunInputs> Graph::takeInputs(absl::Span<const Ref<Data>> inputs,
                                      absl::Span<const uint8_t> donated) {
  std::unique_lock lock(cutMutex(), std::defer_lock);
  bool gives = absl::c_linear_search(donated, 1);
  if (gives) {
    // With the lock, a cut that reads the same value either begins to read before the donation, or
    // finds that the value is donated.
    lock.lock();
    LZ_RETURN_IF_ERROR(checkKept(inputs));
  }
  RunInputs taken;
  taken.reserve(inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i)
    taken.emplace_back(inputs[i],
                       donated[i] && inputs[i]->isDonatable() && !inputs[i]->isDonated());
  // The check comes last, when this run already counts as a reader. So a later donation leaves the
  // bytes to this run.
  if (!gives)
    LZ_RETURN_IF_ERROR(checkKept(inputs));
  return taken;
}

// Remembers which tensors the results of a run were computed from. Gradients cannot pass through an
// executable, and with this record their error can say so.
void Graph::rememberRun(absl::Span<Result* const> sources, absl::Span<Node* const> results) {
  auto hasNoHistory = [](Result* source) { return source->owner->kind != NodeKind::Op; };
  if (absl::c_all_of(sources, hasNoHistory))
    return origins().rememberRun(sources, {}, /*pass=*/0, results);
  std::lock_guard lock(cutMutex());
  std::vector<Node*> roots;
  for (Result* source : sources)
    if (!endsHistory(*source, /*minSerial=*/0))
      roots.push_back(source->owner);
  uint64_t pass = nextPass();
  origins().rememberRun(sources, traverseHistory(roots, pass), pass, results);
}

// Runs the executable on the calling thread if its inputs are in memory and the device is idle, and
// if the caller waits or the run is short. Such a run needs no place in the queue and no promises.
// Otherwise returns nullopt.
std::optional<StatusOr<exec::RunResult>>
Graph::runHere(const exec::Executable& executable, absl::Span<const Ref<Data>> inputs,
               absl::Span<const runtime::StorageRef> outData) {
  absl::InlinedVector<runtime::StorageRef, 4> args;
  args.reserve(inputs.size());
  for (const Ref<Data>& input : inputs)
    if (runtime::StorageRef storage = input->atHand())
      args.push_back(std::move(storage));
    else
      return std::nullopt;
  StatusOr<exec::RunResult> result = exec::RunResult();
  std::optional<Status> ran = device_->stream().tryRunHere([&] {
    result = countedRun(*engine_, *device_, executable, args, {}, outData);
    return result.status();
  });
  if (!ran)
    return std::nullopt;
  return ran->ok() ? std::move(result) : *ran;
}

static bool areAtHand(absl::Span<const Ref<Data>> inputs) {
  return absl::c_all_of(inputs, [](const Ref<Data>& input) { return input->atHand() != nullptr; });
}

// Fetches the inputs, runs the executable, and lets its results take over the memory of donated
// inputs.
static StatusOr<exec::RunResult> runTaking(Engine& engine, runtime::Device& device,
                                           const exec::Executable& executable, RunInputs& inputs,
                                           absl::Span<const runtime::StorageRef> outData) {
  absl::InlinedVector<runtime::StorageRef, 4> args;
  for (RunInput& input : inputs)
    args.push_back(input.fetch());
  LentInputs lent(inputs);
  StatusOr<exec::RunResult> result =
      countedRun(engine, device, executable, args, lent.donated(), outData);
  lent.settle(args, result.ok(), engine.counters);
  if (result.ok())
    return result;
  const std::vector<size_t> lost = lent.lostFrom(args);
  return lost.empty() ? std::move(result) : withGivenUp(engine, {}, lost, result.status());
}

// Does what the other runHere does, with inputs that the caller has taken. The values of these
// inputs must be in memory. If the result is nullopt, the inputs have not been fetched.
std::optional<StatusOr<exec::RunResult>>
Graph::runHere(const exec::Executable& executable, RunInputs& inputs,
               absl::Span<const runtime::StorageRef> outData) {
  StatusOr<exec::RunResult> result = exec::RunResult();
  std::optional<Status> ran = device_->stream().tryRunHere([&] {
    result = runTaking(*engine_, *device_, executable, inputs, outData);
    return result.status();
  });
  if (!ran)
    return std::nullopt;
  return ran->ok() ? std::move(result) : *ran;
}

Status Graph::checkMayRun(bool wait) const {
  if (wait)
    LZ_RETURN_IF_ERROR(runtime::Event::checkNotInCallback());
  LZ_RETURN_IF_ERROR(checkRunning());
  LZ_RETURN_IF_ERROR(engine_->guards.checkExecution([] { return "an executable would run"; }));
  return wait ? engine_->guards.checkSync([] { return "this run would be waited for"; })
              : okStatus();
}

StatusOr<RunNodes> Graph::run(const ExecutableRef& executable, RunValues inputs,
                              absl::Span<Result* const> sources, absl::Span<const uint8_t> donated,
                              bool wait, std::vector<runtime::StorageRef> outData) {
  LZ_RETURN_IF_ERROR(checkMayRun(wait));
  std::optional<StatusOr<exec::RunResult>> ran;
  std::optional<RunInputs> taken;
  const bool gives = absl::c_linear_search(donated, 1);
  const bool isHere = wait || executable->isQuick();
  if (isHere && !gives)
    ran = runHere(*executable, inputs, outData);
  if (isHere && gives && areAtHand(inputs)) {
    LZ_ASSIGN_OR_RETURN(RunInputs all, takeInputs(inputs, donated));
    taken.emplace(std::move(all));
    ran = runHere(*executable, *taken, outData);
  }
  if (ran && wait)
    LZ_RETURN_IF_ERROR(ran->status());
  NewNodes results(*this);
  if (ran && ran->ok()) {
    results.reserve((*ran)->outputs.size());
    for (size_t i = 0; i < (*ran)->outputs.size(); ++i)
      results.add(executable->spec().outputs[i],
                  Data::ready(std::move((*ran)->outputs[i]), /*donatable=*/true));
    rememberRun(sources, results.nodes());
    return results.take();
  }
  std::shared_ptr<Submission> submission = Submission::create(engine_, device_);
  auto giveUp = absl::MakeCleanup([&] { submission->fail(outOfMemory()); });
  RunValues outputs;
  results.reserve(executable->spec().outputs.size());
  for (const TensorType& type : executable->spec().outputs) {
    outputs.push_back(Data::pending(submission));
    results.add(type, outputs.back());
  }
  if (!taken) {
    LZ_ASSIGN_OR_RETURN(RunInputs all, takeInputs(inputs, donated));
    taken.emplace(std::move(all));
  }
  inputs.clear();
  rememberRun(sources, results.nodes());
  submission->setRequest({*std::move(taken), std::move(outputs), {}, std::move(outData)});
  remember(submission);
  std::move(giveUp).Cancel();
  if (ran) { // the caller does not wait, so the error goes to the results
    submission->fail(ran->status());
    return results.take();
  }
  submission->submit(executable, wait ? runtime::Wake::OnWait : runtime::Wake::Now);
  if (wait)
    LZ_RETURN_IF_ERROR(waitFor(*submission->event()));
  return results.take();
}

} // namespace lz::lazy
