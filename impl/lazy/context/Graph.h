// Records and evaluates on one device. Any thread may call everything here. Recording threads meet
// only if they share a stripe of the registry. Cuts run one after the other; compiling and running
// happens outside of their lock.
#pragma once

#include "absl/container/inlined_vector.h"
#include "lazy/context/Function.h"
#include "lazy/context/OpenBodies.h"
#include "lazy/cut/Cut.h"
#include "lazy/engine/Engine.h"
#include "lazy/graph/NodeStore.h"
#include "lazy/graph/OpContents.h"

#include <memory>
#include <optional>
#include <vector>

namespace lz::lazy {

struct RecordRequest {
  Opcode opcode;
  absl::Span<Result* const> operands = {};
  Attrs attrs = {};
  const TensorType* stated = nullptr;
  absl::Span<const Function* const> functions = {}; // they must be finished
  SourceLocation location = {};
  absl::Span<const TensorType> claimed = {}; // all result types of a custom_call
};

class Devices;
class Graph;
class OpKey;

struct EvaluateOptions {
  bool wait = false;
  bool needEvent = false; // whether to fill in BarrierResult::event
};

struct BarrierResult {
  struct Segment {
    Graph* graph;
    std::shared_ptr<CacheEntry> program;
  };
  int64_t ops = 0, outputs = 0, inputs = 0, donated = 0, compiles = 0;
  std::vector<Segment> segments;
  runtime::EventRef event; // set if it was asked for

  // Adds what another device has done. The event stays as it is.
  void add(BarrierResult other);
};

// The nodes of `results`, held while a call works with them: a host call or a release callback that
// runs meanwhile may release the caller's handles.
using HeldNodes = absl::InlinedVector<Ref<Node>, 8>;
HeldNodes hold(absl::Span<Result* const> results);

using RunNodes = absl::InlinedVector<Node*, 4>;

// What causes a cut.
enum class CutKind : uint8_t {
  Evaluation, // somebody needs values
  Automatic,  // too much is pending; histories go on, as after a read
  Barrier,    // the caller says that a step ends, so histories end
};

class Graph final : public NodeStore {
public:
  // Makes the graph of device `index`. Devices makes, keeps and counts graphs.
  Graph(Devices& devices, int index, std::shared_ptr<Engine> engine,
        std::shared_ptr<runtime::Device> device);

  // Records one op. Each result of the node has a handle that the caller must release. Errors:
  // those of shape inference, with op and location; with op_by_op also those of the run.
  StatusOr<Node*> record(RecordRequest&& request);
  // Records an op whose result types have been inferred before.
  StatusOr<Node*> record(const OpContents& op, const NodeOperands& operands,
                         const SourceLocation& location);
  // Makes a node for a value in memory.
  StatusOr<Node*> fromData(Ref<Data> data, TensorType type, NodeKind kind = NodeKind::Data);
  // Makes a constant, which is part of programs that use it.
  StatusOr<Node*> constant(Literal value, const SourceLocation& location);
  // Makes a node for a value of one element, which programs receive by value. But 0, 1 and -1
  // become constants.
  StatusOr<Node*> scalar(const Literal& value, const SourceLocation& location);
  StatusOr<Node*> parameter(TensorType type, std::shared_ptr<const FunctionScope> scope);

  // Computes all pending tensors that have a handle, and ends all histories. Errors: those of the
  // compiler; with `wait` also those of the work.
  StatusOr<BarrierResult> barrier(EvaluateOptions options);
  // Computes `results`, and the pending values with a handle that they need.
  StatusOr<BarrierResult> evaluate(absl::Span<Result* const> results, EvaluateOptions options);
  // The value of a tensor, submitted first if it was pending. Errors: a function's parameter; what
  // the compiler refuses.
  StatusOr<Ref<Data>> valueOf(Result& result, bool wait);
  // Like valueOf without waiting, for another device to read. From now on the value is never given
  // away.
  StatusOr<Ref<Data>> lend(Result& result);

  // Errors: the call is inside a callback; a guard forbids waiting.
  Status checkMayWait() const;
  // Waits for the work. If it has ended already, this counts as no wait.
  Status waitFor(runtime::Event& work);
  // Errors: the context has ended; a guard forbids a run; this thread must not wait. Callers also
  // ask this before they prepare the inputs of run().
  Status checkMayRun(bool wait) const;
  // Submits `executable` without recording anything. `inputs` has one value per input, and
  // `sources` are their tensors. Each result is a node with a handle. `outData` is that of
  // Executable::run.
  StatusOr<RunNodes> run(const ExecutableRef& executable, RunValues inputs,
                         absl::Span<Result* const> sources, absl::Span<const uint8_t> donated,
                         bool wait, std::vector<runtime::StorageRef> outData = {});

  // Cancels what was cut so far, with its compilation, and does not wait for that.
  void cancel();

  bool isPending(Result& result) const;
  Devices& devices() const { return devices_; }
  int index() const { return index_; }
  Engine& engine() const { return *engine_; }
  const std::shared_ptr<Engine>& sharedEngine() const { return engine_; }
  runtime::Device& device() const { return *device_; }
  const std::shared_ptr<runtime::Device>& sharedDevice() const { return device_; }
  // How many results have a handle, and how many ops were recorded since resetCounters. Exact if no
  // thread records meanwhile.
  int64_t liveTensors() { return registry().tally().liveTensors; }
  int64_t opsRecorded() { return registry().tally().opsRecorded; }
  void resetCounters();
  OpenBodies& openBodies() { return openBodies_; }
  // The reason if no more work is accepted; otherwise OK.
  Status checkRunning() const {
    const bool runs =
        engine_->forks == forkCount() && !engine_->stopped.load(std::memory_order_relaxed);
    return runs ? okStatus() : whyNotRunning();
  }

  // A holder of a graph, or a node, keeps all devices of the context (Devices).
  void retain();
  void release();
  void retainNode() override;
  void releaseNodes(int64_t count) override;

private:
  class NewNodes;

  Status whyNotRunning() const;
  using NewNode = std::unique_ptr<Node, DiscardNode>;
  Node* publish(NewNode node, const SourceLocation& location);
  // Records an op that the calling thread does not remember. It remembers the op if there is a key.
  StatusOr<Node*> recordNew(RecordRequest&& request, const OpKey* key);
  // The operands must be of this graph, and their functions must not have ended. They are one
  // struct because a span among the arguments would be written as two times 8 bytes and read as 16,
  // and the processor waits 4 ns for that.
  StatusOr<Node*> addOp(Ref<const OpContents> op, const NodeOperands& operands,
                        const SourceLocation& location);
  // `scope` is set for a parameter.
  NewNode leaf(NodeKind kind, TensorType type, Ref<Data> data,
               std::shared_ptr<const FunctionScope> scope = nullptr);
  StatusOr<BarrierResult> cut(std::vector<Ref<Node>> roots, CutKind kind,
                              absl::Span<Result* const> results, EvaluateOptions options);
  std::optional<StatusOr<exec::RunResult>> runHere(const exec::Executable& executable,
                                                   absl::Span<const Ref<Data>> inputs,
                                                   absl::Span<const runtime::StorageRef> outData);
  void rememberRun(absl::Span<Result* const> sources, absl::Span<Node* const> results);
  // True if no recording has to check yet what is pending (afterRecording).
  bool isCalm() const {
    return !engine_->opByOp.load(std::memory_order_relaxed) &&
           lastSerial() < countAt_.load(std::memory_order_relaxed);
  }
  Status afterRecording(Node& node);
  bool hasTooManyPending();
  Status waitFor(const Data& data);
  // An error if a guard forbids the run that a cut of these roots would cause.
  Status checkMayExecute(absl::Span<const Ref<Node>> roots) const;
  // An event that happens after the segments, which are not submitted yet. Without segments, it
  // happens after the results of an evaluation, or after everything that was cut before a barrier,
  // whatever becomes of that. Needs the cut lock.
  runtime::EventRef endOf(const std::vector<Segment>& segments, bool isBarrier,
                          absl::Span<Result* const> results, runtime::Wake wake);
  void remember(const std::shared_ptr<Submission>& submission);
  // Makes the inputs of a run. Values that are not given away are read without waiting for a cut.
  StatusOr<RunInputs> takeInputs(absl::Span<const Ref<Data>> inputs,
                                 absl::Span<const uint8_t> donated);

  Devices& devices_;
  const int index_;
  const std::shared_ptr<Engine> engine_;
  const std::shared_ptr<runtime::Device> device_;
  std::atomic<uint64_t> countAt_{0}; // below this serial, too many ops cannot be pending
  std::atomic<bool> warned_{false};
  OpenBodies openBodies_;
  std::mutex openMutex_; // taken after the cut lock if both are held
  // What was cut; some of it may be handed over already. openMutex_ guards it.
  std::vector<std::weak_ptr<Submission>> open_;
};

// The graph that recorded the node: every NodeStore is part of a Graph.
inline Graph& graphOf(const Node& node) {
  return static_cast<Graph&>(*node.store);
}
inline Graph& graphOf(const Result& result) {
  return graphOf(*result.owner);
}

// FailedPrecondition for a function's parameter, and for what depends on one.
Status checkHasValue(const Node& node);

// The handles of a new node, one per result. They are given back unless somebody keeps them.
class NewHandles {
public:
  explicit NewHandles(Node& node) : node_(&node) {}
  NewHandles(NewHandles&& other) noexcept : node_(std::exchange(other.node_, nullptr)) {}
  ~NewHandles() {
    // The last handle frees the node.
    for (uint32_t i = node_ ? node_->numResults : 0; i-- > 0;)
      node_->store->releaseHandle(node_->result(i));
  }
  Node& node() const { return *node_; }
  Node* keep() { return std::exchange(node_, nullptr); }

private:
  Node* node_;
};

} // namespace lz::lazy
