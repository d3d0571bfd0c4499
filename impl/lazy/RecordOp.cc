#include "absl/algorithm/container.h"
#include "lazy/Graph.h"
#include "lazy/cache/AttrCompare.h"
#include "spec/Effects.h"

namespace lz::lazy {

namespace {

// Places of errors are not added to the table.
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

using TypePointers = absl::InlinedVector<const TensorType*, 4>;
using Edges = absl::InlinedVector<Operand, 4>;

struct Operands {
  TypePointers types;
  Edges edges; // with captures
  std::vector<RegionType> regions;
};

// What depends on a parameter of a function that has ended can never be computed.
bool isOfEnded(const Node& node) {
  return node.scope && node.scope->ended.load(std::memory_order_relaxed);
}
Status endedError(const Node& node, Opcode opcode) {
  return failedPrecondition("[", nameOf(opcode),
                            "] an operand depends on a parameter of function '", node.scope->name,
                            "', which has ended: record it before "
                            "lz_function_finish, or call the function");
}

// Errors: an operand or a function of another device or of a function that has ended, an unfinished
// function.
Status collectOperands(Graph& graph, const RecordRequest& request, Operands& operands) {
  for (Result* result : request.operands) {
    if (result->owner->graph != &graph)
      return invalidArgument("[", nameOf(request.opcode),
                             "] operands are on different devices: ", graph.device().name(),
                             " and ", result->owner->graph->device().name(), "; copy one of them");
    if (isOfEnded(*result->owner))
      return endedError(*result->owner, request.opcode);
    operands.types.push_back(&result->type);
    operands.edges.emplace_back(result->owner, result->index);
  }
  for (const Function* function : request.functions) {
    if (!function->isFinished())
      return failedPrecondition("[", nameOf(request.opcode), "] function '", function->name(),
                                "' has not been finished: call lz_function_finish");
    if (&function->graph() != &graph)
      return invalidArgument("[", nameOf(request.opcode), "] function '", function->name(),
                             "' was recorded on another device");
    operands.regions.push_back(function->body()->type);
    for (const Value& capture : function->captures()) {
      if (isOfEnded(*capture.node))
        return endedError(*capture.node, request.opcode);
      operands.edges.emplace_back(capture.node.get(), capture.index);
    }
  }
  return okStatus();
}

// Of everything that tells two nodes with the same edges apart; result types follow from operands
// unless stated.
uint64_t localHashOf(const RecordRequest& request) {
  uint64_t hash = mixHash(uint64_t(request.opcode), request.operands.size());
  if (!request.attrs.empty())
    hash = mixHash(hash, hashAttrs(request.attrs));
  if (request.stated)
    hash = mixHash(hash, hashType(*request.stated));
  for (const TensorType& type : request.claimed)
    hash = mixHash(hash, hashType(type));
  for (const Function* function : request.functions)
    hash = mixHash(hash, function->body()->hash);
  return hash;
}

bool hasEffectsOf(const RecordRequest& request) {
  return hasEffects(request.opcode, request.attrs) ||
         absl::c_any_of(request.functions,
                        [](const Function* function) { return function->body()->hasEffects; });
}

} // namespace

StatusOr<Node*> Graph::record(RecordRequest request) {
  LZ_RETURN_IF_ERROR(checkRunning());
  Operands operands;
  Status status = collectOperands(*this, request, operands);
  if (!status.ok())
    return at(withOp(status, nameOf(request.opcode)), request.location, engine_->locations);
  StatusOr<TypeList> types = inferTypes({request.opcode, operands.types, request.attrs,
                                         operands.regions, request.stated, request.claimed});
  if (!types.ok())
    return at(types.status(), request.location, engine_->locations);

  NewNode created = Node::create(*this, NodeKind::Op, {operands.edges, absl::MakeSpan(*types)});
  created->opcode = request.opcode;
  created->numOperands = uint32_t(request.operands.size());
  created->localHash = localHashOf(request);
  if (!request.attrs.empty() || !request.functions.empty()) {
    auto extra = std::make_unique<NodeExtra>();
    extra->hasEffects = hasEffectsOf(request);
    extra->attrs = std::move(request.attrs);
    for (const Function* function : request.functions)
      extra->bodies.push_back(function->body());
    created->extra = std::move(extra);
  }
  NewHandles handles(*publish(std::move(created), request.location));
  if (!isCalm())
    LZ_RETURN_IF_ERROR(afterRecording(handles.node()));
  return handles.keep();
}

} // namespace lz::lazy
