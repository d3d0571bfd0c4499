#include "lazy/context/Collectives.h"

#include "absl/algorithm/container.h"
#include "absl/cleanup/cleanup.h"
#include "autodiff/Builder.h"
#include "base/StatusDetails.h"
#include "lazy/context/Devices.h"
#include "lazy/context/Replay.h"

namespace lz::lazy {
namespace {

Status checkRequest(const AllReduce& request) {
  if (request.values.empty())
    return invalidArgument("[all_reduce] no tensor was given; give one for each device");
  const Result& first = *request.values[0];
  for (size_t i = 1; i < request.values.size(); ++i) {
    const Result& other = *request.values[i];
    if (other.type != first.type)
      return invalidArgument("[all_reduce] tensor ", i, " is ", other.type.str(),
                             ", but tensor 0 is ", first.type.str(), "; convert or reshape it");
    if (&graphOf(other).devices() != &graphOf(first).devices())
      return invalidArgument("[all_reduce] tensor ", i,
                             " belongs to another context than tensor 0; "
                             "copy it to a device of the context of tensor 0");
  }
  if (request.scale != 1 && !isFloat(first.type.dtype) && !isComplex(first.type.dtype))
    return invalidArgument("[all_reduce] the tensors are ", first.type.str(),
                           ", which cannot be scaled by ", request.scale,
                           "; use 1, or convert them to a float");
  return okStatus();
}

// Records the ops of one device. `values` are on that device.
StatusOr<Result*> recordOn(Graph& graph, const AllReduce& request, std::vector<Value> values) {
  Program program;
  ValueIds ids;
  for (const Value& value : values)
    ids.push_back(program.addValue(TensorType(value.result().type)));
  autodiff::Builder b(program, program.body.ops);
  ValueId all = ids[0];
  for (size_t i = 1; i < ids.size(); ++i)
    all = b.op(request.combine, {all, ids[i]});
  if (request.scale != 1)
    all = b.op(Opcode::Multiply, {all, b.splat(request.scale, values[0].result().type)});
  LZ_RETURN_IF_ERROR(b.status());
  const ReplayPlan plan(std::move(program), 0, graph.engine().locations);
  Replay replay(graph, plan, values, request.location);
  LZ_RETURN_IF_ERROR(replay.record());
  return replay.take(all);
}

Status namingRequest(const AllReduce& request, Status status) {
  if (status.ok() || request.values.empty())
    return status;
  Locations& places = graphOf(*request.values[0]).engine().locations;
  const std::string& place = places.text(places.intern(request.location));
  return place.empty() ? status : withLocation(std::move(status), place);
}

StatusOr<std::vector<Result*>> recorded(const AllReduce& request) {
  LZ_RETURN_IF_ERROR(checkRequest(request));
  // Keeps the nodes alive, because a callback can release their handles meanwhile.
  const HeldNodes held = hold(request.values);
  RunValues lent;
  for (Result* value : request.values) {
    LZ_ASSIGN_OR_RETURN(Ref<Data> data, graphOf(*value).lend(*value));
    lent.push_back(std::move(data));
  }
  std::vector<Result*> results;
  auto drop = absl::MakeCleanup([&] {
    for (Result* result : results)
      result->owner->store->releaseHandle(*result);
  });
  results.reserve(request.values.size());
  for (size_t i = 0; i < request.values.size(); ++i) {
    Graph& graph = graphOf(*request.values[i]);
    std::vector<Value> values;
    for (size_t j = 0; j < request.values.size(); ++j) {
      Result& value = *request.values[j];
      if (value.owner->store == &graph) {
        values.push_back({held[j], value.index});
        continue;
      }
      LZ_ASSIGN_OR_RETURN(Node * leaf, graph.fromData(lent[j], value.type));
      const NewHandles handles(*leaf);
      values.push_back({Ref<Node>::share(leaf), 0});
    }
    LZ_ASSIGN_OR_RETURN(Result * result, recordOn(graph, request, std::move(values)));
    results.push_back(result);
  }
  std::move(drop).Cancel();
  return results;
}

} // namespace

StatusOr<std::vector<Result*>> recordAllReduce(const AllReduce& request) {
  StatusOr<std::vector<Result*>> results = recorded(request);
  return results.ok() ? std::move(results) : namingRequest(request, results.status());
}

} // namespace lz::lazy
