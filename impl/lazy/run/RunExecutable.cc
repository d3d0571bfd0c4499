#include "absl/algorithm/container.h"
#include "absl/cleanup/cleanup.h"
#include "base/Exhausted.h"
#include "lazy/Graph.h"

#include <utility>

namespace lz::lazy {

// Nodes whose handles nobody has been given yet.
class Graph::NewNodes {
public:
  explicit NewNodes(Graph& graph) : graph_(graph) {}
  NewNodes(const NewNodes&) = delete;
  ~NewNodes() {
    for (Node* node : nodes_)
      graph_.releaseHandle(node->result(0));
  }
  void reserve(size_t count) { nodes_.reserve(count); }
  // After reserve.
  void add(const TensorType& type, Ref<Data> data) {
    nodes_.push_back(graph_.publish(graph_.leaf(NodeKind::Data, type, std::move(data)), {}));
  }
  absl::Span<Node* const> nodes() const { return nodes_; }
  std::vector<Node*> take() { return std::exchange(nodes_, {}); }

private:
  Graph& graph_;
  std::vector<Node*> nodes_;
};

static Status checkKept(absl::Span<const Ref<Data>> inputs) {
  for (size_t i = 0; i < inputs.size(); ++i)
    LZ_RETURN_IF_ERROR(inputs[i]->checkKept(absl::StrCat("input ", i)));
  return okStatus();
}

StatusOr<std::vector<RunInput>> Graph::takeInputs(const std::vector<Ref<Data>>& inputs,
                                                  absl::Span<const uint8_t> donated) {
  std::unique_lock lock(cutMutex_, std::defer_lock);
  bool gives = absl::c_linear_search(donated, 1);
  if (gives) {
    // A cut that reads the same value does so before it is given away, or finds it gone.
    lock.lock();
    LZ_RETURN_IF_ERROR(checkKept(inputs));
  }
  std::vector<RunInput> taken;
  taken.reserve(inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i)
    taken.emplace_back(inputs[i],
                       donated[i] && inputs[i]->isDonatable() && !inputs[i]->isDonated());
  // Now that reading has begun: what is given away from here on is left to this reader.
  if (!gives)
    LZ_RETURN_IF_ERROR(checkKept(inputs));
  return taken;
}

// What the results of a run came from; a program that was compiled once has no gradients by itself.
void Graph::rememberRun(absl::Span<Result* const> sources, absl::Span<Node* const> results) {
  auto hasNoHistory = [](Result* source) { return source->owner->kind != NodeKind::Op; };
  if (absl::c_all_of(sources, hasNoHistory))
    return origins_.rememberRun(sources, {}, /*pass=*/0, results);
  std::lock_guard lock(cutMutex_);
  std::vector<Node*> roots;
  for (Result* source : sources)
    if (!endsHistory(*source, /*minSerial=*/0))
      roots.push_back(source->owner);
  uint64_t pass = nextPass();
  origins_.rememberRun(sources, traverseHistory(roots, pass), pass, results);
}

StatusOr<std::vector<Node*>> Graph::run(const ExecutableRef& executable,
                                        std::vector<Ref<Data>> inputs,
                                        absl::Span<Result* const> sources,
                                        std::vector<uint8_t> donated, bool wait,
                                        std::vector<runtime::StorageRef> outData) {
  if (wait)
    LZ_RETURN_IF_ERROR(runtime::Event::checkNotInCallback());
  LZ_RETURN_IF_ERROR(checkRunning());
  NewNodes results(*this);
  std::shared_ptr<Submission> submission = Submission::create(engine_, device_);
  auto giveUp = absl::MakeCleanup([&] { submission->fail(outOfMemory()); });
  RunRequest request;
  request.outData = std::move(outData);
  results.reserve(executable->spec().outputs.size());
  for (const TensorType& type : executable->spec().outputs) {
    request.outputs.push_back(Data::pending(submission));
    results.add(type, request.outputs.back());
  }
  LZ_ASSIGN_OR_RETURN(request.inputs, takeInputs(inputs, donated));
  inputs.clear();
  rememberRun(sources, results.nodes());
  submission->setRequest(std::move(request));
  remember(submission);
  std::move(giveUp).Cancel();
  submission->submit(executable, wait ? runtime::Wake::OnWait : runtime::Wake::Now);
  if (wait)
    LZ_RETURN_IF_ERROR(submission->event()->wait());
  return results.take();
}

} // namespace lz::lazy
