#include "lazy/graph/Node.h"

#include "lazy/graph/NodeMemory.h"
#include "lazy/graph/NodeStore.h"

#include <new>

namespace lz::lazy {

static_assert(sizeof(Node) % alignof(Operand) == 0 && sizeof(Operand) % alignof(Result) == 0);

static constexpr size_t bytesOf(size_t edges, size_t results) {
  return sizeof(Node) + edges * sizeof(Operand) + results * sizeof(Result);
}
// 208 bytes is a size class of NodeMemory.cc. With nodes of the next class, recording takes 8 %
// longer.
static_assert(bytesOf(2, 1) <= 208);

std::unique_ptr<Node, DiscardNode> Node::create(NodeStore& store, NodeKind kind,
                                                Ref<const OpContents> contents,
                                                const NodeOperands& edges) {
  const auto& [operands, captures] = edges;
  const shape::TypeList& types = contents->types;
  const size_t numEdges = operands.size() + captures.size();
  Node* node = new (allocateNode(bytesOf(numEdges, types.size()))) Node;
  node->store = &store;
  node->opcode = contents->opcode;
  node->kind = kind;
  node->hasEffects = contents->hasEffects;
  node->refs.store(int32_t(types.size()), std::memory_order_relaxed);
  node->numResults = uint32_t(types.size());
  node->liveResults = int32_t(types.size());
  node->numOperands = uint32_t(operands.size());
  node->numEdges = uint32_t(numEdges);
  Operand* edge = node->edges().data();
  for (const Result* operand : operands)
    node->connect(edge++, {operand->owner, operand->index});
  for (const Operand& capture : captures)
    node->connect(edge++, capture);
  for (uint32_t i = 0; i < types.size(); ++i)
    new (&node->result(i)) Result(node, i, types[i]);
  node->contents = std::move(contents);
  return std::unique_ptr<Node, DiscardNode>(node);
}

void Node::connect(Operand* edge, Operand to) {
  *edge = to;
  to.node->retain();
  const FunctionScope* youngest = to.node->scope;
  if (youngest && (!scope || youngest->begin > scope->begin))
    scope = youngest;
}

void Node::release() {
  if (!dropReference())
    return;
  DeadNodes dead;
  dead.add(*this);
}

void DiscardNode::operator()(Node* node) const {
  DeadNodes dead;
  dead.add(*node);
}

int32_t Node::countHandles() {
  int32_t count = 0;
  for (uint32_t i = 0; i < numResults; ++i)
    count += result(i).hasHandle();
  return count;
}

void Node::dropEdges(DeadNodes& dead) {
  if (hasHistory())
    store->history().remove(*this);
  for (Operand& edge : edges())
    if (edge.node->dropReference())
      dead.add(*edge.node);
  become(NodeState::Bare);
}

static void destroy(Node* node) {
  for (uint32_t i = 0; i < node->numResults; ++i) {
    Result& result = node->result(i);
    if (Data* data = result.data.load(std::memory_order_relaxed))
      data->release();
    if (Origin* origin = result.origin.load())
      origin->lives.store(false, std::memory_order_release);
    result.handle.kind.store(HandleKind::Freed, std::memory_order_relaxed);
    result.~Result();
  }
  size_t bytes = bytesOf(node->numEdges, node->numResults);
  node->~Node();
  freeNode(node, bytes);
}

// The history links its nodes through Node::next, too, so the node must leave the history first.
void DeadNodes::add(Node& node) {
  if (node.hasHistory())
    node.store->history().remove(node);
  node.become(NodeList::Dead);
  pending_ += node.isPending();
  node.prefetch();
  append(node);
}

void DeadNodes::append(Node& node) {
  node.next = nullptr;
  (first_ ? last_->next : first_) = &node;
  last_ = &node;
}

// Removes the node that was added first, and prefetches the operands of the next one, so that their
// memory has time to arrive in the cache.
Node* DeadNodes::take() {
  Node* node = std::exchange(first_, first_->next);
  if (first_)
    for (const Operand& edge : first_->edges())
      __builtin_prefetch(edge.node, /*rw=*/1);
  return node;
}

void DeadNodes::dropEdges() {
  DeadNodes done;
  while (first_) {
    Node* node = take();
    node->dropEdges(*this);
    done.append(*node);
  }
  std::swap(first_, done.first_);
  std::swap(last_, done.last_);
}

DeadNodes::~DeadNodes() {
  if (!first_)
    return;
  NodeStore& store = *first_->store;
  int64_t counted = 0;
  while (first_) {
    Node* node = take();
    counted += node->serial != 0;
    node->dropEdges(*this);
    destroy(node);
  }
  if (pending_)
    store.retire(pending_);
  store.releaseNodes(counted);
}

} // namespace lz::lazy
