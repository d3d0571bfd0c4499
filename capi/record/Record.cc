#include "record/Record.h"

#include "Handles.h"
#include "Options.h"
#include "base/StatusDetails.h"
#include "lazy/program/Locations.h"

namespace lz::capi {

namespace {

using Results = absl::InlinedVector<lazy::Result*, 4>;

Status collectResults(absl::Span<lz_tensor* const> operands, Results& results) {
  for (size_t i = 0; i < operands.size(); ++i) {
    if (!isA(operands[i]))
      return withOperand(check(operands[i], "an operand"), int32_t(i));
    results.push_back(&resultOf(operands[i]));
  }
  return okStatus();
}

using Functions = absl::InlinedVector<const lazy::Function*, 2>;

// Returns the graph in which the op is recorded. If `call.device` is set, this is the graph of that
// device. Otherwise it is the graph of the operands. If the op has functions but no operands, it is
// the graph of the functions. The functions of such an op capture the values that the op reads.
StatusOr<lazy::Graph*> graphOfCall(const OpCall& call, const Results& results,
                                   const Functions& functions) {
  if (call.device || (results.empty() && functions.empty())) {
    LZ_RETURN_IF_ERROR(check(call.device, "device"));
    return call.device->graph.get();
  }
  return results.empty() ? &functions[0]->graph() : &graphOf(*results[0]);
}

Status recordAt(const lz_op_options& o, OpCall& call) {
  Results results;
  LZ_RETURN_IF_ERROR(collectResults(call.operands, results));
  Functions functions;
  for (lz_function* region : call.regions) {
    LZ_RETURN_IF_ERROR(check(region, "a function"));
    functions.push_back(&region->function);
  }
  LZ_ASSIGN_OR_RETURN(lazy::Graph * graph, graphOfCall(call, results, functions));
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
