#include "lazy/Gradients.h"

#include "autodiff/Builder.h"
#include "lazy/Encoding.h"
#include "lazy/Segment.h"
#include "spec/Clone.h"

#include <algorithm>
#include <memory>

namespace lz::lazy {

namespace {

// The recorded piece behind the outputs as a program, and what stands for its values in the graph.
struct Piece {
  Program program;
  std::vector<Value> values; // by ValueId
  std::vector<ValueId> outputs;
  std::vector<ValueId> arguments; // autodiff::kNoValue: not part of the piece
};

void setValue(Piece& piece, Result& result) {
  size_t id = size_t(result.value.number);
  if (piece.values.size() <= id)
    piece.values.resize(id + 1);
  piece.values[id] = {Ref<Node>::share(result.owner), result.index};
}

Piece encodePiece(Graph& graph, const GradientQuery& query) {
  std::lock_guard lock(graph.cutMutex());
  std::vector<Node*> roots;
  for (Result* output : query.outputs)
    roots.push_back(output->owner);
  std::erase_if(roots, [](Node* node) { return node->kind != NodeKind::Op; });
  std::vector<Node*> ops = traverse(roots, graph.nextPass());
  uint64_t pass = graph.nextPass();
  Encoder encoder(pass);
  for (Node* op : ops)
    encoder.addOp(*op);
  for (Result* output : query.outputs)
    encoder.addOutput(*output);
  Encoding encoding = encoder.finish({});

  Piece piece;
  piece.program = toProgram(encoding, graph.engine().locations);
  piece.outputs = encoding.outputIds;
  for (Result* leaf : encoding.leaves)
    setValue(piece, *leaf);
  for (Node* op : encoding.ops)
    for (uint32_t i = 0; i < op->numResults; ++i)
      setValue(piece, op->result(i));
  for (Result* argument : query.arguments)
    piece.arguments.push_back(argument->value.pass == pass ? argument->value.number
                                                           : Cloner::kNoValue);
  return piece;
}

Status checkQuery(Graph& graph, const GradientQuery& query) {
  for (absl::Span<Result* const> list : {query.outputs, query.cotangents, query.arguments})
    for (Result* result : list)
      if (result->owner->graph != &graph)
        return invalidArgument(
            "[gradients] the tensors are on different devices: ", graph.device().name(), " and ",
            result->owner->graph->device().name());
  for (size_t i = 0; i < query.outputs.size(); ++i) {
    const Result& output = *query.outputs[i];
    if (!isFloat(output.type.dtype))
      return invalidArgument("[gradients] output ", i, " is ", output.type.str(),
                             ": only floats have gradients");
    bool isComputed = output.owner->kind == NodeKind::Op && output.data.load();
    if (isComputed || output.owner->kind == NodeKind::Data)
      return failedPrecondition("[gradients] output ", i,
                                " is in memory and what it was computed from is forgotten: take "
                                "gradients before the barrier or read that computes it");
    if (query.cotangents.empty() && output.type.numElements() != 1)
      return invalidArgument("[gradients] output ", i, " is ", output.type.str(),
                             ": without cotangents it must have one element; reduce it, or give "
                             "cotangents");
    if (!query.cotangents.empty() && query.cotangents[i]->type != output.type)
      return invalidArgument("[gradients] the cotangent of output ", i, " is ",
                             query.cotangents[i]->type.str(), ", but the output is ",
                             output.type.str());
  }
  return okStatus();
}

// Records ops that were appended to a piece.
class Replay {
public:
  Replay(Graph& graph, Piece& piece)
      : graph_(graph), piece_(piece), serialBefore_(graph.lastSerial()) {}
  ~Replay() {
    for (const Value& value : recorded_)
      graph_.releaseHandle(value.result());
  }

  Status recordFrom(size_t first) {
    piece_.values.resize(piece_.program.types.size());
    for (size_t i = first; i < piece_.program.body.ops.size(); ++i)
      LZ_RETURN_IF_ERROR(record(piece_.program.body.ops[i]));
    return okStatus();
  }

  // With a reference for the caller. A value that was there before gets a node of its own: its
  // handle may be gone.
  StatusOr<Result*> take(ValueId id) {
    Value& value = piece_.values[size_t(id)];
    if (value.node->serial > serialBefore_) {
      value.result().handle.retain();
      return &value.result();
    }
    Result* operand = &value.result();
    TensorType type = operand->type;
    LZ_ASSIGN_OR_RETURN(Node * copy, graph_.record({.opcode = Opcode::Reshape,
                                                    .operands = {&operand, 1},
                                                    .attrs = {},
                                                    .stated = &type,
                                                    .location = {}}));
    return &copy->result(0);
  }

private:
  Status record(const Op& op) {
    std::string text = op.location < 0 ? "" : piece_.program.locations[size_t(op.location)];
    SourceLocation location{text.empty() ? nullptr : text.c_str(), 0, nullptr};
    LZ_ASSIGN_OR_RETURN(Node * node, op.opcode == Opcode::Constant
                                         ? graph_.constant(std::get<Literal>(op.attrs[0]), location)
                                         : recordOp(op, location));
    for (uint32_t i = 0; i < node->numResults; ++i) {
      Value value{Ref<Node>::share(node), i};
      piece_.values[size_t(op.results[i])] = value;
      recorded_.push_back(std::move(value));
    }
    return okStatus();
  }

  StatusOr<Node*> recordOp(const Op& op, const SourceLocation& location) {
    absl::InlinedVector<Result*, 4> operands;
    for (ValueId operand : op.operands)
      operands.push_back(&piece_.values[size_t(operand)].result());
    std::vector<std::unique_ptr<Function>> bodies;
    std::vector<const Function*> functions;
    for (const Region& region : op.regions) {
      bodies.push_back(functionOf(region));
      functions.push_back(bodies.back().get());
    }
    bool isStated = opInfo(op.opcode).resultSpec != ResultSpec::Inferred;
    const TensorType* stated = isStated ? &piece_.program.type(op.results[0]) : nullptr;
    return graph_.record({op.opcode, operands, op.attrs, stated, functions, location});
  }

  std::unique_ptr<Function> functionOf(const Region& region) {
    std::vector<ValueId> captures = capturesOf(region);
    std::vector<Value> values;
    for (ValueId capture : captures)
      values.push_back(piece_.values[size_t(capture)]);
    return std::make_unique<Function>(
        graph_, "gradient", extractBody(piece_.program, region, captures), std::move(values));
  }

  Graph& graph_;
  Piece& piece_;
  const uint64_t serialBefore_;
  std::vector<Value> recorded_; // each with a reference of its handle
};

// One cotangent an output; constants are appended to the program.
StatusOr<std::vector<ValueId>> cotangentsOf(Piece& piece, const GradientQuery& query) {
  std::vector<ValueId> cotangents;
  autodiff::Builder b(piece.program, piece.program.body.ops);
  for (size_t i = 0; i < query.outputs.size(); ++i) {
    TensorType type = query.outputs[i]->type;
    if (query.cotangents.empty()) {
      cotangents.push_back(b.splat(1, type));
      continue;
    }
    cotangents.push_back(piece.program.addValue(type));
    Result& given = *query.cotangents[i];
    piece.values.resize(piece.program.types.size());
    piece.values.back() = {Ref<Node>::share(given.owner), given.index};
  }
  LZ_RETURN_IF_ERROR(b.status());
  return cotangents;
}

// Puts values in the program for arguments that are not part of the piece.
void resolveArguments(Piece& piece, const GradientQuery& query) {
  for (size_t i = 0; i < query.arguments.size(); ++i)
    if (piece.arguments[i] == Cloner::kNoValue)
      piece.arguments[i] = piece.program.addValue(TensorType(query.arguments[i]->type));
}

} // namespace

StatusOr<std::vector<Result*>> recordGradients(Graph& graph, const GradientQuery& query) {
  LZ_RETURN_IF_ERROR(graph.checkRunning());
  LZ_RETURN_IF_ERROR(checkQuery(graph, query));
  Piece piece = encodePiece(graph, query);
  size_t numOps = piece.program.body.ops.size();
  resolveArguments(piece, query);
  LZ_ASSIGN_OR_RETURN(std::vector<ValueId> cotangents, cotangentsOf(piece, query));
  LZ_ASSIGN_OR_RETURN(autodiff::Gradients gradients,
                      autodiff::appendGradients(piece.program, piece.program.body.ops,
                                                {piece.outputs, cotangents, piece.arguments}));
  for (size_t i = 0; i < gradients.reached.size(); ++i)
    if (!gradients.reached[i] && !query.allowUnused)
      return invalidArgument("[gradients] no output depends on argument ", i, ", ",
                             query.arguments[i]->type.str(),
                             ": values that a barrier has computed are constants; take gradients "
                             "before it, or allow unused arguments to get zeros");
  Replay replay(graph, piece);
  LZ_RETURN_IF_ERROR(replay.recordFrom(numOps));
  std::vector<Result*> results;
  for (ValueId value : gradients.values) {
    StatusOr<Result*> result = replay.take(value);
    if (!result.ok()) {
      for (Result* taken : results)
        graph.releaseHandle(*taken);
      return result.status();
    }
    results.push_back(*result);
  }
  return results;
}

StatusOr<FunctionBody> gradientOf(const Function& function,
                                  const autodiff::FunctionGradient& request) {
  if (!function.isFinished())
    return failedPrecondition("[function_gradient] function '", function.name(),
                              "' has not been finished: call lz_function_finish");
  const FunctionBody& body = *function.body();
  for (size_t argument : request.arguments)
    if (argument >= body.numParameters)
      return invalidArgument("[function_gradient] parameter ", argument, " of function '",
                             function.name(), "', which has ", body.numParameters);
  size_t numParams = body.program.body.params.size();
  LZ_ASSIGN_OR_RETURN(Program program, autodiff::gradientOf(body.program, request));
  // Cotangents stand behind the function's own parameters, before the captures.
  std::vector<ValueId>& params = program.body.params;
  size_t numCotangents = params.size() - numParams;
  std::rotate(params.begin() + ptrdiff_t(body.numParameters), params.begin() + ptrdiff_t(numParams),
              params.end());
  return makeBody(std::move(program), body.numParameters + numCotangents);
}

} // namespace lz::lazy
