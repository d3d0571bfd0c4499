#include "base/machine/FloatMode.h"
#include "lazy/context/Devices.h"
#include "lazy/context/Graph.h"
#include "lazy/graph/ThreadState.h"

namespace lz::lazy {

namespace {

// Adds the location to an error. Does not add it to the table of known locations.
Status at(Status status, const SourceLocation& location, const Locations& known) {
  Locations table;
  const std::string& text =
      location.interned >= 0 ? known.text(location.interned) : table.text(table.intern(location));
  return text.empty() ? status : withLocation(status, text);
}

absl::string_view nameOf(Opcode opcode) {
  std::string_view name = opInfo(opcode).name;
  return {name.data(), name.size()};
}

struct Operands {
  absl::InlinedVector<const TensorType*, 4> types;
  std::vector<Operand> captures;
  std::vector<shape::RegionType> regions;
};

// Returns true if the node depends on a parameter of a function that has ended. Such a node can
// never be computed.
bool isOfEnded(const Node& node) {
  return node.scope && node.scope->ended.load(std::memory_order_relaxed);
}
Status endedError(const Node& node, Opcode opcode) {
  return failedPrecondition("[", nameOf(opcode),
                            "] an operand depends on a parameter of function '", node.scope->name,
                            "', which has ended: record it before "
                            "lz_function_finish, or call the function");
}

Status refuseOperand(const Graph& graph, const Node& owner, Opcode opcode) {
  if (owner.store != &graph)
    return invalidArgument("[", nameOf(opcode), "] operands ", apart(graph, graphOf(owner)));
  return endedError(owner, opcode);
}
bool isUsable(const Graph& graph, const Node& owner) {
  return owner.store == &graph && !isOfEnded(owner);
}

// Fails if the function is unfinished, is on another device, or captures a value of an ended
// function.
Status collectFunction(Graph& graph, const Function& function, Opcode opcode, Operands& operands) {
  if (!function.isFinished())
    return failedPrecondition("[", nameOf(opcode), "] function '", function.name(),
                              "' has not been finished: call lz_function_finish");
  if (&function.graph() != &graph)
    return invalidArgument("[", nameOf(opcode), "] function '", function.name(),
                           "' was recorded on another device; record it on the device of the op");
  operands.regions.push_back(function.body()->type);
  for (const Value& capture : function.captures()) {
    if (isOfEnded(*capture.node))
      return endedError(*capture.node, opcode);
    operands.captures.emplace_back(capture.node.get(), capture.index);
  }
  return okStatus();
}

Status checkOperands(const Graph& graph, Opcode opcode, const NodeOperands& of) {
  for (const Result* operand : of.operands)
    if (!isUsable(graph, *operand->owner))
      return refuseOperand(graph, *operand->owner, opcode);
  for (const Operand& capture : of.captures)
    if (isOfEnded(*capture.node))
      return endedError(*capture.node, opcode);
  return okStatus();
}

Status collectOperands(Graph& graph, const RecordRequest& request, Operands& operands) {
  for (Result* result : request.operands) {
    if (!isUsable(graph, *result->owner))
      return refuseOperand(graph, *result->owner, request.opcode);
    operands.types.push_back(&result->type);
  }
  for (const Function* function : request.functions)
    LZ_RETURN_IF_ERROR(collectFunction(graph, *function, request.opcode, operands));
  return okStatus();
}

Bodies bodiesOf(absl::Span<const Function* const> functions) {
  Bodies bodies;
  for (const Function* function : functions)
    bodies.push_back(function->body());
  return bodies;
}

} // namespace

StatusOr<Node*> Graph::record(RecordRequest&& request) {
  OpKey key;
  ThreadState* thread =
      request.functions.empty() && request.claimed.empty() ? threadState() : nullptr;
  if (thread && !key.set(request.opcode, request.operands, request.attrs, request.stated))
    thread = nullptr;
  if (thread)
    if (const OpContents* known = thread->ops.find(key, request.attrs))
      return record(*known, {request.operands}, request.location);
  return recordNew(std::move(request), thread ? &key : nullptr);
}

StatusOr<Node*> Graph::recordNew(RecordRequest&& request, const OpKey* key) {
  OwnFloatMode mode;
  LZ_RETURN_IF_ERROR(checkRunning());
  Operands operands;
  Status status = collectOperands(*this, request, operands);
  if (!status.ok())
    return at(withOp(status, nameOf(request.opcode)), request.location, engine_->locations);
  shape::OpQuery query = {request.opcode,   operands.types, request.attrs,
                          operands.regions, request.stated, request.claimed};
  shape::TypeList types;
  status = shape::inferTypes(query, types);
  if (!status.ok())
    return at(status, request.location, engine_->locations);
  Ref<const OpContents> op =
      makeContents(query, std::move(types), request.attrs, bodiesOf(request.functions));
  if (key)
    threadState()->ops.remember(*key, op);
  return addOp(std::move(op), {request.operands, operands.captures}, request.location);
}

StatusOr<Node*> Graph::record(const OpContents& op, const NodeOperands& operands,
                              const SourceLocation& location) {
  LZ_RETURN_IF_ERROR(checkRunning());
  Status status = checkOperands(*this, op.opcode, operands);
  if (!status.ok())
    return at(withOp(status, nameOf(op.opcode)), location, engine_->locations);
  return addOp(Ref<const OpContents>::share(&op), operands, location);
}

StatusOr<Node*> Graph::addOp(Ref<const OpContents> op, const NodeOperands& operands,
                             const SourceLocation& location) {
  const bool isConstant = op->opcode == Opcode::Constant;
  const NodeKind kind = isConstant ? NodeKind::Constant : NodeKind::Op;
  NewHandles handles(*publish(Node::create(*this, kind, std::move(op), operands), location));
  if (!isConstant && !isCalm())
    LZ_RETURN_IF_ERROR(afterRecording(handles.node()));
  return handles.keep();
}

} // namespace lz::lazy
