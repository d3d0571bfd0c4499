#include "lazy/gradient/Gradients.h"

#include "absl/cleanup/cleanup.h"
#include "autodiff/Builder.h"
#include "base/Placed.h"
#include "lazy/cache/Encoding.h"
#include "lazy/context/Devices.h"
#include "lazy/context/Replay.h"
#include "lazy/graph/Traverse.h"
#include "spec/Annotations.h"
#include "spec/Clone.h"
#include "spec/OpAttrs.inc.h"

#include <algorithm>
#include <memory>
#include <optional>

namespace lz::lazy {

namespace {

// The recorded ops that compute the outputs, as a program, and the value of the graph for each
// value of the program.
struct Piece {
  std::vector<Value> values; // indexed by ValueId
  std::shared_ptr<const Derivation> known;
  // The key of the derivation. It is set if `known` is nullptr.
  std::optional<DerivationKey> key;
  Program program;
};

void setValue(Piece& piece, Result& result) {
  size_t id = size_t(result.value.number);
  if (piece.values.size() <= id)
    piece.values.resize(id + 1);
  piece.values[id] = {Ref<Node>::share(result.owner), result.index};
}

// Returns the least serial of the arguments. An op with a smaller serial cannot depend on an
// argument.
uint64_t earliestOf(absl::Span<Result* const> arguments) {
  uint64_t earliest = ~uint64_t(0);
  for (Result* argument : arguments)
    earliest = std::min(earliest, argument->owner->serial);
  return earliest;
}

// Refuses gradients that would be wrong because a value that was computed from an argument has lost
// its history: the gradients would treat this value as a constant. `ops` is the result of
// traverseHistory(.., pass, minSerial).
class EndedHistories {
public:
  EndedHistories(Graph& graph, const GradientQuery& query, absl::Span<Node* const> ops,
                 uint64_t pass, uint64_t minSerial)
      : graph_(graph), query_(query), ops_(ops), pass_(pass), minSerial_(minSerial),
        reached_(ops.size()) {}

  Status check() {
    for (Result* output : query_.outputs)
      LZ_RETURN_IF_ERROR(reach(*output));
    for (size_t i = ops_.size(); i-- > 0;)
      if (reached_[i] && passesCotangents(*ops_[i]))
        for (Operand& edge : ops_[i]->edges())
          LZ_RETURN_IF_ERROR(reach(edge.result()));
    return okStatus();
  }

private:
  // Notes that a cotangent arrives at this result. Fails if the history of the result has ended and
  // an argument is one of its origins.
  Status reach(Result& result) {
    if (!isDifferentiable(result.type.dtype))
      return okStatus();
    if (!endsHistory(result, minSerial_)) {
      if (result.owner->visit.pass == pass_)
        reached_[size_t(result.owner->visit.number)] = 1;
      return okStatus();
    }
    if (!result.lastUse.enter(pass_))
      return okStatus();
    int64_t argument = graph_.origins().findBehind(result, query_.arguments, minSerial_);
    if (argument < 0)
      return okStatus();
    Data* data = result.data.load(std::memory_order_relaxed);
    Status loss = data ? data->failure() : okStatus();
    return loss.ok() ? refuse(*result.owner, argument) : refuseLost(loss, argument);
  }

  Status refuseLost(const Status& loss, int64_t argument) {
    return placed(failedPrecondition("[gradients] an output depends on argument ", argument, ", ",
                                     query_.arguments[size_t(argument)]->type.str(),
                                     ", through a value that was lost: ", loss.message()),
                  opOf(loss), locationOf(loss));
  }

  Status refuse(const Node& ended, int64_t argument) {
    bool isRun = ended.kind == NodeKind::Data;
    std::string_view name = isRun ? "lz_executable_run" : opInfo(ended.opcode).name;
    const std::string& place = graph_.engine().locations.text(ended.location);
    Status status = failedPrecondition(
        "[gradients] an output depends on argument ", argument, ", ",
        query_.arguments[size_t(argument)]->type.str(), ", through a result of ", std::string(name),
        place.empty() ? "" : " at ", place,
        isRun ? ", which keeps no history" : ", whose history ended at a barrier",
        ": take gradients before the barrier, or apply lz_stop_gradient to the value if it is a "
        "constant");
    status = withOp(status, std::string(name));
    return place.empty() ? status : withLocation(status, place);
  }

  Graph& graph_;
  const GradientQuery& query_;
  absl::Span<Node* const> ops_;
  const uint64_t pass_, minSerial_;
  std::vector<uint8_t> reached_; // for each op: whether a cotangent arrives at one of its results
};

// Reads everything under one lock, so that a barrier of another thread runs either before all of
// these reads or after them.
StatusOr<Piece> encodePiece(Graph& graph, const GradientQuery& query) {
  std::lock_guard lock(graph.cutMutex());
  uint64_t minSerial = earliestOf(query.arguments);
  std::vector<Node*> roots;
  for (Result* output : query.outputs)
    if (!endsHistory(*output, minSerial))
      roots.push_back(output->owner);
  uint64_t walk = graph.nextPass();
  std::vector<Node*> ops = traverseHistory(roots, walk, minSerial);
  LZ_RETURN_IF_ERROR(EndedHistories(graph, query, ops, walk, minSerial).check());
  uint64_t pass = graph.nextPass();
  Encoder encoder(pass);
  for (size_t i = 0; i < ops.size(); ++i) {
    prefetchAhead(ops, i);
    encoder.addOp(*ops[i]);
  }
  for (Result* output : query.outputs)
    encoder.addOutput(*output);
  Encoding encoding = encoder.finish({});

  DerivationQuery derivation{{}, {}, !query.cotangents.empty()};
  for (Result* argument : query.arguments) {
    bool isInside = argument->value.pass == pass;
    derivation.arguments.push_back(isInside ? argument->value.number : Cloner::kNoValue);
    derivation.types.push_back(argument->type);
  }
  Piece piece;
  for (Result* leaf : encoding.leaves)
    setValue(piece, *leaf);
  for (Node* op : encoding.ops)
    for (uint32_t i = 0; i < op->numResults; ++i)
      setValue(piece, op->result(i));
  piece.known = graph.engine().derivations.find(encoding, derivation);
  if (!piece.known) {
    piece.program = toProgram(encoding, graph.engine().locations);
    piece.key.emplace(encoding, std::move(derivation));
  }
  return piece;
}

Status checkQuery(Graph& graph, const GradientQuery& query) {
  for (absl::Span<Result* const> list : {query.outputs, query.cotangents, query.arguments})
    for (Result* result : list)
      if (result->owner->store != &graph)
        return invalidArgument("[gradients] the tensors ", apart(graph, graphOf(*result)));
  for (size_t i = 0; i < query.outputs.size(); ++i) {
    const Result& output = *query.outputs[i];
    if (!isDifferentiable(output.type.dtype))
      return invalidArgument("[gradients] output ", i, " is ", output.type.str(),
                             ": only floats and complex numbers have gradients");
    if (query.cotangents.empty() &&
        (output.type.numElements() != 1 || isComplex(output.type.dtype)))
      return invalidArgument(
          "[gradients] output ", i, " is ", output.type.str(),
          ": without cotangents it must have one real element; reduce it, or give cotangents");
    if (!query.cotangents.empty() && query.cotangents[i]->type != output.type)
      return invalidArgument("[gradients] the cotangent of output ", i, " is ",
                             query.cotangents[i]->type.str(), ", but the output is ",
                             output.type.str(), "; convert or reshape the cotangent");
  }
  return okStatus();
}

// Returns one cotangent per output: the caller's value, or an appended constant.
StatusOr<std::vector<ValueId>> addCotangents(Program& program, const DerivationQuery& query) {
  std::vector<ValueId> cotangents;
  autodiff::Builder b(program, program.body.ops);
  for (ValueId output : program.body.results) {
    TensorType type = program.type(output);
    cotangents.push_back(query.hasCotangents ? program.addValue(type) : b.splat(1, type));
  }
  LZ_RETURN_IF_ERROR(b.status());
  return cotangents;
}

StatusOr<std::shared_ptr<const Derivation>> derive(Graph& graph, Piece piece) {
  Program& program = piece.program;
  const DerivationQuery& query = piece.key->query;
  const size_t numOps = program.body.ops.size();
  std::vector<ValueId> arguments = query.arguments;
  for (size_t i = 0; i < arguments.size(); ++i)
    if (arguments[i] == Cloner::kNoValue)
      arguments[i] = program.addValue(query.types[i]);
  LZ_ASSIGN_OR_RETURN(std::vector<ValueId> cotangents, addCotangents(program, query));
  LZ_ASSIGN_OR_RETURN(autodiff::Gradients gradients,
                      autodiff::appendGradients(program, program.body.ops,
                                                {program.body.results, cotangents, arguments}));
  if (!query.hasCotangents)
    cotangents.clear();
  return std::make_shared<const Derivation>(
      *std::move(piece.key), ReplayPlan(std::move(program), numOps, graph.engine().locations),
      std::move(cotangents), std::move(gradients));
}

Status checkReached(const autodiff::Gradients& gradients, const GradientQuery& query) {
  for (size_t i = 0; i < gradients.reached.size(); ++i)
    if (!gradients.reached[i] && !query.allowUnused)
      return invalidArgument("[gradients] no output depends on argument ", i, ", ",
                             query.arguments[i]->type.str(),
                             "; allow unused arguments to get zeros");
  return okStatus();
}

StatusOr<std::vector<Result*>> replayed(Graph& graph, const Derivation& derivation,
                                        const GradientQuery& query, std::vector<Value> values) {
  values.resize(derivation.plan.program().types.size());
  for (size_t i = 0; i < derivation.cotangents.size(); ++i) {
    const Result& given = *query.cotangents[i];
    values[size_t(derivation.cotangents[i])] = {Ref<Node>::share(given.owner), given.index};
  }
  Replay replay(graph, derivation.plan, values);
  LZ_RETURN_IF_ERROR(replay.record());
  std::vector<Result*> results;
  auto giveBack = absl::MakeCleanup([&] {
    for (Result* taken : results)
      graph.releaseHandle(*taken);
  });
  results.reserve(derivation.gradients.values.size());
  for (ValueId value : derivation.gradients.values) {
    LZ_ASSIGN_OR_RETURN(Result * result, replay.take(value));
    results.push_back(result);
  }
  std::move(giveBack).Cancel();
  return results;
}

} // namespace

StatusOr<std::vector<Result*>> recordGradients(Graph& graph, const GradientQuery& query) {
  LZ_RETURN_IF_ERROR(graph.checkRunning());
  LZ_RETURN_IF_ERROR(checkQuery(graph, query));
  LZ_ASSIGN_OR_RETURN(Piece piece, encodePiece(graph, query));
  std::vector<Value> values = std::move(piece.values);
  std::shared_ptr<const Derivation> derivation = piece.known;
  if (!derivation) {
    LZ_ASSIGN_OR_RETURN(derivation, derive(graph, std::move(piece)));
    graph.engine().derivations.insert(derivation);
  }
  LZ_RETURN_IF_ERROR(checkReached(derivation->gradients, query));
  return replayed(graph, *derivation, query, std::move(values));
}

StatusOr<Node*> recordStopGradient(Graph& graph, Result& operand, SourceLocation location) {
  Result* one[] = {&operand};
  Attrs attrs(opInfo(Opcode::CustomCall).attrs.size());
  attrs[0] = std::string(kStopGradient);
  return graph.record({.opcode = Opcode::CustomCall,
                       .operands = one,
                       .attrs = std::move(attrs),
                       .location = location});
}

StatusOr<FunctionBody> gradientOf(const Function& function,
                                  const autodiff::FunctionGradient& request) {
  if (!function.isFinished())
    return failedPrecondition("[function_gradient] function '", function.name(),
                              "' has not been finished: call lz_function_finish");
  const FunctionBody& body = *function.body();
  for (size_t argument : request.arguments)
    if (argument >= body.numParameters)
      return invalidArgument("[function_gradient] there is no parameter ", argument, ": function '",
                             function.name(), "' has ", body.numParameters, ", counted from 0");
  size_t numParams = body.program.body.params.size();
  LZ_ASSIGN_OR_RETURN(Program program, autodiff::gradientOf(body.program, request));
  // The cotangents come after the function's own parameters and before its captures.
  std::vector<ValueId>& params = program.body.params;
  size_t numCotangents = params.size() - numParams;
  std::rotate(params.begin() + ptrdiff_t(body.numParameters), params.begin() + ptrdiff_t(numParams),
              params.end());
  return makeBody(std::move(program), body.numParameters + numCotangents);
}

} // namespace lz::lazy
