// Records and evaluates on one device. Any thread may call these functions. Recording threads
// contend only if they share a stripe of the registry. Only one cut runs at a time, but programs
// are compiled and run outside of its lock.
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
  absl::Span<const TensorType> claimed = {}; // the types of all results of a custom_call
};

class Devices;
class Graph;
class OpKey;

struct EvaluateOptions {
  bool wait = false;
  bool needEvent = false; // whether to set BarrierResult::event
};

struct BarrierResult {
  struct Segment {
    Graph* graph;
    std::shared_ptr<CacheEntry> program;
  };
  int64_t ops = 0, outputs = 0, inputs = 0, donated = 0, compiles = 0;
  std::vector<Segment> segments;
  runtime::EventRef event; // set if it was requested

  // Adds the counts of another device. The event does not change.
  void add(BarrierResult other);
};

// Keeps the nodes of `results` alive during a call, because a host call or a release callback can
// release the caller's handles meanwhile.
using HeldNodes = absl::InlinedVector<Ref<Node>, 8>;
HeldNodes hold(absl::Span<Result* const> results);

using RunNodes = absl::InlinedVector<Node*, 4>;

// What causes a cut.
enum class CutKind : uint8_t {
  Evaluation, // a caller needs values
  Automatic,  // too many ops are pending; histories continue, as after a read
  Barrier,    // the caller states that a step ends, so histories end
};

class Graph final : public NodeStore {
public:
  // Makes the graph of device `index`. Only Devices makes graphs.
  Graph(Devices& devices, int index, std::shared_ptr<Engine> engine,
        std::shared_ptr<runtime::Device> device);

  // Records one op. The caller must release the handle of each result. Errors: those of shape
  // inference, with op and location. If each op runs when it is recorded (op_by_op), also the
  // errors of the run.
  StatusOr<Node*> record(RecordRequest&& request);
  // Records an op whose result types are known.
  StatusOr<Node*> record(const OpContents& op, const NodeOperands& operands,
                         const SourceLocation& location);
  // Makes a node for a value in memory.
  StatusOr<Node*> fromData(Ref<Data> data, TensorType type, NodeKind kind = NodeKind::Data);
  // Makes a constant, which becomes part of the programs that use it.
  StatusOr<Node*> constant(Literal value, const SourceLocation& location);
  // Makes a node for a value of one element. If the value is 0, 1 or -1, it becomes a constant. Any
  // other value becomes an input of programs.
  StatusOr<Node*> scalar(const Literal& value, const SourceLocation& location);
  StatusOr<Node*> parameter(TensorType type, std::shared_ptr<const FunctionScope> scope);

  // Computes all pending tensors that have a handle, and ends all histories. Errors: those of the
  // compiler; with `wait` also those of the work.
  StatusOr<BarrierResult> barrier(EvaluateOptions options);
  // Computes `results`, and the pending values with a handle that they need.
  StatusOr<BarrierResult> evaluate(absl::Span<Result* const> results, EvaluateOptions options);
  // Returns the value of a tensor, after submitting its program if it is pending. Errors: the
  // tensor is a parameter of a function, or the compiler rejects the program.
  StatusOr<Ref<Data>> valueOf(Result& result, bool wait);
  // Returns the value, so that another device can read it. Does not wait. From now on the value is
  // never donated.
  StatusOr<Ref<Data>> lend(Result& result);

  // Fails inside a callback, or if a guard forbids waiting.
  Status checkMayWait() const;
  // Waits for the work. If the work has ended already, this does not count as a wait.
  Status waitFor(runtime::Event& work);
  // Fails if the context has ended, a guard forbids a run, or this thread must not wait. Callers
  // also check this before they prepare the inputs of run().
  Status checkMayRun(bool wait) const;
  // Submits `executable` without recording anything. `inputs` has one value per input, and
  // `sources` has the tensors of these values. Each result is a node with a handle. `outData` is as
  // in Executable::run.
  StatusOr<RunNodes> run(const ExecutableRef& executable, RunValues inputs,
                         absl::Span<Result* const> sources, absl::Span<const uint8_t> donated,
                         bool wait, std::vector<runtime::StorageRef> outData = {});

  // Cancels all work that was cut so far, including its compilation, and does not wait.
  void cancel();

  bool isPending(Result& result) const;
  Devices& devices() const { return devices_; }
  int index() const { return index_; }
  Engine& engine() const { return *engine_; }
  const std::shared_ptr<Engine>& sharedEngine() const { return engine_; }
  runtime::Device& device() const { return *device_; }
  const std::shared_ptr<runtime::Device>& sharedDevice() const { return device_; }
  // Returns how many results have a handle. opsRecorded() returns how many ops were recorded since
  // resetCounters. Both numbers are exact only if no thread records meanwhile.
  int64_t liveTensors() { return registry().tally().liveTensors; }
  int64_t opsRecorded() { return registry().tally().opsRecorded; }
  void resetCounters();
  OpenBodies& openBodies() { return openBodies_; }
  // Returns OK, or why no more work is accepted.
  Status checkRunning() const {
    const bool runs =
        engine_->forks == forkCount() && !engine_->stopped.load(std::memory_order_relaxed);
    return runs ? okStatus() : whyNotRunning();
  }

  // Count the references to the graph and to its nodes. As long as there is a reference, all
  // devices of the context live (Devices).
  void retain();
  void release();
  void retainNode() override;
  void releaseNodes(int64_t count) override;

private:
  class NewNodes;

  Status whyNotRunning() const;
  using NewNode = std::unique_ptr<Node, DiscardNode>;
  Node* publish(NewNode node, const SourceLocation& location);
  // Records an op that KnownOps of this thread does not have, and adds it there if there is a key.
  StatusOr<Node*> recordNew(RecordRequest&& request, const OpKey* key);
  // Adds a node for the op. The operands must be of this graph, and their functions must not have
  // ended. Operands and captures are passed as one struct, because separate spans take 4 ns longer.
  StatusOr<Node*> addOp(Ref<const OpContents> op, const NodeOperands& operands,
                        const SourceLocation& location);
  // `scope` is given only for a parameter.
  NewNode leaf(NodeKind kind, TensorType type, Ref<Data> data,
               std::shared_ptr<const FunctionScope> scope = nullptr);
  StatusOr<BarrierResult> cut(std::vector<Ref<Node>> roots, CutKind kind,
                              absl::Span<Result* const> results, EvaluateOptions options);
  std::optional<StatusOr<exec::RunResult>> runHere(const exec::Executable& executable,
                                                   absl::Span<const Ref<Data>> inputs,
                                                   absl::Span<const runtime::StorageRef> outData);
  std::optional<StatusOr<exec::RunResult>> runHere(const exec::Executable& executable,
                                                   RunInputs& inputs,
                                                   absl::Span<const runtime::StorageRef> outData);
  void rememberRun(absl::Span<Result* const> sources, absl::Span<Node* const> results);
  // Returns true if recording an op does not have to check how many ops are pending
  // (afterRecording).
  bool isCalm() const {
    return !engine_->opByOp.load(std::memory_order_relaxed) &&
           lastSerial() < countAt_.load(std::memory_order_relaxed);
  }
  Status afterRecording(Node& node);
  bool hasTooManyPending();
  Status waitFor(const Data& data);
  // Fails if a guard forbids the run that a cut of these roots would cause.
  Status checkMayExecute(absl::Span<const Ref<Node>> roots) const;
  // Returns an event that happens after the segments, which are not submitted yet. If there are no
  // segments, the event of an evaluation happens after `results` are computed, and the event of a
  // barrier happens after all work that was cut before, even if that work fails. Needs the cut
  // lock.
  runtime::EventRef endOf(const std::vector<Segment>& segments, bool isBarrier,
                          absl::Span<Result* const> results, runtime::Wake wake);
  void remember(const std::shared_ptr<Submission>& submission);
  // Makes the inputs of a run. If an input is donated, this needs the cut lock.
  StatusOr<RunInputs> takeInputs(absl::Span<const Ref<Data>> inputs,
                                 absl::Span<const uint8_t> donated);

  Devices& devices_;
  const int index_;
  const std::shared_ptr<Engine> engine_;
  const std::shared_ptr<runtime::Device> device_;
  // The limit of pending ops cannot be reached before an op gets this serial.
  std::atomic<uint64_t> countAt_{0};
  std::atomic<bool> warned_{false};
  OpenBodies openBodies_;
  std::mutex openMutex_; // lock order: the cut lock first, then this lock
  // Submissions of earlier cuts. Some can have been handed over already. openMutex_ guards the
  // list.
  std::vector<std::weak_ptr<Submission>> open_;
};

// Returns the graph that recorded the node: every NodeStore is part of a Graph.
inline Graph& graphOf(const Node& node) {
  return static_cast<Graph&>(*node.store);
}
inline Graph& graphOf(const Result& result) {
  return graphOf(*result.owner);
}

// Fails with FailedPrecondition for a function's parameter and for values that depend on one.
Status checkHasValue(const Node& node);

// The handles of a new node, one per result. The destructor releases them unless the caller takes
// them.
class NewHandles {
public:
  explicit NewHandles(Node& node) : node_(&node) {}
  NewHandles(NewHandles&& other) noexcept : node_(std::exchange(other.node_, nullptr)) {}
  ~NewHandles() {
    // Releasing the last handle frees the node, so the number of results is read before that.
    for (uint32_t i = node_ ? node_->numResults : 0; i-- > 0;)
      node_->store->releaseHandle(node_->result(i));
  }
  Node& node() const { return *node_; }
  Node* keep() { return std::exchange(node_, nullptr); }

private:
  Node* node_;
};

} // namespace lz::lazy
