#include "Record.h"

#include "Handles.h"
#include "Options.h"
#include "base/StatusDetails.h"
#include "lazy/Locations.h"

namespace lz::capi {

namespace {

// The graph that an op belongs to: its operands', or the device's.
StatusOr<lazy::Graph*> graphOf(absl::Span<lz_tensor* const> operands, lz_device* device) {
  for (size_t i = 0; i < operands.size(); ++i)
    if (Status status = check(operands[i], "an operand"); !status.ok())
      return withOperand(std::move(status), int32_t(i));
  if (device || operands.empty()) {
    LZ_RETURN_IF_ERROR(check(device, "device"));
    return device->graph.get();
  }
  return resultOf(operands[0]).owner->graph;
}

Status recordAt(const lz_op_options& o, OpCall& call) {
  LZ_ASSIGN_OR_RETURN(lazy::Graph * graph, graphOf(call.operands, call.device));
  absl::InlinedVector<lazy::Result*, 4> results(call.operands.size());
  for (size_t i = 0; i < results.size(); ++i)
    results[i] = &resultOf(call.operands[i]);
  absl::InlinedVector<const lazy::Function*, 2> functions;
  for (lz_function* region : call.regions) {
    LZ_RETURN_IF_ERROR(check(region, "a function"));
    functions.push_back(&region->function);
  }
  LZ_ASSIGN_OR_RETURN(lazy::Node * node, graph->record({call.opcode,
                                                        results,
                                                        std::move(call.attrs),
                                                        call.stated,
                                                        functions,
                                                        {o.file, o.line, o.name},
                                                        call.claimed}));
  if (node->numResults != call.outs.size()) {
    uint32_t count = node->numResults;
    for (uint32_t i = count; i-- > 0;)
      graph->releaseHandle(node->result(i));
    return invalidArgument("the op has ", count, " results, but there is room for ",
                           call.outs.size());
  }
  for (uint32_t i = 0; i < call.outs.size(); ++i)
    *call.outs[i] = tensorOf(node->result(i));
  countHandles(int64_t(call.outs.size()));
  return okStatus();
}

} // namespace

Status placed(Opcode opcode, const lz_op_options* options, const Status& status) {
  if (status.ok() || !opOf(status).empty())
    return status;
  lz_op_options o;
  LZ_RETURN_IF_ERROR(readOptions(options, o, "lz_op_options"));
  lazy::Locations places;
  const std::string& place = places.text(places.intern({o.file, o.line, o.name}));
  return withLocation(withOp(status, std::string(opInfo(opcode).name)), place);
}

Status recordOp(OpCall&& call) {
  lz_op_options o;
  LZ_RETURN_IF_ERROR(readOptions(call.options, o, "lz_op_options"));
  Status status = recordAt(o, call);
  return status.ok() ? status : placed(call.opcode, call.options, status);
}

} // namespace lz::capi
