// The recorded graph. A node is one op (or a source of values) in one allocation, with its operands
// and results behind it; a C tensor handle is a pointer to a Result. No MLIR.
//
// Who keeps what alive: only the consumers of a node and those of its results that have a handle
// count it. A graph that cannot be reached any more frees itself, iteratively.
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
  Op,        // pending until its results are materialized
  Constant,  // an op without operands whose value is part of the program; never pending
  Scalar,    // a value in memory that travels by value
  Data,      // a value in memory
  Parameter, // a placeholder of a function; has no value
};

// How far an op has come. Written by the thread that records the node, then with the cut lock held,
// and at last by the thread that frees it.
//   Idle                it is an op that runs by itself (Registry::add)    -> Pending
//   Pending             a cut computes it, or finds that none can          -> Cut
//   Idle, Pending, Cut  it gives up its operands (dropEdges)               -> Bare
enum class NodeState : uint8_t {
  Idle,    // a leaf, a constant, an op of a function's body: never counted as pending
  Pending, // counted as pending: an op that no cut has computed yet
  Cut,     // no longer; it keeps its operands, as a history or to be computed again
  Bare,    // without operands
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

// The list that holds a node by its links, and the locks under which that changes. A node that is
// in no list gets into one under the cut lock, too, unless only its own thread has seen it.
//   Unlisted  it is pending and has a handle           -> Pending   that of its stripe
//   Pending   it has no handle any more, or its value  -> Unlisted  that of its stripe
//   Unlisted  it has its value and keeps its operands  -> History   that of the history
//   History   it gives them up, or is freed            -> Unlisted  that of the history
//   Unlisted  its last reference goes                  -> Dead      none: no other thread has it
enum class NodeList : uint8_t { Unlisted, Pending, History, Dead };
constexpr bool mayBecome(NodeList from, NodeList to) {
  return from != to && (from == NodeList::Unlisted || to == NodeList::Unlisted) &&
         from != NodeList::Dead;
}

// A mark that a traversal leaves, valid while `pass` is that traversal's number. Guarded by the
// cut lock (NodeStore). Four of them are in a node with one result: 12 bytes each, not 16.
struct __attribute__((packed, aligned(4))) Mark {
  uint64_t pass = 0;
  int32_t number = -1;

  // False when it has the mark of this pass already.
  bool enter(uint64_t now) {
    const bool isNew = pass != now;
    pass = now;
    return isNew;
  }
};

struct Result {
  Handle handle; // refs counts the caller's references; 0: an intermediate
  uint32_t index;
  // The caller promised not to read the value after the next barrier that uses it.
  std::atomic<bool> donated{false};
  // 1 + the logarithm of the least bucket of the leading dimension, a batch that is compiled for
  // any size up to a bound; 0: none. Of a value in memory, or on its way there.
  std::atomic<uint8_t> bucket{0};
  Node* owner;
  const TensorType& type; // of the owner's contents
  // Set once, when the value is materialized or about to be; owned by the node.
  std::atomic<Data*> data{nullptr};
  Mark value;                           // number of the value in the encoding at hand
  Mark lastUse;                         // the last op of the cut at hand that uses it
  std::atomic<Origin*> origin{nullptr}; // what it remembers of its history; set once, by Origins

  Result(Node* owner, uint32_t index, const TensorType& type)
      : handle(HandleKind::Tensor, 1), index(index), owner(owner), type(type) {}
  bool hasHandle() const { return handle.refs.load(std::memory_order_acquire) > 0; }
};

struct Operand {
  Node* node; // counted
  uint32_t index;
  Operand(Node* node, uint32_t index) : node(node), index(index) {}
  Result& result() const;
};

// What parameters tell of the function that they belong to, which may be gone.
struct FunctionScope {
  FunctionScope(std::string name, uint64_t begin) : name(std::move(name)), begin(begin) {}
  const std::string name;
  const uint64_t begin;                        // the serial of what was recorded before it
  std::atomic<bool> ended{false};              // finished, or given up
  mutable std::atomic<int32_t> lastThread{-1}; // that OpenBodies knows to record it
};

// What a node says beside its operands. Nodes that say the same share it: those that one plan
// records, and those of an op that a thread remembers (KnownOps.h). Begins with one
// reference.
struct OpContents {
  Opcode opcode{};
  bool hasEffects = false; // runs once, and in the order of recording among its like
  uint64_t localHash = 0;  // of everything that tells two ops with the same operands apart
  shape::TypeList types;   // of the results
  Attrs attrs;
  std::vector<std::shared_ptr<const FunctionBody>> bodies;
  std::shared_ptr<const FunctionScope> scope; // of a parameter

  void retain() const { refs_.fetch_add(1, std::memory_order_relaxed); }
  void release() const {
    if (refs_.fetch_sub(1, std::memory_order_acq_rel) == 1)
      delete this;
  }

private:
  mutable std::atomic<int32_t> refs_{1};
};

// Nodes of one graph without references. Freed when this goes, and with them everything that only
// they kept alive. Giving up a node needs no memory: dead ones are linked through Node::next.
class DeadNodes {
public:
  DeadNodes() = default;
  DeadNodes(const DeadNodes&) = delete;
  ~DeadNodes();
  void add(Node& node);
  // Gives up the operands of all, and of those that only they kept alive, which are added: then
  // nothing counts them any more.
  void dropEdges();

private:
  void append(Node& node);
  Node* take(); // there is one

  Node* first_ = nullptr;
  Node* last_ = nullptr; // if there is a first one
  int64_t pending_ = 0;  // of all that were added
};

struct NodeOperands {
  absl::Span<Result* const> operands{};
  absl::Span<const Operand> captures{}; // of its bodies
};

struct Node {
  NodeStore* store; // of the graph that records it, which is kept from then on
  std::atomic<int32_t> refs;
  Opcode opcode; // of its contents
  NodeKind kind;
  NodeState state = NodeState::Idle;
  // Written under the locks that NodeList names, and read under either of them.
  std::atomic<NodeList> list{NodeList::Unlisted};
  bool hasEffects = false; // of its contents
  uint16_t thread = 0;     // that records it: the registry lists it in the stripe of that
  LocationId location = -1;
  uint32_t numResults;
  uint32_t numOperands; // of the op itself
  uint32_t numEdges;    // as created, with the values that its bodies capture
  int32_t liveResults;  // with a handle; guarded by the stripe's lock
  // Grows with every node of the graph. 0: not one of its nodes yet, which keep it.
  uint64_t serial = 0;
  // The youngest function whose placeholders it depends on; one of these keeps the scope. nullptr:
  // there is none.
  const FunctionScope* scope = nullptr;
  Ref<const OpContents> contents;
  Node* previous = nullptr; // in the list that holds it, guarded as that is
  Node* next = nullptr;
  Mark visit;  // position in the cut at hand
  Mark inside; // how many of `refs` come from the cut at hand

  // A node with one reference per result, all of which have a handle.
  static std::unique_ptr<Node, DiscardNode> create(NodeStore& store, NodeKind kind,
                                                   Ref<const OpContents> contents,
                                                   const NodeOperands& operands = {});

  absl::Span<Operand> edges() {
    return {reinterpret_cast<Operand*>(this + 1), state == NodeState::Bare ? 0 : numEdges};
  }
  // [Node][Operand x numEdges][Result x numResults]
  Result* results() {
    return reinterpret_cast<Result*>(reinterpret_cast<Operand*>(this + 1) + numEdges);
  }
  Result& result(uint32_t i) { return results()[i]; }
  absl::Span<const AttrValue> attrs() const { return contents->attrs; }

  // Only a function can hold it.
  bool usesParameter() const { return scope != nullptr; }

  void retain() { refs.fetch_add(1, std::memory_order_relaxed); }
  // Frees the node, and what only it kept alive, when that was the last reference.
  void release();
  // The same without freeing: true when that was the last reference.
  bool dropReference() { return refs.fetch_sub(1, std::memory_order_acq_rel) == 1; }

  // Asks for the node's memory, which lies anywhere: where a long list of them is gone through,
  // what it takes is waiting for that.
  void prefetch() const {
    constexpr int kLine = 64, kLines = 4; // a binary op
    for (int i = 0; i < kLines; ++i)
      __builtin_prefetch(reinterpret_cast<const char*>(this) + i * kLine, /*rw=*/1);
  }

  bool isPending() const { return state == NodeState::Pending; }
  bool isIn(NodeList which) const { return list.load(std::memory_order_relaxed) == which; }
  // It has values and keeps its operands.
  bool hasHistory() const { return isIn(NodeList::History); }
  void become(NodeState next) {
    assert(mayBecome(state, next));
    state = next;
  }
  void become(NodeList next) {
    assert(mayBecome(list.load(std::memory_order_relaxed), next));
    list.store(next, std::memory_order_relaxed);
  }
  // True for a pending op, which is not any more. Needs the cut lock.
  bool leavePending() {
    if (!isPending())
      return false;
    become(NodeState::Cut);
    return true;
  }

  int32_t countHandles();
  // All results have their values, or promises of them; one has.
  bool isMaterialized() { return countValues() == numResults; }
  bool hasValues() { return countValues() > 0; }
  uint32_t countValues() {
    uint32_t count = 0;
    for (uint32_t i = 0; i < numResults; ++i)
      count += result(i).data.load(std::memory_order_relaxed) != nullptr;
    return count;
  }
  // Gives up the operands, and with them the history. Needs the cut lock, or that the node is dead;
  // the nodes whose last reference goes are added to `dead`, which goes without the lock.
  void dropEdges(DeadNodes& dead);

private:
  void connect(Operand* edge, Operand to);
};

// Frees a node that has been created, and that only its own thread has seen.
struct DiscardNode {
  void operator()(Node* node) const;
};

// A constant in each element: it costs nothing to compute, so it is not stored for later segments,
// each of which computes its own.
inline bool isSplat(Node& node) {
  return node.opcode == Opcode::BroadcastInDim && node.kind == NodeKind::Op &&
         node.edges().size() == 1 && node.edges()[0].node->kind == NodeKind::Constant &&
         !node.hasValues();
}

// Called in a pass over `nodes` that has come to number i.
inline void prefetchAhead(absl::Span<Node* const> nodes, size_t i) {
  constexpr size_t kAhead = 8;
  if (i + kAhead < nodes.size())
    nodes[i + kAhead]->prefetch();
}

inline Result& Operand::result() const {
  return node->result(index);
}

} // namespace lz::lazy
