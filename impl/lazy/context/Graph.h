// Recording and evaluating on one device. Everything here may be called from any thread: recording
// threads meet only in the stripe of their number; cuts come one after the other, and compile and
// run outside the lock.
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
  absl::Span<const Function* const> functions = {}; // finished
  SourceLocation location = {};
  absl::Span<const TensorType> claimed = {}; // all result types, of a custom_call
};

class Devices;
class Graph;
class OpKey;

struct EvaluateOptions {
  bool wait = false;
  bool needEvent = false; // fill in BarrierResult::event
};

struct BarrierResult {
  struct Segment {
    Graph* graph;
    std::shared_ptr<CacheEntry> program;
  };
  int64_t ops = 0, outputs = 0, inputs = 0, donated = 0, compiles = 0;
  std::vector<Segment> segments;
  runtime::EventRef event; // when asked for

  // What another device has done; the event is left alone.
  void add(BarrierResult other);
};

// The nodes of `results`, for as long as a call works with them: a host call or a release callback
// that runs meanwhile may let go of the caller's handles.
using HeldNodes = absl::InlinedVector<Ref<Node>, 8>;
HeldNodes hold(absl::Span<Result* const> results);

using RunNodes = absl::InlinedVector<Node*, 4>;

// What makes a cut.
enum class CutKind : uint8_t {
  Evaluation, // somebody needs values
  Automatic,  // too much is pending; histories go on, as after a read
  Barrier,    // the caller says that a step ends: so do histories
};

class Graph final : public NodeStore {
public:
  // The graph of device `index`. Devices makes, keeps and counts it.
  Graph(Devices& devices, int index, std::shared_ptr<Engine> engine,
        std::shared_ptr<runtime::Device> device);

  // One op. The node's results have one handle each, which are the caller's. Errors: of shape
  // inference, with op and location; op by op also those of the run.
  StatusOr<Node*> record(RecordRequest&& request);
  // The same for an op whose result types have been inferred before.
  StatusOr<Node*> record(const OpContents& op, const NodeOperands& operands,
                         const SourceLocation& location);
  // A value in memory.
  StatusOr<Node*> fromData(Ref<Data> data, TensorType type, NodeKind kind = NodeKind::Data);
  // Part of the program.
  StatusOr<Node*> constant(Literal value, const SourceLocation& location);
  // Travels by value, unless it is 0, 1 or -1, which are constants. One element.
  StatusOr<Node*> scalar(const Literal& value, const SourceLocation& location);
  StatusOr<Node*> parameter(TensorType type, std::shared_ptr<const FunctionScope> scope);

  // Computes all pending tensors that have a handle, and ends all histories. Errors: of the
  // compiler; with `wait` those of the work.
  StatusOr<BarrierResult> barrier(EvaluateOptions options);
  // Computes `results` and live pending values that they need.
  StatusOr<BarrierResult> evaluate(absl::Span<Result* const> results, EvaluateOptions options);
  // The value of a tensor, submitted if it was pending. Errors: a placeholder; what the compiler
  // refuses.
  StatusOr<Ref<Data>> valueOf(Result& result, bool wait);
  // The same without waiting, for other devices to read: from now on the value is never given away.
  StatusOr<Ref<Data>> lend(Result& result);

  // Errors: in a callback; of a guard.
  Status checkMayWait() const;
  // Only what has not ended is waited for, and counts.
  Status waitFor(runtime::Event& work);
  // Whether a run may begin: errors of a context that has ended, of guards, of who may not wait.
  // Asked before a caller makes inputs ready for run(), too.
  Status checkMayRun(bool wait) const;
  // Records nothing: submits `executable` on values, one per input; `sources` are the tensors that
  // they are the values of. Results are nodes with a handle each. `outData` as in Executable::run.
  StatusOr<RunNodes> run(const ExecutableRef& executable, RunValues inputs,
                         absl::Span<Result* const> sources, absl::Span<const uint8_t> donated,
                         bool wait, std::vector<runtime::StorageRef> outData = {});

  // Ends early what was cut so far, and the compilation of it, and does not wait for that.
  void cancel();

  bool isPending(Result& result) const;
  Devices& devices() const { return devices_; }
  int index() const { return index_; }
  Engine& engine() const { return *engine_; }
  const std::shared_ptr<Engine>& sharedEngine() const { return engine_; }
  runtime::Device& device() const { return *device_; }
  const std::shared_ptr<runtime::Device>& sharedDevice() const { return device_; }
  // Results that have a handle; ops since resetCounters. Exact when no thread records meanwhile.
  int64_t liveTensors() { return registry().tally().liveTensors; }
  int64_t opsRecorded() { return registry().tally().opsRecorded; }
  void resetCounters();
  OpenBodies& openBodies() { return openBodies_; }
  // Why nothing is accepted any more, or OK.
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
  // An op that the calling thread does not remember, and is to remember if it has a key.
  StatusOr<Node*> recordNew(RecordRequest&& request, const OpKey* key);
  // Its operands are of this graph, and have not ended. One struct: a span among the arguments
  // would be written as two times 8 bytes and read as 16, for which the processor waits 4 ns.
  StatusOr<Node*> addOp(Ref<const OpContents> op, const NodeOperands& operands,
                        const SourceLocation& location);
  // `scope`: of a parameter.
  NewNode leaf(NodeKind kind, TensorType type, Ref<Data> data,
               std::shared_ptr<const FunctionScope> scope = nullptr);
  StatusOr<BarrierResult> cut(std::vector<Ref<Node>> roots, CutKind kind,
                              absl::Span<Result* const> results, EvaluateOptions options);
  std::optional<StatusOr<exec::RunResult>> runHere(const exec::Executable& executable,
                                                   absl::Span<const Ref<Data>> inputs,
                                                   absl::Span<const runtime::StorageRef> outData);
  void rememberRun(absl::Span<Result* const> sources, absl::Span<Node* const> results);
  // No recording has to look at what is pending yet: see afterRecording.
  bool isCalm() const {
    return !engine_->opByOp.load(std::memory_order_relaxed) &&
           lastSerial() < countAt_.load(std::memory_order_relaxed);
  }
  Status afterRecording(Node& node);
  bool hasTooManyPending();
  Status waitFor(const Data& data);
  // Errors: of a guard that forbids to run what a cut of these roots would.
  Status checkMayExecute(absl::Span<const Ref<Node>> roots) const;
  // An event behind the segments, which have not been submitted; without any, behind the results
  // of an evaluation, or behind everything that was cut before a barrier, whatever becomes of that.
  // Needs the cut lock.
  runtime::EventRef endOf(const std::vector<Segment>& segments, bool isBarrier,
                          absl::Span<Result* const> results, runtime::Wake wake);
  void remember(const std::shared_ptr<Submission>& submission);
  // The inputs of a run; values that are not given away are read without waiting for a cut.
  StatusOr<RunInputs> takeInputs(absl::Span<const Ref<Data>> inputs,
                                 absl::Span<const uint8_t> donated);

  Devices& devices_;
  const int index_;
  const std::shared_ptr<Engine> engine_;
  const std::shared_ptr<runtime::Device> device_;
  std::atomic<uint64_t> countAt_{0}; // the serial before which too many cannot be pending
  std::atomic<bool> warned_{false};
  OpenBodies openBodies_;
  std::mutex openMutex_; // after the cut lock, where both are held
  // Cut and, some of them, not handed over; guarded by openMutex_.
  std::vector<std::weak_ptr<Submission>> open_;
};

// Where a node has been recorded: every store is that of a graph.
inline Graph& graphOf(const Node& node) {
  return static_cast<Graph&>(*node.store);
}
inline Graph& graphOf(const Result& result) {
  return graphOf(*result.owner);
}

// Error: FailedPrecondition for a placeholder, and for what depends on one.
Status checkHasValue(const Node& node);

// The handles of a new node, one per result: given back unless they are kept.
class NewHandles {
public:
  explicit NewHandles(Node& node) : node_(&node) {}
  NewHandles(NewHandles&& other) noexcept : node_(std::exchange(other.node_, nullptr)) {}
  ~NewHandles() {
    // The node goes with its last handle.
    for (uint32_t i = node_ ? node_->numResults : 0; i-- > 0;)
      node_->store->releaseHandle(node_->result(i));
  }
  Node& node() const { return *node_; }
  Node* keep() { return std::exchange(node_, nullptr); }

private:
  Node* node_;
};

} // namespace lz::lazy
