// The recorded graph. A node is one op, or a source of values. Its operands and results are stored
// after it in the same allocation. A C tensor handle is a pointer to a Result. The graph does not
// use MLIR.
//
// A node lives while other nodes use it, or while one of its results has a handle. Nodes are freed
// without recursion.
#pragma once

#include "absl/types/span.h"
#include "lazy/graph/Data.h"
#include "lazy/graph/Handle.h"
#include "lazy/program/Locations.h"
#include "semantics/shape/Infer.h"
#include "spec/Program.h"

#include <atomic>
#include <cassert>
#include <memory>
#include <string>
#include <vector>

namespace lz::lazy {

class NodeStore;
struct DiscardNode;
struct FunctionBody;
struct Node;
struct Origin;

enum class NodeKind : uint8_t {
  Op,        // an op; pending until its results are materialized
  Constant,  // an op without operands; its value is part of the program; never pending
  Scalar,    // a value in memory that becomes an input of programs
  Data,      // a value in memory
  Parameter, // a placeholder of a function; has no value
};

// The progress of an op. First the recording thread writes it, then cuts do, with the cut lock
// held, and finally the thread that frees the node.
//   Idle                the op is not in a function's body (Registry::add)    -> Pending
//   Pending             a cut computes it, or finds that it cannot be         -> Cut
//   Idle, Pending, Cut  it drops its operands (dropEdges)                     -> Bare
enum class NodeState : uint8_t {
  Idle,    // never counted as pending: a leaf, a constant, an op of a function's body
  Pending, // counted as pending: an op that no cut has computed yet
  // The node is not pending any more. It keeps its operands for a history, or because it will be
  // computed again.
  Cut,
  Bare, // it has no operands
};
constexpr bool mayBecome(NodeState from, NodeState to) {
  switch (to) {
  case NodeState::Idle:
    return false;
  case NodeState::Pending:
    return from == NodeState::Idle;
  case NodeState::Cut:
    return from == NodeState::Pending;
  case NodeState::Bare:
    return true;
  }
  return false;
}

// The list that contains a node. Each line has a list, the reason for a change, the next list, and
// the lock that the change needs. A node that enters a list needs the cut lock as well, unless only
// its own thread knows it.
//   Unlisted  it is pending and has a handle           -> Pending   lock of its stripe
//   Pending   it lost its last handle, or has its value -> Unlisted  lock of its stripe
//   Unlisted  it has its value and keeps its operands  -> History   lock of the history
//   History   it drops them, or is freed               -> Unlisted  lock of the history
//   Unlisted  its last reference is released           -> Dead      none: no other thread has it
enum class NodeList : uint8_t { Unlisted, Pending, History, Dead };
constexpr bool mayBecome(NodeList from, NodeList to) {
  return from != to && (from == NodeList::Unlisted || to == NodeList::Unlisted) &&
         from != NodeList::Dead;
}

// A mark that a traversal sets. It is valid while `pass` is the number of that traversal. The cut
// lock guards it (NodeStore). The struct is packed, so it takes 12 bytes instead of 16. The size
// matters because a node with one result has four marks.
struct __attribute__((packed, aligned(4))) Mark {
  uint64_t pass = 0;
  int32_t number = -1;

  // Sets the mark of this traversal. Returns false if it was set already.
  bool enter(uint64_t now) {
    const bool isNew = pass != now;
    pass = now;
    return isNew;
  }
};

struct Result {
  Handle handle; // refs counts the caller's references; 0 means that the caller has no handle
  uint32_t index;
  // True if the caller promised not to read the value after the next barrier that uses it.
  std::atomic<bool> donated{false};
  // 0 if the value has no bucket. Otherwise the leading dimension is a bucketed batch, and this is
  // 1 + log2 of its least bucket. Only values that are in memory, or that a run will compute, have
  // a bucket.
  std::atomic<uint8_t> bucket{0};
  Node* owner;
  const TensorType& type; // a type in the contents of `owner`
  // Set once, when the value is in memory or a run will compute it. The node owns it.
  std::atomic<Data*> data{nullptr};
  Mark value;                           // index of this value in the current encoding
  Mark lastUse;                         // last op of the current cut that uses this value
  std::atomic<Origin*> origin{nullptr}; // its entry in Origins, if any; set once

  Result(Node* owner, uint32_t index, const TensorType& type)
      : handle(HandleKind::Tensor, 1), index(index), owner(owner), type(type) {}
  bool hasHandle() const { return handle.refs.load(std::memory_order_acquire) > 0; }
};

struct Operand {
  Node* node; // counted: the operand keeps it alive
  uint32_t index;
  Operand(Node* node, uint32_t index) : node(node), index(index) {}
  Result& result() const;
};

// The data that the parameters of a function share. It is valid even after the function is
// released.
struct FunctionScope {
  FunctionScope(std::string name, uint64_t begin) : name(std::move(name)), begin(begin) {}
  const std::string name;
  const uint64_t begin;           // serial of the last node before the function
  std::atomic<bool> ended{false}; // true once the function is finished or abandoned
  // The last thread that OpenBodies noted as recording the function.
  mutable std::atomic<int32_t> lastThread{-1};
};

// The contents of a node except its operands. Equal nodes share one OpContents if one replay plan
// records them, or if their thread knows the op (KnownOps.h). A new one has one reference.
struct OpContents {
  Opcode opcode{};
  // True if the op must run exactly once. Ops with effects run in the order of recording.
  bool hasEffects = false;
  uint64_t localHash = 0; // hash of everything except the operands
  shape::TypeList types;  // the types of the results
  Attrs attrs;
  std::vector<std::shared_ptr<const FunctionBody>> bodies;
  std::shared_ptr<const FunctionScope> scope; // set if the node is a parameter

  void retain() const { refs_.fetch_add(1, std::memory_order_relaxed); }
  void release() const {
    if (refs_.fetch_sub(1, std::memory_order_acq_rel) == 1)
      delete this;
  }

private:
  mutable std::atomic<int32_t> refs_{1};
};

// Nodes of one graph that have no references left. The destructor frees them, and everything that
// only they kept alive. Adding a node allocates nothing, because dead nodes are linked by
// Node::next.
class DeadNodes {
public:
  DeadNodes() = default;
  DeadNodes(const DeadNodes&) = delete;
  ~DeadNodes();
  void add(Node& node);
  // Drops the operands of all these nodes, and adds the nodes that only these operands kept alive.
  // Afterwards no dead node counts as pending.
  void dropEdges();

private:
  void append(Node& node);
  Node* take(); // the list must not be empty

  Node* first_ = nullptr;
  Node* last_ = nullptr; // valid unless the list is empty
  int64_t pending_ = 0;  // number of added nodes that were pending
};

struct NodeOperands {
  absl::Span<Result* const> operands{};
  absl::Span<const Operand> captures{}; // values that the bodies of the op capture
};

struct Node {
  NodeStore* store; // the store of the recording graph, which a node keeps alive
  std::atomic<int32_t> refs;
  Opcode opcode; // copy of contents->opcode
  NodeKind kind;
  NodeState state = NodeState::Idle;
  // Written with the locks that NodeList names, and read with one of these locks.
  std::atomic<NodeList> list{NodeList::Unlisted};
  bool hasEffects = false; // copy of contents->hasEffects
  // The number of the thread that recorded the node. The stripe of this thread in the registry
  // lists the node.
  uint16_t thread = 0;
  LocationId location = -1;
  uint32_t numResults;
  uint32_t numOperands; // operands of the op, without captures
  uint32_t numEdges;    // operands, and the values that its bodies capture
  int32_t liveResults;  // results that have a handle; the stripe's lock guards it
  // Larger than the serials of all earlier nodes of the graph. 0 while the node is in no graph.
  uint64_t serial = 0;
  // The youngest function whose parameters this node depends on, or nullptr. One of those
  // parameters keeps the scope alive.
  const FunctionScope* scope = nullptr;
  Ref<const OpContents> contents;
  Node* previous =
      nullptr; // neighbour in the list that contains this node; the list's lock guards it
  Node* next = nullptr;
  Mark visit;  // position in the current cut
  Mark inside; // number of references that come from the current cut

  // Makes a node with one reference per result. Each result has a handle.
  static std::unique_ptr<Node, DiscardNode> create(NodeStore& store, NodeKind kind,
                                                   Ref<const OpContents> contents,
                                                   const NodeOperands& operands = {});

  absl::Span<Operand> edges() {
    return {reinterpret_cast<Operand*>(this + 1), state == NodeState::Bare ? 0 : numEdges};
  }
  // The memory after the node: [Node][Operand x numEdges][Result x numResults]
  Result* results() {
    return reinterpret_cast<Result*>(reinterpret_cast<Operand*>(this + 1) + numEdges);
  }
  Result& result(uint32_t i) { return results()[i]; }
  absl::Span<const AttrValue> attrs() const { return contents->attrs; }

  // Returns true if the node belongs to the body of a function.
  bool usesParameter() const { return scope != nullptr; }

  void retain() { refs.fetch_add(1, std::memory_order_relaxed); }
  // Releases one reference. If it was the last one, frees the node and everything that only it kept
  // alive.
  void release();
  // Releases one reference without freeing anything. Returns true if it was the last one.
  bool dropReference() { return refs.fetch_sub(1, std::memory_order_acq_rel) == 1; }

  // Prefetches the node. Nodes are scattered in memory, so traversing a long list would mostly wait
  // for memory.
  void prefetch() const {
    constexpr int kLine = 64, kLines = 4; // enough for a binary op
    for (int i = 0; i < kLines; ++i)
      __builtin_prefetch(reinterpret_cast<const char*>(this) + i * kLine, /*rw=*/1);
  }

  bool isPending() const { return state == NodeState::Pending; }
  bool isIn(NodeList which) const { return list.load(std::memory_order_relaxed) == which; }
  // Returns true if the node has values and keeps its operands.
  bool hasHistory() const { return isIn(NodeList::History); }
  void become(NodeState next) {
    assert(mayBecome(state, next));
    state = next;
  }
  void become(NodeList next) {
    assert(mayBecome(list.load(std::memory_order_relaxed), next));
    list.store(next, std::memory_order_relaxed);
  }
  // Ends the pending state. Returns true if the op was pending. Needs the cut lock.
  bool leavePending() {
    if (!isPending())
      return false;
    become(NodeState::Cut);
    return true;
  }

  int32_t countHandles();
  // Returns true if the node has results, and each result has a value or a promise of one.
  bool isMaterialized() { return countValues() == numResults; }
  bool hasValues() { return countValues() > 0; }
  uint32_t countValues() {
    uint32_t count = 0;
    for (uint32_t i = 0; i < numResults; ++i)
      count += result(i).data.load(std::memory_order_relaxed) != nullptr;
    return count;
  }
  // Drops the operands, and with them the history. Needs the cut lock, unless the node is dead.
  // Nodes that lose their last reference are added to `dead`, whose destructor must run without the
  // lock.
  void dropEdges(DeadNodes& dead);

private:
  void connect(Operand* edge, Operand to);
};

// Frees a node that no other thread has seen.
struct DiscardNode {
  void operator()(Node* node) const;
};

// Returns true for a constant whose elements are all equal. Computing it is cheap, so a segment
// does not store it for later segments: each segment computes its own copy.
inline bool isSplat(Node& node) {
  return node.opcode == Opcode::BroadcastInDim && node.kind == NodeKind::Op &&
         node.edges().size() == 1 && node.edges()[0].node->kind == NodeKind::Constant &&
         !node.hasValues();
}

// Prefetches a node that a loop over `nodes` will reach soon. `i` is the current index.
inline void prefetchAhead(absl::Span<Node* const> nodes, size_t i) {
  constexpr size_t kAhead = 8;
  if (i + kAhead < nodes.size())
    nodes[i + kAhead]->prefetch();
}

inline Result& Operand::result() const {
  return node->result(index);
}

} // namespace lz::lazy
